// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"

#include <QFile>
#include <QTest>

using namespace engine;

class TestTrainProgram : public QObject
{
    Q_OBJECT

private slots:
    void jsonIsTheLastLine();
    void withoutJsonPeopleAreTold();
    void plansAreExplained();
    void everyStepIsInTheStore();
    void wrongCallsGiveTwo_data();
    void wrongCallsGiveTwo();
    void errorsAreObjectsWithJson_data();
    void errorsAreObjectsWithJson();
    void keysAreListed();
    void typoInTheJobFile();
    void failuresGiveThree_data();
    void failuresGiveThree();
    void nonFiniteLossGivesFour();
    void signalsStopWithACheckpoint_data();
    void signalsStopWithACheckpoint();
    void aClosedPipeStopsWithACheckpoint();
    void aFileSizeLimitIsAnError_data();
    void aFileSizeLimitIsAnError();
    void checkpointsOfAnotherRunAreNotOverwritten();
    void sameSeedSameSeries_data();
    void sameSeedSameSeries();
    void otherSeedOtherSeries();
};

void TestTrainProgram::jsonIsTheLastLine()
{
    const TrainProgram program;
    const ProgramEnd end = program.run(program.job("iris", "run", {"--steps", "30", "--json"}));
    QCOMPARE(end.exitCode, 0);
    QCOMPARE(end.output.count('\n'), 1); // progress is on standard error
    const QJsonObject json = end.json();
    QStringList keys = json.keys();
    keys.sort();
    QCOMPARE(keys,
             (QStringList{"examples_per_second", "loss", "metrics", "peak_rss_bytes", "run",
                          "seconds", "segment", "steps", "steps_per_second", "stop_reason"}));
    QCOMPARE(json["run"].toInt(), 1);
    QCOMPARE(json["segment"].toInt(-1), 0);
    QCOMPARE(json["steps"].toInt(), 30);
    QVERIFY(json["seconds"].toDouble() > 0);
    QVERIFY(json["peak_rss_bytes"].toDouble() > 1e6);
    QVERIFY(!json["stop_reason"].toString().isEmpty());
    const double rate = json["steps_per_second"].toDouble();
    QVERIFY(rate > 0);
    QCOMPARE(json["examples_per_second"].toDouble(), rate * 32);

    const QJsonObject metrics = json["metrics"].toObject();
    QCOMPARE(metrics.keys(),
             (QStringList{"test/accuracy", "test/loss", "train/loss", "validation/accuracy",
                          "validation/loss"}));
    QCOMPARE(json["loss"].toDouble(), program.losses(1).back().value);
    QCOMPARE(metrics["train/loss"].toDouble(), json["loss"].toDouble());
    QCOMPARE(metrics["test/accuracy"].toDouble(),
             program.reader().points(1, 0, "test/accuracy").back().value);
}

void TestTrainProgram::withoutJsonPeopleAreTold()
{
    const TrainProgram program;
    const ProgramEnd end = program.run(program.job("iris", "run", {"--steps", "100"}));
    QCOMPARE(end.exitCode, 0);
    const QByteArray opening = "run 1: iris, 100 steps\n  store        " + program.store().toUtf8()
        + "\n  checkpoints  " + program.path("run").toUtf8()
        + "\n  data         iris.csv: 150 rows, cells separated by commas; 4 numbers: ";
    QVERIFY2(end.output.startsWith(opening), end.output.constData());
    QVERIFY2(end.output.contains("step 50 of 100  loss "), end.output.constData());
    QCOMPARE(end.output.count("\nstep 100 of 100  loss "), 1);
    QVERIFY2(end.output.contains("iris finished at step 100 after "), end.output.constData());
    QVERIFY(end.output.contains("test/accuracy"));
    QVERIFY(!end.output.contains('\r') && !end.output.contains('\x1b')); // a pipe is no terminal
    QVERIFY2(end.errors.isEmpty(), end.errors.constData());
}

void TestTrainProgram::plansAreExplained()
{
    const TrainProgram program;
    const ProgramEnd end =
        program.run(program.job("iris", "run", {"--steps", "60", "--explain-plan"}));
    QCOMPARE(end.exitCode, 0);
    const QByteArray report = end.output.mid(end.output.indexOf("\nplan of a step, timed in ") + 1);
    QVERIFY2(report.contains(" folded, ") && report.contains("loops for "), report.constData());
    QVERIFY2(QRegularExpression("MatMul\\+BiasAdd float32\\[32, ?[0-9]+\\]")
                 .match(QString::fromUtf8(report))
                 .hasMatch(),
             report.constData());
    // The times of the operations are shares of the whole, which is the last line.
    const QList<QByteArray> lines = report.trimmed().split('\n');
    QVERIFY2(lines.last().contains("the whole step") && lines.last().contains(" 100.0 "),
             lines.last().constData());

    const ProgramEnd json =
        program.run(program.job("iris", "other", {"--steps", "60", "--explain-plan", "--json"}));
    QCOMPARE(json.output.count('\n'), 1);
    QVERIFY(json.errors.contains("plan of a step, timed in "));
    QVERIFY(
        !program.run(program.job("iris", "third", {"--steps", "60"})).output.contains("plan of"));
}

void TestTrainProgram::everyStepIsInTheStore()
{
    const TrainProgram program;
    QCOMPARE(program.run(program.job("spirals", "run", {"--steps", "137"})).exitCode, 0);
    QCOMPARE(program.count("tag='train/loss'"), std::int64_t{137});
    QCOMPARE(program.count("tag='train/loss' and value is null"), std::int64_t{0});
    QCOMPARE(program.count("tag='train/loss' and step between 1 and 137"), std::int64_t{137});
    QCOMPARE(program.count("tag='learning_rate'"), std::int64_t{137});
    QCOMPARE(program.count("tag='validation/accuracy'"), std::int64_t{2}); // at 100 and the end
    QVERIFY(QFile::exists(program.path("run/model.ckpt-137.index")));
    QVERIFY(QFile::exists(program.path("run/checkpoint")));
}

void TestTrainProgram::wrongCallsGiveTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("message");
    QTest::newRow("no job") << QStringList{} << "job is required";
    QTest::newRow("unknown option") << QStringList{"iris", "--hurry"} << "--hurry";
    QTest::newRow("no number") << QStringList{"iris", "--steps", "many"}
                               << "--steps: must be a whole number of 1 or more";
    QTest::newRow("no steps") << QStringList{"iris", "--steps", "0"}
                              << "--steps: must be a whole number of 1 or more";
    QTest::newRow("negative seed")
        << QStringList{"iris", "--seed", "-1"} << "--seed: must be a whole number of 0 or more";
    QTest::newRow("unknown job") << QStringList{"rises"}
                                 << "no job file rises, and the presets are fashion-cnn, ";
    QTest::newRow("unknown setting") << QStringList{"iris", "--set", "optimizer.learning_rat=1"}
                                     << "Did you mean learning_rate?";
    QTest::newRow("bad value")
        << QStringList{"iris", "--set", "optimizer.kind=best"}
        << "optimizer.kind must be one of \"sgd\", \"momentum\", \"adagrad\"";
    QTest::newRow("half a setting")
        << QStringList{"iris", "--set", "run.steps"} << "write it as key=value";
    QTest::newRow("no data file") << QStringList{"iris", "--set", "data.file=nowhere.csv"}
                                  << "data file nowhere.csv is neither in";
    QTest::newRow("data of a package that is not installed")
        << QStringList{"iris", "--set", "data.file=/usr/share/datasets/no-such/x.csv"}
        << "data file /usr/share/datasets/no-such/x.csv is not there; it comes with the Debian "
           "package dataset-no-such (apt install dataset-no-such)";
    QTest::newRow("nothing to resume") << QStringList{"iris", "--resume"} << "runs.sqlite";
}

void TestTrainProgram::wrongCallsGiveTwo()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, message);
    const TrainProgram program;
    const ProgramEnd end = program.run(arguments + QStringList{"--store", program.store()});
    QVERIFY2(end.errors.contains(message.toUtf8()), end.errors.constData());
    QCOMPARE(end.exitCode, 2);
    QVERIFY(end.output.isEmpty());
}

void TestTrainProgram::errorsAreObjectsWithJson_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("error");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("unknown option") << QStringList{"iris", "--hurry"} << "InvalidArgument"
                                    << "--hurry" << 2;
    QTest::newRow("unknown job") << QStringList{"rises"} << "NotFound"
                                 << "no job file rises" << 2;
    QTest::newRow("bad setting") << QStringList{"iris", "--set", "run.steps=0"} << "InvalidArgument"
                                 << "run.steps must be 1 or more" << 2;
    QTest::newRow("a store that cannot be")
        << QStringList{"iris", "--store", "/proc/nowhere/runs.sqlite"} << "Unknown"
        << "nowhere" << 3;
}

void TestTrainProgram::errorsAreObjectsWithJson()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, code);
    QFETCH(const QString, error);
    QFETCH(const int, exitCode);
    const TrainProgram program;
    const ProgramEnd end = program.run(arguments + QStringList{"--json"});
    QCOMPARE(end.exitCode, exitCode);
    QCOMPARE(end.output.count('\n'), 1);
    QCOMPARE(end.json().keys(), (QStringList{"code", "error", "exit_code"}));
    QCOMPARE(end.json()["code"].toString(), code);
    QCOMPARE(end.json()["exit_code"].toInt(), exitCode);
    QVERIFY2(end.json()["error"].toString().contains(error), end.output.constData());
    QVERIFY(!end.errors.isEmpty()); // people are told as ever
}

void TestTrainProgram::keysAreListed()
{
    const TrainProgram program;
    const ProgramEnd end = program.run({"--keys"});
    QCOMPARE(end.exitCode, 0);
    QVERIFY2(end.output.contains("\n[optimizer]\n"), end.output.constData());
    QVERIFY2(end.output.contains(
                 "\n# at the start; with a schedule, what that multiplies (a number of 0 or more)\n"
                 "learning_rate = 0.001\n"),
             end.output.constData());
}

void TestTrainProgram::typoInTheJobFile()
{
    const TrainProgram program;
    QFile file(program.path("mine.toml"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[data]\nkind = \"spirals\"\n\n[model]\nhiden_layers = [8]\n");
    file.close();
    const ProgramEnd end = program.run({"mine.toml", "--store", program.store()});
    QCOMPARE(end.errors,
             QByteArray("trainspotter-train: mine.toml, line 5: hiden_layers is not a known "
                        "setting. Did you mean hidden_layers?\n"));
    QCOMPARE(end.exitCode, 2);
    QVERIFY(!QFile::exists(program.store()));
}

void TestTrainProgram::failuresGiveThree_data()
{
    QTest::addColumn<QString>("store");
    QTest::newRow("store is a folder") << "folder";
    QTest::newRow("store is no store") << "text";
    QTest::newRow("store cannot be made") << "/proc/nowhere/runs.sqlite";
    QTest::newRow("store below a file") << "text/runs.sqlite";
}

void TestTrainProgram::failuresGiveThree()
{
    QFETCH(const QString, store);
    const TrainProgram program;
    QVERIFY(QDir(program.path(".")).mkdir("folder"));
    QFile file(program.path("text"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(5000, 'x'));
    file.close();
    const ProgramEnd end = program.run({"iris", "--steps", "5", "--store", store});
    QVERIFY2(end.errors.startsWith("trainspotter-train: "), end.errors.constData());
    QCOMPARE(end.exitCode, 3);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray(5000, 'x'));
}

void TestTrainProgram::nonFiniteLossGivesFour()
{
    const TrainProgram program;
    const ProgramEnd end = program.run(
        program.job("spirals", "run",
                    {"--steps", "500", "--json", "--set", "optimizer.kind=sgd", "--set",
                     "optimizer.learning_rate=1e20", "--set", "session.save_checkpoint_steps=1"}));
    QCOMPARE(end.exitCode, 4);
    const QJsonObject json = end.json();
    QVERIFY(json["loss"].isNull());
    const int step = json["steps"].toInt();
    QVERIFY(step > 0 && step < 500);
    QVERIFY2(json["stop_reason"].toString().endsWith(QString("at step %1").arg(step)),
             end.output.constData());
    QCOMPARE(program.count("tag='train/loss'"), std::int64_t{step});
    QVERIFY(!std::isfinite(program.losses(1).back().value));
}

void TestTrainProgram::signalsStopWithACheckpoint_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("SIGINT") << SIGINT << 130;
    QTest::newRow("SIGTERM") << SIGTERM << 143;
}

void TestTrainProgram::signalsStopWithACheckpoint()
{
    QFETCH(const int, signal);
    QFETCH(const int, exitCode);
    const TrainProgram program;
    QProcess process;
    program.start(process, program.job("spirals", "run", {"--steps", "100000000"}));
    QVERIFY(TrainProgram::waitForStep(process, 100));
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    const ProgramEnd end = TrainProgram::end(process);
    QCOMPARE(end.exitCode, exitCode);
    const RunInfo run = program.reader().runs().at(0);
    QCOMPARE(run.status, RunStatus::Stopped);
    QVERIFY(run.lastStep >= 100);
    QCOMPARE(run.lastCheckpointStep, run.lastStep);
    QCOMPARE(program.count("tag='train/loss'"), run.lastStep);
    QVERIFY(QFile::exists(program.path(QString("run/model.ckpt-%1.index").arg(run.lastStep))));
    QVERIFY(end.output.contains("stopped at step " + QByteArray::number(qint64(run.lastStep))));
    QVERIFY(end.output.contains("with --resume the same command goes on"));
}

void TestTrainProgram::aClosedPipeStopsWithACheckpoint()
{
    const TrainProgram program;
    QProcess process;
    program.start(process, "sh",
                  QStringList{"-c", R"({ "$@"; echo $? >code; } | head -1)", "sh", TRAIN_PROGRAM}
                      + program.job("spirals", "run", {"--steps", "100000000"}));
    const ProgramEnd end = TrainProgram::end(process);
    QCOMPARE(end.output, QByteArray("run 1: spirals, 100000000 steps\n"));
    QFile code(program.path("code"));
    QVERIFY(code.open(QIODevice::ReadOnly));
    QCOMPARE(code.readAll(), QByteArray("141\n"));
    const RunInfo run = program.reader().runs().at(0);
    QCOMPARE(run.status, RunStatus::Stopped);
    QVERIFY(run.lastStep > 0);
    QCOMPARE(run.lastCheckpointStep, run.lastStep);
    QCOMPARE(program.reader().segments(1).at(0).stopReason,
             std::string("nobody reads the output (SIGPIPE)"));
}

void TestTrainProgram::aFileSizeLimitIsAnError_data()
{
    QTest::addColumn<QString>("blocks"); // of 512 or 1024 bytes, as the shell has it
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("the store") << "4" << QByteArray("runs.sqlite");
    QTest::newRow("a checkpoint") << "500" << QByteArray("model.ckpt-0");
}

void TestTrainProgram::aFileSizeLimitIsAnError()
{
    QFETCH(const QString, blocks);
    QFETCH(const QByteArray, message);
    const TrainProgram program;
    QProcess process;
    program.start(process, "sh",
                  QStringList{"-c", R"(ulimit -f "$0"; exec "$@")", blocks, TRAIN_PROGRAM}
                      + program.job("fashion-mlp", "run", {"--steps", "5"}));
    const ProgramEnd end = TrainProgram::end(process);
    QCOMPARE(end.exitCode, 3);
    QVERIFY2(end.errors.contains("trainspotter-train: ") && end.errors.contains(message),
             end.errors.constData());
}

void TestTrainProgram::checkpointsOfAnotherRunAreNotOverwritten()
{
    const TrainProgram program;
    const QStringList job = program.job("iris", "run", {"--steps", "20"});
    QCOMPARE(program.run(job).exitCode, 0);
    const ProgramEnd end = program.run(job);
    QVERIFY2(end.errors.contains("run holds checkpoints up to step 20; continue that run "
                                 "(--resume) or choose another directory"),
             end.errors.constData());
    QCOMPARE(end.exitCode, 2);
    QCOMPARE(program.reader().runs().size(), std::size_t{1});
}

void TestTrainProgram::sameSeedSameSeries_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("threads");
    QTest::newRow("spirals, 1 thread") << "spirals"
                                       << "1";
    QTest::newRow("fashion-mlp, 1 thread") << "fashion-mlp"
                                           << "1";
    QTest::newRow("fashion-mlp, 2 threads") << "fashion-mlp"
                                            << "2";
}

void TestTrainProgram::sameSeedSameSeries()
{
    QFETCH(const QString, preset);
    QFETCH(const QString, threads);
    const TrainProgram program;
    const QStringList settings{"--steps", "60", "--seed", "7", "--threads", threads};
    QCOMPARE(program.run(program.job(preset, "a", settings)).exitCode, 0);
    QCOMPARE(program.run(program.job(preset, "b", settings)).exitCode, 0);
    QCOMPARE(program.losses(1).size(), std::size_t{60});
    VERIFY_SAME_POINTS(program.losses(2), program.losses(1));
}

void TestTrainProgram::otherSeedOtherSeries()
{
    const TrainProgram program;
    QCOMPARE(program.run(program.job("iris", "a", {"--steps", "5", "--seed", "1"})).exitCode, 0);
    QCOMPARE(program.run(program.job("iris", "b", {"--steps", "5", "--seed", "2"})).exitCode, 0);
    QVERIFY(!mismatchOf(program.losses(1), program.losses(2)).isEmpty());
}

QTEST_GUILESS_MAIN(TestTrainProgram)
#include "tst_train_program.moc"
