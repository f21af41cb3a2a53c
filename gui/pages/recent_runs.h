// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"
#include "gui/settings/theme_source.h"

#include <QFrame>

class QGridLayout;

namespace gui {

// The newest runs on the Start page: a click on a name opens its charts, a link continues it.
class RecentRuns : public QFrame
{
    Q_OBJECT

public:
    RecentRuns(const ThemeSource& source, QWidget* parent = nullptr);

    void setRuns(const QList<RunSummary>& runs); // the five that were used last are listed

signals:
    void runAsked(gui::RunId run);
    void continueAsked(gui::RunId run);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void rebuild();
    QWidget* makeEmpty();
    QWidget* makeTable(const QList<RunSummary>& runs);
    void addHead(QGridLayout& grid);
    void addRow(QGridLayout& grid, int row, const RunSummary& run);
    QWidget* makeState(const RunSummary& run);

    const ThemeSource& m_source;
    QList<RunSummary> m_runs;
    QWidget* m_content = nullptr;
    bool m_isStale = false; // m_content is of older runs: nobody looked since
};

} // namespace gui
