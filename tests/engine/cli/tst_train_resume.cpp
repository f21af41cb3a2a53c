// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"

#include <QTest>

using namespace engine;

class TestTrainResume : public QObject
{
    Q_OBJECT

private slots:
    void w2_killedRunsGoOnAsIfUndisturbed_data();
    void w2_killedRunsGoOnAsIfUndisturbed();
    void stoppedRunsGoOnAsIfUndisturbed();
    void theNewestRunOfTheNameIsResumed();
    void refusedResumesChangeNothing_data();
    void refusedResumesChangeNothing();
};

static std::vector<StoredPoint> after(std::vector<StoredPoint> points, std::int64_t step)
{
    std::erase_if(points, [step](const StoredPoint& point) { return point.step <= step; });
    return points;
}

void TestTrainResume::w2_killedRunsGoOnAsIfUndisturbed_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("threads");
    QTest::newRow("spirals") << "spirals"
                             << "1";
    QTest::newRow("fashion-mlp with dropout") << "fashion-mlp"
                                              << "2";
}

void TestTrainResume::w2_killedRunsGoOnAsIfUndisturbed()
{
    QFETCH(const QString, preset);
    QFETCH(const QString, threads);
    const TrainProgram program;
    const QStringList settings{"--threads", threads,
                               "--set",     "session.save_checkpoint_steps=17",
                               "--set",     "session.async_checkpoint=false",
                               "--set",     "evaluation.every_steps=10"};
    QProcess process;
    program.start(process,
                  program.job(preset, "run", settings + QStringList{"--steps", "9999999"}));
    QVERIFY(TrainProgram::waitForStep(process, 40));
    process.kill();
    QVERIFY(process.waitForFinished(TrainProgram::kPatienceMs));
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QCOMPARE(program.reader().runs().at(0).status, RunStatus::Ended);

    const std::int64_t known = program.reader().runs().at(0).lastCheckpointStep;
    const QString target = QString::number(std::max<std::int64_t>(known, 34) + 200);
    const ProgramEnd resumed = program.run(program.job(
        preset, "run", settings + QStringList{"--steps", target, "--resume", "--json"}));
    QCOMPARE(resumed.exitCode, 0);
    QCOMPARE(resumed.json()["run"].toInt(), 1);
    QCOMPARE(resumed.json()["segment"].toInt(), 1);
    QCOMPARE(resumed.json()["steps"].toInt(), target.toInt());

    QCOMPARE(
        program.run(program.job(preset, "undisturbed", settings + QStringList{"--steps", target}))
            .exitCode,
        0);
    const std::int64_t first = program.reader().segments(1).at(1).firstStep;
    // That of 34 may just have been on its way to the disk.
    QVERIFY2(first >= 17 && first % 17 == 0, qPrintable(QString::number(first)));
    const std::vector<StoredPoint> undisturbed = program.losses(2);
    QCOMPARE(undisturbed.size(), static_cast<std::size_t>(target.toInt()));
    VERIFY_SAME_POINTS(program.losses(1, 1), after(undisturbed, first));
    VERIFY_SAME_POINTS(program.reader().points(1, 1, "validation/loss"),
                       after(program.reader().points(2, 0, "validation/loss"), first));
}

void TestTrainResume::stoppedRunsGoOnAsIfUndisturbed()
{
    const TrainProgram program;
    QCOMPARE(program.run(program.job("iris", "run", {"--steps", "33"})).exitCode, 0);
    const ProgramEnd resumed =
        program.run(program.job("iris", "run", {"--steps", "80", "--resume"}));
    QCOMPARE(resumed.exitCode, 0);
    QVERIFY2(resumed.output.startsWith("run 1: iris, continued from step 33 to 80\n"),
             resumed.output.constData());
    QCOMPARE(program.run(program.job("iris", "other", {"--steps", "80"})).exitCode, 0);
    const std::vector<StoredPoint> undisturbed = program.losses(2);
    std::vector<StoredPoint> both = program.losses(1, 0);
    const std::vector<StoredPoint> second = program.losses(1, 1);
    QCOMPARE(both.size(), std::size_t{33});
    both.insert(both.end(), second.begin(), second.end());
    VERIFY_SAME_POINTS(both, undisturbed);
    QCOMPARE(program.reader().runs().back().status, RunStatus::Finished);
}

void TestTrainResume::theNewestRunOfTheNameIsResumed()
{
    const TrainProgram program;
    const QStringList job{"iris", "--store", program.store()};
    QCOMPARE(program.run(job + QStringList{"--steps", "10"}).exitCode, 0);
    QCOMPARE(program.run(job + QStringList{"--steps", "20"}).exitCode, 0);
    const ProgramEnd end = program.run(job + QStringList{"--steps", "25", "--resume", "--json"});
    QCOMPARE(end.exitCode, 0);
    QCOMPARE(end.json()["run"].toInt(), 2);
    QCOMPARE(program.reader().segments(2).at(1).firstStep, std::int64_t{20});
    QCOMPARE(program.losses(2, 1).size(), std::size_t{5});
}

void TestTrainResume::refusedResumesChangeNothing_data()
{
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("another model")
        << QStringList{"--steps", "90", "--set", "model.hidden_layers=[5]"}
        << QByteArray("checkpoint has [4,16], graph has [4,5]");
    QTest::newRow("nothing left") << QStringList{"--steps", "20"}
                                  << QByteArray("iris is already at step 20 of 20; a later "
                                                "run.steps (--steps) trains on");
}

void TestTrainResume::refusedResumesChangeNothing()
{
    QFETCH(const QStringList, settings);
    QFETCH(const QByteArray, message);
    const TrainProgram program;
    QCOMPARE(program.run(program.job("iris", "run", {"--steps", "20"})).exitCode, 0);
    const ProgramEnd end =
        program.run(program.job("iris", "run", settings + QStringList{"--resume"}));
    QVERIFY2(end.errors.contains(message), end.errors.constData());
    QCOMPARE(end.exitCode, 2);
    const RunInfo run = program.reader().runs().at(0);
    QCOMPARE(run.status, RunStatus::Finished);
    QCOMPARE(run.lastStep, std::int64_t{20});
    QCOMPARE(run.targetSteps, std::int64_t{20});
    QCOMPARE(program.reader().segments(1).size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestTrainResume)
#include "tst_train_resume.moc"
