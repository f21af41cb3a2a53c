// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QWidget>

namespace gui {

// A number and its unit in a status bar: right-aligned in the width of the widest text the cell
// will ever have, so that nothing moves when the number changes. A 1 px line stands before it.
class ValueCell : public QWidget
{
    Q_OBJECT

public:
    ValueCell(const ThemeSource& source, QWidget* parent = nullptr);

    void setWidest(const QString& text);
    void setText(const QString& value, const QString& unit); // value primary, unit secondary
    QString text() const { return m_value + m_unit; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ThemeSource& m_source;
    QString m_widest;
    QString m_value;
    QString m_unit;
};

} // namespace gui
