// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/mark_painter.h"

#include "gui/charts/custom_plot.h"

#include <optional>

namespace gui {

class NumberTicker;
class ThemeSource;

// What a plot shows of its axes, and which of its ornaments.
struct PlotFrame
{
    XMode mode = XMode::Step;
    ValueRange x;
    ValueRange y;
    bool logY = false;
    bool first = false; // event texts, unit of the x axis, step under the crosshair
    bool wide = false; // names at the end of the curves
    int left = 44; // from the widget's edge to the plot
    int right = 12;
};

// The plot of one card: two axes, curves, marks and the crosshair on a layer of its own. It draws
// what it is given and turns what a person does into wanted ranges; it decides nothing.
class ChartPlot : public QCustomPlot
{
    Q_OBJECT

public:
    explicit ChartPlot(const ThemeSource& theme, QWidget* parent = nullptr);

    void setFrame(const PlotFrame& frame); // before the content
    void setContent(const QList<ChartCurve>& curves, const ChartMarks& marks, RunId emphasised);
    void setCrosshair(const std::optional<CrosshairMarks>& crosshair); // seen at the next repaint
    void replotCrosshair(); // repaints that layer only
    void applyTheme();

    QRect plotRect() const; // logical pixels of the widget, by the last frame
    int columns() const; // device pixels across
    int widestYLabel() const; // of the frame's range, logical pixels

    std::optional<double> offScaleAt(const QPointF& pixel) const; // value of the triangle there
    // Ends a rubber band or pan without effect; false when there is none.
    bool cancelGesture();

signals:
    // `starts`: the first change of a new gesture, whose state before is worth remembering.
    void rangesWanted(std::optional<gui::ValueRange> x, std::optional<gui::ValueRange> y,
                      bool starts);
    void fitWanted();
    void previousViewWanted(); // a pan was cancelled
    void hovered(double x);
    void left();
    void clicked(QPointF pixel);
    void menuWanted(QPoint globalPosition);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Gesture
    {
        None,
        Band,
        Pan,
        PanX,
        PanY
    };

    void addLayers();
    QCPGraph* graphFor(int index);
    void styleGraph(QCPGraph& graph, const ChartCurve& curve, bool dimmed, bool emphasised) const;
    void setTickers();
    void setTickCounts();
    void paintOverlay(QCPPainter& painter);
    void paintUnit(QCPPainter& painter, const PlotMap& map);
    PlotMap map() const;
    void pan(const QPointF& to, bool starts);
    void zoomToBand(const QRectF& band);
    void setDragging(bool on);

    const ThemeSource& m_theme;
    PlotFrame m_frame;
    ChartMarks m_marks;
    std::optional<CrosshairMarks> m_crosshair;
    QSharedPointer<NumberTicker> m_yTicker;

    Gesture m_gesture = Gesture::None;
    bool m_moved = false;
    QPointF m_pressed;
    QPointF m_position;
    ValueRange m_pressedX;
    ValueRange m_pressedY;
};

} // namespace gui
