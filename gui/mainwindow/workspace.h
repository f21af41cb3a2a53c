// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QMainWindow>

class QDockWidget;
class QTabWidget;

namespace gui {

class AppSettings;

// The part of the window with pages in the middle and docks around them. It keeps its layout from
// one start to the next. In a narrow window the docks fold away and come back with the room; a
// dock that somebody opens meanwhile stays.
class Workspace : public QMainWindow
{
    Q_OBJECT

public:
    enum Dock
    {
        Runs,
        Inspector,
        Readout,
        DockCount
    };

    // What stands where. A page's objectName is kept in the settings.
    struct Contents
    {
        QWidget* runs;
        QList<QPair<QWidget*, QString>> pages; // with their titles
        QWidget* readout;
        QWidget* inspector;
    };

    // Takes the contents over; Tab goes through them in this order.
    Workspace(const Contents& contents, AppSettings& settings, const ThemeSource& source,
              QWidget* parent = nullptr);

    void showPage(const QString& name);
    QString currentPage() const;
    QTabWidget* pages() const { return m_pages; }
    QDockWidget* dock(Dock dock) const { return m_docks[dock]; }

    void setCompact(bool compact);
    void restoreLayout();
    void saveLayout() const;

    QMenu* createPopupMenu() override { return nullptr; } // docks have actions in the View menu

protected:
    void showEvent(QShowEvent* event) override;

private:
    QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content,
                          const DockSize& width);

    QTabWidget* makePages(const QList<QPair<QWidget*, QString>>& pages);

    AppSettings& m_settings;
    const ThemeSource& m_source;
    QDockWidget* m_docks[DockCount];
    QTabWidget* m_pages;
    bool m_sized = false;
    bool m_compact = false;
    QByteArray m_wideLayout; // as it was before the docks folded away
};

} // namespace gui
