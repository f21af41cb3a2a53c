// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"
#include "tests/support/golden.h"

#include <QJsonArray>
#include <QTest>

// trainspotter-train inspect, on files of others and of its own.
class TestInspect : public QObject
{
    Q_OBJECT

private slots:
    void checkpointsOfTensorFlow_data();
    void checkpointsOfTensorFlow();
    void everyNameOfACheckpointLeadsToIt_data();
    void everyNameOfACheckpointLeadsToIt();
    void statisticsAreThoseOfTheElements();
    void eventFilesOfOthers_data();
    void eventFilesOfOthers();
    void runsOfAStoreAndItsDirectory();
    void jobsAndData_data();
    void jobsAndData();
    void peopleGetAText();
    void damagedCheckpointsGiveThree();
    void whatIsNotThereOrUnknownGivesTwo_data();
    void whatIsNotThereOrUnknownGivesTwo();

private:
    QJsonObject inspected(const QString& path, int exitCode = 0)
    {
        const ProgramEnd end = m_program.run({"inspect", path, "--json"});
        if (end.exitCode != exitCode) {
            qWarning("%d: %s", end.exitCode, end.errors.constData());
        }
        return end.json();
    }
    static QString resource(const QString& name)
    {
        return qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + "/resources/" + name;
    }

    TrainProgram m_program;
};

void TestInspect::checkpointsOfTensorFlow_data()
{
    QTest::addColumn<QJsonObject>("golden");
    const QJsonArray checkpoints =
        jsonObject(goldenFolder("tf-checkpoints") + "/expected.json")["checkpoints"].toArray();
    QVERIFY(!checkpoints.isEmpty());
    for (const QJsonValue& checkpoint : checkpoints) {
        QTest::newRow(qPrintable(checkpoint["prefix"].toString())) << checkpoint.toObject();
    }
}

void TestInspect::checkpointsOfTensorFlow()
{
    QFETCH(const QJsonObject, golden);
    const QJsonObject facts =
        inspected(goldenFolder("tf-checkpoints") + '/' + golden["prefix"].toString());
    QCOMPARE(facts["kind"].toString(), "checkpoint");
    const QJsonArray tensors = facts["tensors"].toArray();
    const QJsonArray expected = golden["tensors"].toArray();
    QCOMPARE(tensors.size(), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        QCOMPARE(tensors[i]["name"], expected[i]["name"]);
        QCOMPARE(tensors[i]["dtype"], expected[i]["dtype"]);
        QCOMPARE(tensors[i]["shape"], expected[i]["shape"]);
    }
}

void TestInspect::everyNameOfACheckpointLeadsToIt_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("prefix") << "model.ckpt-50";
    QTest::newRow("index") << "model.ckpt-50.index";
    QTest::newRow("data") << "model.ckpt-50.data-00000-of-00001";
}

void TestInspect::everyNameOfACheckpointLeadsToIt()
{
    QFETCH(const QString, name);
    const QJsonObject facts = inspected(goldenFolder("tf-checkpoints") + "/monitored-run/" + name);
    QCOMPARE(facts["kind"].toString(), "checkpoint");
    QCOMPARE(facts["step"].toInt(), 50);
    QVERIFY(facts["path"].toString().endsWith("/model.ckpt-50"));
}

void TestInspect::statisticsAreThoseOfTheElements()
{
    const QString prefix = goldenFolder("tf-checkpoints") + "/slices-by-hand/model.ckpt";
    const QJsonObject tensor = inspected(prefix)["tensors"][0].toObject(); // "all" [4, 3]
    QCOMPARE(tensor["min"].toDouble(), -17.1287899017334);
    QCOMPARE(tensor["max"].toDouble(), 16.387432098388672);
    QVERIFY(std::abs(tensor["mean"].toDouble() + 4.5730824) < 1e-5);
    QVERIFY(std::abs(tensor["std"].toDouble() - 9.2729761) < 1e-5);
    QCOMPARE(tensor["nonfinite"].toInt(-1), 0);
}

void TestInspect::eventFilesOfOthers_data()
{
    QTest::addColumn<QJsonObject>("golden");
    const QJsonArray files =
        jsonObject(goldenFolder("events") + "/expected.json")["files"].toArray();
    QVERIFY(!files.isEmpty());
    for (const QJsonValue& file : files) {
        QTest::newRow(qPrintable(file["file"].toString())) << file.toObject();
    }
}

void TestInspect::eventFilesOfOthers()
{
    QFETCH(const QJsonObject, golden);
    QMap<QString, int> counts;
    QMap<QString, QJsonValue> lastSteps;
    int sessionLogs = 0;
    for (const QJsonValue& event : golden["events"].toArray()) {
        sessionLogs += event["kind"] == "session_log" ? 1 : 0;
        for (const QJsonValue& value : event["values"].toArray()) {
            ++counts[value["tag"].toString()];
            lastSteps[value["tag"].toString()] = event["step"];
        }
    }
    const QJsonObject facts = inspected(goldenFolder("events") + '/' + golden["file"].toString());
    QCOMPARE(facts["kind"].toString(), "event file");
    QCOMPARE(facts["bytes"], golden["bytes"]);
    QCOMPARE(facts["good_bytes"], golden["good_bytes"]);
    QCOMPARE(facts["records"], golden["records"]);
    QCOMPARE(facts["end"], golden["end"]);
    QCOMPARE(facts["session_log"].toArray().size(), sessionLogs);
    QCOMPARE(facts["tags"].toArray().size(), counts.size());
    for (const QJsonValue& tag : facts["tags"].toArray()) {
        const QString name = tag["tag"].toString();
        QCOMPARE(tag["count"].toInt(), counts.value(name));
        const QJsonValue step = lastSteps.value(name);
        QCOMPARE(tag["last_step"].toInteger(),
                 step.isString() ? step.toString().toLongLong() : step.toInteger());
    }
}

void TestInspect::runsOfAStoreAndItsDirectory()
{
    QCOMPARE(m_program.run(m_program.job("iris", "run", {"--steps", "40"})).exitCode, 0);
    const QJsonObject run = inspected(m_program.store())["runs"][0].toObject();
    QCOMPARE(run["name"].toString(), "iris");
    QCOMPARE(run["status"].toString(), "finished");
    QCOMPARE(run["steps"].toInt(), 40);
    QCOMPARE(run["checkpoints"].toArray().size(), 2);
    QVERIFY(run["last_loss"].toDouble() > 0);
    QStringList tags;
    for (const QJsonValue& series : run["series"].toArray()) {
        tags.append(series["tag"].toString());
    }
    QVERIFY2(tags.contains("train/loss") && tags.contains("validation/accuracy"),
             qPrintable(tags.join(' ')));

    const QJsonObject folder = inspected(m_program.path("run"));
    QCOMPARE(folder["kind"].toString(), "checkpoint directory");
    QCOMPARE(folder["checkpoints"].toArray().size(), 2);
    QCOMPARE(folder["checkpoints"][1]["step"].toInt(), 40);
    QCOMPARE(folder["checkpoints"][1]["complete"].toBool(), true);
    QVERIFY(folder["newest"].toString().endsWith("model.ckpt-40"));
    QVERIFY(!folder["tensors"].toArray().isEmpty());
}

void TestInspect::jobsAndData_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("job") << "jobs/iris.toml"
                         << "job"
                         << "settings" << QJsonValue();
    QTest::newRow("table") << "samples/iris.csv"
                           << "CSV table"
                           << "rows" << QJsonValue(150);
    QTest::newRow("images") << "samples/fashion-mnist-5k/train-images-idx3-ubyte.gz"
                            << "IDX array"
                            << "shape" << QJsonValue(QJsonArray{5000, 28, 28});
}

void TestInspect::jobsAndData()
{
    QFETCH(const QString, file);
    QFETCH(const QString, kind);
    QFETCH(const QString, pointer);
    QFETCH(const QJsonValue, value);
    const QJsonObject facts = inspected(resource(file));
    QCOMPARE(facts["kind"].toString(), kind);
    if (kind == "job") {
        QCOMPARE(facts["settings"]["run.name"].toString(), "iris");
        QCOMPARE(facts["settings"]["data.kind"].toString(), "csv");
    } else {
        QCOMPARE(facts[pointer], value);
    }
}

void TestInspect::peopleGetAText()
{
    const ProgramEnd end =
        m_program.run({"inspect", goldenFolder("tf-checkpoints") + "/monitored-run/model.ckpt-50"});
    QCOMPARE(end.exitCode, 0);
    QVERIFY(end.output.startsWith("checkpoint "));
    QVERIFY2(end.output.contains("global_step") && end.output.contains("int64"),
             end.output.constData());
}

void TestInspect::damagedCheckpointsGiveThree()
{
    const QString prefix = m_program.path("damaged.ckpt-1");
    const QString source = goldenFolder("tf-checkpoints") + "/monitored-run/model.ckpt-50";
    QVERIFY(QFile::copy(source + ".index", prefix + ".index"));
    QFile data(prefix + ".data-00000-of-00001");
    QVERIFY(data.open(QIODevice::WriteOnly));
    QByteArray bytes = fileBytes(source + ".data-00000-of-00001");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    data.write(bytes);
    data.close();
    const ProgramEnd end = m_program.run({"inspect", prefix, "--json"});
    QCOMPARE(end.exitCode, 3);
    QVERIFY2(end.errors.contains("hecksum"), end.errors.constData());
    int bad = 0;
    for (const QJsonValue& tensor : end.json()["tensors"].toArray()) {
        bad += tensor.toObject().contains("error") ? 1 : 0;
    }
    QCOMPARE(bad, 1);
}

void TestInspect::whatIsNotThereOrUnknownGivesTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("nothing") << QStringList{"inspect"} << QByteArray("path is required");
    QTest::newRow("absent") << QStringList{"inspect", "/no/such"} << QByteArray("there is no");
    QTest::newRow("unknown kind") << QStringList{"inspect", resource("trainspotter.desktop")}
                                  << QByteArray("is no checkpoint");
    QTest::newRow("older format") << QStringList{"inspect",
                                                 goldenFolder("tf-checkpoints")
                                                     + "/v1-format/model.ckpt-7"}
                                  << QByteArray("older V1 format");
}

void TestInspect::whatIsNotThereOrUnknownGivesTwo()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, message);
    const ProgramEnd end = m_program.run(arguments);
    QCOMPARE(end.exitCode, 2);
    QVERIFY2(end.errors.contains(message), end.errors.constData());
}

QTEST_GUILESS_MAIN(TestInspect)
#include "tst_inspect.moc"
