// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/metric_buffer.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <thread>

using namespace gui;

class TestMetricBuffer : public QObject
{
    Q_OBJECT

private slots:
    void batchesCarryRunSegmentAndOrder()
    {
        MetricBuffer buffer;
        const auto loss = buffer.registerTag("train/loss");
        const auto accuracy = buffer.registerTag("train/accuracy");
        QCOMPARE(buffer.registerTag("train/loss"), loss);
        buffer.append(loss, {1, 0.5, 10});
        buffer.append(accuracy, {1, 0.9, 10});
        buffer.append(loss, {2, 0.4, 11});
        const QList<MetricBatch> batches = buffer.drain(3, 1);
        QCOMPARE(batches.size(), 2);
        QCOMPARE(batches[0].run, 3);
        QCOMPARE(batches[0].segment, 1);
        QCOMPARE(batches[0].tag, QStringLiteral("train/loss"));
        QCOMPARE(batches[0].points.size(), 2);
        QCOMPARE(batches[0].points[1].step, 2);
        QCOMPARE(batches[1].points[0].value, 0.9);
        QVERIFY(buffer.drain(3, 1).isEmpty());
    }

    void aFullBufferKeepsExtremesAndNonFiniteValues()
    {
        MetricBuffer buffer(64);
        const auto tag = buffer.registerTag("train/loss");
        const int count = 10'000;
        for (int step = 1; step <= count; ++step) {
            double value = std::sin(step * 0.1);
            value = step == 4321 ? 100 : step == 7654 ? -100 : value;
            value = step == 5000 ? std::numeric_limits<double>::quiet_NaN() : value;
            buffer.append(tag, {step, value, 0});
        }
        const QList<MetricPoint> points = buffer.drain(1, 0)[0].points;
        QVERIFY(points.size() <= 64);
        QCOMPARE(buffer.mergedCount(), count - points.size());
        const auto holds = [&](qint64 step) {
            return std::any_of(points.begin(), points.end(),
                               [step](const MetricPoint& point) { return point.step == step; });
        };
        QVERIFY(holds(4321));
        QVERIFY(holds(7654));
        QVERIFY(holds(5000));
        QVERIFY(std::is_sorted(points.begin(), points.end(),
                               [](auto& a, auto& b) { return a.step < b.step; }));
    }

    void nothingIsLostBetweenTwoThreads()
    {
        MetricBuffer buffer;
        const auto tag = buffer.registerTag("train/loss");
        const qint64 count = 50'000;
        std::thread producer([&] {
            for (qint64 step = 1; step <= count; ++step) {
                buffer.append(tag, {step, 1, 0});
            }
        });
        qint64 next = 1;
        while (next <= count) {
            for (const MetricBatch& batch : buffer.drain(1, 0)) {
                for (const MetricPoint& point : batch.points) {
                    QCOMPARE(point.step, next);
                    ++next;
                }
            }
            std::this_thread::yield();
        }
        producer.join();
        QCOMPARE(buffer.mergedCount(), 0);
    }
};

QTEST_APPLESS_MAIN(TestMetricBuffer)
#include "tst_metric_buffer.moc"
