// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_owner.h"

#include <QProcess>
#include <QTest>

#include <csignal>
#include <limits>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;

namespace {

constexpr std::chrono::microseconds kNow = std::chrono::hours(1000);

RunOwner owner(const std::string& host, std::int64_t pid, std::chrono::seconds silence)
{
    return {host, pid, (kNow - std::chrono::microseconds(silence)).count()};
}

} // namespace

class TestRunOwner : public QObject
{
    Q_OBJECT

private slots:
    void anotherHostIsJudgedByItsHeartbeat();
    void aProcessThatTrainsIsThereHoweverLongItWasSilent();
    void aDeadProcessIsGoneAtOnce();
    void aKilledProcessThatNobodyReapsIsGoneAtOnce();
    void anotherProgramWithTheNumberIsNotTheOwner();
};

void TestRunOwner::anotherHostIsJudgedByItsHeartbeat()
{
    QVERIFY(!isGone(owner("elsewhere", processId(), std::chrono::seconds(59)), kNow));
    QVERIFY(isGone(owner("elsewhere", processId(), std::chrono::seconds(61)), kNow));
    // A damaged store may say any time.
    constexpr std::int64_t kEarliest = std::numeric_limits<std::int64_t>::min();
    QVERIFY(isGone({"elsewhere", processId(), kEarliest}, kNow));
}

// A clock that jumped or a machine that slept must not let a second process train the run.
void TestRunOwner::aProcessThatTrainsIsThereHoweverLongItWasSilent()
{
    QVERIFY(!isGone(owner(hostName(), processId(), std::chrono::hours(24)), kNow));
}

void TestRunOwner::aDeadProcessIsGoneAtOnce()
{
    QProcess process;
    process.start(QStringLiteral("/bin/true"), {});
    QVERIFY(process.waitForStarted());
    const qint64 pid = process.processId();
    QVERIFY(process.waitForFinished());
    QVERIFY(isGone(owner(hostName(), pid, std::chrono::seconds(0)), kNow));
}

void TestRunOwner::aKilledProcessThatNobodyReapsIsGoneAtOnce()
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    const RunOwner killed = owner(hostName(), child, std::chrono::seconds(0));
    QVERIFY(!isGone(killed, kNow));
    ::kill(child, SIGKILL);
    siginfo_t end{};
    QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOWAIT), 0); // it stays
    QVERIFY(isGone(killed, kNow));
    QCOMPARE(::waitpid(child, nullptr, 0), child);
}

void TestRunOwner::anotherProgramWithTheNumberIsNotTheOwner()
{
    QProcess process;
    process.start(QStringLiteral("/bin/sleep"), {QStringLiteral("60")});
    QVERIFY(process.waitForStarted());
    const qint64 pid = process.processId();
    QVERIFY(!isGone(owner(hostName(), pid, std::chrono::seconds(5)), kNow));
    QVERIFY(isGone(owner(hostName(), pid, std::chrono::seconds(61)), kNow));
    process.kill();
    QVERIFY(process.waitForFinished());
}

QTEST_GUILESS_MAIN(TestRunOwner)
#include "tst_run_owner.moc"
