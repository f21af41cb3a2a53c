// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "engine/summary/sqlite.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;

namespace {

constexpr std::int64_t kFlushEvery = 500;

// The process that will be killed: records step after step and tells through `pipe` which steps are
// committed. Never returns.
[[noreturn]] void recordForEver(const std::filesystem::path& store, int pipe)
{
    SystemClock clock;
    RunStoreWriter writer(store, clock);
    writer.beginSegment(writer.createRun(RunSpec{"killed", 0, "", {}, "", 0, 0}), 0);
    for (std::int64_t step = 1;; ++step) {
        writer.addScalar("train/loss", 1.0 / static_cast<double>(step), step);
        if (step % kFlushEvery == 0) {
            writer.flush();
            if (::write(pipe, &step, sizeof step) != sizeof step) {
                ::_exit(1);
            }
        }
    }
}

} // namespace

class TestStoreSurvivesKill : public QObject
{
    Q_OBJECT

private slots:
    void whatWasCommittedIsThere_data();
    void whatWasCommittedIsThere();
};

void TestStoreSurvivesKill::whatWasCommittedIsThere_data()
{
    QTest::addColumn<int>("commits");
    QTest::newRow("after the first commit") << 1;
    QTest::newRow("after some commits") << 7;
    QTest::newRow("after the journal was copied back") << 200;
}

void TestStoreSurvivesKill::whatWasCommittedIsThere()
{
    QFETCH(int, commits);
    QTemporaryDir folder;
    const auto store = std::filesystem::path(folder.path().toStdString()) / "runs.sqlite";
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        recordForEver(store, pipe[1]);
    }
    std::int64_t committed = 0;
    for (int i = 0; i < commits; ++i) {
        QCOMPARE(::read(pipe[0], &committed, sizeof committed), ssize_t{sizeof committed});
    }
    ::kill(child, SIGKILL);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    ::close(pipe[0]);
    ::close(pipe[1]);

    {
        Database database(store, Database::Access::ReadWrite);
        Statement check(database, "PRAGMA integrity_check");
        QVERIFY(check.step());
        QCOMPARE(check.text(0), std::string("ok"));
    }
    SystemClock clock;
    RunStoreReader reader(store, clock);
    const RunInfo info = reader.runs().front();
    QCOMPARE(info.status, RunStatus::Ended);
    QVERIFY(info.lastStep >= committed);
    const std::vector<StoredPoint> points = reader.points(info.id, 0, "train/loss");
    QCOMPARE(static_cast<std::int64_t>(points.size()), info.lastStep);
    QCOMPARE(points.back().step, info.lastStep);
    QCOMPARE(reader.series(info.id).front().pointCount, info.lastStep);

    RunStoreWriter next(store, clock);
    QCOMPARE(next.beginSegment(info.id, committed), 1);
}

QTEST_APPLESS_MAIN(TestStoreSurvivesKill)
#include "tst_store_survives_kill.moc"
