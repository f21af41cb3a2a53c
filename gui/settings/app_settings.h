// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QByteArray>
#include <QHash>
#include <QSettings>
#include <QStringList>

namespace gui {

// What the window remembers from one start to the next, typed. A value that is missing, damaged
// or out of range reads as its default. GUI thread only.
class AppSettings
{
public:
    explicit AppSettings(const QString& iniPath);
    // The person's own file, ~/.config/trainspotter/trainspotter.ini.
    static QString defaultPath();

    // Layouts of another version are ignored, see QMainWindow::saveState.
    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    QByteArray windowState(int version) const;
    void setWindowState(const QByteArray& state, int version);
    QString page() const; // objectName of the page in front
    void setPage(const QString& name);

    StyleChoice styleChoice() const;
    void setStyleChoice(StyleChoice choice);
    double textScale() const; // of the desktop's text size, 0.8 … 1.8
    void setTextScale(double scale);

    QByteArray chartsState() const; // as ChartsView::saveState() gives it
    void setChartsState(const QByteArray& state);

    // Runs drawn on the charts and the slot of each (Theme::series), by run id. Ids are those of
    // one run store, so both are kept for each store file by itself.
    QList<qint64> shownRuns(const QString& store) const;
    void setShownRuns(const QString& store, const QList<qint64>& runs);
    QHash<qint64, int> runSlots(const QString& store) const;
    void setRunSlots(const QString& store, const QHash<qint64, int>& runSlots);

    // Newest first, at most ten, each once.
    QStringList recentFiles() const;
    void addRecentFile(const QString& path);

    void flush(); // to disk

private:
    QSettings m_settings;
};

} // namespace gui
