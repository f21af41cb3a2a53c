// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A long stored run in the charts, through library, feed and view: it opens with a few thousand
// rows, and what is looked at closely is read then.
#include "gui/bridge/store_run_library.h"
#include "gui/charts/chart_card.h"
#include "gui/charts/charts_view.h"
#include "gui/mainwindow/run_series_feed.h"
#include "gui/models/runs_model.h"
#include "tests/gui/support/fake_training_controller.h"
#include "tests/gui/support/long_run.h"
#include "tests/gui/support/window_fixture.h"

#include <QtTest>

using namespace gui;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int kTimeout = 60'000;
constexpr qsizetype kMostRows = 5'000;

using Eventful = EventfulSeries;

// The charts over a store, as the window has them.
class Page
{
public:
    explicit Page(const LongRun& run)
        : store(run.path(), nullptr, 20ms), charts(TestLook::source()),
          feed(controller, store, model, charts, nullptr), m_run(run.run())
    {
        QObject::connect(&store, &RunLibrary::runsChanged, &model,
                         [this] { model.setRuns(store.runs()); });
        QObject::connect(&store, &RunLibrary::detailLoaded, &model,
                         [this](const DetailRequest&, const QList<MetricSpan>& spans) {
                             mostRows = std::max(mostRows, spans.size());
                             ++answers;
                         });
        QObject::connect(&store, &RunLibrary::streamEnded, &model, [this] { ++answers; });
        QObject::connect(&charts, &ChartsView::detailWanted, &model, [this] { ++questions; });
        QObject::connect(&charts, &ChartsView::pointsWanted, &model, [this] { ++questions; });
        charts.resize(766, 535);
        charts.show();
        store.refresh();
    }

    bool open()
    {
        if (!QTest::qWaitFor([this] { return model.find(m_run) != nullptr; }, kTimeout)) {
            return false;
        }
        model.setShown(m_run, true);
        return QTest::qWaitFor([this] { return charts.lastX() > 0; }, kTimeout) && settle();
    }
    // Until what is shown is as it should be.
    bool settle()
    {
        int before = -1;
        while (before != questions) {
            before = questions;
            charts.refreshNow();
            if (!QTest::qWaitFor([this] { return answers == questions; }, kTimeout)) {
                return false;
            }
        }
        charts.refreshNow();
        return true;
    }
    bool zoom(double lower, double upper)
    {
        emit card().rangesWanted(ValueRange{lower, upper}, std::nullopt, true);
        return settle();
    }
    ChartCard& card() const { return *charts.findChild<ChartCard*>(u"charts.card.loss"_s); }
    ReadoutTable readout(qint64 step) const { return charts.readoutAt(double(step)); }
    // Of the raw values.
    double raw(qint64 step) const { return readout(step).rows[0].values[1].value_or(-1); }
    bool isExact(qint64 step) const { return !readout(step).rows[0].approximate.value(1); }

    FakeTrainingController controller;
    StoreRunLibrary store;
    RunsModel model;
    ChartsView charts;
    RunSeriesFeed feed;
    qsizetype mostRows = 0; // of an answer
    int questions = 0;
    int answers = 0;

private:
    RunId m_run;
};

} // namespace

class TestLongRuns : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void itOpensWithAFewThousandRows();
    void theSpikeIsInThePictureAtAnyZoom_data();
    void theSpikeIsInThePictureAtAnyZoom();
    void zoomedInEveryPointIsThere();
    void whatIsNotExactIsSaidSo();
    void aRunThatGoesOnGrowsBehind();
    void anAbandonedTailIsLeftAtItsStep();
    void aHiddenRunIsForgotten();

private:
    std::unique_ptr<LongRun> m_long;
};

void TestLongRuns::initTestCase()
{
    m_long = std::make_unique<LongRun>();
    m_long->begin(0);
    m_long->append("train/loss", 1, Eventful::kSteps, Eventful::at);
    m_long->end(Eventful::kSteps);
}

void TestLongRuns::itOpensWithAFewThousandRows()
{
    Page page(*m_long);
    QSignalSpy series(&page.store, &RunLibrary::seriesLoaded);
    QVERIFY(page.open());
    QCOMPARE(series.size(), 1);
    const auto batches = series[0][2].value<QList<MetricBatch>>();
    QCOMPARE(batches.size(), 1);
    QVERIFY(batches[0].points.isEmpty());
    QVERIFY(batches[0].spans.size() <= kMostRows);
    QVERIFY(page.mostRows <= 2 * kMostRows);
    QCOMPARE(page.charts.lastX(), double(Eventful::kSteps));
    QCOMPARE(page.raw(Eventful::kSpike), Eventful::kSpikeValue); // named, so exact
    QVERIFY(page.isExact(Eventful::kSpike));
    QVERIFY(std::isnan(page.raw(Eventful::kBroken)));
}

void TestLongRuns::theSpikeIsInThePictureAtAnyZoom_data()
{
    QTest::addColumn<double>("width");
    for (const double width : {300'000., 30'000., 2'000., 100.}) {
        QTest::addRow("%.0f steps", width) << width;
    }
}

void TestLongRuns::theSpikeIsInThePictureAtAnyZoom()
{
    QFETCH(double, width);
    Page page(*m_long);
    QVERIFY(page.open());
    QVERIFY(page.zoom(double(Eventful::kSpike) - width / 3, double(Eventful::kSpike) + width / 2));
    QVERIFY(page.card().yRange().upper >= Eventful::kSpikeValue);
    QCOMPARE(page.raw(Eventful::kSpike), Eventful::kSpikeValue);
}

void TestLongRuns::zoomedInEveryPointIsThere()
{
    Page page(*m_long);
    QVERIFY(page.open());
    QVERIFY(page.zoom(199'950, 200'050));
    for (qint64 step = 199'950; step <= 200'050; ++step) {
        QCOMPARE(page.raw(step), Eventful::at(step));
        QVERIFY(page.isExact(step));
        QVERIFY(!page.readout(step).rows[0].approximate.value(0)); // the mean
    }
    QVERIFY(page.mostRows <= 2 * kMostRows);
}

void TestLongRuns::whatIsNotExactIsSaidSo()
{
    Page page(*m_long);
    QVERIFY(page.open());
    const qint64 step = 40'040;
    QVERIFY(!page.isExact(step));
    QVERIFY(page.isExact(Eventful::kSteps)); // the last value is known
    QVERIFY(page.zoom(double(step) - 50, double(step) + 50));
    QVERIFY(page.isExact(step));
}

void TestLongRuns::aRunThatGoesOnGrowsBehind()
{
    LongRun run;
    run.begin(0);
    run.append("train/loss", 1, 150'000, Eventful::at);
    Page page(run);
    QVERIFY(page.open());
    QCOMPARE(page.charts.lastX(), 150'000.);
    run.append("train/loss", 150'001, 150'400, Eventful::at); // as another process does
    QTRY_COMPARE_WITH_TIMEOUT(page.charts.lastX(), 150'400., kTimeout);
    QVERIFY(page.settle());
    for (const qint64 step : {150'001, 150'200, 150'400}) {
        QVERIFY(page.isExact(step));
        QCOMPARE(page.raw(step), Eventful::at(step));
        QVERIFY(page.readout(step).rows[0].values[0].has_value()); // smoothed on
    }
    run.append("train/loss", 150'401, 200'000, Eventful::at); // and much at once
    QTRY_COMPARE_WITH_TIMEOUT(page.charts.lastX(), 200'000., kTimeout);
    QVERIFY(page.zoom(175'000, 175'100));
    QCOMPARE(page.raw(175'050), Eventful::at(175'050));
    QVERIFY(page.isExact(175'050));
}

void TestLongRuns::anAbandonedTailIsLeftAtItsStep()
{
    constexpr std::int64_t kFork = 111'111;
    LongRun run;
    run.begin(0);
    run.append("train/loss", 1, 150'000, [](std::int64_t) { return 1.0; });
    run.end(150'000);
    run.begin(kFork);
    run.append("train/loss", kFork + 1, 200'000, [](std::int64_t) { return 2.0; });
    run.end(200'000);
    Page page(run);
    QVERIFY(page.open());
    QCOMPARE(page.raw(kFork - 300), 1.0);
    QCOMPARE(page.raw(kFork + 300), 2.0); // not that of the tail
    QVERIFY(page.zoom(double(kFork) - 50, double(kFork) + 50));
    QCOMPARE(page.raw(kFork), 1.0);
    QCOMPARE(page.raw(kFork + 1), 2.0);
    QVERIFY(page.isExact(kFork) && page.isExact(kFork + 1));
}

void TestLongRuns::aHiddenRunIsForgotten()
{
    Page page(*m_long);
    QVERIFY(page.open());
    page.charts.setSmoothing(1'000); // a stream begins
    page.charts.refreshNow();
    page.model.setShown(m_long->run(), false);
    QTRY_COMPARE_WITH_TIMEOUT(page.answers, page.questions, kTimeout);
    QVERIFY(page.charts.runs().isEmpty());
    page.model.setShown(m_long->run(), true);
    QTRY_VERIFY_WITH_TIMEOUT(page.charts.lastX() > 0, kTimeout);
    QVERIFY(page.settle());
    QVERIFY(page.readout(1'000).rows[0].values[0].has_value());
}

QTEST_MAIN(TestLongRuns)
#include "tst_long_runs.moc"
