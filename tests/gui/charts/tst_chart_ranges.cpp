// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Following, fitting, and ranges that a person chose.
#include "gui/charts/chart_ranges.h"

#include <QtTest>

#include <cmath>

using namespace gui;

class TestChartRanges : public QObject
{
    Q_OBJECT

private slots:
    void aWholeViewGrowsInSteps();
    void aWholeViewDependsOnTheDataAlone();
    void aZoomEndsFollowingAndStays();
    void followingSlidesAWindowOfOneWidth();
    void fitShowsEverything();
    void uselessRangesAreRefused_data();
    void uselessRangesAreRefused();
    void stateComesBack();
    void fittedValuesLeaveTheLanesFree();
    void fittedValues_data();
    void fittedValues();
};

void TestChartRanges::aWholeViewGrowsInSteps()
{
    XView view;
    int changes = 0;
    ValueRange before;
    for (int step = 1; step <= 10'000; ++step) {
        view.setExtents({1, double(step)}, {1, double(step)});
        QVERIFY(view.range().upper > step);
        changes += view.range() == before ? 0 : 1;
        before = view.range();
    }
    QCOMPARE(before.lower, 0.0);
    QVERIFY2(changes < 220, qPrintable(QString::number(changes)));
    QVERIFY(before.upper < 10'800);
}

void TestChartRanges::aWholeViewDependsOnTheDataAlone()
{
    XView grown;
    for (double step = 1; step <= 4210; ++step) {
        grown.setExtents({1, step}, {1, step});
    }
    XView loaded;
    loaded.setExtents({1, 4210}, {1, 4210});
    QCOMPARE(grown.range(), loaded.range());
}

void TestChartRanges::aZoomEndsFollowingAndStays()
{
    XView view;
    view.setExtents({0, 100}, {0, 100});
    view.setRange({20, 30});
    QVERIFY(!view.follows());
    view.setExtents({0, 5000}, {0, 5000});
    QCOMPARE(view.range(), (ValueRange{20, 30}));
}

void TestChartRanges::followingSlidesAWindowOfOneWidth()
{
    XView view;
    view.setExtents({0, 1000}, {0, 1000});
    view.setRange({100, 300});
    view.setFollows(true);
    for (const double edge : {1000.0, 1010.0, 4000.0}) {
        view.setExtents({0, edge}, {0, edge});
        QVERIFY(view.range().upper > edge);
        QVERIFY(std::abs(view.range().upper - view.range().lower - 200) < 1e-9);
    }
}

void TestChartRanges::fitShowsEverything()
{
    XView view;
    view.setExtents({0, 10'000}, {0, 4000}); // the live run is the shorter one
    QVERIFY(view.range().upper < 5000);
    view.setRange({3, 4});
    view.fit();
    QVERIFY(view.range().lower <= 0 && view.range().upper >= 10'000);
    QVERIFY(!view.follows());
}

void TestChartRanges::uselessRangesAreRefused_data()
{
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::newRow("empty") << 5.0 << 5.0;
    QTest::newRow("reversed") << 6.0 << 5.0;
    QTest::newRow("not a number") << std::nan("") << 5.0;
    QTest::newRow("infinite") << 0.0 << std::numeric_limits<double>::infinity();
    QTest::newRow("below the resolution of numbers") << 1e9 << 1e9 + 1e-7;
}

void TestChartRanges::uselessRangesAreRefused()
{
    QFETCH(double, lower);
    QFETCH(double, upper);
    XView view;
    view.setExtents({0, 100}, {0, 100});
    const ValueRange before = view.range();
    view.setRange({lower, upper});
    QCOMPARE(view.range(), before);
    QVERIFY(view.follows());
}

void TestChartRanges::stateComesBack()
{
    XView view;
    view.setExtents({0, 100}, {0, 100});
    view.setRange({20, 30});
    const XView::State state = view.state();
    view.fit();
    view.setState(state);
    QCOMPARE(view.state(), state);
}

void TestChartRanges::fittedValuesLeaveTheLanesFree()
{
    const ValueRange y = gui::fittedValues({1, 2}, false, false, 200, 18, 14);
    const double pixel = (y.upper - y.lower) / 200;
    QVERIFY(y.upper - 2 >= 18 * pixel);
    QVERIFY(1 - y.lower >= 14 * pixel);
}

void TestChartRanges::fittedValues_data()
{
    QTest::addColumn<double>("lower");
    QTest::addColumn<double>("upper");
    QTest::addColumn<bool>("log");
    QTest::addColumn<bool>("zero");
    QTest::newRow("ordinary") << 0.1 << 2.3 << false << false;
    QTest::newRow("constant") << 0.4 << 0.4 << false << false;
    QTest::newRow("constant zero") << 0.0 << 0.0 << false << false;
    QTest::newRow("with zero") << 0.05 << 0.1 << false << true;
    QTest::newRow("negative") << -5.0 << -3.0 << false << false;
    QTest::newRow("log") << 1e-5 << 1e3 << true << false;
    QTest::newRow("log constant") << 2.0 << 2.0 << true << false;
    QTest::newRow("tiny") << 1e-30 << 2e-30 << false << false;
    QTest::newRow("huge") << -1e30 << 1e30 << false << false;
}

void TestChartRanges::fittedValues()
{
    QFETCH(double, lower);
    QFETCH(double, upper);
    QFETCH(bool, log);
    QFETCH(bool, zero);
    const ValueRange y = gui::fittedValues({lower, upper}, log, zero, 150, 6, 6);
    QVERIFY(y.lower <= lower && y.upper >= upper && y.lower < y.upper);
    QVERIFY(!log || y.lower > 0);
    if (zero) {
        QCOMPARE(y.lower, 0.0);
    }
}

QTEST_APPLESS_MAIN(TestChartRanges)
#include "tst_chart_ranges.moc"
