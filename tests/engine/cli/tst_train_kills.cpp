// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <map>

using namespace engine;

// A training that saves every third step is killed at random moments, again and again. 20 of them,
// or as many as TRAINSPOTTER_KILLS says; TRAINSPOTTER_SEED repeats the moments of a run.
class TestTrainKills : public QObject
{
    Q_OBJECT

private slots:
    void killedAtAnyMomentItGoesOnAsIfUndisturbed_data();
    void killedAtAnyMomentItGoesOnAsIfUndisturbed();

private:
    QStringList arguments(const QString& steps) const
    {
        QStringList all{"--threads", "1",     "--steps", steps,
                        "--set",     m_async, "--set",   "session.save_checkpoint_steps=3"};
        return all + (hasCheckpoint() ? QStringList{"--resume"} : QStringList());
    }
    // Without one the run was killed while it began, and begins anew.
    bool hasCheckpoint() const
    {
        return !QDir(m_program->path("run")).entryList({"*.index"}).isEmpty();
    }
    QString integrity() const
    {
        if (!QFile::exists(m_program->store())) {
            return "ok";
        }
        Database store(m_program->store().toStdString(), Database::Access::ReadWrite);
        Statement check(store, "PRAGMA integrity_check");
        check.step();
        return QString::fromStdString(check.text(0));
    }
    // Of each step the value of the last segment that did it.
    std::vector<StoredPoint> finalLosses(RunId run) const
    {
        std::map<std::int64_t, StoredPoint> byStep;
        for (const StoredSegment& segment : m_program->reader().segments(run)) {
            byStep.erase(byStep.upper_bound(segment.firstStep), byStep.end());
            for (const StoredPoint& point : m_program->losses(run, segment.number)) {
                byStep[point.step] = point;
            }
        }
        std::vector<StoredPoint> losses;
        for (const auto& [step, point] : byStep) {
            losses.push_back(point);
        }
        return losses;
    }

    std::unique_ptr<TrainProgram> m_program;
    QString m_async;
};

void TestTrainKills::killedAtAnyMomentItGoesOnAsIfUndisturbed_data()
{
    QTest::addColumn<QString>("async");
    QTest::newRow("a thread writes") << "session.async_checkpoint=true";
    QTest::newRow("the step writes") << "session.async_checkpoint=false";
}

void TestTrainKills::killedAtAnyMomentItGoesOnAsIfUndisturbed()
{
    QFETCH(const QString, async);
    m_async = async;
    m_program = std::make_unique<TrainProgram>();
    const int kills = qEnvironmentVariableIntValue("TRAINSPOTTER_KILLS") > 0
        ? qEnvironmentVariableIntValue("TRAINSPOTTER_KILLS") / 2
        : 10;
    const quint32 seed = qEnvironmentVariableIsSet("TRAINSPOTTER_SEED")
        ? qEnvironmentVariable("TRAINSPOTTER_SEED").toUInt()
        : QRandomGenerator::global()->generate();
    qInfo("TRAINSPOTTER_SEED=%u", seed);
    QRandomGenerator random(seed);
    for (int kill = 0; kill < kills; ++kill) {
        QProcess process;
        m_program->start(process, m_program->job("spirals", "run", arguments("9999999")));
        // Every fourth is killed while it starts, the others once they train.
        if (kill % 4 != 3) {
            QVERIFY2(TrainProgram::waitForStep(process, 1),
                     process.readAllStandardError().constData());
        }
        QVERIFY(!process.waitForFinished(random.bounded(300)));
        process.kill();
        QVERIFY(process.waitForFinished(TrainProgram::kPatienceMs));
        const QByteArray errors = process.readAllStandardError();
        for (const char* const word : {"damaged", "incomplete", "missing", "cannot"}) {
            QVERIFY2(!errors.contains(word), errors.constData());
        }
        QCOMPARE(integrity(), "ok");
    }
    QVERIFY(hasCheckpoint());
    const RunInfo run = m_program->reader().runs().at(0);
    const QString target = QString::number(run.lastStep + 100);
    const ProgramEnd last = m_program->run(m_program->job("spirals", "run", arguments(target)));
    QVERIFY2(last.exitCode == 0, last.errors.constData());

    const ProgramEnd undisturbed = m_program->run(
        m_program->job("spirals", "undisturbed", {"--threads", "1", "--steps", target}));
    QCOMPARE(undisturbed.exitCode, 0);
    VERIFY_SAME_POINTS(finalLosses(run.id), m_program->losses(run.id + 1));
}

QTEST_GUILESS_MAIN(TestTrainKills)
#include "tst_train_kills.moc"
