// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/pane_cycle.h"

#include <QApplication>

namespace gui {

namespace {

// The first widget in the pane's tab order that takes the focus.
QWidget* firstStop(QWidget* pane)
{
    QWidget* widget = pane;
    do {
        const bool inside = widget == pane || pane->isAncestorOf(widget);
        if (inside && widget->isVisible() && widget->isEnabled()
            && (widget->focusPolicy() & Qt::TabFocus)) {
            return widget;
        }
        widget = widget->nextInFocusChain();
    } while (widget != pane);
    return nullptr;
}

} // namespace

PaneCycle::PaneCycle(const QList<QWidget*>& panes) : m_panes(panes.cbegin(), panes.cend()) { }

void PaneCycle::move(int direction)
{
    const int count = int(m_panes.size());
    QWidget* focus = QApplication::focusWidget();
    int current = direction > 0 ? -1 : 0;
    for (int i = 0; i < count; ++i) {
        if (m_panes.at(i) && focus && m_panes.at(i)->isAncestorOf(focus)) {
            current = i;
        }
    }
    for (int step = 1; step <= count; ++step) {
        QWidget* pane = m_panes.at(((current + direction * step) % count + count) % count);
        QWidget* stop = pane && pane->isVisible() ? firstStop(pane) : nullptr;
        if (stop) {
            stop->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

} // namespace gui
