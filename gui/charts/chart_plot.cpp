// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_plot.h"

#include "gui/charts/axis_tickers.h"
#include "gui/settings/theme_source.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr double kAxisLine = 1.25;
constexpr int kTop = 4;

// Layers from the back (wrong.md, 2); "grid", "main" and "axes" are QCustomPlot's own.
const QString kTint = QStringLiteral("tint");
const QString kRaw = QStringLiteral("raw");
const QString kGhost = QStringLiteral("ghost");
const QString kMain = QStringLiteral("main");
const QString kValidation = QStringLiteral("validation");
const QString kMarks = QStringLiteral("marks");
const QString kCrosshair = QStringLiteral("crosshair");

QString layerOf(CurveRole role)
{
    switch (role) {
    case CurveRole::Raw:
        return kRaw;
    case CurveRole::Ghost:
        return kGhost;
    case CurveRole::Validation:
    case CurveRole::Test:
        return kValidation;
    case CurveRole::Mean:
        break;
    }
    return kMain;
}

} // namespace

ChartPlot::ChartPlot(const ThemeSource& theme, QWidget* parent)
    : QCustomPlot(parent), m_theme(theme), m_yTicker(QSharedPointer<NumberTicker>::create())
{
    setAutoAddPlottableToLegend(false);
    setPlottingHint(QCP::phFastPolylines, true);
    setInteractions(QCP::Interactions());
    setAntialiasedElements(QCP::aeAxes | QCP::aeGrid); // 1.25 px are even lines then
    setFocusPolicy(Qt::NoFocus); // the card has the focus
    setMouseTracking(true);
    setCursor(Qt::CrossCursor);
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setupFullAxesBox(false);
    for (QCPAxis* unused : {xAxis2, yAxis2}) {
        unused->setVisible(false);
    }
    plotLayout()->setMargins(QMargins());
    xAxis->setTicker(makeXTicker(m_frame.mode));
    addLayers();
    applyTheme();
}

void ChartPlot::addLayers()
{
    addLayer(kTint, layer(QStringLiteral("grid")), limBelow);
    addLayer(kRaw, layer(kMain), limBelow);
    addLayer(kGhost, layer(kMain), limBelow);
    addLayer(kValidation, layer(kMain), limAbove);
    addLayer(kMarks, layer(QStringLiteral("axes")), limAbove);
    addLayer(kCrosshair, layer(QStringLiteral("overlay")), limAbove);
    layer(kCrosshair)->setMode(QCPLayer::lmBuffered);

    new PaintedLayer(this, kTint, [this](QCPPainter& painter) {
        if (m_frame.first) {
            paintDivergences(painter, map(), m_marks, m_theme.theme());
        }
    });
    new PaintedLayer(this, kMarks, [this](QCPPainter& painter) {
        const MarkStyle style{m_frame.first, m_frame.wide, double(width() - 8)};
        paintMarks(painter, map(), m_marks, style, m_theme.theme());
        if (m_frame.first) {
            paintUnit(painter, map());
        }
    });
    new PaintedLayer(this, kCrosshair, [this](QCPPainter& painter) { paintOverlay(painter); });
}

void ChartPlot::applyTheme()
{
    const Theme& theme = m_theme.theme();
    setBackground(theme.chart.plot);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(theme.font(FontRole::Caption));
        axis->setTickLabelColor(theme.chart.tickLabel);
        axis->setSubTicks(false);
        axis->grid()->setPen(QPen(theme.chart.grid, kAxisLine));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    xAxis->grid()->setVisible(false);
    xAxis->setBasePen(QPen(theme.chart.axis, kAxisLine));
    xAxis->setTickPen(QPen(theme.chart.axis, kAxisLine));
    xAxis->setTickLength(0, 4);
    xAxis->setTickLabelPadding(3);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->setTickPen(Qt::NoPen);
    yAxis->setTickLength(0, 0);
    yAxis->setTickLabelPadding(6);
}

PlotMap ChartPlot::map() const
{
    return PlotMap(*xAxis, *yAxis, plotRect());
}

QRect ChartPlot::plotRect() const
{
    const int bottom = QFontMetrics(xAxis->tickLabelFont()).height() + 9;
    return rect().adjusted(m_frame.left, kTop, -m_frame.right, -bottom);
}

int ChartPlot::columns() const
{
    return std::max(1, int(plotRect().width() * devicePixelRatioF()));
}

int ChartPlot::widestYLabel() const
{
    const QFontMetrics metrics(yAxis->tickLabelFont());
    int widest = 0;
    QVector<double> ticks;
    QVector<QString> labels;
    yAxis->ticker()->generate(yAxis->range(), QLocale(), QLatin1Char('f'), 0, ticks, nullptr,
                              &labels);
    for (const QString& label : labels) {
        widest = std::max(widest, metrics.horizontalAdvance(label));
    }
    return widest;
}

void ChartPlot::setFrame(const PlotFrame& frame)
{
    const bool otherMode =
        frame.mode != m_frame.mode || !xAxis->ticker() || xAxis->ticker()->tickCount() == 0;
    m_frame = frame;
    const QRect plot = plotRect();
    axisRect()->setMargins(QMargins(plot.left(), plot.top(), width() - 1 - plot.right(),
                                    height() - 1 - plot.bottom()));
    axisRect()->setMinimumSize(1, 1);
    if (otherMode) {
        xAxis->setTicker(makeXTicker(frame.mode));
    }
    setTickers();
    setTickCounts();
    xAxis->setRange(frame.x.lower, frame.x.upper);
    yAxis->setRange(frame.y.lower, frame.y.upper);
}

void ChartPlot::setTickers()
{
    yAxis->setScaleType(m_frame.logY ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    // Below one decade powers of ten would give at most one label.
    if (m_frame.logY && m_frame.y.upper > 10 * m_frame.y.lower) {
        yAxis->setTicker(QSharedPointer<PowerTicker>::create());
    } else {
        yAxis->setTicker(m_yTicker);
    }
}

// From the room, not a constant: about one tick in 110 px across, one in 44 px up.
void ChartPlot::setTickCounts()
{
    const QFontMetrics metrics(xAxis->tickLabelFont());
    const QRect plot = plotRect();
    const double across =
        std::max(110.0, 1.6 * metrics.horizontalAdvance(QStringLiteral("000 000")));
    xAxis->ticker()->setTickCount(std::max(2, int(plot.width() / across)));
    yAxis->ticker()->setTickCount(
        std::max(2, int(plot.height() / std::max(44.0, 2.5 * metrics.height()))));
}

QCPGraph* ChartPlot::graphFor(int index)
{
    if (index < graphCount()) {
        return graph(index);
    }
    QCPGraph* added = addGraph();
    added->setAdaptiveSampling(false); // the pyramid has done it
    return added;
}

void ChartPlot::setContent(const QList<ChartCurve>& curves, const ChartMarks& marks,
                           RunId emphasised)
{
    m_marks = marks;
    for (int i = 0; i < curves.size(); ++i) {
        QCPGraph* target = graphFor(i);
        const ChartCurve& curve = curves[i];
        styleGraph(*target, curve, emphasised && curve.run != emphasised, curve.run == emphasised);
        QVector<QCPGraphData> points;
        points.reserve(curve.points.size());
        for (const QPointF& point : curve.points) {
            points.append({point.x(), point.y()});
        }
        target->data()->set(points, true);
        target->setVisible(true);
    }
    while (graphCount() > curves.size()) {
        removeGraph(graphCount() - 1);
    }
}

void ChartPlot::styleGraph(QCPGraph& graph, const ChartCurve& curve, bool dimmed,
                           bool emphasised) const
{
    const Theme& theme = m_theme.theme();
    const SeriesLook look = theme.series(curve.slot + 1);
    const QColor color = dimmed ? look.ghost : look.line;
    LineLook line = theme.lines.training;
    line.width = emphasised ? theme.lines.selected.width : look.lineWidth;
    QPen pen;
    switch (curve.role) {
    case CurveRole::Raw:
        // Exactly 1: QCustomPlot makes it cosmetic.
        pen = QPen(look.raw, 1.0);
        break;
    case CurveRole::Ghost:
        line.width = kAxisLine;
        pen = Theme::pen(look.ghost, line);
        break;
    case CurveRole::Mean:
        pen = Theme::pen(color, line);
        break;
    case CurveRole::Validation:
        pen = Theme::pen(color, theme.lines.validation);
        break;
    case CurveRole::Test:
        pen = Theme::pen(color, theme.lines.test);
        break;
    }
    graph.setPen(pen);
    graph.setAntialiased(curve.role != CurveRole::Raw);
    graph.setLineStyle(curve.stepped ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
    graph.setLayer(layerOf(curve.role));
}

void ChartPlot::setCrosshair(const std::optional<CrosshairMarks>& crosshair)
{
    m_crosshair = crosshair;
}

void ChartPlot::replotCrosshair()
{
    layer(kCrosshair)->replot();
}

void ChartPlot::paintOverlay(QCPPainter& painter)
{
    const Theme& theme = m_theme.theme();
    if (m_crosshair) {
        paintCrosshair(painter, map(), *m_crosshair, theme);
    }
    if (m_gesture == Gesture::Band && m_moved) {
        painter.setPen(QPen(theme.chart.selectionLine, kAxisLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(m_pressed, m_position).normalized());
    }
}

// The unit of the x axis at its right end, once on the page.
void ChartPlot::paintUnit(QCPPainter& painter, const PlotMap& map)
{
    const QString unit = [this] {
        switch (m_frame.mode) {
        case XMode::Step:
            return tr("step");
        case XMode::RelativeTime:
            return tr("time");
        case XMode::WallClock:
            return tr("clock");
        case XMode::Epoch:
            break;
        }
        return tr("epoch");
    }();
    painter.setFont(xAxis->tickLabelFont());
    painter.setPen(m_theme.theme().chart.tickLabel);
    const QRectF box(0, map.plot().bottom() + 5, width() - 12,
                     QFontMetricsF(painter.font()).height());
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, unit);
}

} // namespace gui
