// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/charts_view_private.h"
#include "gui/charts/readout_builder.h"
#include "gui/charts/tag_role.h"
#include "gui/settings/number_format.h"
#include "gui/settings/theme_source.h"

#include <QDataStream>
#include <QIODevice>
#include <QRegularExpression>

namespace gui {

namespace {

constexpr quint32 kStateMagic = 0x54534331; // "TSC1"; a state of another kind is refused

QString controlText(const QString& name, double value)
{
    // The engine holds single precision: 0.05, not 0.0500000007.
    const auto single = float(value);
    const double shown = value == double(single) ? QString::number(single).toDouble() : value;
    return ChartsView::tr("%1 → %2").arg(QString(name).replace(u'_', u' '),
                                         formatSetting(shown, QLocale()));
}

// "learning_rate 0.1 -> 0.05", with or without a colon: the engine's words for a control change.
QString controlText(const QString& message)
{
    static const QRegularExpression kChange(
        QStringLiteral("^(\\w+)\\W+(?:from\\s+)?\\S+\\s+(?:->|to|→)\\s*([-+.eE0-9]+)"));
    const QRegularExpressionMatch match = kChange.match(message);
    return match.hasMatch() ? controlText(match.captured(1), match.captured(2).toDouble())
                            : message;
}

// The same change may come live and from the store.
void addControlMark(ChartRun& run, const ControlMark& mark)
{
    for (ControlMark& known : run.controls) {
        if (known.at.step == mark.at.step && known.text == mark.text) {
            return;
        }
    }
    run.controls.append(mark);
}

} // namespace

ChartsView::ChartsView(const ThemeSource& theme, QWidget* parent)
    : QScrollArea(parent), d(std::make_unique<Private>(*this, theme))
{
    setObjectName(QStringLiteral("charts.view"));
    setAccessibleName(tr("Charts"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus); // its cards have it
    setWidget(d->page);
    connect(&theme, &ThemeSource::changed, this, [this] { d->applyTheme(); });
}

ChartsView::~ChartsView() = default;

void ChartsView::setRun(RunId run, const QString& name, int slot)
{
    d->data.setRun(run, name, slot);
    d->updateCards();
    d->schedule(false);
}

void ChartsView::removeRun(RunId run)
{
    d->data.removeRun(run);
    d->emphasised = d->emphasised == run ? 0 : d->emphasised;
    d->updateCards();
    d->schedule(false);
}

void ChartsView::clear()
{
    d->data.clear();
    d->emphasised = 0;
    setCrosshair(std::nullopt);
    d->updateCards();
    d->schedule(false);
}

QList<RunId> ChartsView::runs() const
{
    QList<RunId> ids;
    for (const ChartRun& run : d->data.runs()) {
        ids.append(run.id);
    }
    return ids;
}

void ChartsView::append(const MetricBatch& batch)
{
    const qsizetype tags = d->data.tags().size();
    if (d->data.append(batch)) {
        if (d->data.tags().size() != tags) {
            d->updateCards();
        }
        d->scheduleData();
    }
}

void ChartsView::setSegments(RunId run, const QList<SegmentInfo>& segments)
{
    d->data.setSegments(run, segments);
    d->schedule(false);
}

void ChartsView::addEvent(const RunEvent& event)
{
    ChartRun* run = d->data.find(event.run);
    if (!run) {
        return;
    }
    if (event.kind == RunEventKind::ControlChanged) {
        addControlMark(*run,
                       {{double(event.step), event.wallSeconds, 0}, controlText(event.message)});
    } else {
        run->events.append(event);
    }
    d->schedule(false);
}

void ChartsView::addControlChange(RunId run, const ControlChange& change)
{
    if (ChartRun* found = d->data.find(run)) {
        SeriesPoint at{double(change.step), 0, change.after};
        for (const auto& [tag, series] : found->series) {
            if (const auto near = series.nearest(SeriesKey::Step, at.step)) {
                at.wallSeconds = near->wallSeconds;
            }
        }
        addControlMark(*found, {at, controlText(change.name, change.after)});
        d->schedule(false);
    }
}

void ChartsView::setDivergence(RunId run, qint64 onset, qint64 halt)
{
    if (ChartRun* found = d->data.find(run)) {
        found->divergence.reset();
        if (onset >= 0) {
            found->divergence = DivergenceSpan{double(onset), double(halt)};
        }
        d->schedule(false);
    }
}

void ChartsView::setStepsPerEpoch(RunId run, double steps)
{
    if (ChartRun* found = d->data.find(run)) {
        found->stepsPerEpoch = steps;
        d->schedule(false);
    }
}

void ChartsView::setSelectedRun(RunId run)
{
    d->selected = run;
    d->schedule(false);
}

void ChartsView::setLiveRun(RunId run)
{
    d->live = run;
    d->schedule(false);
}

double ChartsView::smoothing() const
{
    return d->data.halfLife();
}

void ChartsView::setSmoothing(double halfLifeSteps)
{
    d->data.setHalfLife(halfLifeSteps);
    d->schedule(false);
}

bool ChartsView::logScale() const
{
    return d->defaults.logY;
}

void ChartsView::setLogScale(bool on)
{
    d->defaults.logY = on;
    for (ChartCard* card : d->cards) {
        CardOptions changed = card->options();
        changed.logY = on;
        changed.y.reset();
        d->changeOptions(card->name(), changed);
    }
    emit logScaleChanged(on);
}

bool ChartsView::showRaw() const
{
    return d->defaults.showRaw;
}

void ChartsView::setShowRaw(bool on)
{
    d->defaults.showRaw = on;
    for (ChartCard* card : d->cards) {
        CardOptions changed = card->options();
        changed.showRaw = on;
        d->changeOptions(card->name(), changed);
    }
    emit showRawChanged(on);
}

XMode ChartsView::xMode() const
{
    return d->mode;
}

// Another axis has another unit: ranges of the old one say nothing there.
void ChartsView::setXMode(XMode mode)
{
    if (mode != d->mode) {
        d->mode = mode;
        setCrosshair(std::nullopt);
        fit();
        d->forgetViews(); // also the one that fit() remembers
    }
}

bool ChartsView::hasEpochs() const
{
    const std::vector<ChartRun>& all = d->data.runs();
    return std::any_of(all.begin(), all.end(),
                       [](const ChartRun& run) { return run.stepsPerEpoch > 0; });
}

std::pair<double, double> ChartsView::xRange() const
{
    return {d->x.range().lower, d->x.range().upper};
}

bool ChartsView::follow() const
{
    return d->x.follows();
}

void ChartsView::setFollow(bool on)
{
    d->setFollows(on);
}

void ChartsView::fit()
{
    d->fit();
}

void ChartsView::previousView()
{
    d->previousView();
}

ReadoutTable ChartsView::readoutAt(double x) const
{
    QList<ReadoutCard> cards;
    for (const ChartCard* card : d->cards) {
        cards.append({card->name(), card->tags()});
    }
    return buildReadout(d->data, cards, d->mode, x, d->primary(), QLocale());
}

double ChartsView::lastX() const
{
    const ChartRun* run = d->data.find(d->primary());
    const auto extent = run ? d->data.extent(*run, d->mode) : std::nullopt;
    return extent ? extent->second : 0;
}

std::optional<double> ChartsView::crosshair() const
{
    return d->crosshair;
}

void ChartsView::setCrosshair(std::optional<double> x)
{
    d->setCrosshair(x);
}

void ChartsView::focusFirstCard()
{
    if (!d->cards.empty()) {
        d->cards.front()->setFocus(Qt::OtherFocusReason);
    }
}

QByteArray ChartsView::saveState() const
{
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    const XView::State view = d->x.state();
    out << kStateMagic << qint32(d->mode) << d->data.halfLife() << view.follows << view.whole
        << view.range.lower << view.range.upper << d->defaults.logY << d->defaults.showRaw
        << d->pinned << qint32(d->options.size());
    for (auto it = d->options.begin(); it != d->options.end(); ++it) {
        const ValueRange y = it->y.value_or(ValueRange());
        out << it.key() << it->logY << it->showRaw << it->outlierProof << it->y.has_value()
            << y.lower << y.upper;
    }
    return state;
}

bool ChartsView::restoreState(const QByteArray& state)
{
    QDataStream in(state);
    quint32 magic = 0;
    qint32 mode = 0;
    double halfLife = 0;
    XView::State view;
    CardOptions defaults;
    QString pinned;
    qint32 count = 0;
    in >> magic >> mode >> halfLife >> view.follows >> view.whole >> view.range.lower
        >> view.range.upper >> defaults.logY >> defaults.showRaw >> pinned >> count;
    if (magic != kStateMagic || mode < 0 || mode > qint32(XMode::Epoch)) {
        return false;
    }
    QMap<QString, CardOptions> options;
    for (qint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
        QString name;
        CardOptions card;
        ValueRange y;
        bool hasY = false;
        in >> name >> card.logY >> card.showRaw >> card.outlierProof >> hasY >> y.lower >> y.upper;
        card.y = hasY && isUsable(y) ? std::optional<ValueRange>(y) : std::nullopt;
        options.insert(name, card);
    }
    if (in.status() != QDataStream::Ok) {
        return false;
    }
    d->mode = XMode(mode);
    d->defaults = defaults;
    d->options = options;
    d->pinned = pinned;
    d->x.setState(view);
    d->data.setHalfLife(halfLife);
    for (ChartCard* card : d->cards) {
        card->setOptions(options.value(card->name(), defaults));
    }
    d->updateCards();
    d->schedule(true);
    emit followChanged(d->x.follows());
    return true;
}

void ChartsView::refreshNow()
{
    while (!d->data.catchUp(std::numeric_limits<qsizetype>::max())) { }
    d->refresh();
    d->refreshHeaders();
    for (ChartCard* card : d->cards) {
        card->replotNow();
    }
}

void ChartsView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    d->layOut();
    d->schedule(false);
}

void ChartsView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    d->layOut();
    d->schedule(false);
}

void ChartsView::keyPressEvent(QKeyEvent* event)
{
    d->pressKey(*event);
}

void ChartsView::scrollContentsBy(int dx, int dy)
{
    QScrollArea::scrollContentsBy(dx, dy);
    d->updateOnScreen();
    d->schedule(false);
}

} // namespace gui
