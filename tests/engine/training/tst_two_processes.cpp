// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/training/monitored_training_session.h"
#include "tests/support/training_graph.h"

#include <QCoreApplication>
#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <iostream>

using namespace engine;

namespace {

constexpr std::int64_t kChiefSteps = 7;
constexpr std::int64_t kWorkerSteps = 3;
constexpr int kPatienceMs = 60000;

// To standard output, a line each.
class PrintingLogger final : public Logger
{
public:
    void log(LogLevel, std::string_view message) override { std::cout << message << std::endl; }
};

// What the two processes do: this program with "--chief DIRECTORY" or "--worker DIRECTORY SECONDS".
int train(bool isChief, const std::string& directory, double maxWaitSecs)
{
    PrintingLogger logger;
    TrainingGraph model;
    MonitoredTrainingSessionOptions options;
    options.isChief = isChief;
    options.checkpointDir = directory;
    options.maxWaitSecs = maxWaitSecs;
    options.recoveryWaitSecs = 0.02;
    options.logger = &logger;
    StopAtStepHook::Options stop;
    stop.numSteps = isChief ? kChiefSteps : kWorkerSteps;
    options.hooks = {std::make_shared<StopAtStepHook>(stop)};
    try {
        const auto session = MonitoredTrainingSession(model.graph, options);
        std::cout << "opened at " << session->run(model.step->value()).scalarValue<std::int64_t>()
                  << std::endl;
        std::int64_t step = -1;
        while (!session->shouldStop()) {
            step = model.trainIn(*session);
        }
        session->close();
        std::cout << "trained to " << step << std::endl;
        return 0;
    } catch (const Error& error) {
        std::cout << errorCodeName(error.code()) << ": " << error.what() << std::endl;
        return 1;
    }
}

} // namespace

// A chief and a worker as two processes that share a directory.
class TestTwoProcesses : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void w3_workerWaitsForTheChief();
    void workerTimesOut();

private:
    void start(QProcess& process, const QStringList& arguments) const
    {
        process.start(QCoreApplication::applicationFilePath(), arguments);
        QVERIFY(process.waitForStarted(kPatienceMs));
    }
    // Reads until a line contains `part`; what was read if none does.
    static QString problemUntil(QProcess& process, const QString& part)
    {
        QString seen;
        while (!seen.contains(part)) {
            if (!process.canReadLine() && !process.waitForReadyRead(kPatienceMs)) {
                return "no '" + part + "' in: " + seen;
            }
            seen += QString::fromUtf8(process.readLine());
        }
        return {};
    }
    static QString restOf(QProcess& process)
    {
        process.waitForFinished(kPatienceMs);
        return QString::fromUtf8(process.readAll());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestTwoProcesses::w3_workerWaitsForTheChief()
{
    QProcess worker;
    start(worker, {"--worker", m_folder->path(), "60"});
    QCOMPARE(problemUntil(worker, "Waiting for model to be ready. There is no checkpoint"),
             QString());
    QProcess chief;
    start(chief, {"--chief", m_folder->path()});
    const QString ofChief = restOf(chief);
    QVERIFY2(ofChief.contains("trained to 7"), qPrintable(ofChief));
    QCOMPARE(chief.exitCode(), 0);

    const QString ofWorker = restOf(worker);
    const QRegularExpressionMatch opened = QRegularExpression("opened at (\\d+)").match(ofWorker);
    QVERIFY2(opened.hasMatch(), qPrintable(ofWorker));
    const int first = opened.captured(1).toInt(); // the chief's first or last checkpoint
    QVERIFY2(first == 0 || first == kChiefSteps, qPrintable(ofWorker));
    QVERIFY2(ofWorker.contains(QString("trained to %1").arg(first + kWorkerSteps)),
             qPrintable(ofWorker));
    QCOMPARE(worker.exitCode(), 0);
    // The worker has written nothing.
    const std::vector<std::string> saved =
        listCheckpoints(LocalFileSystem(), m_folder->path().toStdString());
    QCOMPARE(stepOfCheckpoint(saved.back()).value_or(-1), kChiefSteps);
}

void TestTwoProcesses::workerTimesOut()
{
    QProcess worker;
    start(worker, {"--worker", m_folder->path(), "0.1"});
    const QString seen = restOf(worker);
    QVERIFY2(seen.contains("DeadlineExceeded: Session was not ready after waiting 0.1 secs. There "
                           "is no checkpoint in "),
             qPrintable(seen));
    QCOMPARE(worker.exitCode(), 1);
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv, argv + argc);
    if (argc > 2 && (arguments[1] == "--chief" || arguments[1] == "--worker")) {
        return train(arguments[1] == "--chief", arguments[2],
                     argc > 3 ? std::stod(arguments[3]) : 0);
    }
    QCoreApplication application(argc, argv);
    TestTwoProcesses test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_two_processes.moc"
