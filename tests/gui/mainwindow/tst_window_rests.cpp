// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window does not do while a run trains: work that nobody sees takes from the training.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"
#include "gui/charts/custom_plot.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestWindowRests : public WindowTest
{
    Q_OBJECT

private slots:
    void aFrameDrawsEachChartOnce();
    void theHiddenStartPageIsNotRebuilt();
    void theStartPageIsUpToDateWhenItIsShown();
    void theRefreshedListOfRunsLeavesTheToolbarAlone();

private:
    // The library tells of its runs, as it does every two seconds while one trains.
    void refreshRuns()
    {
        emit m_fixture->library.runsChanged();
        QCoreApplication::sendPostedEvents();
    }
};

void TestWindowRests::aFrameDrawsEachChartOnce()
{
    m_fixture->openRun();
    auto* charts = m_fixture->window->findChild<ChartsView*>();
    emit m_fixture->controller.metricsArrived(sampleSeries(7, 1, 100, 1.0));
    charts->refreshNow();
    QCoreApplication::processEvents();
    const auto plots = charts->findChildren<QCustomPlot*>();
    QVERIFY(!plots.isEmpty());
    QHash<QCustomPlot*, int> drawn;
    for (QCustomPlot* plot : plots) {
        connect(plot, &QCustomPlot::afterReplot, this, [&drawn, plot] { ++drawn[plot]; });
    }
    emit m_fixture->controller.metricsArrived(sampleSeries(7, 101, 200, 1.0));
    QTRY_COMPARE(drawn.size(), plots.size());
    for (QCustomPlot* plot : plots) {
        QCOMPARE(drawn[plot], 1);
    }
}

void TestWindowRests::theHiddenStartPageIsNotRebuilt()
{
    m_fixture->openRun(); // shows the charts
    const QPointer<QWidget> row = m_fixture->find<QWidget>("start.run.6");
    QVERIFY(row && !row->isVisible());
    refreshRuns();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(row);
}

void TestWindowRests::theStartPageIsUpToDateWhenItIsShown()
{
    m_fixture->openRun();
    QList<RunSummary>& stored = m_fixture->library.stored;
    stored.prepend(makeRun(99, QStringLiteral("newest"), RunState::Finished, 10, 0.5));
    refreshRuns();
    QVERIFY(!m_fixture->find<QWidget>("start.run.99"));
    m_fixture->controller.answerState(RunState::Finished);
    m_fixture->find<QAction>("view.start")->trigger();
    const auto* row = m_fixture->find<QWidget>("start.run.99");
    QVERIFY(row);
    QTRY_VERIFY(row->isVisible());
}

void TestWindowRests::theRefreshedListOfRunsLeavesTheToolbarAlone()
{
    m_fixture->openRun();
    QStringList changed;
    for (const char* name : {"run.start", "run.pause", "run.step", "run.stop", "run.checkpoint"}) {
        auto* action = m_fixture->find<QAction>(name);
        QVERIFY(action);
        connect(action, &QAction::changed, this,
                [&changed, name] { changed.append(QLatin1String(name)); });
    }
    refreshRuns();
    QCOMPARE(changed, QStringList());
}

QTEST_MAIN(TestWindowRests)
#include "tst_window_rests.moc"
