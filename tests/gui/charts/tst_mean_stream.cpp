// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The mean of a series that is looked at once: the same numbers as with all points at hand.
#include "gui/charts/mean_stream.h"

#include <QtTest>

#include <cmath>

using namespace gui;

namespace {

constexpr double kHalfLife = 20;

double valueAt(qint64 step)
{
    return std::sin(double(step) / 50) + 0.3 * std::sin(double(step * step % 1013));
}

QList<double> meansOf(qint64 first, qint64 last)
{
    Smoother smoother(kHalfLife);
    QList<double> means;
    for (qint64 step = first; step <= last; ++step) {
        means.append(smoother.add(double(step), valueAt(step)));
    }
    return means;
}

void feed(MeanStream& stream)
{
    for (qsizetype i = 0; i < stream.pieces().size(); ++i) {
        const StepRange range = stream.pieces().at(i).range;
        for (qint64 step = range.first; step <= range.last; ++step) {
            QVERIFY(stream.take(i, {step, valueAt(step), double(step)}));
        }
    }
    stream.finish();
}

double valueOf(const QList<SeriesPoint>& points, qint64 step)
{
    const auto found = std::find_if(points.begin(), points.end(), [step](const SeriesPoint& p) {
        return p.step == double(step);
    });
    return found == points.end() ? SeriesSummary::kNone : found->value;
}

} // namespace

class TestMeanStream : public QObject
{
    Q_OBJECT

private slots:
    void bucketsKeepFirstLowHighAndLast();
    void narrowBucketsKeepEveryPoint();
    void aTailLeavesTheMeanAsItWas();
    void aBrokenValueBreaksTheMean();
    void cancelledWantsNoMore();
};

void TestMeanStream::bucketsKeepFirstLowHighAndLast()
{
    MeanStream stream(kHalfLife, {{{0, 0, 9'999}, false, 1'000, 0}});
    feed(stream);
    const QList<SeriesPoint>& kept = stream.means(0);
    QVERIFY(kept.size() <= 40);
    const QList<double> all = meansOf(0, 9'999);
    for (int bucket = 0; bucket < 10; ++bucket) {
        const auto begin = all.begin() + bucket * 1'000;
        const auto [low, high] = std::minmax_element(begin, begin + 1'000);
        for (const qint64 index : {qint64(begin - all.begin()), qint64(low - all.begin()),
                                   qint64(high - all.begin()), bucket * 1'000LL + 999}) {
            QCOMPARE(valueOf(kept, index), all[index]);
        }
    }
    QVERIFY(!kept.constFirst().isExact); // it stands for a thousand
    QVERIFY(kept.constLast().isExact);
    QVERIFY(std::is_sorted(kept.begin(), kept.end(),
                           [](const auto& a, const auto& b) { return a.step < b.step; }));
}

void TestMeanStream::narrowBucketsKeepEveryPoint()
{
    MeanStream stream(kHalfLife, {{{0, 0, 999}, false, 0, 0}, {{0, 1'000, 1'100}, false, 0.5, 0}});
    feed(stream);
    QVERIFY(stream.means(0).isEmpty()); // was only to be remembered
    const QList<double> all = meansOf(0, 1'100);
    QCOMPARE(stream.means(1).size(), 101);
    for (const SeriesPoint& point : stream.means(1)) {
        QVERIFY(point.isExact);
        QCOMPARE(point.value, all[qsizetype(point.step)]);
    }
    Smoother smoother(kHalfLife);
    for (qint64 step = 0; step <= 1'100; ++step) {
        smoother.add(double(step), valueAt(step));
    }
    Smoother after = stream.after(1);
    QCOMPARE(after.add(1'101, 2), smoother.add(1'101, 2));
}

void TestMeanStream::aTailLeavesTheMeanAsItWas()
{
    // Abandoned behind step 500; the next segment goes on from there.
    MeanStream stream(kHalfLife,
                      {{{0, 1, 500}, false, 0.5, 0},
                       {{0, 501, 600}, true, 0.5, 0},
                       {{0, 601, 700}, true, 0.5, 0},
                       {{1, 501, 800}, false, 0.5, 1}});
    feed(stream);
    const QList<double> straight = meansOf(1, 800);
    QCOMPARE(valueOf(stream.means(1), 550), straight[549]);
    QCOMPARE(valueOf(stream.means(2), 700), straight[699]);
    QCOMPARE(valueOf(stream.means(3), 501), straight[500]); // as if there were no tail
    QCOMPARE(valueOf(stream.means(3), 800), straight[799]);
}

void TestMeanStream::aBrokenValueBreaksTheMean()
{
    MeanStream stream(kHalfLife, {{{0, 1, 100}, false, 1'000, 0}});
    Smoother smoother(kHalfLife);
    double last = 0;
    for (qint64 step = 1; step <= 100; ++step) {
        const double value = step == 40 ? SeriesSummary::kNone : valueAt(step);
        stream.take(0, {step, value, double(step)});
        last = smoother.add(double(step), value);
    }
    stream.finish();
    const QList<SeriesPoint>& kept = stream.means(0);
    const auto broken =
        std::find_if(kept.begin(), kept.end(), [](const SeriesPoint& p) { return p.step == 40; });
    QVERIFY(broken != kept.end());
    QVERIFY(std::isnan(broken->value));
    QCOMPARE(kept.constLast().value, last);
}

void TestMeanStream::cancelledWantsNoMore()
{
    MeanStream stream(kHalfLife, {{{0, 1, 100}, false, 1, 0}});
    QVERIFY(stream.take(0, {1, 1, 1}));
    stream.cancel();
    QVERIFY(!stream.take(0, {2, 1, 2}));
}

QTEST_APPLESS_MAIN(TestMeanStream)
#include "tst_mean_stream.moc"
