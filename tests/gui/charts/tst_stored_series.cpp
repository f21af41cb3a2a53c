// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A series of which only spans are held: what it shows, what it asks for, what it says of itself.
#include "gui/charts/chart_series.h"
#include "gui/charts/curve_reduction.h"
#include "gui/charts/span_points.h"

#include <QtTest>

#include <cmath>

using namespace gui;

namespace {

constexpr qint64 kSteps = 300'000;
constexpr qint64 kSpike = 200'003;
constexpr qint64 kBroken = 250'007;
constexpr double kSpikeValue = 50;
constexpr qint64 kFaster = 150'000; // behind it the steps take a tenth of the time
constexpr qsizetype kMostHeld = 80'000; // points
constexpr int kMostAnswers = 20;
constexpr qsizetype kAll = std::numeric_limits<qsizetype>::max();

double valueAt(qint64 step)
{
    if (step == kBroken) {
        return SeriesSummary::kNone;
    }
    return step == kSpike ? kSpikeValue : 2 + std::sin(double(step % 997) / 160);
}

double wallAt(qint64 step)
{
    return 1e9 + 1e-3 * double(step) - 9e-4 * double(std::max<qint64>(0, step - kFaster));
}

// What a store answers: spans of `width` points, in the window of `inside`.
QList<MetricSpan> spansOf(qint64 first, qint64 last, qint64 width, qint64 inside = 1,
                          qint64 windowFirst = 1, qint64 windowLast = 0, qint64 cut = kLastOfSteps)
{
    QList<MetricSpan> spans;
    for (qint64 from = first; from <= last;) {
        const bool isInside = from >= windowFirst && from <= windowLast;
        qint64 to = std::min(last, from + (isInside ? inside : width) - 1);
        for (const qint64 end :
             {windowFirst - (windowFirst > kFirstOfSteps ? 1 : 0), windowLast, cut}) {
            to = end >= from && end < to ? end : to;
        }
        MetricSpan span{from,
                        to,
                        wallAt(from),
                        0,
                        0,
                        valueAt(from),
                        valueAt(to),
                        SeriesSummary::kNone,
                        SeriesSummary::kNone};
        for (qint64 step = from; step <= to; ++step) {
            ++span.pointCount;
            span.nonFiniteCount += std::isfinite(valueAt(step)) ? 0 : 1;
            span.minimum = std::fmin(span.minimum, valueAt(step));
            span.maximum = std::fmax(span.maximum, valueAt(step));
        }
        spans.append(span);
        from = to + 1;
    }
    return spans;
}

QList<MetricSpan> answerTo(const DetailRequest& request)
{
    const qint64 span = std::max<qint64>(1,
                                         (std::min(request.windowLast, request.range.last)
                                          - std::max(request.windowFirst, request.range.first))
                                             / request.windowRows);
    return spansOf(request.range.first, request.range.last, 300, span, request.windowFirst,
                   request.windowLast, request.keptUntil);
}

QList<MetricPoint> pointsFrom(qint64 first, qint64 last)
{
    QList<MetricPoint> points;
    for (qint64 step = first; step <= last; ++step) {
        points.append({step, valueAt(step), wallAt(step)});
    }
    return points;
}

DetailView stepsOf(double lower, double upper)
{
    return {SeriesKey::Step, lower, upper, 1000};
}

// As the library does: every point of every range.
bool feed(ChartSeries& series, MeanStream& stream)
{
    const QList<StepRange> ranges = stream.ranges();
    for (qsizetype i = 0; i < ranges.size(); ++i) {
        for (qint64 step = ranges[i].first; step <= std::min(ranges[i].last, kSteps); ++step) {
            if (!stream.take(i, {step, valueAt(step), wallAt(step)})) {
                return false;
            }
        }
    }
    return series.takeMeans(stream, true);
}

// Answers until nothing is asked for; how often.
int settle(ChartSeries& series, const DetailView& view)
{
    int answers = 0;
    while (answers < kMostAnswers) {
        const int before = answers;
        for (const DetailRequest& request : series.wantedDetail(view)) {
            answers += series.takeDetail(request, answerTo(request)) ? 1 : 0;
        }
        if (const auto stream = series.wantedMeans(view)) {
            answers += feed(series, *stream) ? 1 : 0;
        }
        if (answers == before) {
            break;
        }
    }
    series.catchUp(kAll);
    return answers;
}

// The same series with all points at hand.
ChartSeries wholeSeries(double halfLife)
{
    ChartSeries series;
    series.setHalfLife(halfLife);
    series.append(0, pointsFrom(1, kSteps));
    series.catchUp(kAll);
    return series;
}

ChartSeries storedSeries(double halfLife)
{
    ChartSeries series;
    series.setHalfLife(halfLife);
    series.appendStored(0, spansOf(1, kSteps, 100));
    return series;
}

qsizetype held(const ChartSeries& series)
{
    qsizetype count = 0;
    for (const SeriesStretch& stretch : series.stretches()) {
        count += stretch.raw.size() + stretch.smooth.size();
    }
    return count;
}

} // namespace

class TestStoredSeries : public QObject
{
    Q_OBJECT

private slots:
    void extremesAreThereAtAnyZoom_data();
    void extremesAreThereAtAnyZoom();
    void zoomedInThereAreThePoints();
    void nothingIsAskedTwice();
    void aFailedAnswerMayBeAskedForAgain();
    void aFailedStreamIsRepeatedAfterPauses();
    void theMeansAreThoseOfAllPoints_data();
    void theMeansAreThoseOfAllPoints();
    void livePointsGoOnBehind_data();
    void livePointsGoOnBehind();
    void anotherHalfLifeEndsTheOldStream();
    void withoutSmoothingNothingIsStreamed();
    void anAbandonedTailIsCutExactly();
    void theTimeAxisIsRefinedToo();
    void segmentsOfDifferentPaceAreSettled_data();
    void segmentsOfDifferentPaceAreSettled();
};

void TestStoredSeries::extremesAreThereAtAnyZoom_data()
{
    QTest::addColumn<double>("width");
    for (const double width : {300'000., 100'000., 10'000., 1'000., 100.}) {
        QTest::addRow("%.0f steps", width) << width;
    }
}

void TestStoredSeries::extremesAreThereAtAnyZoom()
{
    QFETCH(double, width);
    ChartSeries series = storedSeries(0);
    const DetailView view = stepsOf(double(kSpike) - width / 2, double(kSpike) + width / 2);
    const CurveWindow window{{}, view.lower, view.upper, view.columns};
    const auto highest = [&] {
        const SeriesPyramid& raw = series.stretches()[0].raw;
        return visibleSummary(raw, 0, raw.size(), window).max;
    };
    QCOMPARE(highest(), kSpikeValue); // before the answer, too
    settle(series, view);
    QCOMPARE(highest(), kSpikeValue);
    QVERIFY(held(series) <= kMostHeld);
    QCOMPARE(series.summary().max, kSpikeValue);
    QCOMPARE(series.summary().min, wholeSeries(0).summary().min);
    QCOMPARE(series.lastPoint()->value, valueAt(kSteps));
}

void TestStoredSeries::zoomedInThereAreThePoints()
{
    ChartSeries series = storedSeries(0);
    settle(series, stepsOf(100'000, 100'099));
    const SeriesPyramid& raw = series.stretches()[0].raw;
    const qsizetype from = raw.lowerBound(SeriesKey::Step, 100'000);
    const qsizetype to = raw.lowerBound(SeriesKey::Step, 100'100);
    QCOMPARE(to - from, 100);
    QVERIFY(raw.isExact(from, to));
    for (qsizetype i = from; i < to; ++i) {
        QCOMPARE(raw.value(i), valueAt(100'000 + i - from));
    }
    QVERIFY(series.nearest(SeriesKey::Step, 100'050)->isExact);
    QVERIFY(!series.nearest(SeriesKey::Step, 30'050)->isExact); // far from there
}

void TestStoredSeries::nothingIsAskedTwice()
{
    ChartSeries series = storedSeries(50);
    const DetailView view = stepsOf(100'000, 101'000);
    const QList<DetailRequest> first = series.wantedDetail(view);
    QCOMPARE(first.size(), 1);
    QVERIFY(series.wantedMeans(view));
    QVERIFY(series.wantedDetail(view).isEmpty()); // under way
    QVERIFY(!series.wantedMeans(view));
    QVERIFY(series.takeDetail(first[0], answerTo(first[0])));
    QVERIFY(!series.takeDetail(first[0], answerTo(first[0])));
    QVERIFY(series.wantedDetail(view).isEmpty());
    QVERIFY(series.wantedDetail(stepsOf(100'050, 101'050)).isEmpty()); // a small move
    QVERIFY(!series.wantedDetail(stepsOf(150'000, 151'000)).isEmpty());
}

void TestStoredSeries::aFailedAnswerMayBeAskedForAgain()
{
    ChartSeries series = storedSeries(50);
    const DetailView view = stepsOf(100'000, 101'000);
    const QList<DetailRequest> first = series.wantedDetail(view);
    const qsizetype before = series.size();
    QVERIFY(!series.takeDetail(first[0], {}));
    QCOMPARE(series.size(), before); // the last picture stays
    QVERIFY(series.isPausing());
    QVERIFY(series.passPauses());
    QCOMPARE(series.wantedDetail(view), first);
    QVERIFY(series.takeDetail(first[0], answerTo(first[0])));
    QVERIFY(!series.isPausing());
}

void TestStoredSeries::aFailedStreamIsRepeatedAfterPauses()
{
    ChartSeries series = storedSeries(50);
    const auto isWanted = [&](double lower, double upper) {
        const auto stream = series.wantedMeans(stepsOf(lower, upper));
        return stream && !series.takeMeans(*stream, false);
    };
    QVERIFY(isWanted(0, kSteps));
    QVERIFY(!isWanted(0, kSteps));
    series.append(0, pointsFrom(kSteps + 1, kSteps + 100)); // it is redrawn as it trains
    QVERIFY(!isWanted(0, kSteps + 100));
    QVERIFY(series.passPauses());
    QVERIFY(isWanted(0, kSteps));
    QVERIFY(!series.passPauses()); // the next one is longer
    QVERIFY(!isWanted(0, kSteps));
    series.setHalfLife(60);
    QVERIFY(isWanted(0, kSteps));
    series.appendStored(0, spansOf(1, kSteps, 100));
    settle(series, stepsOf(0, kSteps));
    QVERIFY(isWanted(100'000, 101'000));
    QVERIFY(!isWanted(100'050, 101'050)); // a small move
    QVERIFY(isWanted(150'000, 151'000));
}

void TestStoredSeries::theMeansAreThoseOfAllPoints_data()
{
    QTest::addColumn<double>("halfLife");
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    for (const double halfLife : {5., 50., 20'000.}) {
        QTest::addRow("all, %g", halfLife) << halfLife << 0. << double(kSteps);
        QTest::addRow("some, %g", halfLife) << halfLife << 150'000. << 151'000.;
        QTest::addRow("at the beginning, %g", halfLife) << halfLife << 0. << 100.;
    }
}

void TestStoredSeries::theMeansAreThoseOfAllPoints()
{
    QFETCH(double, halfLife);
    QFETCH(double, lower);
    QFETCH(double, upper);
    const ChartSeries whole = wholeSeries(halfLife);
    ChartSeries series = storedSeries(halfLife);
    QVERIFY(series.stretches()[0].smooth.isEmpty()); // nothing is made up
    QVERIFY(settle(series, stepsOf(lower, upper)) > 0);
    const SeriesPyramid& means = series.stretches()[0].smooth;
    const SeriesPyramid& all = whole.stretches()[0].smooth;
    const CurveWindow window{{}, lower, upper, 1};
    const SeriesSummary seen = visibleSummary(means, 0, means.size(), window);
    const SeriesSummary expected = visibleSummary(all, 0, all.size(), window);
    const auto isSame = [](double a, double b) { return std::abs(a - b) < 1e-12; };
    QVERIFY(isSame(seen.min, expected.min));
    QVERIFY(isSame(seen.max, expected.max));
    for (qsizetype i = 0; i < means.size(); ++i) { // each is a mean of the whole series
        const SeriesPoint point = means.at(i);
        QVERIFY(std::isnan(point.value)
                || isSame(point.value, all.value(qsizetype(point.step) - 1)));
    }
    QVERIFY(held(series) <= kMostHeld);
}

void TestStoredSeries::livePointsGoOnBehind_data()
{
    QTest::addColumn<bool>("meansFirst");
    QTest::newRow("after the means") << true;
    QTest::newRow("before them") << false;
}

void TestStoredSeries::livePointsGoOnBehind()
{
    QFETCH(bool, meansFirst);
    constexpr double kHalfLife = 50;
    ChartSeries series;
    series.setHalfLife(kHalfLife);
    series.appendStored(0, spansOf(1, kSteps - 1'000, 100));
    const DetailView view = stepsOf(0, double(kSteps));
    if (meansFirst) {
        settle(series, view);
    }
    series.append(0, pointsFrom(kSteps - 1'500, kSteps)); // some are known already
    settle(series, view);
    QCOMPARE(series.stretches().size(), 2u);
    QCOMPARE(series.lastPoint()->step, double(kSteps));
    QVERIFY(series.lastPoint()->isExact);
    const ChartSeries whole = wholeSeries(kHalfLife);
    for (const qint64 step : {kSteps - 999, kSteps - 500, kSteps}) {
        QCOMPARE(series.nearest(SeriesKey::Step, double(step))->value, valueAt(step));
        const double mean = series.nearestSmooth(SeriesKey::Step, double(step))->value;
        const double expected = whole.nearestSmooth(SeriesKey::Step, double(step))->value;
        QVERIFY(std::abs(mean - expected) < 1e-12);
    }
    const std::vector<SeriesStretch>& stretches = series.stretches();
    QCOMPARE(stretches[0].kept, stretches[0].raw.size()); // nothing is abandoned
}

void TestStoredSeries::anotherHalfLifeEndsTheOldStream()
{
    ChartSeries series = storedSeries(50);
    const DetailView view = stepsOf(0, double(kSteps));
    const auto old = series.wantedMeans(view);
    QVERIFY(old);
    series.setHalfLife(500);
    QVERIFY(!old->take(0, {1, 1, 1})); // it wants no more
    QVERIFY(!series.takeMeans(*old, true));
    const auto now = series.wantedMeans(view);
    QVERIFY(now);
    QCOMPARE(now->halfLife(), 500.);
    {
        ChartSeries gone = std::move(series);
    }
    QVERIFY(!now->take(0, {1, 1, 1}));
}

void TestStoredSeries::withoutSmoothingNothingIsStreamed()
{
    ChartSeries series = storedSeries(0);
    QVERIFY(!series.wantedMeans(stepsOf(0, double(kSteps))));
    series.catchUp(kAll);
    QCOMPARE(series.stretches()[0].smooth.size(), series.stretches()[0].raw.size());
}

void TestStoredSeries::anAbandonedTailIsCutExactly()
{
    constexpr qint64 kFork = 222'222;
    constexpr double kHalfLife = 50;
    ChartSeries series = storedSeries(kHalfLife);
    const DetailView view = stepsOf(0, double(kSteps));
    settle(series, view);
    series.setSegments({{0, 0}, {1, kFork}}); // it is trained on from there
    const QList<DetailRequest> cut = series.wantedDetail(view);
    QCOMPARE(cut.size(), 1);
    QCOMPARE(cut[0].keptUntil, kFork);
    QVERIFY(series.takeDetail(cut[0], answerTo(cut[0])));
    settle(series, view);
    series.append(1, pointsFrom(kFork + 1, kFork + 100));
    settle(series, view);
    const SeriesStretch& old = series.stretches()[0];
    QCOMPARE(old.raw.at(old.kept - 1).step, double(kFork));
    QCOMPARE(old.raw.at(old.kept).step, double(kFork + 1));
    QCOMPARE(old.smooth.at(old.keptMeans() - 1).step, double(kFork));
    QVERIFY(old.keptMeans() < old.smooth.size()); // the tail has means, too
    const ChartSeries whole = wholeSeries(kHalfLife); // the same values: the same means
    const double mean = series.nearestSmooth(SeriesKey::Step, double(kFork + 50))->value;
    QVERIFY(std::abs(mean - whole.nearestSmooth(SeriesKey::Step, double(kFork + 50))->value)
            < 1e-12);
}

void TestStoredSeries::theTimeAxisIsRefinedToo()
{
    ChartSeries series = storedSeries(0);
    settle(series, {SeriesKey::Wall, wallAt(100'000), wallAt(100'100), 1000});
    const std::optional<SeriesPoint> point = series.nearest(SeriesKey::Wall, wallAt(100'050));
    QVERIFY(point->isExact);
    QCOMPARE(point->step, 100'050.);
}

void TestStoredSeries::segmentsOfDifferentPaceAreSettled_data()
{
    QTest::addColumn<double>("from");
    QTest::newRow("both at once") << -1.;
    QTest::newRow("the earlier first") << -2.2;
    QTest::newRow("the later first") << 0.2;
}

void TestStoredSeries::segmentsOfDifferentPaceAreSettled()
{
    QFETCH(double, from);
    ChartSeries series;
    series.setHalfLife(50);
    series.appendStored(0, spansOf(1, kFaster, 100));
    series.appendStored(1, spansOf(kFaster + 1, kSteps, 100));
    for (const double lower : {from, -1.}) { // two seconds around the change of pace
        const double wall = wallAt(kFaster) + lower;
        QVERIFY(settle(series, {SeriesKey::Wall, wall, wall + 2, 1000}) < kMostAnswers);
    }
    const auto shown = [&](size_t stretch, double first, double last) {
        const SeriesPyramid& means = series.stretches()[stretch].smooth;
        return means.lowerBound(SeriesKey::Step, last) - means.lowerBound(SeriesKey::Step, first);
    };
    QCOMPARE(shown(0, kFaster - 900, kFaster), 900);
    QVERIFY(shown(1, kFaster + 1, kFaster + 9'000) >= 1'000); // one a column
}

QTEST_APPLESS_MAIN(TestStoredSeries)
#include "tst_stored_series.moc"
