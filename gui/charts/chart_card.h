// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_ranges.h"
#include "gui/charts/chart_scene.h"
#include "gui/charts/mark_painter.h"

#include <QFrame>
#include <QTimer>

#include <optional>

namespace gui {

class CardHeader;
class ChartPlot;
struct PlotFrame;
class ThemeSource;

// What all cards of a page have in common at a moment.
struct PageState
{
    const ChartData* data = nullptr;
    XMode mode = XMode::Step;
    ValueRange x;
    RunId primary = 0;
    RunId live = 0;
    RunId emphasised = 0;
    int left = 44; // left edge of all plots
    std::optional<double> crosshair;
};

// What a person may set for one card.
struct CardOptions
{
    bool logY = false;
    bool showRaw = true;
    bool outlierProof = false;
    std::optional<ValueRange> y; // chosen by a person; otherwise the values decide

    bool operator==(const CardOptions&) const = default;
};

// One metric of all shown runs: header and plot. The plot exists only while the card is on screen.
class ChartCard : public QFrame
{
    Q_OBJECT

public:
    ChartCard(const QString& name, const ThemeSource& theme, QWidget* parent);

    const QString& name() const { return m_name; }
    const QStringList& tags() const { return m_tags; }
    void setTags(const QStringList& tags);
    void setFirst(bool first); // whole width, event texts
    void setPinned(bool pinned);
    void setMaximised(bool maximised);

    const CardOptions& options() const { return m_options; }
    void setOptions(const CardOptions& options);
    const ValueRange& yRange() const { return m_y; }

    void setOnScreen(bool onScreen);
    bool hasPlot() const { return m_plot != nullptr; }

    // Shows the page's state; `refit`: automatic ranges of y may move.
    void refresh(const PageState& page, bool refit);
    void refreshHeader(const PageState& page);
    void showCrosshair(const PageState& page);
    void replotNow();
    double replotMilliseconds() const; // of the last redraw; 0 off the screen
    void applyTheme();

    int widestYLabel() const; // 0 without a plot
    QRect plotRect() const; // in coordinates of the card
    bool cancelGesture();
    // Value of the off-scale triangle at a point of the plot.
    QList<double> xTicks() const;
    // "step 501, fashion-mlp 0.2229", for assistive tools.
    QString spokenValues(const PageState& page) const;
    std::optional<double> offScaleAt(const QPointF& pixel) const;
    // Run whose curve passes within 6 px of a point of the plot; 0 if none.
    RunId runAt(const QPointF& pixel, const PageState& page) const;

signals:
    void rangesWanted(std::optional<gui::ValueRange> x, std::optional<gui::ValueRange> y,
                      bool starts);
    void fitWanted();
    void previousViewWanted();
    void hovered(double x);
    void left();
    void clicked(QPointF pixel); // in coordinates of the plot
    void pinToggled();
    void maximiseToggled();
    void menuWanted(QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    SceneInput input(const PageState& page) const;
    PlotFrame frameOf(const PageState& page) const;
    std::optional<CrosshairMarks> crosshairMarks(const PageState& page) const;
    void createPlot();
    void placeChildren();
    void fitY(const SceneInput& input);
    bool isWide() const;
    void updateButtons();
    void speakName();

    QString m_name;
    const ThemeSource& m_theme;
    QStringList m_tags;
    CardOptions m_options;
    ValueRange m_y;
    bool m_fitted = false; // a new card fits its values once, whoever moved the page
    bool m_first = false;
    QString m_spokenName; // set as accessible name once a second at most
    QTimer m_nameTimer;
    CardHeader* m_header;
    ChartPlot* m_plot = nullptr;
};

} // namespace gui
