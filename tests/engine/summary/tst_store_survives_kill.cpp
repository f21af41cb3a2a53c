// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "engine/summary/sqlite.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;

namespace {

constexpr const char* kRecord = "--record";
constexpr std::int64_t kFlushEvery = 500;

// The process that will be killed: writes to standard output its number and then, a line each, up
// to which step all is committed. Never returns.
[[noreturn]] void recordForEver(const std::filesystem::path& store)
{
    std::cout << ::getpid() << std::endl;
    SystemClock clock;
    RunStoreWriter writer(store, clock);
    writer.beginSegment(writer.createRun(RunSpec{"killed", 0, "", {}, "", 0, 0}), 0);
    for (std::int64_t step = 1;; ++step) {
        writer.addScalar("train/loss", 1.0 / static_cast<double>(step), step);
        if (step % kFlushEvery == 0) {
            writer.flush();
            std::cout << step << std::endl;
        }
    }
}

// The next line as a number; 0 at the end.
std::int64_t numberFrom(FILE* lines)
{
    std::array<char, 32> line{};
    return std::fgets(line.data(), line.size(), lines) == nullptr ? 0 : std::atoll(line.data());
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
    const QString command =
        QStringLiteral("exec '%1' %2 '%3'")
            .arg(QCoreApplication::applicationFilePath(), QString::fromLatin1(kRecord),
                 QString::fromStdString(store.string()));
    // Not QProcess: it forks, and the thread sanitizer allows no new threads after that.
    FILE* const recorder = ::popen(qPrintable(command), "r");
    QVERIFY(recorder != nullptr);
    const std::int64_t pid = numberFrom(recorder);
    std::int64_t committed = 0;
    while (committed < commits * kFlushEvery) {
        committed = numberFrom(recorder);
        QVERIFY2(committed > 0, "the recording process has ended by itself");
    }
    QCOMPARE(::kill(static_cast<pid_t>(pid), SIGKILL), 0);
    QCOMPARE(WTERMSIG(::pclose(recorder)), SIGKILL);

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

int main(int argc, char** argv)
{
    if (argc == 3 && std::string_view(argv[1]) == kRecord) {
        recordForEver(argv[2]);
    }
    const QCoreApplication application(argc, argv);
    TestStoreSurvivesKill test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_store_survives_kill.moc"
