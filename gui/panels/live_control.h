// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QWidget>

class QSlider;

namespace gui {

class NumberSpinBox;
class RequestIndicator;
struct ControlChange;

// A number that can be changed while training: logarithmic slider for speed, spin box for
// precision, both always with the same value. The wanted value is shown at once; it counts only
// when acknowledge() says at which step it was applied.
class LiveControl : public QWidget
{
    Q_OBJECT

public:
    struct Range
    {
        double low;
        double high;
    };

    LiveControl(const QString& label, Range range, const ThemeSource& source,
                QWidget* parent = nullptr);

    QSlider* slider() const { return m_slider; }
    NumberSpinBox* field() const { return m_field; }
    RequestIndicator* indicator() const { return m_indicator; }

    double value() const { return m_value; }
    void setValue(double value); // shows it; nothing is requested
    void showRequested(double value); // as if the person had set it, without a signal
    void acknowledge(const ControlChange& change);
    void forget(); // takes back ring and text

signals:
    void changeAsked(double before, double after);

private:
    int positionOf(double value) const;
    double valueAt(int position) const;
    void ask(double value);
    void showEverywhere(double value);

    Range m_range;
    double m_value = 0;
    QSlider* m_slider;
    NumberSpinBox* m_field;
    RequestIndicator* m_indicator;
};

} // namespace gui
