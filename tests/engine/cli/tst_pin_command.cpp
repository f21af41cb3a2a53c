// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"

#include <QFile>
#include <QTest>

using namespace engine;

// trainspotter-train pin and unpin.
class TestPinCommand : public QObject
{
    Q_OBJECT

private slots:
    void aPinnedCheckpointStays();
    void wrongArgumentsAreSaid_data();
    void wrongArgumentsAreSaid();
    void aRunThatTrainsIsLeftAlone();

private:
    static QStringList sparingJob(const TrainProgram& program, const QStringList& more)
    {
        return program.job("iris", "run", QStringList{"--set", "session.max_to_keep=1"} + more);
    }
};

void TestPinCommand::aPinnedCheckpointStays()
{
    const TrainProgram program;
    QCOMPARE(program.run(sparingJob(program, {"--steps", "20"})).exitCode, 0);
    const QString file = program.path("run/model.ckpt-20.index");
    const ProgramEnd pinned =
        program.run({"pin", program.path("run"), "20", "--store", program.store()});
    QCOMPARE(pinned.exitCode, 0);
    QVERIFY2(pinned.output.contains("is pinned"), pinned.output.constData());
    QVERIFY(program.reader().checkpoints(1).at(0).isPinned);
    QCOMPARE(program.run(sparingJob(program, {"--steps", "30", "--resume"})).exitCode, 0);
    QVERIFY(QFile::exists(file));
    QCOMPARE(program.run({"unpin", "run/", "20", "--store", program.store()}).exitCode, 0);
    QCOMPARE(program.run(sparingJob(program, {"--steps", "40", "--resume"})).exitCode, 0);
    QVERIFY(!QFile::exists(file));
}

void TestPinCommand::wrongArgumentsAreSaid_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no step") << QStringList{"pin", "run"} << 2 << QByteArray("step is required");
    QTest::newRow("a step that is none")
        << QStringList{"pin", "run", "x"} << 2 << QByteArray("step");
    QTest::newRow("no such checkpoint")
        << QStringList{"pin", "run", "7"} << 2 << QByteArray("there is no checkpoint of step 7");
    QTest::newRow("no such directory")
        << QStringList{"unpin", "nowhere", "7"} << 2 << QByteArray("nowhere");
}

void TestPinCommand::wrongArgumentsAreSaid()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, message);
    const TrainProgram program;
    QCOMPARE(program.run(program.job("iris", "run", {"--steps", "20"})).exitCode, 0);
    const ProgramEnd end = program.run(arguments);
    QTEST(end.exitCode, "exitCode");
    QVERIFY2(end.errors.contains(message), end.errors.constData());
}

void TestPinCommand::aRunThatTrainsIsLeftAlone()
{
    const TrainProgram program;
    QProcess process;
    program.start(process, program.job("spirals", "run", {"--steps", "9999999"}));
    QVERIFY(TrainProgram::waitForStep(process, 5));
    const ProgramEnd end = program.run({"pin", "run", "0", "--store", program.store()});
    process.terminate();
    QVERIFY(process.waitForFinished(TrainProgram::kPatienceMs));
    QCOMPARE(end.exitCode, 3);
    QVERIFY2(end.errors.contains("another training uses"), end.errors.constData());
}

QTEST_GUILESS_MAIN(TestPinCommand)
#include "tst_pin_command.moc"
