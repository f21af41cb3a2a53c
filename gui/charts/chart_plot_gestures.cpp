// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_plot.h"

#include <algorithm>
#include <cmath>

// What a person does in a plot (DESIGN.md §6). How it draws is in chart_plot.cpp.

namespace gui {

namespace {

constexpr double kWheelZoom = 0.80; // of the range, by notch
constexpr double kFineWheelZoom = 0.95; // with Ctrl
constexpr double kClickDistance = 4; // a shorter drag is a click

// The range that shows `factor` of the axis with `about` at the same pixel, in the axis's scale.
ValueRange zoomed(const QCPAxis& axis, double factor, double about)
{
    const QCPRange range = axis.range();
    if (axis.scaleType() == QCPAxis::stLogarithmic && about > 0) {
        return {about * std::pow(range.lower / about, factor),
                about * std::pow(range.upper / about, factor)};
    }
    return {about + (range.lower - about) * factor, about + (range.upper - about) * factor};
}

ValueRange shifted(const QCPAxis& axis, const ValueRange& from, double pixels)
{
    // Pixels are taken in the present range, which has the size of `from`.
    const QCPRange now = axis.range();
    const double zero = axis.coordToPixel(now.lower);
    if (axis.scaleType() == QCPAxis::stLogarithmic) {
        const double factor = axis.pixelToCoord(zero - pixels) / now.lower;
        return {from.lower * factor, from.upper * factor};
    }
    const double difference = axis.pixelToCoord(zero - pixels) - now.lower;
    return {from.lower + difference, from.upper + difference};
}

ValueRange between(const QCPAxis& axis, double pixel, double other)
{
    const double a = axis.pixelToCoord(pixel);
    const double b = axis.pixelToCoord(other);
    return {std::min(a, b), std::max(a, b)};
}

} // namespace

void ChartPlot::mousePressEvent(QMouseEvent* event)
{
    const QRect plot = plotRect();
    m_pressed = m_position = event->position();
    m_pressedX = {xAxis->range().lower, xAxis->range().upper};
    m_pressedY = {yAxis->range().lower, yAxis->range().upper};
    m_moved = false;
    m_gesture = Gesture::None;
    if (event->button() == Qt::MiddleButton) {
        m_gesture = Gesture::Pan;
    } else if (event->button() == Qt::LeftButton) {
        if (m_pressed.y() > plot.bottom()) {
            m_gesture = Gesture::PanX;
        } else {
            m_gesture = m_pressed.x() < plot.left() ? Gesture::PanY : Gesture::Band;
        }
    }
    event->accept();
}

void ChartPlot::mouseMoveEvent(QMouseEvent* event)
{
    m_position = event->position();
    const QPointF way = m_position - m_pressed;
    const bool starts = m_gesture != Gesture::None && !m_moved
        && std::abs(way.x()) + std::abs(way.y()) >= kClickDistance;
    m_moved = m_moved || starts;
    if (m_gesture == Gesture::None) {
        const QRect plot = plotRect();
        if (plot.contains(m_position.toPoint())) {
            emit hovered(xAxis->pixelToCoord(m_position.x()));
        } else {
            emit left();
        }
        setCursor(plot.contains(m_position.toPoint()) ? Qt::CrossCursor : Qt::ArrowCursor);
    } else if (m_gesture == Gesture::Band) {
        layer(QStringLiteral("crosshair"))->replot();
    } else if (m_moved) {
        setDragging(true);
        pan(m_position, starts);
    }
}

void ChartPlot::pan(const QPointF& to, bool starts)
{
    const QPointF way = to - m_pressed;
    std::optional<ValueRange> x;
    std::optional<ValueRange> y;
    if (m_gesture != Gesture::PanY) {
        x = shifted(*xAxis, m_pressedX, way.x());
    }
    // A pan along the x axis alone leaves automatic y ranges alone.
    if (m_gesture == Gesture::PanY
        || (m_gesture == Gesture::Pan && std::abs(way.y()) >= 2 * kClickDistance)) {
        y = shifted(*yAxis, m_pressedY, way.y());
    }
    emit rangesWanted(x, y, starts);
}

void ChartPlot::mouseReleaseEvent(QMouseEvent* event)
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    setDragging(false);
    if (!m_moved) {
        if (event->button() == Qt::LeftButton && gesture == Gesture::Band) {
            emit clicked(event->position());
        }
        return;
    }
    m_moved = false;
    if (gesture == Gesture::Band) {
        layer(QStringLiteral("crosshair"))->replot();
        zoomToBand(QRectF(m_pressed, event->position()).normalized());
    }
}

// A flat or thin band zooms one direction only.
void ChartPlot::zoomToBand(const QRectF& band)
{
    constexpr double kThin = 12;
    const QRectF inside = band.intersected(QRectF(plotRect()));
    std::optional<ValueRange> x;
    std::optional<ValueRange> y;
    if (inside.width() >= kThin || inside.height() < kThin) {
        x = between(*xAxis, inside.left(), inside.right());
    }
    if (inside.height() >= kThin) {
        y = between(*yAxis, inside.top(), inside.bottom());
    }
    if (!inside.isEmpty()) {
        emit rangesWanted(x, y, true);
    }
}

void ChartPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        emit fitWanted();
    }
}

void ChartPlot::wheelEvent(QWheelEvent* event)
{
    // Shift turns a vertical wheel into a horizontal one on some systems.
    const QPoint turn = event->angleDelta();
    const double notches = (turn.y() != 0 ? turn.y() : turn.x()) / 120.0;
    if (notches == 0) {
        event->ignore();
        return;
    }
    const bool fine = event->modifiers() & Qt::ControlModifier;
    const double factor = std::pow(fine ? kFineWheelZoom : kWheelZoom, notches);
    const QPointF at = event->position();
    const bool vertical = at.x() < plotRect().left() || (event->modifiers() & Qt::ShiftModifier);
    if (vertical) {
        emit rangesWanted(std::nullopt, zoomed(*yAxis, factor, yAxis->pixelToCoord(at.y())), true);
    } else {
        emit rangesWanted(zoomed(*xAxis, factor, xAxis->pixelToCoord(at.x())), std::nullopt, true);
    }
    event->accept();
}

void ChartPlot::leaveEvent(QEvent*)
{
    emit left();
}

void ChartPlot::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

std::optional<double> ChartPlot::offScaleAt(const QPointF& pixel) const
{
    constexpr double kGrab = 9;
    const QRect plot = plotRect();
    for (const OffScaleMark& mark : m_marks.offScale) {
        const double x = std::clamp<double>(xAxis->coordToPixel(mark.x), plot.left(), plot.right());
        const bool atEdge = mark.above ? pixel.y() < plot.top() + kEventLane + kGrab
                                       : pixel.y() > plot.bottom() - kFlagFoot - kGrab;
        if (std::abs(pixel.x() - x) <= kGrab && atEdge) {
            return mark.value;
        }
    }
    return std::nullopt;
}

bool ChartPlot::cancelGesture()
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    if (gesture == Gesture::None) {
        return false;
    }
    setDragging(false);
    if (gesture == Gesture::Band) {
        layer(QStringLiteral("crosshair"))->replot();
    } else if (m_moved) {
        emit previousViewWanted();
    }
    m_moved = false;
    return true;
}

// Antialiasing costs most of a frame; while the chart moves under the hand nobody sees it.
void ChartPlot::setDragging(bool on)
{
    const QCP::AntialiasedElements elements = on ? QCP::aeAll : QCP::aeNone;
    if (notAntialiasedElements() != elements) {
        setNotAntialiasedElements(elements);
        if (!on) {
            replot(rpQueuedReplot);
        }
    }
}

} // namespace gui
