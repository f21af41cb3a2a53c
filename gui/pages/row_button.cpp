// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/row_button.h"

#include <QAction>
#include <QPainter>
#include <QStyleOption>

namespace gui {

namespace {

constexpr int kIcon = 16;
constexpr int kHeight = 44;
constexpr int kTextLeft = 44;

} // namespace

RowButton::RowButton(QAction* action, const ThemeSource& source, QWidget* parent)
    : QAbstractButton(parent), m_source(source),
      m_keys(action->shortcut().toString(QKeySequence::NativeText))
{
    setText(action->text().remove(u'&'));
    setAccessibleName(text());
    setIcon(action->icon());
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &RowButton::clicked, action, &QAction::trigger);
}

QSize RowButton::sizeHint() const
{
    return {kTextLeft + fontMetrics().horizontalAdvance(text() + m_keys) + 2 * kIcon,
            std::max(kHeight, fontMetrics().height() + 2 * m_source.theme().space.m)};
}

void RowButton::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_source.theme();
    QPainter painter(this);
    if (isEnabled() && (underMouse() || isDown())) {
        painter.fillRect(rect(), isDown() ? theme.surface.pressed : theme.surface.hover);
    }
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.outline.subtle);
    icon().paint(&painter, QRect(theme.space.m, (height() - kIcon) / 2, kIcon, kIcon),
                 Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
    painter.setPen(isEnabled() ? theme.text.primary : theme.text.disabled);
    painter.drawText(rect().adjusted(kTextLeft, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
    painter.setFont(theme.font(FontRole::Caption));
    painter.setPen(isEnabled() ? theme.text.secondary : theme.text.disabled);
    painter.drawText(rect().adjusted(0, 0, -theme.space.m, 0), Qt::AlignRight | Qt::AlignVCenter,
                     m_keys);
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

} // namespace gui
