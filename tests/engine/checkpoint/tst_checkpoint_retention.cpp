// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_store.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/fake_clock.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace engine;

// Which checkpoints stay, also over restarts: the last, the best, one in so many hours, and what
// somebody has pinned.
class TestCheckpointRetention : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theBestStay();
    void aMetricThatIsNoNumberIsNotGood();
    void whatIsSavedAgainKeepsItsMetric();
    void restartsForgetNothing_data();
    void restartsForgetNothing();
    void pinnedOnesAreNeverDeleted();
    void aPinThatIsTakenOutLetsGo();
    void aRefusedPinChangesNothing_data();
    void aRefusedPinChangesNothing();
    void pinsAreSetWhereNobodySaves();
    void aShorterRuleOfHoursHoldsAtOnce();
    void onlyWhatExistsCanBePinned();
    void withoutAnyRuleThereIsNoFile();
    void aDamagedFileIsWarnedOf();

private:
    std::string base() const { return m_folder->filePath("s").toStdString(); }
    std::string prefix(int step) const { return base() + '-' + std::to_string(step); }
    std::string file() const { return m_folder->filePath("checkpoint_retention").toStdString(); }

    // A process's store; after `restart` it knows what the files tell.
    void start(int maxToKeep, int keepBest, double hours = 10000)
    {
        CheckpointStoreOptions options;
        options.maxToKeep = maxToKeep;
        options.keepBest = keepBest;
        options.keepCheckpointEveryNHours = hours;
        std::vector<std::string> known;
        if (m_store) {
            known = m_store->lastCheckpoints();
        }
        m_store = std::make_unique<CheckpointStore>(m_files, m_clock, m_logger, options);
        m_store->recoverLastCheckpoints(known);
    }
    void save(int step, double metric)
    {
        SaveRequest request;
        request.path = base();
        request.globalStep = step;
        request.metric = metric;
        m_store->save(request, {{"global_step", Tensor::scalar<std::int64_t>(step)}});
        m_clock.advanceSeconds(1800);
    }
    QList<int> onDisk() const
    {
        QList<int> steps;
        for (const std::string& found : listCheckpoints(m_files, m_folder->path().toStdString())) {
            steps += static_cast<int>(stepOfCheckpoint(found).value_or(-1));
        }
        return steps;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    FailingFileSystem m_files;
    FakeClock m_clock;
    MemoryLogger m_logger;
    std::unique_ptr<CheckpointStore> m_store;
};

void TestCheckpointRetention::init()
{
    m_store.reset();
    m_files.failAt({});
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestCheckpointRetention::theBestStay()
{
    start(2, 1);
    save(1, 0.9);
    save(2, 0.2);
    save(3, 0.5);
    save(4, 0.6);
    QCOMPARE(onDisk(), (QList<int>{2, 3, 4}));
    save(5, 0.1); // a better one is among the last: 2 has nothing that speaks for it
    save(6, 0.7);
    QCOMPARE(onDisk(), (QList<int>{5, 6}));
    save(7, 0.8);
    save(8, 0.8);
    QCOMPARE(onDisk(), (QList<int>{5, 7, 8}));
}

void TestCheckpointRetention::aMetricThatIsNoNumberIsNotGood()
{
    start(1, 1);
    save(1, 0.5);
    save(2, std::numeric_limits<double>::quiet_NaN());
    save(3, -std::numeric_limits<double>::infinity());
    save(4, 0.9);
    QCOMPARE(onDisk(), (QList<int>{1, 4}));
}

// A session that is restored saves what it has restored, and knows no metric of it.
void TestCheckpointRetention::whatIsSavedAgainKeepsItsMetric()
{
    constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
    start(1, 1);
    save(1, 0.1);
    start(1, 1);
    save(1, kUnknown);
    save(2, 0.5);
    save(3, 0.4);
    QCOMPARE(onDisk(), (QList<int>{1, 3}));
    save(1, kUnknown); // of another line: this one has not been measured
    save(4, 0.6);
    save(5, 0.7);
    QCOMPARE(onDisk(), (QList<int>{3, 5}));
}

void TestCheckpointRetention::restartsForgetNothing_data()
{
    QTest::addColumn<bool>("restarts");
    QTest::newRow("one process") << false;
    QTest::newRow("a process for each save") << true;
}

void TestCheckpointRetention::restartsForgetNothing()
{
    QFETCH(const bool, restarts);
    start(2, 2, 2);
    const std::vector<double> metrics{0.9, 0.3, 0.8, 0.7, 0.2, 0.6, 0.5, 0.4, 0.95, 0.99, 0.5};
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        save(static_cast<int>(i) + 1, metrics[i]);
        if (restarts) {
            start(2, 2, 2);
        }
    }
    // Last: 10 and 11. Best: 2 and 5. One or two more by the rule of hours, a save being half one.
    const QList<int> kept = onDisk();
    QVERIFY(kept.contains(2) && kept.contains(5) && kept.contains(10) && kept.contains(11));
    static QList<int> ofOneProcess;
    if (!restarts) {
        ofOneProcess = kept;
        QVERIFY(kept.size() > 4);
        QVERIFY(kept.size() < 8);
    } else {
        QCOMPARE(kept, ofOneProcess);
    }
}

void TestCheckpointRetention::pinnedOnesAreNeverDeleted()
{
    start(1, 0);
    save(1, 1);
    m_store->setPinned(prefix(1), true);
    save(2, 1);
    save(3, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 3}));
    start(1, 0);
    save(4, 1);
    save(5, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 5}));
    save(1, 1); // saved again, it is the newest and still pinned
    save(6, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 6}));
}

void TestCheckpointRetention::aPinThatIsTakenOutLetsGo()
{
    start(1, 0);
    save(1, 1);
    m_store->setPinned(prefix(1), true);
    save(2, 1);
    m_store->setPinned(prefix(1), false);
    save(3, 1);
    save(4, 1);
    QCOMPARE(onDisk(), QList<int>{4});
}

void TestCheckpointRetention::aRefusedPinChangesNothing_data()
{
    QTest::addColumn<std::string>("call");
    for (const char* call : {"create", "append", "sync", "close", "rename", "syncDirectory"}) {
        QTest::newRow(call) << std::string(call);
    }
}

// 2 is superseded and pinned, 3 the last; of 1 this store knows nothing, so it does not delete it.
void TestCheckpointRetention::aRefusedPinChangesNothing()
{
    QFETCH(const std::string, call);
    start(1, 0);
    save(1, 1);
    m_store.reset();
    start(1, 0);
    save(2, 1);
    m_store->setPinned(prefix(2), true);
    save(3, 1);
    m_files.failAt(call);
    for (const int step : {1, 3}) {
        VERIFY_THROWS(ResourceExhaustedError, "the disk is full",
                      m_store->setPinned(prefix(step), true));
    }
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", m_store->setPinned(prefix(2), false));
    m_files.failAt({});
    save(4, 1);
    save(5, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 2, 5}));
    start(1, 0);
    save(6, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 2, 6}));
}

void TestCheckpointRetention::pinsAreSetWhereNobodySaves()
{
    start(2, 0);
    save(1, 1);
    save(2, 1);
    setCheckpointPinned(m_files, prefix(1), true, m_clock, m_logger); // between two processes
    setCheckpointPinned(m_files, prefix(2), true, m_clock, m_logger);
    setCheckpointPinned(m_files, prefix(2), false, m_clock, m_logger);
    start(2, 0);
    save(3, 1);
    save(4, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 3, 4}));
    setCheckpointPinned(m_files, prefix(1), false, m_clock, m_logger);
    start(2, 0);
    save(5, 1);
    save(6, 1);
    QCOMPARE(onDisk(), (QList<int>{5, 6}));
}

// The next date that the longer rule had noted is days away.
void TestCheckpointRetention::aShorterRuleOfHoursHoldsAtOnce()
{
    start(1, 0, 100);
    save(1, 1);
    save(2, 1);
    start(1, 0, 1); // two saves an hour from here on
    for (int step = 3; step <= 12; ++step) {
        save(step, 1);
    }
    QCOMPARE(onDisk(), (QList<int>{6, 8, 10, 12}));
}

void TestCheckpointRetention::onlyWhatExistsCanBePinned()
{
    VERIFY_THROWS(NotFoundError, "there is no checkpoint",
                  setCheckpointPinned(m_files, prefix(9), true, m_clock, m_logger));
    start(1, 0);
    VERIFY_THROWS(NotFoundError, "there is no checkpoint", m_store->setPinned(prefix(9), true));
}

void TestCheckpointRetention::withoutAnyRuleThereIsNoFile()
{
    start(2, 0);
    save(1, 1);
    save(2, 1);
    save(3, 1);
    QVERIFY(!m_files.exists(file()));
}

void TestCheckpointRetention::aDamagedFileIsWarnedOf()
{
    start(2, 1);
    save(1, 1);
    writeFileDurably(m_files, file(), "checkpoint { path: 5");
    start(2, 1);
    QVERIFY(!m_logger.entries().empty());
    save(2, 1);
    QCOMPARE(onDisk(), (QList<int>{1, 2}));
}

QTEST_APPLESS_MAIN(TestCheckpointRetention)
#include "tst_checkpoint_retention.moc"
