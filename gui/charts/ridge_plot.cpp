// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/ridge_plot.h"

#include "gui/charts/axis_tickers.h"
#include "gui/settings/number_format.h"
#include "gui/settings/style_painter.h"
#include "gui/settings/theme_source.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr int kEdge = 12;
constexpr int kTop = 6;
constexpr int kGap = 8; // between plot and labels
constexpr double kDepthShare = 0.45; // of the height, between the oldest line and the newest
constexpr double kPixelsPerTick = 110;
constexpr double kPalest = 0.14; // of the run's colour, in the oldest
constexpr double kStrongest = 0.72; // in the one behind the newest
constexpr double kBelowEdge = 4; // where a ridge is surely to be seen
constexpr int kLeastWidth = 200;
constexpr int kLeastHeight = 120;

QColor mixed(const QColor& back, const QColor& front, double share)
{
    const auto mix = [share](float from, float to) { return from + (to - from) * float(share); };
    return QColor::fromRgbF(mix(back.redF(), front.redF()), mix(back.greenF(), front.greenF()),
                            mix(back.blueF(), front.blueF()));
}

} // namespace

RidgePlot::RidgePlot(const ThemeSource& source, QWidget* parent) : QWidget(parent), m_source(source)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&source, &ThemeSource::changed, this, [this] { update(); });
}

QSize RidgePlot::minimumSizeHint() const
{
    return {kLeastWidth, kLeastHeight};
}

// What is pointed at stays: the same step, if it is still there.
void RidgePlot::setDistributions(const QList<Distribution>& distributions)
{
    const qint64 step = m_ridge >= 0 ? m_set.ridges[m_ridge].step : -1;
    m_distributions = distributions;
    m_set = makeRidges(distributions);
    if (m_ridge >= 0) {
        const auto same = std::find_if(m_set.ridges.cbegin(), m_set.ridges.cend(),
                                       [step](const Ridge& ridge) { return ridge.step == step; });
        if (same == m_set.ridges.cend()) {
            pointAtNothing();
        } else {
            point(int(same - m_set.ridges.cbegin()), std::min(m_bin, m_set.bins - 1));
        }
    }
    update();
}

void RidgePlot::setColourSlot(int slot)
{
    m_slot = slot;
    update();
}

QFont RidgePlot::labelFont(bool isNewest) const
{
    QFont font = m_source.theme().font(FontRole::Caption);
    font.setBold(isNewest);
    return font;
}

int RidgePlot::labelWidth() const
{
    int width = QFontMetrics(labelFont(false)).horizontalAdvance(tr("step"));
    for (const Ridge& ridge : m_set.ridges) {
        width = std::max(
            width,
            QFontMetrics(labelFont(true)).horizontalAdvance(formatInteger(ridge.step, locale())));
    }
    return width;
}

RidgePlot::Layout RidgePlot::layOut() const
{
    const int line = QFontMetrics(labelFont(false)).height();
    Layout layout;
    layout.plot = QRectF(rect()).adjusted(kEdge, kTop, -kEdge - kGap - labelWidth(), -line - kGap);
    const double depth = m_set.ridges.size() > 1 ? kDepthShare * layout.plot.height() : 0;
    layout.ridgeHeight = layout.plot.height() - depth;
    return layout;
}

double RidgePlot::baseOf(const Layout& layout, const Ridge& ridge) const
{
    const auto newest = double(m_set.ridges.constLast().step);
    const auto span = newest - double(m_set.ridges.constFirst().step);
    const double depth = layout.plot.height() - layout.ridgeHeight;
    return layout.plot.bottom() - (span > 0 ? depth * (newest - double(ridge.step)) / span : 0);
}

double RidgePlot::xOf(const Layout& layout, double value) const
{
    return layout.plot.left()
        + layout.plot.width() * (value - m_set.low) / (m_set.high - m_set.low);
}

double RidgePlot::topOf(const Layout& layout, const Ridge& ridge, int bin) const
{
    return baseOf(layout, ridge)
        - layout.ridgeHeight * std::min(1.0, ridge.shares[bin] / m_set.peak);
}

QPolygonF RidgePlot::outlineOf(const Layout& layout, const Ridge& ridge) const
{
    const double base = baseOf(layout, ridge);
    QPolygonF outline;
    outline.append({layout.plot.left(), base});
    for (int bin = 0; bin < m_set.bins; ++bin) {
        const double middle = m_set.binMiddle(bin);
        outline.append({xOf(layout, middle), topOf(layout, ridge, bin)});
    }
    outline.append({layout.plot.right(), base});
    return outline;
}

QColor RidgePlot::colourOf(int ridge) const
{
    const Theme& theme = m_source.theme();
    const QColor full = theme.series(m_slot + 1).line;
    const auto last = int(m_set.ridges.size() - 1);
    if (ridge == last) {
        return full;
    }
    const double age = double(ridge) / std::max(1, last - 1);
    return mixed(theme.surface.base, full, kPalest + (kStrongest - kPalest) * age);
}

QPointF RidgePlot::placeOf(qint64 step, double value) const
{
    const Layout layout = layOut();
    for (const Ridge& ridge : m_set.ridges) {
        if (ridge.step == step) {
            const double share = (value - m_set.low) / (m_set.high - m_set.low);
            const int bin = m_set.binOf(share);
            const double middle = m_set.binMiddle(bin);
            return {xOf(layout, middle),
                    std::min(topOf(layout, ridge, bin) + kBelowEdge, baseOf(layout, ridge))};
        }
    }
    return {};
}

// The one in front that covers the place, otherwise the one whose line is nearest.
int RidgePlot::ridgeAt(const Layout& layout, const QPointF& place) const
{
    const double share = (place.x() - layout.plot.left()) / layout.plot.width();
    const int bin = m_set.binOf(share);
    int nearest = -1;
    double least = 0;
    for (int i = int(m_set.ridges.size()) - 1; i >= 0; --i) {
        const double base = baseOf(layout, m_set.ridges[i]);
        if (place.y() <= base && place.y() >= topOf(layout, m_set.ridges[i], bin)) {
            return i;
        }
        const double distance = std::abs(place.y() - base);
        if (nearest < 0 || distance < least) {
            nearest = i;
            least = distance;
        }
    }
    return nearest;
}

void RidgePlot::mouseMoveEvent(QMouseEvent* event)
{
    const Layout layout = layOut();
    if (m_set.ridges.isEmpty() || event->position().x() < layout.plot.left()
        || event->position().x() >= layout.plot.right()) {
        pointAtNothing();
        return;
    }
    const double share = (event->position().x() - layout.plot.left()) / layout.plot.width();
    point(ridgeAt(layout, event->position()), m_set.binOf(share));
}

void RidgePlot::leaveEvent(QEvent*)
{
    pointAtNothing();
}

void RidgePlot::focusOutEvent(QFocusEvent* event)
{
    pointAtNothing();
    QWidget::focusOutEvent(event);
}

void RidgePlot::keyPressEvent(QKeyEvent* event)
{
    const auto last = int(m_set.ridges.size()) - 1;
    int ridge = m_ridge;
    int bin = m_bin;
    switch (event->key()) {
    case Qt::Key_Up: // older
        --ridge;
        break;
    case Qt::Key_Down:
        ++ridge;
        break;
    case Qt::Key_Left:
        --bin;
        break;
    case Qt::Key_Right:
        ++bin;
        break;
    case Qt::Key_Escape:
        if (m_ridge >= 0) {
            pointAtNothing();
            return;
        }
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (last < 0) {
        return;
    }
    if (m_ridge < 0) { // begins with the newest, in the middle
        ridge = last;
        bin = m_set.bins / 2;
    }
    point(std::clamp(ridge, 0, last), std::clamp(bin, 0, m_set.bins - 1));
}

void RidgePlot::point(int ridge, int bin)
{
    m_ridge = ridge;
    m_bin = bin;
    const QString text = readout();
    setAccessibleDescription(text);
    emit pointed(text);
    update();
}

void RidgePlot::pointAtNothing()
{
    if (m_ridge >= 0) {
        m_ridge = -1;
        setAccessibleDescription({});
        emit pointed({});
        update();
    }
}

// Of the bucket as it is stored: what is drawn between its ends is guessed.
QString RidgePlot::readout() const
{
    const qint64 step = m_set.ridges[m_ridge].step;
    const auto found = std::find_if(m_distributions.cbegin(), m_distributions.cend(),
                                    [step](const Distribution& one) { return one.step == step; });
    const double value = m_set.binMiddle(m_bin);
    const RidgeBucket bucket = bucketAt(*found, value);
    const auto number = [this](double x) { return formatSettingField(x, locale()); };
    const QString all = formatInteger(std::llround(found->count), locale());
    const QString name = formatInteger(step, locale());
    return bucket.count > 0 ? tr("step %1: %2 of %3 from %4 to %5")
                                  .arg(name, formatInteger(std::llround(bucket.count), locale()),
                                       all, number(bucket.low), number(bucket.high))
                            : tr("step %1: none of %2 at %3").arg(name, all, number(value));
}

void RidgePlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        paintFocusRing(painter, rect(), m_source.theme());
    }
    if (m_set.ridges.isEmpty()) {
        return;
    }
    const Layout layout = layOut();
    paintGrid(painter, layout);
    paintRidges(painter, layout);
    paintPointed(painter, layout);
    paintSteps(painter, layout);
}

void RidgePlot::paintGrid(QPainter& painter, const Layout& layout) const
{
    const Theme& theme = m_source.theme();
    painter.setFont(labelFont(false));
    const double wanted =
        (m_set.high - m_set.low) / std::max(1.0, layout.plot.width() / kPixelsPerTick);
    const double step = niceStep(wanted);
    const int decimals = decimalsOf(step);
    const int bottom = int(layout.plot.bottom());
    for (double tick = std::ceil(m_set.low / step) * step; tick <= m_set.high; tick += step) {
        const double value = std::abs(tick) < step * 1e-6 ? 0 : tick;
        const double x = xOf(layout, value);
        paintVerticalLine(painter, int(x), int(layout.plot.top()), bottom, theme.chart.grid);
        // Far from one a fixed number of decimals would be a row of zeros.
        const QString text = decimals > 6 || std::abs(value) >= 1e9
            ? formatMetric(value, locale())
            : formatFixed(value, decimals, locale());
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0 + 1;
        painter.setPen(theme.chart.tickLabel);
        painter.drawText(
            QRectF(x - half, bottom + kGap / 2, 2 * half, painter.fontMetrics().height()),
            Qt::AlignCenter, text);
    }
}

void RidgePlot::paintRidges(QPainter& painter, const Layout& layout) const
{
    const Theme& theme = m_source.theme();
    for (int i = 0; i < int(m_set.ridges.size()); ++i) {
        // An edge in the colour of the card parts a ridge from the one behind it.
        painter.setPen(QPen(theme.surface.base, 1));
        painter.setBrush(colourOf(i));
        painter.drawPolygon(outlineOf(layout, m_set.ridges[i]));
    }
    paintHorizontalLine(painter, int(layout.plot.left()), int(layout.plot.right()),
                        int(layout.plot.bottom()), theme.chart.axis);
}

void RidgePlot::paintPointed(QPainter& painter, const Layout& layout) const
{
    if (m_ridge < 0) {
        return;
    }
    const Theme& theme = m_source.theme();
    const Ridge& ridge = m_set.ridges[m_ridge];
    painter.setPen(QPen(theme.text.primary, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(outlineOf(layout, ridge));
    const double x = xOf(layout, m_set.binMiddle(m_bin));
    painter.setPen(QPen(theme.chart.crosshair, 1.25));
    painter.drawLine(QPointF(x, topOf(layout, ridge, m_bin)), QPointF(x, layout.plot.bottom()));
    painter.setBrush(theme.chart.crosshair);
    painter.drawEllipse(QPointF(x, topOf(layout, ridge, m_bin)), 2.5, 2.5);
}

// The oldest, the newest, one between if there is room, and the one that is pointed at.
QList<int> RidgePlot::labelledRidges(const Layout& layout) const
{
    const auto last = int(m_set.ridges.size()) - 1;
    const double line = QFontMetrics(labelFont(true)).height();
    QList<int> labelled{last};
    const auto add = [&](int ridge) {
        const double base = baseOf(layout, m_set.ridges[ridge]);
        const bool hasRoom = std::all_of(labelled.cbegin(), labelled.cend(), [&](int other) {
            return std::abs(baseOf(layout, m_set.ridges[other]) - base) >= line;
        });
        if (hasRoom) {
            labelled.append(ridge);
        }
    };
    if (m_ridge >= 0) {
        add(m_ridge);
    }
    add(0);
    const double middle = (double(m_set.ridges[0].step) + double(m_set.ridges[last].step)) / 2;
    const auto nearest = std::min_element(
        m_set.ridges.cbegin(), m_set.ridges.cend(), [middle](const Ridge& a, const Ridge& b) {
            return std::abs(double(a.step) - middle) < std::abs(double(b.step) - middle);
        });
    add(int(nearest - m_set.ridges.cbegin()));
    return labelled;
}

// The one that is cut.
bool RidgePlot::isPeakOnTheLeft() const
{
    for (const Ridge& ridge : m_set.ridges) {
        const auto highest = std::max_element(ridge.shares.cbegin(), ridge.shares.cend());
        if (*highest > m_set.peak) {
            return 2 * (highest - ridge.shares.cbegin()) < m_set.bins;
        }
    }
    return false;
}

void RidgePlot::paintSteps(QPainter& painter, const Layout& layout) const
{
    const Theme& theme = m_source.theme();
    const double line = QFontMetrics(labelFont(true)).height();
    double highest = layout.plot.bottom();
    const auto write = [&](double base, const QString& text) {
        painter.drawText(
            QRectF(layout.plot.right() + kGap, base - line / 2, labelWidth() + 2, line),
            Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    for (const int i : labelledRidges(layout)) {
        const bool isStrong = i == m_ridge || i == int(m_set.ridges.size()) - 1;
        const double base = baseOf(layout, m_set.ridges[i]);
        highest = std::min(highest, base);
        painter.setFont(labelFont(isStrong));
        painter.setPen(isStrong ? theme.text.primary : theme.chart.tickLabel);
        write(base, formatInteger(m_set.ridges[i].step, locale()));
    }
    painter.setFont(labelFont(false));
    painter.setPen(theme.chart.tickLabel);
    write(highest - line, tr("step"));
    if (m_set.isCut) {
        painter.drawText(layout.plot,
                         (isPeakOnTheLeft() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop,
                         tr("highest peak cut off"));
    }
}

} // namespace gui
