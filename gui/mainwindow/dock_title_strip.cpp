// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/dock_title_strip.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QEvent>
#include <QStyle>

namespace gui {

namespace {

constexpr int kGap = 16;

} // namespace

DockTitleStrip::DockTitleStrip(QDockWidget* dock, QWidget* strip)
    : QObject(dock), m_dock(dock), m_strip(strip)
{
    strip->setParent(dock);
    strip->show();
    dock->installEventFilter(this);
    place();
}

bool DockTitleStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest
        || event->type() == QEvent::Show || event->type() == QEvent::FontChange) {
        place();
    }
    return QObject::eventFilter(watched, event);
}

void DockTitleStrip::place()
{
    // Qt places the float and close buttons itself; the leftmost one ends the strip.
    int right = m_dock->width();
    const auto buttons =
        m_dock->findChildren<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly);
    for (const QAbstractButton* button : buttons) {
        if (!button->isHidden()) {
            right = qMin(right, button->x());
        }
    }
    const int height = m_dock->widget() ? m_dock->widget()->y() : 0;
    QFont strong = m_dock->font();
    strong.setWeight(QFont::DemiBold);
    const int left =
        kGap / 2 + QFontMetrics(strong).horizontalAdvance(m_dock->windowTitle()) + kGap;
    const QRect place(left, 0, qMax(0, right - left - kGap / 4), height);
    m_strip->setGeometry(
        QStyle::visualRect(m_dock->layoutDirection(), QRect(0, 0, m_dock->width(), height), place));
    m_strip->setVisible(height > 0);
}

} // namespace gui
