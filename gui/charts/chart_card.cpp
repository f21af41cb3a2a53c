// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_card.h"

#include "gui/charts/axis_tickers.h"
#include "gui/charts/card_header.h"
#include "gui/charts/chart_plot.h"
#include "gui/charts/point_text.h"
#include "gui/charts/tag_role.h"
#include "gui/settings/number_format.h"
#include "gui/settings/theme_source.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr int kMostEndLabelWidth = 120; // beyond, a name is elided
constexpr int kEndLabelEdges = 33; // glyph and gaps beside the names
constexpr double kGrabDistance = 6;
constexpr int kNameMs = 1000;
constexpr int kFrame = 2; // room for the focus ring

} // namespace

ChartCard::ChartCard(const QString& name, const ThemeSource& theme, QWidget* parent)
    : QFrame(parent), m_name(name), m_theme(theme), m_header(new CardHeader(name, theme, this))
{
    setObjectName(QStringLiteral("charts.card.%1").arg(name));
    setAccessibleName(name);
    m_nameTimer.setSingleShot(true);
    m_nameTimer.setInterval(kNameMs);
    connect(&m_nameTimer, &QTimer::timeout, this, &ChartCard::speakName);
    setFocusPolicy(Qt::StrongFocus);
    connect(m_header, &CardHeader::pinToggled, this, &ChartCard::pinToggled);
    connect(m_header, &CardHeader::maximiseToggled, this, &ChartCard::maximiseToggled);
    connect(m_header, &CardHeader::menuWanted, this, &ChartCard::menuWanted);
}

void ChartCard::setTags(const QStringList& tags)
{
    m_tags = tags;
    const auto has = [&](auto wanted) { return std::any_of(tags.begin(), tags.end(), wanted); };
    m_header->setLineKeys(
        has([](const QString& tag) { return !TagRole::of(tag).isDashed(); }),
        has([](const QString& tag) { return TagRole::of(tag).split == TagSplit::Validation; }),
        has([](const QString& tag) { return TagRole::of(tag).split == TagSplit::Test; }));
}

void ChartCard::setFirst(bool first)
{
    m_first = first;
}

void ChartCard::setPinned(bool pinned)
{
    m_header->setPinned(pinned);
}

void ChartCard::setMaximised(bool maximised)
{
    m_header->setMaximised(maximised);
}

void ChartCard::setOptions(const CardOptions& options)
{
    m_options = options;
    if (options.y) {
        m_y = *options.y;
    }
}

void ChartCard::setOnScreen(bool onScreen)
{
    if (onScreen && !m_plot) {
        createPlot();
    } else if (!onScreen && m_plot) {
        delete m_plot;
        m_plot = nullptr;
    }
}

void ChartCard::createPlot()
{
    m_plot = new ChartPlot(m_theme, this);
    m_plot->setObjectName(QStringLiteral("charts.plot.%1").arg(m_name));
    connect(m_plot, &ChartPlot::rangesWanted, this, &ChartCard::rangesWanted);
    connect(m_plot, &ChartPlot::fitWanted, this, &ChartCard::fitWanted);
    connect(m_plot, &ChartPlot::previousViewWanted, this, &ChartCard::previousViewWanted);
    connect(m_plot, &ChartPlot::hovered, this, &ChartCard::hovered);
    connect(m_plot, &ChartPlot::left, this, &ChartCard::left);
    connect(m_plot, &ChartPlot::clicked, this, &ChartCard::clicked);
    connect(m_plot, &ChartPlot::menuWanted, this, &ChartCard::menuWanted);
    placeChildren();
    m_plot->show();
}

bool ChartCard::isWide() const
{
    return width() >= m_theme.theme().size.card.wideFrom;
}

void ChartCard::placeChildren()
{
    m_header->setWide(isWide());
    const int header = m_header->sizeHint().height();
    m_header->setGeometry(kFrame, kFrame, width() - 2 * kFrame, header);
    if (m_plot) {
        m_plot->setGeometry(kFrame, header + kFrame, width() - 2 * kFrame,
                            std::max(1, height() - header - 2 * kFrame));
    }
}

void ChartCard::resizeEvent(QResizeEvent*)
{
    placeChildren();
}

SceneInput ChartCard::input(const PageState& page) const
{
    SceneInput input;
    input.data = page.data;
    input.tags = m_tags;
    input.mode = page.mode;
    input.x = page.x;
    input.columns = m_plot->columns();
    input.logY = m_options.logY;
    input.showRaw = m_options.showRaw;
    input.primary = page.primary;
    input.live = page.live;
    input.emphasised = page.emphasised;
    return input;
}

void ChartCard::fitY(const SceneInput& input)
{
    if (const std::optional<ValueRange> values = visibleValues(input, m_options.outlierProof)) {
        m_y = fittedValues(*values, m_options.logY, cardShowsZero(m_name),
                           m_plot->plotRect().height(), m_first ? kEventLane : 6,
                           m_first ? kFlagFoot : 6);
        m_fitted = true;
    }
}

PlotFrame ChartCard::frameOf(const PageState& page) const
{
    PlotFrame frame;
    frame.mode = page.mode;
    frame.x = page.x;
    frame.y = m_y;
    frame.logY = m_options.logY;
    frame.first = m_first;
    frame.wide = isWide();
    frame.left = page.left;
    if (frame.wide) {
        const QFontMetrics metrics(m_theme.theme().font(FontRole::Caption));
        int widest = metrics.horizontalAdvance(QStringLiteral("00000000")); // the axis's unit
        for (const ChartRun& run : page.data->runs()) {
            widest = std::max(widest, metrics.horizontalAdvance(run.name));
        }
        frame.right = kEndLabelEdges + std::min(widest, kMostEndLabelWidth);
    }
    return frame;
}

void ChartCard::refresh(const PageState& page, bool refit)
{
    if (!m_plot) {
        return;
    }
    m_plot->setFrame(frameOf(page)); // columns and height, which the ranges need
    const SceneInput scene = input(page);
    if (m_options.y) {
        m_y = *m_options.y;
    } else if (refit || !m_fitted) {
        fitY(scene);
    }
    m_plot->setFrame(frameOf(page));
    m_plot->setContent(buildCurves(scene), buildMarks(scene, m_y, m_plot->plotRect().width()),
                       page.emphasised);
    m_plot->setCrosshair(crosshairMarks(page));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ChartCard::showCrosshair(const PageState& page)
{
    if (m_plot) {
        m_plot->setCrosshair(crosshairMarks(page));
        m_plot->replotCrosshair();
    }
}

std::optional<CrosshairMarks> ChartCard::crosshairMarks(const PageState& page) const
{
    if (!page.crosshair) {
        return std::nullopt;
    }
    CrosshairMarks marks;
    marks.x = *page.crosshair;
    if (m_first) {
        const QString at = xText(page.mode, marks.x, QLocale());
        marks.label = page.mode == XMode::Step ? tr("step %1").arg(at) : at;
    }
    const SceneInput scene = input(page);
    for (const ChartRun& run : page.data->runs()) {
        const std::optional<QPointF> point = curvePoint(scene, run, marks.x);
        // A run that does not reach this far has no value here.
        if (point
            && std::abs(point->x() - marks.x) * scene.columns < 8 * (page.x.upper - page.x.lower)) {
            marks.points.append({QPointF(marks.x, point->y()), run.slot, {}});
        }
    }
    return marks;
}

void ChartCard::refreshHeader(const PageState& page)
{
    const ChartRun* run = page.data->find(page.primary);
    const CardSummary summary = run ? summarize(*run, m_name, m_tags, QLocale()) : CardSummary();
    m_header->setSummary(summary);
    const int runs = int(page.data->runs().size());
    QStringList words{m_name, runs == 1 ? tr("1 run") : tr("%1 runs").arg(runs)};
    if (run) {
        words.append(tr("last %1").arg(summary.narrow.value));
    }
    if (!summary.trend.isEmpty()) {
        words.append(summary.trend);
    }
    m_spokenName = words.join(QStringLiteral(", "));
    if (!m_nameTimer.isActive()) {
        speakName();
    }
}

void ChartCard::speakName()
{
    if (m_spokenName != accessibleName()) {
        setAccessibleName(m_spokenName);
        m_nameTimer.start();
    }
}

QList<double> ChartCard::xTicks() const
{
    return m_plot ? m_plot->xAxis->tickVector() : QList<double>();
}

QString ChartCard::spokenValues(const PageState& page) const
{
    if (!page.crosshair || !m_plot) {
        return {};
    }
    const QString at = xText(page.mode, *page.crosshair, QLocale());
    QStringList words{page.mode == XMode::Step ? tr("step %1").arg(at) : at};
    for (const ChartRun& run : page.data->runs()) {
        if (const auto point = meanNear(input(page), run, *page.crosshair)) {
            const QString value =
                withApproximation(formatMetric(point->value, QLocale()), point->isExact);
            words.append(QStringLiteral("%1 %2").arg(run.name, value));
        }
    }
    return words.join(QStringLiteral(", "));
}

double ChartCard::replotMilliseconds() const
{
    return m_plot ? m_plot->replotTime() : 0;
}

void ChartCard::replotNow()
{
    if (m_plot) {
        m_plot->replot(QCustomPlot::rpImmediateRefresh);
    }
}

void ChartCard::applyTheme()
{
    m_header->update();
    if (m_plot) {
        m_plot->applyTheme();
    }
    update();
}

int ChartCard::widestYLabel() const
{
    return m_plot ? m_plot->widestYLabel() : 0;
}

QRect ChartCard::plotRect() const
{
    return m_plot ? m_plot->plotRect().translated(m_plot->pos()) : QRect();
}

bool ChartCard::cancelGesture()
{
    return m_plot && m_plot->cancelGesture();
}

std::optional<double> ChartCard::offScaleAt(const QPointF& pixel) const
{
    return m_plot ? m_plot->offScaleAt(pixel) : std::nullopt;
}

RunId ChartCard::runAt(const QPointF& pixel, const PageState& page) const
{
    RunId nearest = 0;
    double distance = kGrabDistance;
    const double x = m_plot->xAxis->pixelToCoord(pixel.x());
    for (const ChartRun& run : page.data->runs()) {
        const std::optional<QPointF> point = curvePoint(input(page), run, x);
        const double off =
            point ? std::abs(m_plot->yAxis->coordToPixel(point->y()) - pixel.y()) : distance;
        if (off < distance) {
            distance = off;
            nearest = run.id;
        }
    }
    return nearest;
}

void ChartCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_theme.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool ring = hasFocus();
    painter.setPen(ring ? QPen(theme.accent.line, theme.focusRing.width)
                        : QPen(theme.outline.subtle, 1));
    painter.setBrush(theme.surface.base);
    const double inset = ring ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset),
                            theme.radius.card, theme.radius.card);
}

void ChartCard::updateButtons()
{
    m_header->setButtonsShown(underMouse() || hasFocus());
    update();
}

void ChartCard::enterEvent(QEnterEvent*)
{
    updateButtons();
}

void ChartCard::leaveEvent(QEvent*)
{
    updateButtons();
}

void ChartCard::focusInEvent(QFocusEvent*)
{
    updateButtons();
}

void ChartCard::focusOutEvent(QFocusEvent*)
{
    updateButtons();
}

} // namespace gui
