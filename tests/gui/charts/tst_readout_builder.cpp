// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The readout's table at a place on the x axis.
#include "gui/charts/readout_builder.h"

#include <QtTest>

using namespace gui;

class TestReadoutBuilder : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void columnsFollowTheCards();
    void valuesAreThoseOfTheNearestPoints();
    void aRunThatEndedHasNoValueBehindItsEnd();
    void twoRunsHaveADifference();
    void thePositionNamesStepEpochAndTime();
    void otherXModesReadTheSamePoint();

private:
    ReadoutTable at(double x, XMode mode = XMode::Step) const
    {
        return buildReadout(m_data, m_cards, mode, x, 1, QLocale::c());
    }

    ChartData m_data;
    QList<ReadoutCard> m_cards;
};

// Run 1: steps 1 … 1000, one in 10 ms. Run 2: 1 … 400.
void TestReadoutBuilder::init()
{
    m_data = ChartData();
    m_data.setRun(1, QStringLiteral("first"), 0).stepsPerEpoch = 100;
    m_data.setRun(2, QStringLiteral("second"), 1);
    const QString loss = QStringLiteral("train/loss");
    const QString validation = QStringLiteral("validation/loss");
    const QString rate = QStringLiteral("global_step/sec");
    for (const RunId run : {1, 2}) {
        MetricBatch training{run, 0, loss, {}};
        MetricBatch evaluated{run, 0, validation, {}};
        for (int step = 1; step <= (run == 1 ? 1000 : 400); ++step) {
            training.points.append({step, double(run) + 0.001 * step, 1e9 + 0.01 * step});
            if (step % 100 == 0) {
                evaluated.points.append({step, 5.0 * double(run), 1e9 + 0.01 * step});
            }
        }
        m_data.append(training);
        m_data.append(evaluated);
    }
    m_data.append({1, 0, rate, {{100, 812, 1e9 + 1}}});
    m_data.catchUp(1'000'000);
    m_cards = {{QStringLiteral("loss"), {loss, validation}}, {rate, {rate}}};
}

void TestReadoutBuilder::columnsFollowTheCards()
{
    QStringList labels;
    for (const ReadoutColumn& column : at(10).columns) {
        labels.append(column.label);
    }
    QCOMPARE(labels,
             (QStringList{QStringLiteral("loss"), QStringLiteral("loss, raw"),
                          QStringLiteral("loss, validation"), QStringLiteral("steps/s")}));
    QCOMPARE(at(10).columns[0].decimals, 4);
    QCOMPARE(at(10).columns[3].decimals, 0);
}

void TestReadoutBuilder::valuesAreThoseOfTheNearestPoints()
{
    const ReadoutTable table = at(260.4);
    QCOMPARE(*table.rows[0].values[1], 1.26);
    QCOMPARE(*table.rows[0].values[2], 5.0);
    m_data.setHalfLife(30);
    m_data.catchUp(1'000'000);
    const ReadoutTable smoothed = at(260.4);
    QVERIFY(*smoothed.rows[0].values[0] < 1.25);
    QCOMPARE(*smoothed.rows[0].values[1], 1.26);
}

void TestReadoutBuilder::aRunThatEndedHasNoValueBehindItsEnd()
{
    const ReadoutTable table = at(800);
    QVERIFY(table.rows[0].values[0].has_value());
    QVERIFY(!table.rows[1].values[0].has_value());
    QVERIFY(!table.difference[0].has_value());
}

void TestReadoutBuilder::twoRunsHaveADifference()
{
    const ReadoutTable table = at(200);
    QCOMPARE(*table.difference[0], -1.0);
    QCOMPARE(*table.difference[2], -5.0);
    QVERIFY(!table.difference[3].has_value());
    m_data.removeRun(2);
    QVERIFY(at(200).difference.isEmpty());
}

void TestReadoutBuilder::thePositionNamesStepEpochAndTime()
{
    QCOMPARE(at(840).position, QStringLiteral("step 840 · epoch 8.4 · 8.4\u00a0s"));
}

void TestReadoutBuilder::otherXModesReadTheSamePoint()
{
    for (const auto& [mode, x] : {std::pair(XMode::Epoch, 3.0),
                                  {XMode::RelativeTime, 2.99},
                                  {XMode::WallClock, 1e9 + 3.0}}) {
        QCOMPARE(*at(x, mode).rows[0].values[1], 1.3);
    }
}

QTEST_APPLESS_MAIN(TestReadoutBuilder)
#include "tst_readout_builder.moc"
