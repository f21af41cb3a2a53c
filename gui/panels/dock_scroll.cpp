// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/dock_scroll.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>

namespace gui {

namespace {

constexpr int kLeastHeight = 60;

} // namespace

DockScroll::DockScroll(QWidget* content, int leastWidth) : m_leastWidth(leastWidth)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    setWidget(content);
}

QSize DockScroll::sizeHint() const
{
    return widget()->sizeHint();
}

QSize DockScroll::minimumSizeHint() const
{
    // The bar takes its width from the content.
    const int content =
        widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width();
    return {std::max(m_leastWidth, content), kLeastHeight};
}

bool DockScroll::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == widget() && event->type() == QEvent::LayoutRequest) {
        updateGeometry(); // the content may have become wider
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace gui
