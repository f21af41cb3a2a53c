// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/dock_scroll.h"

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
    return {std::max(m_leastWidth, widget()->minimumSizeHint().width()), kLeastHeight};
}

} // namespace gui
