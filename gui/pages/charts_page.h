// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QStackedWidget>

class QLabel;

namespace gui {

class ChartsView;

// The Charts page: the charts, or what to do as long as there is nothing to chart.
class ChartsPage : public QStackedWidget
{
    Q_OBJECT

public:
    ChartsPage(const ThemeSource& source, QWidget* parent = nullptr);

    ChartsView& charts() const { return *m_charts; }
    // `shown` of `runs` runs are drawn.
    void showCounts(int runs, int shown);
    void setBusy(bool busy); // a run is being opened: none can be asked for

signals:
    void demonstrationAsked();
    void openFileAsked();
    void showLastRunAsked();

private:
    QWidget* makeNoRun(const ThemeSource& source);

    ChartsView* m_charts;
    QWidget* m_noRun;
    QWidget* m_allHidden;
};

} // namespace gui
