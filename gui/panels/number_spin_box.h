// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace gui {

// A spin box for settings of any magnitude: three significant digits on screen, reads every way a
// person writes a number, keeps the exact value. It tells a value only when it is finished, and
// the wheel changes it only while it has the focus. Ctrl+Z belongs to the window unless something
// unfinished stands in the field.
class NumberSpinBox : public QDoubleSpinBox
{
    Q_OBJECT

public:
    explicit NumberSpinBox(QWidget* parent = nullptr);

    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void stepBy(int steps) override; // a tenth of the leading digit's place at a time

protected:
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace gui
