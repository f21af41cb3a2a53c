// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/demo_picture.h"

#include "gui/pages/sample_data.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace gui {

namespace {

constexpr int kHeight = 148;
constexpr int kGap = 2;
constexpr int kRowGap = 14;
constexpr int kMargin = 12;
constexpr int kBlock = 5; // pixels of one square of the decision boundary
constexpr qreal kMarkerSize = 6;
constexpr int kCurvePoints = 260;

// The same jitter at every paint: a hash of the index, in −1 … 1.
double jitter(int i)
{
    const double s = std::sin(i * 12.9898) * 43758.5453;
    return 2 * (s - std::floor(s)) - 1;
}

} // namespace

DemoPicture::DemoPicture(Kind kind, const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_kind(kind), m_source(source)
{
    setFixedHeight(kHeight);
    connect(&source, &ThemeSource::changed, this, [this] {
        m_cache = {};
        update();
    });
}

void DemoPicture::resizeEvent(QResizeEvent*)
{
    m_cache = {};
}

void DemoPicture::paintEvent(QPaintEvent*)
{
    if (m_cache.isNull() || m_cache.devicePixelRatio() != devicePixelRatioF()) {
        m_cache = QPixmap(size() * devicePixelRatioF());
        m_cache.setDevicePixelRatio(devicePixelRatioF());
        m_cache.fill(Qt::transparent);
        QPainter painter(&m_cache);
        painter.setRenderHint(QPainter::Antialiasing);
        switch (m_kind) {
        case Kind::Clothing:
            paintClothing(painter);
            break;
        case Kind::Iris:
            paintIris(painter);
            break;
        case Kind::Spirals:
            paintSpirals(painter);
            break;
        }
    }
    QPainter(this).drawPixmap(0, 0, m_cache);
}

void DemoPicture::paintClothing(QPainter& painter) const
{
    const QImage sheet = clothingSheet();
    for (int row = 0; row < kSheetRows; ++row) {
        for (int column = 0; column < kSheetColumns; ++column) {
            const QRect from(column * kSheetPicture, row * kSheetPicture, kSheetPicture,
                             kSheetPicture);
            const QPoint to(kMargin + column * (kSheetPicture + kGap),
                            kMargin + 2 + row * (kSheetPicture + kRowGap));
            painter.drawImage(to, sheet, from);
        }
    }
    const int left = kMargin + kSheetColumns * (kSheetPicture + kGap) + kMargin;
    paintLossCurve(painter, QRectF(left, kMargin, width() - left - 20, height() - 2 * kMargin));
}

void DemoPicture::paintLossCurve(QPainter& painter, const QRectF& area) const
{
    const Theme& theme = m_source.theme();
    const SeriesLook look = theme.series(1);
    painter.setPen(QPen(theme.chart.grid, 1.25));
    for (int line = 0; line < 3; ++line) {
        const qreal y = area.top() + area.height() * line / 3;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    painter.setPen(QPen(theme.chart.axis, 1.25));
    painter.drawLine(area.bottomLeft(), area.bottomRight());

    QPolygonF raw;
    QPolygonF smooth;
    for (int i = 0; i <= kCurvePoints; ++i) {
        const double t = double(i) / kCurvePoints;
        const double loss = 0.12 + 0.5 * std::exp(-3.5 * t) + 0.9 * std::exp(-30 * t);
        const qreal x = area.left() + t * area.width();
        const auto y = [&area](double value) {
            return area.bottom() - std::min(value, 1.) * area.height();
        };
        raw << QPointF(x, y(loss * (1 + 0.5 * jitter(i))));
        smooth << QPointF(x, y(loss));
    }
    painter.setPen(QPen(look.raw, 1));
    painter.drawPolyline(raw);
    painter.setPen(Theme::pen(look.line, theme.lines.training));
    painter.drawPolyline(smooth);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.halo);
    painter.drawEllipse(smooth.last(), 8, 8);
    painter.setBrush(look.line);
    painter.drawEllipse(smooth.last(), 4, 4);
}

void DemoPicture::paintIris(QPainter& painter) const
{
    const Theme& theme = m_source.theme();
    const int caption = QFontMetrics(theme.font(FontRole::Caption)).height();
    const QRectF area(30, caption + 8, width() - 38, height() - 2 * caption - 14);
    painter.setPen(QPen(theme.chart.grid, 1.25));
    for (int line = 1; line < 3; ++line) {
        const qreal y = area.bottom() - area.height() * line / 2.4;
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    }
    painter.setPen(QPen(theme.chart.axis, 1.25));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(theme.font(FontRole::Caption));
    painter.setPen(theme.chart.tickLabel);
    painter.drawText(QRectF(area.left() + 6, 4, area.width(), caption),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("petal width, cm"));
    painter.drawText(QRectF(area.left(), area.bottom() + 3, area.width(), caption),
                     Qt::AlignRight | Qt::AlignVCenter, tr("petal length, cm"));
    const QList<LabelledPoint> points = irisPetals();
    for (const LabelledPoint& point : points) {
        const SeriesLook look = theme.series(point.label + 1);
        const QPointF place(area.left() + point.at.x() / 7.4 * area.width(),
                            area.bottom() - point.at.y() / 2.7 * area.height());
        paintMarker(painter, look.marker, place, kMarkerSize, true, look.line);
    }
}

void DemoPicture::paintSpirals(QPainter& painter) const
{
    const Theme& theme = m_source.theme();
    const QPointF centre = QRectF(rect()).center();
    const qreal scale = height() / 2. - 6;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int y = 0; y < height(); y += kBlock) {
        for (int x = 0; x < width(); x += kBlock) {
            const QPointF place = (QPointF(x + kBlock / 2., y + kBlock / 2.) - centre) / scale;
            painter.fillRect(x, y, kBlock, kBlock, theme.series(spiralClassAt(place) + 1).ghost);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QList<LabelledPoint> points = spiralPoints(48);
    for (const LabelledPoint& point : points) {
        const SeriesLook look = theme.series(point.label + 1);
        const QPointF place = centre + point.at * scale;
        paintMarker(painter, look.marker, place, kMarkerSize + 2, true, theme.chart.plot);
        paintMarker(painter, look.marker, place, kMarkerSize, true, look.line);
    }
}

} // namespace gui
