// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/card_header.h"
#include "gui/charts/charts_view_private.h"
#include "gui/charts/tag_role.h"
#include "gui/settings/theme_source.h"

#include <QFontMetrics>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace gui {

namespace {

constexpr int kFrameMs = 16; // at most 60 redraws a second
// New data is drawn so seldom that drawing takes a fiftieth of one processor at most: on a machine
// that trains on all of them, watching must not be felt.
constexpr double kRestForWork = 50;
constexpr int kSlowestFrameMs = 250;
constexpr int kHeaderMs = 100; // text changes at most ten times a second
constexpr qsizetype kSmoothedAtOnce = 400'000; // points a series and frame, a few milliseconds
constexpr int kRetryMs = 1000; // a tick of the pauses after what could not be read
constexpr int kLeastLeft = 40;
constexpr int kAxisEdges = 17; // around the tick labels and the plot
constexpr int kRowPlot = 136; // of the smaller cards, when there is room
constexpr int kRemembered = 50; // views for Backspace
constexpr int kGestureMs = 600; // changes closer together are one gesture
constexpr double kDefaultHalfLife = 50;

} // namespace

ChartsView::Private::Private(ChartsView& view, const ThemeSource& source)
    : q(view), theme(source), page(new QWidget), left(kLeastLeft)
{
    page->setObjectName(QStringLiteral("charts.page"));
    page->setAutoFillBackground(true);
    followColor(*page, theme, QPalette::Window, [](const Theme& t) { return t.surface.page; });
    data.setHalfLife(kDefaultHalfLife);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Private::refresh);
    m_headerTimer.setSingleShot(true);
    connect(&m_headerTimer, &QTimer::timeout, this, &Private::refreshHeaders);
    m_retryTimer.setInterval(kRetryMs);
    connect(&m_retryTimer, &QTimer::timeout, this, &Private::passPauses);
}

RunId ChartsView::Private::primary() const
{
    for (const RunId run : {selected, live}) {
        if (data.find(run)) {
            return run;
        }
    }
    return data.runs().empty() ? 0 : data.runs().front().id;
}

PageState ChartsView::Private::state() const
{
    return {&data, mode, x.range(), primary(), live, emphasised, left, crosshair};
}

ChartCard* ChartsView::Private::card(const QString& name) const
{
    const auto found = std::find_if(cards.begin(), cards.end(),
                                    [&name](const ChartCard* c) { return c->name() == name; });
    return found == cards.end() ? nullptr : *found;
}

ChartCard* ChartsView::Private::addCard(const QString& name)
{
    auto* added = new ChartCard(name, theme, page);
    added->setOptions(options.value(name, defaults));
    connect(added, &ChartCard::rangesWanted, this,
            [this, added](const auto& newX, const auto& newY, bool starts) {
                setRanges(added, newX, newY, starts);
            });
    connect(added, &ChartCard::fitWanted, this, &Private::fit);
    connect(added, &ChartCard::previousViewWanted, this, &Private::previousView);
    connect(added, &ChartCard::hovered, this, [this](double at) { setCrosshair(at); });
    connect(added, &ChartCard::left, this, [this] { setCrosshair(std::nullopt); });
    connect(added, &ChartCard::clicked, this,
            [this, added](const QPointF& pixel) { click(*added, pixel); });
    connect(added, &ChartCard::pinToggled, this, [this, name] { togglePin(name); });
    connect(added, &ChartCard::maximiseToggled, this, [this, name] { toggleMaximised(name); });
    connect(added, &ChartCard::menuWanted, this,
            [this, added](const QPoint& at) { showMenu(*added, at); });
    return added;
}

void ChartsView::Private::updateCards()
{
    QStringList names;
    QMap<QString, QStringList> tags;
    for (const QString& tag : data.tags()) {
        const QString name = TagRole::of(tag).card;
        if (!names.contains(name)) {
            names.append(name);
        }
        tags[name].append(tag);
    }
    if (names.isEmpty() && !data.runs().empty()) {
        names.append(QStringLiteral("loss")); // an empty chart says more than a blank page
    }
    const auto rank = [this](const QString& name) { return name == pinned ? -1 : cardRank(name); };
    std::stable_sort(names.begin(), names.end(),
                     [&rank](const QString& a, const QString& b) { return rank(a) < rank(b); });

    std::vector<ChartCard*> ordered;
    for (const QString& name : std::as_const(names)) {
        ChartCard* known = card(name);
        ordered.push_back(known ? known : addCard(name));
        QStringList sorted = tags.value(name);
        std::stable_sort(sorted.begin(), sorted.end(), [](const QString& a, const QString& b) {
            return TagRole::of(a).split < TagRole::of(b).split;
        });
        ordered.back()->setTags(sorted);
    }
    for (ChartCard* old : cards) {
        if (std::find(ordered.begin(), ordered.end(), old) == ordered.end()) {
            delete old;
        }
    }
    cards = std::move(ordered);
    // New cards are at the end of the window's chain; Tab should meet them where the view stands.
    // Qt moves nothing behind a widget that takes no focus, so the viewport takes it meanwhile.
    QWidget* before = q.viewport();
    before->setFocusPolicy(Qt::TabFocus);
    for (ChartCard* next : cards) {
        QWidget::setTabOrder(before, next);
        before = next;
        const auto buttons = next->findChildren<QToolButton*>();
        for (QToolButton* button : buttons) {
            QWidget::setTabOrder(before, button);
            before = button;
        }
    }
    q.viewport()->setFocusPolicy(Qt::NoFocus);
    if (!card(maximised)) {
        maximised.clear();
    }
    layOut();
}

// The tokens' lengths at 10 pt, grown with the font.
GridMeasures ChartsView::Private::gridMeasures() const
{
    const Theme& look = theme.theme();
    const int width = q.viewport()->width() - 2 * look.size.card.pageMargin;
    GridMeasures measures;
    measures.margin = look.size.card.pageMargin;
    measures.gap = look.size.card.gap;
    measures.minWidth = look.size.card.minWidth;
    measures.minPlot = look.size.card.minPlotHeight;
    measures.firstHeader = CardHeader::heightFor(look, width >= look.size.card.wideFrom);
    measures.header = CardHeader::heightFor(look, false);
    measures.axis = QFontMetrics(look.font(FontRole::Caption)).height() + kAxisEdges;
    measures.rowHeight = measures.header + measures.axis + kRowPlot;
    return measures;
}

void ChartsView::Private::layOut()
{
    std::vector<ChartCard*> shown;
    for (ChartCard* each : cards) {
        const bool visible = maximised.isEmpty() || each->name() == maximised;
        each->setVisible(visible);
        each->setFirst(false);
        each->setPinned(each->name() == pinned);
        each->setMaximised(each->name() == maximised);
        if (visible) {
            shown.push_back(each);
        }
    }
    const GridMeasures measures = gridMeasures();
    const int wanted = q.viewport()->height();
    CardGrid grid = layOutCards(int(shown.size()), q.viewport()->size(), measures);
    page->resize(q.viewport()->width(), std::max(wanted, grid.height));
    for (size_t i = 0; i < shown.size(); ++i) {
        shown[i]->setFirst(i == 0);
        shown[i]->setGeometry(grid.cards[qsizetype(i)]);
    }
    updateOnScreen();
}

void ChartsView::Private::updateOnScreen()
{
    const QRect seen = q.viewport()->rect().translated(-page->pos());
    for (ChartCard* each : cards) {
        each->setOnScreen(q.isVisible() && !each->isHidden() && each->geometry().intersects(seen));
    }
}

void ChartsView::Private::schedule(bool refit)
{
    m_refit = m_refit || refit;
    startTimer(kFrameMs);
}

void ChartsView::Private::scheduleData()
{
    m_valuesCame = true;
    startTimer(dataFrameMs());
}

void ChartsView::Private::startTimer(int milliseconds)
{
    if (q.isVisible() && (!m_timer.isActive() || m_timer.remainingTime() > milliseconds)) {
        m_timer.start(milliseconds);
    }
}

int ChartsView::Private::dataFrameMs() const
{
    double cost = m_refreshMs;
    for (const ChartCard* each : cards) {
        cost += each->replotMilliseconds();
    }
    return std::clamp(int(cost * kRestForWork), kFrameMs, kSlowestFrameMs);
}

void ChartsView::Private::refresh()
{
    m_timer.stop();
    QElapsedTimer work;
    work.start();
    const bool smoothed = data.catchUp(kSmoothedAtOnce);
    updateExtents();
    refreshCards(std::exchange(m_refit, false) || x.follows());
    askForDetail();
    scheduleHeaders();
    m_refreshMs = double(work.nsecsElapsed()) / 1e6;
    if (!smoothed) {
        schedule(m_refit);
    }
    if (std::exchange(m_valuesCame, !smoothed) && smoothed) {
        emit q.valuesCame();
    }
}

void ChartsView::Private::refreshCards(bool refit)
{
    const auto refreshAll = [&] {
        int widest = 0;
        for (ChartCard* each : cards) {
            each->refresh(state(), refit);
            widest = std::max(widest, each->widestYLabel());
        }
        return std::max(kLeastLeft, (widest + 12 + 3) / 4 * 4);
    };
    // Charts that stand under each other share their left edge; labels do not depend on it.
    const int wanted = refreshAll();
    if (wanted != left) {
        left = wanted;
        refreshAll();
    }
}

// Ten times a second at most; the last values of a burst are shown as well.
void ChartsView::Private::scheduleHeaders()
{
    if (m_headerTimer.isActive()) {
        return;
    }
    const qint64 since = m_headers.isValid() ? m_headers.elapsed() : kHeaderMs;
    m_headerTimer.start(int(std::max<qint64>(0, kHeaderMs - since)));
}

void ChartsView::Private::refreshHeaders()
{
    m_headerTimer.stop();
    m_headers.start();
    for (ChartCard* each : cards) {
        each->refreshHeader(state());
    }
}

void ChartsView::Private::applyTheme()
{
    for (ChartCard* each : cards) {
        each->applyTheme();
    }
    layOut();
    schedule(false);
}

void ChartsView::Private::updateExtents()
{
    std::optional<ValueRange> everything;
    std::optional<ValueRange> followed;
    for (const ChartRun& run : data.runs()) {
        if (const auto extent = data.extent(run, mode)) {
            const ValueRange range{extent->first, extent->second};
            if (everything) {
                everything->lower = std::min(everything->lower, range.lower);
                everything->upper = std::max(everything->upper, range.upper);
            } else {
                everything = range;
            }
            if (run.id == live) {
                followed = range;
            }
        }
    }
    if (everything) {
        x.setExtents(*everything, followed.value_or(*everything));
    }
}

void ChartsView::Private::remember()
{
    m_history.append({x.state(), options});
    if (m_history.size() > kRemembered) {
        m_history.removeFirst();
    }
}

void ChartsView::Private::forgetViews()
{
    m_history.clear();
}

void ChartsView::Private::setRanges(ChartCard* source, const std::optional<ValueRange>& newX,
                                    const std::optional<ValueRange>& newY, bool starts)
{
    if (starts && !(m_lastChange.isValid() && m_lastChange.elapsed() < kGestureMs)) {
        remember();
    }
    m_lastChange.start();
    const bool followed = x.follows();
    if (newX) {
        x.setRange(*newX);
    }
    if (newY) {
        CardOptions changed = source->options();
        changed.y = newY;
        changeOptions(source->name(), changed);
    }
    if (x.follows() != followed) {
        emit q.followChanged(x.follows());
    }
    schedule(newX.has_value());
}

void ChartsView::Private::previousView()
{
    if (m_history.isEmpty()) {
        return;
    }
    const Snapshot before = m_history.takeLast();
    const bool followed = x.follows();
    x.setState(before.x);
    for (ChartCard* each : cards) {
        CardOptions changed = each->options();
        changed.y = before.options.value(each->name()).y;
        changeOptions(each->name(), changed);
    }
    if (x.follows() != followed) {
        emit q.followChanged(x.follows());
    }
    m_lastChange.invalidate();
    schedule(true);
}

void ChartsView::Private::fit()
{
    remember();
    m_lastChange.invalidate();
    updateExtents();
    x.fit();
    for (ChartCard* each : cards) {
        CardOptions changed = each->options();
        changed.y.reset();
        changeOptions(each->name(), changed);
    }
    schedule(true);
}

void ChartsView::Private::setFollows(bool on)
{
    if (on == x.follows()) {
        return;
    }
    remember();
    updateExtents();
    x.setFollows(on);
    emit q.followChanged(on);
    schedule(true);
}

void ChartsView::Private::changeOptions(const QString& name, const CardOptions& changed)
{
    options.insert(name, changed);
    if (ChartCard* changedCard = card(name)) {
        changedCard->setOptions(changed);
    }
    schedule(true);
}

void ChartsView::Private::setCrosshair(const std::optional<double>& at)
{
    if (at == crosshair) {
        return;
    }
    crosshair = at;
    for (ChartCard* each : cards) {
        each->showCrosshair(state());
    }
    emit q.crosshairMoved(at.value_or(0), at.has_value());
}

} // namespace gui
