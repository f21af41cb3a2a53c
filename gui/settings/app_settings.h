// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QByteArray>
#include <QHash>
#include <QMap>
#include <QSettings>
#include <QStringList>

namespace gui {

enum class XAxis
{
    Step,
    Epoch,
    Time
};

// The part of a chart a person zoomed to, in the units of its axes.
struct ChartRange
{
    double xLow = 0;
    double xHigh = 0;
    double yLow = 0;
    double yHigh = 0;

    bool operator==(const ChartRange&) const = default;
};

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

    int smoothingHalfLife() const; // steps; 0: off
    void setSmoothingHalfLife(int steps);
    bool followsLiveEdge() const;
    void setFollowsLiveEdge(bool follows);
    bool logLossAxis() const;
    void setLogLossAxis(bool log);
    XAxis xAxis() const;
    void setXAxis(XAxis axis);
    QMap<QString, ChartRange> chartRanges() const; // by tag; only charts a person zoomed
    void setChartRanges(const QMap<QString, ChartRange>& ranges);

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
