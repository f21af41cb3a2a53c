// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/summary/run_store_reader.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <memory>

using namespace engine;

// A few histograms of many, looked up by their steps.
class TestHistogramReader : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void evenlyByStep_data();
    void evenlyByStep();
    void whatWasChosenStaysWhileTheRunGoesOn();
    void onlyWhatLedToTheNewestStep();
    void valuesComeBack();
    void tagsOfTheRunAlone();
    void otherKindsAreNoHistograms();
    void aDamagedOneIsSaid();

private:
    void record(std::string_view tag, std::int64_t step)
    {
        m_writer->addSummary(tag, makeHistogram({{-1.0, static_cast<double>(step)}}, tag), step);
    }
    QList<qint64> steps(std::string_view tag, int maxCount)
    {
        m_writer->flush();
        QList<qint64> steps;
        for (const StoredHistogram& found :
             RunStoreReader(m_test->path(), m_test->clock).histograms(m_run, tag, maxCount)) {
            steps += found.step;
        }
        return steps;
    }

    std::unique_ptr<StoreTest> m_test;
    std::unique_ptr<RunStoreWriter> m_writer;
    RunId m_run = 0;
};

void TestHistogramReader::init()
{
    m_writer.reset();
    m_test = std::make_unique<StoreTest>();
    m_writer =
        std::make_unique<RunStoreWriter>(m_test->path(), m_test->clock, StoreTest::patient());
    m_run = m_writer->createRun(StoreTest::spec("run"));
    m_writer->beginSegment(m_run, 0);
}

void TestHistogramReader::evenlyByStep_data()
{
    using Steps = QList<qint64>;
    QTest::addColumn<Steps>("recorded");
    QTest::addColumn<int>("maxCount");
    QTest::addColumn<Steps>("expected");
    QTest::newRow("none") << Steps{} << 5 << Steps{};
    QTest::newRow("one") << Steps{7} << 5 << Steps{7};
    QTest::newRow("two") << Steps{7, 9} << 5 << Steps{7, 9};
    QTest::newRow("as many as wanted")
        << Steps{1, 101, 201, 301, 401} << 5 << Steps{1, 101, 201, 301, 401};
    QTest::newRow("one more: every second")
        << Steps{1, 101, 201, 301, 401, 501} << 5 << Steps{1, 201, 401, 501};
    Steps many;
    for (qint64 step = 1; step <= 12'801; step += 100) {
        many += step;
    }
    QTest::newRow("many: every 32nd") << many << 5 << Steps{1, 3201, 6401, 9601, 12801};
    QTest::newRow("the newest alone") << many << 1 << Steps{12801};
    QTest::newRow("none are wanted") << many << 0 << Steps{};
    QTest::newRow("closer together later, few")
        << Steps{1, 1001, 2001, 2051, 2101} << 5 << Steps{1, 1001, 2001, 2051, 2101};
    Steps closer{1, 1001};
    for (qint64 step = 1051; step <= 4001; step += 50) {
        closer += step;
    }
    QTest::newRow("closer together later, many: every 500 steps")
        << closer << 10 << Steps{1, 1001, 1501, 2001, 2501, 3001, 3501, 4001};
    Steps farther;
    for (qint64 step = 1; step <= 1001; step += 50) {
        farther += step;
    }
    farther += Steps{2001, 3001, 4001};
    QTest::newRow("farther apart later: every 800 steps")
        << farther << 6 << Steps{1, 801, 1001, 2001, 3001, 4001};
    QTest::newRow("the earliest step of all")
        << Steps{std::numeric_limits<qint64>::min(), -1, 1} << 3
        << Steps{std::numeric_limits<qint64>::min(), -1, 1};
    QTest::newRow("a pause between") << Steps{1, 2, 3, 1000} << 3 << Steps{1, 3, 1000};
    QTest::newRow("steps from end to end")
        << Steps{std::numeric_limits<qint64>::min() + 1, 0, std::numeric_limits<qint64>::max()} << 2
        << Steps{std::numeric_limits<qint64>::min() + 1, std::numeric_limits<qint64>::max()};
}

void TestHistogramReader::evenlyByStep()
{
    QFETCH(QList<qint64>, recorded);
    QFETCH(int, maxCount);
    for (const qint64 step : recorded) {
        record("w", step);
        record("other", step / 2);
    }
    QTEST(steps("w", maxCount), "expected");
}

void TestHistogramReader::whatWasChosenStaysWhileTheRunGoesOn()
{
    QList<qint64> before;
    int changes = 0;
    for (qint64 step = 1; step <= 20'001; step += 100) {
        record("w", step);
        const QList<qint64> now = steps("w", 9);
        QVERIFY(now.size() <= 9);
        QCOMPARE(now.last(), step);
        QCOMPARE(now.first(), 1);
        // All but the one that was the newest before are still there.
        const bool isKept = before.size() < 2
            || std::all_of(before.cbegin(), before.cend() - 1,
                           [&now](qint64 old) { return now.contains(old); });
        changes += isKept ? 0 : 1;
        before = now;
    }
    QCOMPARE(changes, 5); // of 200: the distance was doubled
}

void TestHistogramReader::onlyWhatLedToTheNewestStep()
{
    for (const qint64 step : {1, 11, 21, 31}) {
        record("w", step);
    }
    m_writer->endSegment(RunStatus::Stopped, "", 31);
    m_writer->beginSegment(m_run, 20); // back to a checkpoint
    record("w", 22);
    m_writer->endSegment(RunStatus::Stopped, "", 24);
    m_writer->beginSegment(m_run, 24);
    record("w", 25);
    record("w", 35);
    QCOMPARE(steps("w", 20), (QList<qint64>{1, 11, 22, 25, 35}));
    m_writer->endSegment(RunStatus::Stopped, "", 35);
    m_writer->beginSegment(m_run, 0); // everything anew
    QCOMPARE(steps("w", 20), QList<qint64>());
    record("w", 1);
    QCOMPARE(steps("w", 20), QList<qint64>{1});
}

void TestHistogramReader::valuesComeBack()
{
    m_test->clock.advanceSeconds(3);
    record("w", 5);
    m_writer->flush();
    const std::vector<StoredHistogram> found =
        RunStoreReader(m_test->path(), m_test->clock).histograms(m_run, "w", 4);
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].histogram == makeHistogram({{-1.0, 5.0}}, "w"));
    QCOMPARE(found[0].wallSeconds, 1700000003.0);
}

void TestHistogramReader::tagsOfTheRunAlone()
{
    record("z/weights", 1);
    record("a/weights", 1);
    m_writer->addSummary("a/note", std::string("text"), 1);
    m_writer->endSegment(RunStatus::Stopped, "", 1);
    const RunId other = m_writer->createRun(StoreTest::spec("other"));
    m_writer->beginSegment(other, 0);
    record("b/weights", 1);
    m_writer->flush();
    RunStoreReader reader(m_test->path(), m_test->clock);
    QVERIFY((reader.histogramTags(m_run) == std::vector<std::string>{"z/weights", "a/weights"}));
    QVERIFY(reader.histogramTags(other) == std::vector<std::string>{"b/weights"});
    QVERIFY(reader.histogramTags(99).empty());
    QVERIFY(reader.histograms(m_run, "b/weights", 4).empty());
    QVERIFY(reader.histograms(m_run, "nowhere", 4).empty());
}

void TestHistogramReader::otherKindsAreNoHistograms()
{
    record("w", 1);
    m_writer->addSummary("w", std::string("a text"), 2);
    QCOMPARE(steps("w", 4), QList<qint64>{1});
}

void TestHistogramReader::aDamagedOneIsSaid()
{
    record("w", 1);
    m_writer->flush();
    Database(m_test->path(), Database::Access::ReadWrite)
        .execute("UPDATE summary SET content = x'ff00ff'");
    VERIFY_THROWS(DataLossError, "", steps("w", 4));
}

QTEST_APPLESS_MAIN(TestHistogramReader)
#include "tst_histogram_reader.moc"
