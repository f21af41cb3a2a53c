// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QWidget>

namespace gui {

// One line of secondary text that changes all the time: it takes the width that it gets, shortens
// what does not fit, and never lays its surroundings out again, as a QLabel does with every text.
class LineLabel : public QWidget
{
    Q_OBJECT

public:
    explicit LineLabel(const ThemeSource& source, QWidget* parent = nullptr);

    void setText(const QString& text);
    QString text() const { return m_text; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ThemeSource& m_source;
    QString m_text;
};

} // namespace gui
