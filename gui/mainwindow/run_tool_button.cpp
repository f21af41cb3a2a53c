// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/run_tool_button.h"

#include "gui/settings/fonts.h"
#include "gui/settings/style.h"

#include <QStyleOptionToolButton>

namespace gui {

RunToolButton::RunToolButton(QAction* action, const QStringList& words, const ThemeSource& source,
                             QWidget* parent)
    : QToolButton(parent), m_words(words), m_ring(source, this)
{
    setDefaultAction(action);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    connect(&m_ring, &RingAnimation::turned, this, qOverload<>(&QWidget::update));
}

void RunToolButton::setRequestLook(bool requested, bool ringing)
{
    if (requested != m_requested) {
        m_requested = requested;
        setRequested(*this, requested);
    }
    m_ring.setRunning(requested && ringing);
}

QSize RunToolButton::sizeHint() const
{
    QSize size = QToolButton::sizeHint();
    if (toolButtonStyle() == Qt::ToolButtonTextBesideIcon) {
        size.rwidth() += widestText(fontMetrics(), m_words) - widestText(fontMetrics(), {text()});
    }
    return size;
}

void RunToolButton::initStyleOption(QStyleOptionToolButton* option) const
{
    QToolButton::initStyleOption(option);
    if (m_ring.isMoving()) {
        option->icon = QIcon(m_ring.frame(iconSize().width(), devicePixelRatioF()));
    } else if (m_ring.isRunning()) {
        option->text += QStringLiteral("…");
    }
}

} // namespace gui
