// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/mark_painter.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr double kLine = 1.25; // what must stay visible at 200 %
constexpr double kEndLabelDistance = 17;
constexpr double kBestRadius = 5.5;
constexpr double kFlagDistance = 3; // nearer ones would be one blot

class MarkPainter
{
public:
    MarkPainter(QCPPainter& painter, const PlotMap& map, const Theme& theme)
        : m_painter(painter), m_map(map), m_theme(theme), m_plot(map.plot())
    {
        m_painter.save();
        m_painter.setAntialiasing(true);
        m_painter.setFont(theme.font(FontRole::Caption));
        m_painter.setBrush(Qt::NoBrush);
    }
    ~MarkPainter() { m_painter.restore(); }
    MarkPainter(const MarkPainter&) = delete;
    MarkPainter& operator=(const MarkPainter&) = delete;

    void divergence(const ValueRange& x)
    {
        const double left = m_map.x(x.lower);
        m_painter.fillRect(QRectF(left, m_plot.top(), m_map.x(x.upper) - left, m_plot.height()),
                           m_theme.danger.tint);
    }

    void line(const LineMark& mark, bool withText)
    {
        const double x = m_map.x(mark.x);
        QPen pen(m_theme.chart.event, kLine, Qt::SolidLine, Qt::FlatCap);
        pen.setDashPattern(mark.kind == LineMark::Kind::Resumed ? QList<qreal>{5, 3}
                                                                : QList<qreal>{2, 2});
        vertical(x, pen);
        if (withText) {
            text(QPointF(x + 6, m_plot.top() + kEventLane / 2.0), mark.text, Qt::AlignLeft,
                 m_theme.text.primary);
        }
    }

    // The toolbar's flag, planted on the x axis.
    void flag(double at)
    {
        const double x = m_map.x(at);
        const double foot = m_plot.bottom();
        m_painter.setPen(QPen(m_theme.chart.event, kLine, Qt::SolidLine, Qt::FlatCap));
        m_painter.drawLine(QPointF(x, foot), QPointF(x, foot - 12));
        const QPolygonF cloth{QPointF(x, foot - 12), QPointF(x + 8, foot - 12),
                              QPointF(x + 6, foot - 8.75), QPointF(x + 8, foot - 5.5),
                              QPointF(x, foot - 5.5)};
        filled(cloth, m_theme.chart.event);
    }

    void nonFinite(const NonFiniteMark& mark, bool withText, double lane)
    {
        const double x = m_map.x(mark.x);
        const bool below = mark.value < 0;
        const double y = below ? m_plot.bottom() - kFlagFoot : m_plot.top() + lane + 6;
        vertical(x, QPen(m_theme.danger.fg, kLine, Qt::SolidLine, Qt::FlatCap));
        if (std::isnan(mark.value)) {
            m_painter.setPen(QPen(m_theme.danger.fg, 2, Qt::SolidLine, Qt::RoundCap));
            m_painter.drawLine(QPointF(x - 4.5, y - 4.5), QPointF(x + 4.5, y + 4.5));
            m_painter.drawLine(QPointF(x - 4.5, y + 4.5), QPointF(x + 4.5, y - 4.5));
        } else {
            triangle(QPointF(x, y), !below, m_theme.danger.fg);
        }
        if (withText) {
            QFont strong = m_painter.font();
            strong.setWeight(QFont::DemiBold);
            m_painter.setFont(strong);
            const bool fits = x - m_plot.left() > textWidth(mark.text) + 12;
            text(QPointF(fits ? x - 10 : x + 10, y), mark.text,
                 fits ? Qt::AlignRight : Qt::AlignLeft, m_theme.danger.fg);
            m_painter.setFont(m_theme.font(FontRole::Caption));
        }
    }

    void offScale(const OffScaleMark& mark, double lane)
    {
        const double x = std::clamp(m_map.x(mark.x), m_plot.left() + 4, m_plot.right() - 4);
        const double y = mark.above ? m_plot.top() + lane + 5 : m_plot.bottom() - kFlagFoot - 5;
        triangle(QPointF(x, y), mark.above, m_theme.series(mark.slot + 1).line);
        if (!mark.text.isEmpty()) {
            const bool fits = m_plot.right() - x > textWidth(mark.text) + 14;
            text(QPointF(fits ? x + 10 : x - 10, y), mark.text,
                 fits ? Qt::AlignLeft : Qt::AlignRight, m_theme.text.secondary, true);
        }
    }

    // Set apart from the curve by a ring of the plot's own colour.
    void runMarker(const RunMark& mark, double size)
    {
        const SeriesLook look = m_theme.series(mark.slot + 1);
        const QPointF at = m_map.at(mark.at);
        if (!m_plot.adjusted(-1, -1, 1, 1).contains(at)) {
            return;
        }
        paintMarker(m_painter, look.marker, at, size + 2.5, true, m_theme.chart.plot);
        paintMarker(m_painter, look.marker, at, size, look.filled, look.line, m_theme.chart.plot);
    }

    void liveEnd(const RunMark& mark)
    {
        const SeriesLook look = m_theme.series(mark.slot + 1);
        const QPointF at = m_map.at(mark.at);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(look.halo);
        m_painter.drawEllipse(at, 7.5, 7.5);
        m_painter.setBrush(look.line);
        m_painter.drawEllipse(at, 4, 4);
        m_painter.setBrush(Qt::NoBrush);
    }

    void best(const QPointF& point)
    {
        if (m_plot.contains(m_map.at(point))) {
            m_painter.setPen(QPen(m_theme.text.primary, 1.5));
            m_painter.drawEllipse(m_map.at(point), kBestRadius, kBestRadius);
        }
    }

    void fork(const QPointF& point)
    {
        const QPointF at = m_map.at(point);
        m_painter.setPen(QPen(m_theme.chart.event, 1.5, Qt::SolidLine, Qt::RoundCap));
        m_painter.drawLine(at, at + QPointF(7, -5));
        m_painter.drawLine(at, at + QPointF(7, 5));
        m_painter.drawLine(at - QPointF(5, 0), at);
    }

    void endLabels(const QList<RunMark>& labels, double right)
    {
        double above = m_plot.top() - kEndLabelDistance;
        const double left = m_plot.right() + 12;
        for (const RunMark& label : labels) {
            const double wanted =
                std::clamp(m_map.y(label.at.y()), m_plot.top() + 6, m_plot.bottom() - 6);
            const double y = std::max(wanted, above + kEndLabelDistance);
            above = y;
            const SeriesLook look = m_theme.series(label.slot + 1);
            paintMarker(m_painter, look.marker, QPointF(left, y), m_theme.marker.size, look.filled,
                        look.line, m_theme.chart.plot);
            const QFontMetricsF metrics(m_painter.font());
            text(QPointF(left + 9, y),
                 metrics.elidedText(label.text, Qt::ElideMiddle, right - left - 9), Qt::AlignLeft,
                 m_theme.text.primary);
        }
    }

    void hidden(const QString& words)
    {
        text(QPointF(m_plot.left() + 6, m_plot.bottom() - kFlagFoot / 2.0), words, Qt::AlignLeft,
             m_theme.text.secondary, true);
    }

    void crosshair(const CrosshairMarks& marks)
    {
        const double x = m_map.x(marks.x);
        if (x < m_plot.left() || x > m_plot.right()) {
            return;
        }
        vertical(x, QPen(m_theme.chart.crosshair, kLine, Qt::SolidLine, Qt::FlatCap));
        for (const RunMark& point : marks.points) {
            runMarker(point, m_theme.marker.size + 1);
        }
        if (!marks.label.isEmpty()) {
            badge(x, marks.label);
        }
    }

private:
    // On a whole pixel, so that all vertical lines are equally sharp.
    void vertical(double x, const QPen& pen)
    {
        m_painter.setPen(pen);
        m_painter.drawLine(QPointF(std::round(x), m_plot.top()),
                           QPointF(std::round(x), m_plot.bottom()));
    }

    void filled(const QPolygonF& shape, const QColor& color)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawPolygon(shape);
        m_painter.setBrush(Qt::NoBrush);
    }

    void triangle(const QPointF& at, bool up, const QColor& color)
    {
        const double tip = up ? -4.5 : 4.5;
        filled(
            {at + QPointF(0, tip), at + QPointF(4.5, -tip * 0.75), at + QPointF(-4.5, -tip * 0.75)},
            color);
    }

    double textWidth(const QString& words) const
    {
        return QFontMetricsF(m_painter.font()).horizontalAdvance(words);
    }

    // Centred on `at` vertically. Over curves on the plot's colour, so that it stays readable.
    void text(const QPointF& at, const QString& words, Qt::Alignment side, const QColor& color,
              bool covering = false)
    {
        const QFontMetricsF metrics(m_painter.font());
        const double width = metrics.horizontalAdvance(words);
        const QRectF box(side == Qt::AlignRight ? at.x() - width : at.x(),
                         at.y() - metrics.height() / 2, width + 1, metrics.height());
        if (covering) {
            m_painter.fillRect(box.adjusted(-3, 0, 3, 0), m_theme.chart.plot);
        }
        m_painter.setPen(color);
        m_painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft, words);
    }

    // A dark label on the x axis; it hides the tick labels it would touch.
    void badge(double x, const QString& words)
    {
        const QFontMetricsF metrics(m_painter.font());
        QRectF box(0, 0, metrics.horizontalAdvance(words) + 24, metrics.height() + 4);
        box.moveCenter({x, m_plot.bottom() + 4 + box.height() / 2});
        box.moveLeft(std::max(box.left(), 0.0));
        for (const QRectF& label : m_map.xTickLabels()) {
            if (label.intersects(box.adjusted(-4, 0, 4, 0))) {
                m_painter.fillRect(label, m_theme.chart.plot);
            }
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.text.primary);
        m_painter.drawRoundedRect(box, m_theme.radius.control, m_theme.radius.control);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(m_theme.surface.base);
        m_painter.drawText(box, Qt::AlignCenter, words);
    }

    QCPPainter& m_painter;
    const PlotMap& m_map;
    const Theme& m_theme;
    QRectF m_plot;
};

} // namespace

void paintDivergences(QCPPainter& painter, const PlotMap& map, const ChartMarks& marks,
                      const Theme& theme)
{
    MarkPainter paint(painter, map, theme);
    for (const ValueRange& divergence : marks.divergences) {
        paint.divergence(divergence);
    }
}

void paintMarks(QCPPainter& painter, const PlotMap& map, const ChartMarks& marks,
                const MarkStyle& style, const Theme& theme)
{
    MarkPainter paint(painter, map, theme);
    const double lane = style.eventTexts ? kEventLane : 0;
    for (const LineMark& line : marks.lines) {
        paint.line(line, style.eventTexts);
    }
    if (style.eventTexts) {
        double previous = -kFlagDistance;
        for (const double x : marks.checkpoints) {
            if (map.x(x) - previous >= kFlagDistance) {
                paint.flag(x);
                previous = map.x(x);
            }
        }
    }
    for (const RunMark& marker : marks.markers) {
        paint.runMarker(marker, theme.marker.size);
    }
    for (const QPointF& fork : marks.forks) {
        paint.fork(fork);
    }
    if (marks.best) {
        paint.best(*marks.best);
    }
    if (marks.liveEnd) {
        paint.liveEnd(*marks.liveEnd);
    }
    for (const OffScaleMark& mark : marks.offScale) {
        paint.offScale(mark, lane);
    }
    for (qsizetype i = 0; i < marks.nonFinite.size(); ++i) {
        paint.nonFinite(marks.nonFinite[i], style.eventTexts && i == 0, lane);
    }
    if (style.endLabels) {
        paint.endLabels(marks.endLabels, style.labelRight);
    }
    if (!marks.hiddenText.isEmpty()) {
        paint.hidden(marks.hiddenText);
    }
}

void paintCrosshair(QCPPainter& painter, const PlotMap& map, const CrosshairMarks& crosshair,
                    const Theme& theme)
{
    MarkPainter(painter, map, theme).crosshair(crosshair);
}

} // namespace gui
