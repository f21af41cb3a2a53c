// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/link_button.h"

#include <QPainter>
#include <QStyleOption>

namespace gui {

LinkButton::LinkButton(const QString& text, Look look, const ThemeSource& source, QWidget* parent)
    : QAbstractButton(parent), m_look(look), m_source(source)
{
    setText(text);
    setAccessibleName(text);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LinkButton::sizeHint() const
{
    const int margin = m_source.theme().space.xs;
    const int target = m_source.theme().size.target;
    return {std::max(target, fontMetrics().horizontalAdvance(text()) + 2 * margin),
            std::max(target, fontMetrics().height() + margin)};
}

void LinkButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_source.theme();
    QPainter painter(this);
    QFont font = this->font();
    font.setUnderline(isEnabled() && underMouse());
    painter.setFont(font);
    painter.setPen(!isEnabled()                 ? theme.text.disabled
                       : m_look == Look::Accent ? theme.accent.text
                                                : theme.text.primary);
    painter.drawText(rect(), Qt::AlignCenter, text());
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

} // namespace gui
