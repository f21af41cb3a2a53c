// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTest>

#include <algorithm>
#include <map>

using namespace engine;

// A training that saves every third step is killed at random moments, again and again. 200 of them,
// or as many as TRAINSPOTTER_KILLS says, in rows that are each done within Qt Test's limit on a
// slow machine too; TRAINSPOTTER_SEED repeats the moments of a row.
class TestTrainKills : public QObject
{
    Q_OBJECT

private slots:
    void killedAtAnyMomentItGoesOnAsIfUndisturbed_data();
    void killedAtAnyMomentItGoesOnAsIfUndisturbed();

private:
    static int kills(int percent)
    {
        const int all = qEnvironmentVariableIntValue("TRAINSPOTTER_KILLS");
        return std::max(1, (all > 0 ? all : 200) * percent / 100);
    }
    ProgramEnd undisturbed(const QString& steps) const
    {
        return m_program->run(m_program->job(
            m_preset, "undisturbed", m_settings + QStringList{"--threads", "1", "--steps", steps}));
    }
    QStringList arguments(const QString& steps) const
    {
        const QStringList all{"--threads", "1",     "--steps",
                              steps,       "--set", "session.save_checkpoint_steps=3"};
        return all + m_settings + (hasCheckpoint() ? QStringList{"--resume"} : QStringList());
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
    QString m_preset;
    QStringList m_settings;
};

void TestTrainKills::killedAtAnyMomentItGoesOnAsIfUndisturbed_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<int>("percent"); // of the kills
    const QStringList byThread{"--set", "session.async_checkpoint=true"};
    const QStringList inStep{"--set", "session.async_checkpoint=false"};
    const QStringList pictures{"--set", "model.kind=sequential",
                               "--set", R"(model.layers=["conv 4 5", "max_pool 4", "dropout 0.3"])",
                               "--set", "data.batch_size=8",
                               "--set", "evaluation.every_steps=0",
                               "--set", "schedule.decay_steps=300"};
    for (int row = 0; row < 4; ++row) {
        QTest::addRow("a thread writes %d", row) << "spirals" << byThread << 12;
        QTest::addRow("the step writes %d", row) << "spirals" << inStep << 12;
    }
    // Fewer: such a training takes its time to begin.
    QTest::newRow("convolutions and dropout, a thread writes")
        << "fashion-cnn" << byThread + pictures << 2;
    QTest::newRow("convolutions and dropout, the step writes")
        << "fashion-cnn" << inStep + pictures << 2;
}

void TestTrainKills::killedAtAnyMomentItGoesOnAsIfUndisturbed()
{
    QFETCH(const QString, preset);
    QFETCH(const QStringList, settings);
    QFETCH(const int, percent);
    m_preset = preset;
    m_settings = settings;
    m_program = std::make_unique<TrainProgram>();
    const quint32 seed = qEnvironmentVariableIsSet("TRAINSPOTTER_SEED")
        ? qEnvironmentVariable("TRAINSPOTTER_SEED").toUInt()
        : QRandomGenerator::global()->generate();
    qInfo("TRAINSPOTTER_SEED=%u", seed);
    QRandomGenerator random(seed);
    for (int kill = 0; kill < kills(percent); ++kill) {
        QProcess process;
        m_program->start(process, m_program->job(m_preset, "run", arguments("9999999")));
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
    const ProgramEnd last = m_program->run(m_program->job(m_preset, "run", arguments(target)));
    QVERIFY2(last.exitCode == 0, last.errors.constData());

    const ProgramEnd alone = undisturbed(target);
    QVERIFY2(alone.exitCode == 0, alone.errors.constData());
    VERIFY_SAME_POINTS(finalLosses(run.id), m_program->losses(run.id + 1));
}

QTEST_GUILESS_MAIN(TestTrainKills)
#include "tst_train_kills.moc"
