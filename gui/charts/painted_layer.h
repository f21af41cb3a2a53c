// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/custom_plot.h"

#include <functional>

namespace gui {

// From the coordinates of the axes to pixels of the widget.
class PlotMap
{
public:
    PlotMap(const QCPAxis& xAxis, const QCPAxis& yAxis, const QRect& plot)
        : m_xAxis(xAxis), m_yAxis(yAxis), m_plot(plot)
    { }

    const QRectF& plot() const { return m_plot; }
    double x(double value) const { return m_xAxis.coordToPixel(value); }
    double y(double value) const { return m_yAxis.coordToPixel(value); }
    QPointF at(const QPointF& point) const { return {x(point.x()), y(point.y())}; }
    // Boxes of the labels below the x axis.
    QList<QRectF> xTickLabels() const;

private:
    const QCPAxis& m_xAxis;
    const QCPAxis& m_yAxis;
    QRectF m_plot;
};

inline QList<QRectF> PlotMap::xTickLabels() const
{
    const QFontMetricsF metrics(m_xAxis.tickLabelFont());
    QList<QRectF> boxes;
    for (qsizetype i = 0; i < m_xAxis.tickVectorLabels().size(); ++i) {
        QRectF box(0, 0, metrics.horizontalAdvance(m_xAxis.tickVectorLabels()[i]) + 2,
                   metrics.height() + 2);
        box.moveCenter({x(m_xAxis.tickVector()[i]), 0});
        box.moveTop(m_plot.bottom() + 6);
        boxes.append(box);
    }
    return boxes;
}

// Something painted by a function at its place among the layers of a plot.
class PaintedLayer : public QCPLayerable
{
public:
    PaintedLayer(QCustomPlot* plot, const QString& layer, std::function<void(QCPPainter&)> paint)
        : QCPLayerable(plot, layer), m_paint(std::move(paint))
    { }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override
    {
        painter->setAntialiasing(true);
    }
    void draw(QCPPainter* painter) override { m_paint(*painter); }

private:
    std::function<void(QCPPainter&)> m_paint;
};

} // namespace gui
