// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/workspace.h"

#include "gui/panels/dock_scroll.h"
#include "gui/settings/app_settings.h"

#include <QDockWidget>
#include <QTabBar>
#include <QTabWidget>

namespace gui {

namespace {

constexpr int kLayoutVersion = 1; // counts up when docks or toolbars change their names

} // namespace

Workspace::Workspace(const Contents& contents, AppSettings& settings, const ThemeSource& source,
                     QWidget* parent)
    : QMainWindow(parent, Qt::Widget), m_settings(settings), m_source(source)
{
    setObjectName(QStringLiteral("workspace"));
    setDockOptions(AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

    // The order in which they are made is the order in which Tab reaches them.
    const Sizes& size = source.theme().size;
    m_docks[Runs] = makeDock(QStringLiteral("dock.runs"), tr("Runs"), contents.runs, size.dockLeft);
    m_pages = makePages(contents.pages);
    m_docks[Readout] =
        makeDock(QStringLiteral("dock.readout"), tr("Readout"), contents.readout, {});
    m_docks[Inspector] = makeDock(QStringLiteral("dock.inspector"), tr("Inspector"),
                                  contents.inspector, size.dockRight);
    setCentralWidget(m_pages);
    addDockWidget(Qt::LeftDockWidgetArea, m_docks[Runs]);
    addDockWidget(Qt::RightDockWidgetArea, m_docks[Inspector]);
    addDockWidget(Qt::BottomDockWidgetArea, m_docks[Readout]);
    m_docks[Readout]->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
}

QTabWidget* Workspace::makePages(const QList<QPair<QWidget*, QString>>& pages)
{
    auto* tabs = new QTabWidget(this);
    tabs->setDocumentMode(true);
    tabs->tabBar()->setObjectName(QStringLiteral("pages"));
    tabs->tabBar()->setAccessibleName(tr("Pages"));
    for (const auto& [page, title] : pages) {
        tabs->addTab(page, title);
    }
    return tabs;
}

QDockWidget* Workspace::makeDock(const QString& name, const QString& title, QWidget* content,
                                 const DockSize& width)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(new DockScroll(content, width.min));
    if (width.max > 0) {
        dock->setMaximumWidth(width.max);
    }
    return dock;
}

void Workspace::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_sized) {
        return;
    }
    // Before the first show Qt forgets what it is told about docks.
    m_sized = true;
    const Sizes& size = m_source.theme().size;
    if (m_settings.windowState(kLayoutVersion).isEmpty()) {
        resizeDocks({m_docks[Runs], m_docks[Inspector]},
                    {size.dockLeft.preferred, size.dockRight.preferred}, Qt::Horizontal);
        resizeDocks({m_docks[Readout]}, {m_docks[Readout]->sizeHint().height()}, Qt::Vertical);
    }
}

void Workspace::showPage(const QString& name)
{
    for (int i = 0; i < m_pages->count(); ++i) {
        if (m_pages->widget(i)->objectName() == name) {
            m_pages->setCurrentIndex(i);
        }
    }
}

QString Workspace::currentPage() const
{
    return m_pages->currentWidget() ? m_pages->currentWidget()->objectName() : QString();
}

void Workspace::setCompact(bool compact)
{
    if (compact == m_compact) {
        return;
    }
    m_compact = compact;
    if (compact) {
        m_wideLayout = saveState(kLayoutVersion);
        for (QDockWidget* dock : m_docks) {
            dock->hide();
        }
    } else {
        restoreState(m_wideLayout, kLayoutVersion);
    }
}

void Workspace::restoreLayout()
{
    const QByteArray layout = m_settings.windowState(kLayoutVersion);
    if (m_compact) {
        m_wideLayout = layout.isEmpty() ? m_wideLayout : layout;
    } else if (!layout.isEmpty()) {
        restoreState(layout, kLayoutVersion);
    }
    showPage(m_settings.page());
}

void Workspace::saveLayout() const
{
    m_settings.setWindowState(m_compact ? m_wideLayout : saveState(kLayoutVersion), kLayoutVersion);
    m_settings.setPage(currentPage());
}

} // namespace gui
