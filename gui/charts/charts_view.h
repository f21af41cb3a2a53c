// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/series_detail.h"
#include "gui/charts/x_scale.h"
#include "gui/models/readout_table.h"

#include <QScrollArea>

#include <memory>

namespace gui {

class ThemeSource;

// The charts of all shown runs: one card per metric, one x range, one crosshair.
//
// Data: runs are set first, then their points and events arrive in any number of pieces. Charts
// append and never reset: a range chosen by a person is changed by that person only. The same data
// in the same view give the same pixels.
//
// Thread rule: GUI thread only. New data redraws at most 60 times a second, only cards on screen.
class ChartsView : public QScrollArea
{
    Q_OBJECT

public:
    explicit ChartsView(const ThemeSource& theme, QWidget* parent = nullptr);
    ~ChartsView() override;

    // Shows a run, or renames or recolours a shown one. `slot` is RunSummary::colourSlot.
    void setRun(RunId run, const QString& name, int slot);
    void removeRun(RunId run); // with all its points
    void clear();
    QList<RunId> runs() const;

    void append(const MetricBatch& batch); // of a run that is not shown: ignored
    // The answers to detailWanted and pointsWanted. What is no longer wanted is ignored.
    void takeDetail(const DetailRequest& request, const QList<MetricSpan>& spans);
    void takeStream(const PointStream& stream, bool isComplete);
    void setSegments(RunId run, const QList<SegmentInfo>& segments);
    // Control changes, checkpoints, resumptions and alerts are drawn; other kinds are not.
    void addEvent(const RunEvent& event);
    void addControlChange(RunId run, const ControlChange& change);
    // Tints from the step at which a divergence began to the halt; onset < 0 takes it away.
    void setDivergence(RunId run, qint64 onset, qint64 halt);
    void setStepsPerEpoch(RunId run, double steps); // 0: not known

    void setSelectedRun(RunId run); // its raw values are drawn, the cards' headers are its
    void setLiveRun(RunId run); // 0: none is training

    double smoothing() const;
    void setSmoothing(double halfLifeSteps);
    bool logScale() const;
    void setLogScale(bool on); // of every card
    bool showRaw() const;
    void setShowRaw(bool on);
    XMode xMode() const;
    void setXMode(XMode mode);
    bool hasEpochs() const; // whether XMode::Epoch has something to show

    std::pair<double, double> xRange() const; // what the cards show
    bool follow() const;
    void setFollow(bool on);
    void fit(); // everything, in both directions
    void previousView();

    // At `x` of the current x mode; without a crosshair the panels ask for the last point.
    ReadoutTable readoutAt(double x) const;
    double lastX() const;
    std::optional<double> crosshair() const;
    void setCrosshair(std::optional<double> x);
    void focusFirstCard();

    // Ranges, x mode, smoothing, log and raw switches, pinned card.
    QByteArray saveState() const;
    bool restoreState(const QByteArray& state);

    // Draws what is pending now, instead of at the next tick of the timer.
    void refreshNow();

signals:
    // Of series that were given as spans: what is shown needs more.
    void detailWanted(const gui::DetailRequest& request);
    void pointsWanted(const gui::PointStream& stream);
    void valuesCame(); // and their means: the readout has more to show
    void crosshairMoved(double x, bool valid);
    void followChanged(bool on);
    void smoothingEditRequested(); // S pressed: the toolbar owns the field
    void readoutFreezeRequested(); // F pressed
    void logScaleChanged(bool on);
    void showRawChanged(bool on);
    void runClicked(gui::RunId run);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace gui
