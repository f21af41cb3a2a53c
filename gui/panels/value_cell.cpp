// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/value_cell.h"

#include "gui/settings/fonts.h"

#include <QPainter>

namespace gui {

ValueCell::ValueCell(const ThemeSource& source, QWidget* parent) : QWidget(parent), m_source(source)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    connect(&source, &ThemeSource::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ValueCell::setWidest(const QString& text)
{
    if (text != m_widest) {
        m_widest = text;
        updateGeometry();
    }
}

void ValueCell::setText(const QString& value, const QString& unit)
{
    if (value == m_value && unit == m_unit) {
        return;
    }
    m_value = value;
    m_unit = unit;
    setAccessibleName(text());
    update();
}

QSize ValueCell::sizeHint() const
{
    const QFontMetrics metrics(m_source.theme().font(FontRole::Body));
    const int margins = 2 * m_source.theme().space.s + 1;
    return {widestText(metrics, {m_widest}) + margins, metrics.height()};
}

void ValueCell::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_source.theme();
    QPainter painter(this);
    painter.fillRect(QRect(0, (height() - theme.space.l) / 2, 1, theme.space.l),
                     theme.outline.subtle);
    const QFont font = theme.font(FontRole::Body);
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const QRect area = rect().adjusted(theme.space.s + 1, 0, -theme.space.s, 0);
    const int unitWidth = metrics.horizontalAdvance(m_unit);
    painter.setPen(theme.text.secondary);
    painter.drawText(area, Qt::AlignRight | Qt::AlignVCenter, m_unit);
    painter.setPen(theme.text.primary);
    painter.drawText(area.adjusted(0, 0, -unitWidth, 0), Qt::AlignRight | Qt::AlignVCenter,
                     m_value);
}

} // namespace gui
