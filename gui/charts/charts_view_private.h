// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/card_grid.h"
#include "gui/charts/chart_card.h"
#include "gui/charts/chart_data.h"
#include "gui/charts/chart_ranges.h"
#include "gui/charts/charts_view.h"

#include <QElapsedTimer>
#include <QMap>
#include <QTimer>

#include <vector>

namespace gui {

// The page inside a ChartsView: its cards, the range they share, and what a person does to them.
// charts_view_page.cpp arranges and draws, charts_view_input.cpp answers mouse and keys,
// charts_view_detail.cpp asks for what stored series lack.
class ChartsView::Private : public QObject
{
public:
    Private(ChartsView& view, const ThemeSource& theme);

    PageState state() const;
    RunId primary() const;
    ChartCard* card(const QString& name) const;
    ChartCard* focusedCard() const;

    // Drawing.
    void updateCards(); // after tags appeared or the order changed
    void layOut();
    void updateOnScreen();
    void schedule(bool refit); // for what a person did: the next frame
    void scheduleData(); // for new data: when drawing may cost time again
    void refresh();
    void askForDetail(); // of what the cards on screen show
    void takeValues();
    void retryLater(); // what could not be read, also if nothing else changes
    void refreshHeaders();
    void applyTheme();

    // Ranges.
    void updateExtents();
    void setRanges(ChartCard* source, const std::optional<ValueRange>& newX,
                   const std::optional<ValueRange>& newY, bool starts);
    void remember();
    void forgetViews();
    void previousView();
    void fit();
    void setFollows(bool on);
    void setCrosshair(const std::optional<double>& at);
    void changeOptions(const QString& name, const CardOptions& changed);

    // Input.
    void pressKey(QKeyEvent& event);
    void showMenu(ChartCard& on, const QPoint& at);
    void click(ChartCard& on, const QPointF& pixel);

    // What Backspace goes back to.
    struct Snapshot
    {
        XView::State x;
        QMap<QString, CardOptions> options;
    };

    ChartsView& q;
    const ThemeSource& theme;
    QWidget* page;
    ChartData data;
    std::vector<ChartCard*> cards; // in the order of the page
    QMap<QString, CardOptions> options; // by card; cards without an entry have the defaults
    CardOptions defaults;
    XView x;
    XMode mode = XMode::Step;
    RunId selected = 0;
    RunId live = 0;
    RunId emphasised = 0;
    std::optional<double> crosshair;
    QString pinned;
    QString maximised;
    int left = 0; // edge of all plots

private:
    GridMeasures gridMeasures() const;
    ChartCard* addCard(const QString& name);
    void refreshCards(bool refit);
    void scheduleHeaders();
    void askForDetail(RunId run, const QString& tag, const DetailView& view);
    void passPauses();
    void moveCrosshair(const QKeyEvent& event, int direction);
    void moveCrosshairToEnd(bool first);
    void speakCrosshair(ChartCard& on, double at);
    bool zoomByKey(const QKeyEvent& event);
    bool toggleByKey(int key);
    bool goByKey(int key);
    void zoom(double factor, bool alongX, bool alongY);
    void togglePin(const QString& name);
    void toggleMaximised(const QString& name);

    void startTimer(int milliseconds);
    int dataFrameMs() const;

    QTimer m_timer;
    double m_refreshMs = 0; // what the last refresh took, without the drawing
    QTimer m_headerTimer;
    QTimer m_retryTimer; // while something is left alone because it could not be read
    bool m_refit = false;
    bool m_valuesCame = false;
    QElapsedTimer m_headers; // since their last refresh
    QElapsedTimer m_lastChange; // of a range: wheel notches close together are one gesture
    QList<Snapshot> m_history;
};

} // namespace gui
