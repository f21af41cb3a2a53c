// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a span of a stored series is drawn.
#include "gui/charts/curve_reduction.h"
#include "gui/charts/span_points.h"

#include <QtTest>

#include <cmath>

using namespace gui;

class TestSpanPoints : public QObject
{
    Q_OBJECT

private slots:
    void aSpanIsDrawnByItsFourValues();
    void noColumnOfABandIsEmpty_data();
    void noColumnOfABandIsEmpty();
};

void TestSpanPoints::aSpanIsDrawnByItsFourValues()
{
    const QList<SeriesPoint> points =
        pointsOf({{10, 18, 100, 9, 1, 3, 4, 1, 8}, {20, 20, 110, 1, 0, 5, 5, 5, 5}});
    QCOMPARE(points.size(), 8);
    QCOMPARE(points[0].value, 3.);
    QCOMPARE(points[1].value, 1.); // nearer to 3 than 8 is
    QCOMPARE(points[1].step, 12.);
    QCOMPARE(points[2].value, 8.);
    QCOMPARE(points[2].step, 12.);
    QVERIFY(std::isnan(points[3].value));
    QCOMPARE(points[3].step, 14.);
    QCOMPARE(points[4].value, 8.);
    QCOMPARE(points[4].step, 16.);
    QCOMPARE(points[5].value, 1.);
    QCOMPARE(points[6].value, 4.);
    QCOMPARE(points[6].step, 18.);
    QCOMPARE(points[6].wallSeconds, 108.); // of even steps
    QVERIFY(!points[6].isExact);
    QCOMPARE(points[7].value, 5.);
    QVERIFY(points[7].isExact);
}

void TestSpanPoints::noColumnOfABandIsEmpty_data()
{
    QTest::addColumn<double>("columnsOfSpan");
    for (const double columns : {0.3, 0.9, 1., 1.03, 1.37, 1.5, 1.71, 1.99}) {
        QTest::addRow("%.2f columns a span", columns) << columns;
    }
}

// The values of every span reach from 0 to 1: so does what is drawn in each column of pixels.
void TestSpanPoints::noColumnOfABandIsEmpty()
{
    QFETCH(const double, columnsOfSpan);
    constexpr int kColumns = 400;
    constexpr qint64 kStepsOfSpan = 1000;
    QList<MetricSpan> spans;
    for (qint64 from = 0; double(from) < kColumns * kStepsOfSpan / columnsOfSpan;
         from += kStepsOfSpan) {
        spans.append(
            {from, from + kStepsOfSpan - 1, double(from), kStepsOfSpan, 0, 0.5, 0.5, 0, 1});
    }
    SeriesPyramid series;
    for (const SeriesPoint& point : pointsOf(spans)) {
        series.append(point);
    }
    CurveWindow window;
    window.upper = kColumns * kStepsOfSpan / columnsOfSpan;
    window.columns = kColumns;
    QList<double> lowest(kColumns, 1);
    QList<double> highest(kColumns, 0);
    for (const QPointF& point : reduceCurve(series, 0, series.size(), window)) {
        const int column = int(point.x() / (window.upper / kColumns));
        if (column < kColumns) {
            lowest[column] = std::min(lowest[column], point.y());
            highest[column] = std::max(highest[column], point.y());
        }
    }
    for (int column = 1; column + 1 < kColumns; ++column) {
        QVERIFY2(lowest[column] == 0 && highest[column] == 1, qPrintable(QString::number(column)));
    }
}

QTEST_APPLESS_MAIN(TestSpanPoints)
#include "tst_span_points.moc"
