// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A page that nobody touches, over a store that cannot be read for a while.
#include "tests/gui/charts/chart_page.h"

using namespace gui;

namespace {

constexpr int kTimeout = 30'000;
constexpr qint64 kSteps = 300'000;
constexpr qint64 kWidth = 100; // steps of a span

QList<MetricSpan> spans(qint64 width)
{
    QList<MetricSpan> all;
    for (qint64 first = 1; first <= kSteps; first += width) {
        const qint64 last = std::min(kSteps, first + width - 1);
        all.append({first, last, 1e9 + double(first), last - first + 1, 0, 1, 1, 1, 1});
    }
    return all;
}

} // namespace

class TestChartsRetry : public QObject
{
    Q_OBJECT

private slots:
    void detailIsAskedForAgain();
    void meansAreAskedForAgain();

private:
    static void fill(ChartPage& page)
    {
        MetricBatch batch{1, 0, QStringLiteral("train/loss"), {}};
        batch.spans = spans(kWidth);
        page.view.append(batch);
        page.view.refreshNow();
    }
    static void zoom(ChartPage& page, double lower, double upper)
    {
        emit page.card("loss").rangesWanted(ValueRange{lower, upper}, std::nullopt, true);
    }
};

void TestChartsRetry::detailIsAskedForAgain()
{
    ChartPage page;
    page.view.setSmoothing(0);
    fill(page);
    QSignalSpy wanted(&page.view, &ChartsView::detailWanted);
    zoom(page, 100'000, 101'000);
    QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), 1, kTimeout);
    const auto first = wanted[0][0].value<DetailRequest>();
    page.view.takeDetail(first, {});
    zoom(page, 100'400, 100'500); // in the pause
    page.view.refreshNow();
    QCOMPARE(wanted.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), 2, kTimeout); // and nothing else has happened
    const auto second = wanted[1][0].value<DetailRequest>();
    QVERIFY(second.windowFirst > first.windowFirst); // what is seen now
    QVERIFY(second.windowLast < first.windowLast);
}

void TestChartsRetry::meansAreAskedForAgain()
{
    ChartPage page;
    page.view.setSmoothing(50);
    QSignalSpy wanted(&page.view, &ChartsView::pointsWanted);
    fill(page);
    QCOMPARE(wanted.size(), 1);
    const auto first = wanted[0][0].value<PointStream>();
    page.view.takeStream(first, false);
    page.view.refreshNow();
    QCOMPARE(wanted.size(), 1);
    QTRY_COMPARE_WITH_TIMEOUT(wanted.size(), 2, kTimeout);
    QCOMPARE(wanted[1][0].value<PointStream>().tag, first.tag);
}

QTEST_MAIN(TestChartsRetry)
#include "tst_charts_retry.moc"
