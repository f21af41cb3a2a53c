// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_retention.h"
#include "engine/jobs/checkpoint_pins.h"
#include "engine/summary/sqlite.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"

#include <QTest>

using namespace engine;

namespace {

// What somebody does at the boundary after a step.
class AfterStep final : public SessionRunHook
{
public:
    AfterStep(TrainingJob& job, std::int64_t step, std::function<void()> action)
        : m_job(job), m_step(step), m_action(std::move(action))
    { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        if (m_job.progress().step() == m_step) {
            m_action();
        }
    }

private:
    TrainingJob& m_job;
    std::int64_t m_step;
    std::function<void()> m_action;
};

} // namespace

// Checkpoints that a person keeps, while a run trains and while nobody does.
class TestCheckpointPins : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_world = std::make_unique<JobWorld>(); }
    void pinnedWhileItTrains_data();
    void pinnedWhileItTrains();
    void pinnedWhileNobodyTrains();
    void whatIsRefusedChangesNothing_data();
    void whatIsRefusedChangesNothing();
    void aDirectoryThatTrainsIsNotTouched();
    void whatIsNotThereIsSaid();

private:
    // Keeps one checkpoint of those it saves every 10 steps.
    JobRequest request(std::int64_t steps, RunId continued = 0,
                       const std::vector<std::string>& settings = {}) const
    {
        std::vector<std::string> all{"session.max_to_keep=1"};
        all.insert(all.end(), settings.begin(), settings.end());
        JobRequest request = m_world->request("run", all);
        request.config.run.steps = steps;
        request.continueRun = continued;
        return request;
    }
    RunId pin(std::int64_t step, bool isPinned)
    {
        return pinCheckpoint({m_world->path("run/"), step, isPinned, m_world->path("runs.sqlite")},
                             m_world->environment());
    }
    QList<qint64> onDisk() const
    {
        QList<qint64> steps;
        for (const std::string& found : listCheckpoints(m_world->files, m_world->path("run"))) {
            steps += stepOfCheckpoint(found).value_or(-1);
        }
        return steps;
    }
    QList<qint64> pinnedInTheStore() const
    {
        QList<qint64> steps;
        for (const StoredCheckpoint& checkpoint : m_world->reader().checkpoints(1)) {
            if (checkpoint.isPinned) {
                steps += checkpoint.step;
            }
        }
        return steps;
    }
    // Step and kind.
    QList<QPair<qint64, QByteArray>> pinEvents() const
    {
        QList<QPair<qint64, QByteArray>> events;
        for (const StoredEvent& event : m_world->reader().events(1)) {
            if (event.kind.find("pinned") != std::string::npos) {
                events.append({event.step, QByteArray::fromStdString(event.kind)});
            }
        }
        return events;
    }

    std::unique_ptr<JobWorld> m_world;
};

void TestCheckpointPins::pinnedWhileItTrains_data()
{
    QTest::addColumn<std::string>("async");
    QTest::newRow("a thread writes") << std::string("session.async_checkpoint=true");
    QTest::newRow("the step writes") << std::string("session.async_checkpoint=false");
}

void TestCheckpointPins::pinnedWhileItTrains()
{
    QFETCH(const std::string, async);
    m_world->train(request(40, 0, {async}), [](TrainingJob& job) {
        job.addHook(
            std::make_shared<AfterStep>(job, 5, [&job] { job.setCheckpointPinned(0, true); }));
    });
    QCOMPARE(onDisk(), (QList<qint64>{0, 40}));
    QCOMPARE(pinnedInTheStore(), QList<qint64>{0});
    QCOMPARE(pinEvents(), (QList<QPair<qint64, QByteArray>>{{5, "checkpoint_pinned"}}));

    m_world->train(request(60, 1, {async})); // over a restart
    QCOMPARE(onDisk(), (QList<qint64>{0, 60}));

    m_world->train(request(80, 1, {async}), [](TrainingJob& job) {
        job.addHook(
            std::make_shared<AfterStep>(job, 65, [&job] { job.setCheckpointPinned(0, false); }));
    });
    QCOMPARE(onDisk(), QList<qint64>{80});
    QVERIFY(pinnedInTheStore().isEmpty());
    QCOMPARE(pinEvents().last(), (QPair<qint64, QByteArray>{65, "checkpoint_unpinned"}));
}

void TestCheckpointPins::pinnedWhileNobodyTrains()
{
    m_world->train(request(20));
    QCOMPARE(pin(20, true), RunId{1});
    QCOMPARE(pinnedInTheStore(), QList<qint64>{20});
    QCOMPARE(pinEvents(), (QList<QPair<qint64, QByteArray>>{{20, "checkpoint_pinned"}}));
    m_world->train(request(40, 1));
    QCOMPARE(onDisk(), (QList<qint64>{20, 40}));
    QCOMPARE(pinnedInTheStore(), QList<qint64>{20});
    QCOMPARE(pin(20, false), RunId{1});
    QVERIFY(pinnedInTheStore().isEmpty());
    m_world->train(request(60, 1));
    QCOMPARE(onDisk(), QList<qint64>{60});
}

void TestCheckpointPins::whatIsRefusedChangesNothing_data()
{
    QTest::addColumn<bool>("isPinned"); // before
    QTest::addColumn<std::string>("call"); // that fails
    QTest::addColumn<std::string>("hinder"); // the store
    QTest::addColumn<std::string>("free");
    for (const bool isPinned : {false, true}) {
        const char* const what = isPinned ? "unpinned" : "pinned";
        for (const char* call : {"create", "append", "sync", "close", "rename", "syncDirectory"}) {
            QTest::addRow("%s, %s fails", what, call)
                << isPinned << std::string(call) << std::string() << std::string();
        }
        for (const char* written : {"UPDATE ON checkpoint", "INSERT ON event"}) {
            QTest::addRow("%s, no %s", what, written) << isPinned << std::string()
                                                      << std::string("CREATE TRIGGER no BEFORE ")
                    + written + " BEGIN SELECT RAISE(ABORT, 'no'); END"
                                                      << std::string("DROP TRIGGER no");
        }
    }
    QTest::newRow("unpinned, the store is busy")
        << true << std::string() << std::string("BEGIN IMMEDIATE") << std::string("ROLLBACK");
}

void TestCheckpointPins::whatIsRefusedChangesNothing()
{
    QFETCH(const bool, isPinned);
    QFETCH(const std::string, call);
    QFETCH(const std::string, hinder);
    QFETCH(const std::string, free);
    m_world->train(request(20));
    if (isPinned) {
        pin(20, true);
    }
    const std::filesystem::path file = m_world->path("run/") / kCheckpointRetentionFile;
    const auto content = [&] {
        return m_world->files.exists(file) ? m_world->files.read(file) : std::string();
    };
    const std::string before = content();
    QCOMPARE(before.empty(), !isPinned);
    FailingFileSystem files;
    files.failAt(call);
    {
        Database other(m_world->path("runs.sqlite"), Database::Access::ReadWrite);
        other.execute(hinder);
        QVERIFY_THROWS_EXCEPTION(
            Error,
            pinCheckpoint({m_world->path("run/"), 20, !isPinned, m_world->path("runs.sqlite")},
                          {m_world->clock, m_world->logger, files}));
        other.execute(free);
    }
    QCOMPARE(content(), before);
    const QList<qint64> pinned = isPinned ? QList<qint64>{20} : QList<qint64>();
    QCOMPARE(pinnedInTheStore(), pinned);
    m_world->train(request(40, 1));
    QCOMPARE(onDisk(), pinned + QList<qint64>{40});
}

void TestCheckpointPins::aDirectoryThatTrainsIsNotTouched()
{
    m_world->train(request(20));
    TrainingJob job(request(40, 1), m_world->environment());
    job.open();
    VERIFY_THROWS(FailedPreconditionError, "another training uses", pin(20, true));
    QVERIFY(pinnedInTheStore().isEmpty());
    VERIFY_THROWS(FailedPreconditionError, "no training runs", job.setCheckpointPinned(20, true));
}

void TestCheckpointPins::whatIsNotThereIsSaid()
{
    m_world->train(request(20));
    VERIFY_THROWS(NotFoundError, "there is no checkpoint of step 10", pin(10, true));
    m_world->train(request(30, 1), [](TrainingJob& job) {
        job.addHook(std::make_shared<AfterStep>(job, 25, [&job] {
            VERIFY_THROWS(NotFoundError, "there are those of", job.setCheckpointPinned(11, true));
        }));
    });
    // A store that knows nothing of the directory.
    QCOMPARE(pinCheckpoint({m_world->path("run"), 30, true, m_world->path("other.sqlite")},
                           m_world->environment()),
             RunId{0});
    QVERIFY(!m_world->files.exists(m_world->path("other.sqlite")));
    m_world->train(request(50, 1));
    QCOMPARE(onDisk(), (QList<qint64>{30, 50}));
}

QTEST_GUILESS_MAIN(TestCheckpointPins)
#include "tst_checkpoint_pins.moc"
