// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a curve keeps when it is reduced to pixels.
#include "gui/charts/curve_reduction.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace gui;

class TestCurveReduction : public QObject
{
    Q_OBJECT

private slots:
    void fewPointsStayExact();
    void levelStretchesAreTheirEnds();
    void extremesSurvive_data();
    void extremesSurvive();
    void theNearestPointsOutsideAreIncluded();
    void aSlidingWindowKeepsItsColumns();
    void onePointAColumnKeepsTheSpike();
    void nonFiniteValuesBreakTheLine();
    void aLogarithmicAxisDropsWhatItCannotShow();
    void visibleSummaryIncludesBothEnds();
};

namespace {

SeriesPyramid noise(qsizetype size)
{
    std::mt19937 generator(5);
    std::uniform_real_distribution<double> uniform(1, 2);
    SeriesPyramid series;
    for (qsizetype i = 0; i < size; ++i) {
        series.append({double(i), 0, uniform(generator)});
    }
    return series;
}

SeriesPyramid series(const QList<double>& values)
{
    SeriesPyramid result;
    for (qsizetype i = 0; i < values.size(); ++i) {
        result.append({double(i), 0, values[i]});
    }
    return result;
}

CurveWindow window(double lower, double upper, int columns)
{
    CurveWindow result;
    result.lower = lower;
    result.upper = upper;
    result.columns = columns;
    return result;
}

} // namespace

void TestCurveReduction::fewPointsStayExact()
{
    const SeriesPyramid points = noise(500);
    const QList<QPointF> curve = reduceCurve(points, 0, 500, window(0, 499, 700));
    QCOMPARE(curve.size(), 500);
    for (int i = 0; i < 500; ++i) {
        QCOMPARE(curve[i], QPointF(i, points.value(i)));
    }
}

void TestCurveReduction::levelStretchesAreTheirEnds()
{
    const QList<QPointF> curve =
        reduceCurve(series({1, 1, 1, 1, 2, 2, 2}), 0, 7, window(0, 6, 700));
    QCOMPARE(curve, (QList<QPointF>{{0, 1}, {3, 1}, {4, 2}, {6, 2}}));
}

void TestCurveReduction::extremesSurvive_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("ten a column") << 7'000;
    QTest::newRow("a thousand a column") << 700'000;
}

void TestCurveReduction::extremesSurvive()
{
    QFETCH(int, size);
    SeriesPyramid points = noise(size);
    points.append({double(size), 0, 77.0});
    const QList<QPointF> curve = reduceCurve(points, 0, points.size(), window(0, size + 1, 700));
    QVERIFY(curve.size() <= 4 * 701 + 2);
    double highest = 0;
    double previous = -1;
    for (const QPointF& point : curve) {
        highest = std::max(highest, point.y());
        QVERIFY(point.x() >= previous);
        previous = point.x();
    }
    QCOMPARE(highest, 77.0);
}

void TestCurveReduction::theNearestPointsOutsideAreIncluded()
{
    const QList<QPointF> curve = reduceCurve(noise(100), 0, 100, window(40.2, 50.4, 600));
    QCOMPARE(curve.front().x(), 40.0);
    QCOMPARE(curve.back().x(), 51.0);
}

// Two views whose ranges differ by a whole number of columns agree where they overlap.
void TestCurveReduction::aSlidingWindowKeepsItsColumns()
{
    const SeriesPyramid points = noise(100'000);
    const QList<QPointF> before = reduceCurve(points, 0, points.size(), window(3, 50'003, 500));
    const QList<QPointF> after = reduceCurve(points, 0, points.size(), window(237, 50'237, 500));
    for (const QPointF& point : after.mid(10, after.size() - 40)) {
        QVERIFY2(before.contains(point), qPrintable(QString::number(point.x())));
    }
}

void TestCurveReduction::onePointAColumnKeepsTheSpike()
{
    SeriesPyramid points;
    for (int i = 0; i < 10'000; ++i) {
        points.append({double(i), 0, i == 5'001 ? -9.0 : 1.0});
    }
    CurveWindow dashed = window(0, 10'000, 100);
    dashed.onePerColumn = true;
    const QList<QPointF> curve = reduceCurve(points, 0, points.size(), dashed);
    QVERIFY(curve.size() <= 102);
    QVERIFY(std::any_of(curve.begin(), curve.end(), [](QPointF p) { return p.y() == -9.0; }));
}

void TestCurveReduction::nonFiniteValuesBreakTheLine()
{
    const double infinity = std::numeric_limits<double>::infinity();
    const QList<QPointF> curve =
        reduceCurve(series({1, std::nan(""), 2, infinity, -infinity}), 0, 5, window(0, 4, 100));
    QCOMPARE(curve.size(), 5);
    QCOMPARE(curve[0].y(), 1.0);
    QVERIFY(std::isnan(curve[1].y()));
    QCOMPARE(curve[2].y(), 2.0);
    QVERIFY(std::isnan(curve[3].y()) && std::isnan(curve[4].y()));
}

void TestCurveReduction::aLogarithmicAxisDropsWhatItCannotShow()
{
    CurveWindow log = window(0, 8, 100);
    log.logY = true;
    const QList<QPointF> few = reduceCurve(series({1, 0, -2, 4}), 0, 4, log);
    QVERIFY(std::isnan(few[1].y()) && std::isnan(few[2].y()));
    QCOMPARE(few[3].y(), 4.0);
    // Reduced: the column shows the smallest value it can.
    log.columns = 1;
    const QList<QPointF> many = reduceCurve(series({-1, 0.5, 8, 3, -4, 0}), 0, 6, log);
    for (const QPointF& point : many) {
        QVERIFY(point.y() > 0);
    }
    QVERIFY(std::any_of(many.begin(), many.end(), [](QPointF p) { return p.y() == 8.0; }));
    QVERIFY(std::any_of(many.begin(), many.end(), [](QPointF p) { return p.y() == 0.5; }));
}

void TestCurveReduction::visibleSummaryIncludesBothEnds()
{
    const SeriesPyramid points = series({5, 1, 2, 3, 9});
    const SeriesSummary inside = visibleSummary(points, 0, 5, window(1, 3, 10));
    QCOMPARE(inside.min, 1.0);
    QCOMPARE(inside.max, 3.0);
    QVERIFY(std::isnan(visibleSummary(points, 0, 5, window(3.2, 3.8, 10)).max));
}

QTEST_APPLESS_MAIN(TestCurveReduction)
#include "tst_curve_reduction.moc"
