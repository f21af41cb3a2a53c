// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"
#include "tests/support/golden.h"

#include <QJsonArray>
#include <QMap>
#include <QTest>
#include <QtEndian>

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
    void jobsAndData_data();
    void jobsAndData();
    void peopleGetAText_data();
    void peopleGetAText();
    void directoriesOfEventFiles();
    void compressedEventFiles();
    void valuesThatAreNotFiniteAreNamed();
    void picturesOfCifar_data();
    void picturesOfCifar();
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

    QString source(const QString& name) const
    {
        return qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + '/' + name;
    }
    QString written(const QString& name, const QByteArray& bytes) const
    {
        QFile file(m_program.path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qWarning("%s cannot be written", qPrintable(name));
        }
        return file.fileName();
    }
    // So many pictures, whose classes go round.
    static QByteArray cifar(int pictures, bool isHundred)
    {
        QByteArray bytes;
        for (int i = 0; i < pictures; ++i) {
            if (isHundred) {
                bytes.append(static_cast<char>(i % 20));
            }
            bytes.append(static_cast<char>(i % (isHundred ? 100 : 10)));
            bytes.append(3072, static_cast<char>(i));
        }
        return bytes;
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

void TestInspect::peopleGetAText_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArrayList>("parts");
    const QString checkpoints = goldenFolder("tf-checkpoints") + "/monitored-run";
    const QString events = goldenFolder("events") + "/v1-all";
    QTest::newRow("checkpoint") << checkpoints + "/model.ckpt-50"
                                << QByteArrayList{"checkpoint ", "global_step", "int64"};
    QTest::newRow("directory of checkpoints")
        << checkpoints
        << QByteArrayList{"checkpoint directory ", "3 checkpoints", "complete", "global_step"};
    QTest::newRow("directory of event files")
        << events << QByteArrayList{"directory of event files ", ": 1 file(s)", "event file "};
    QTest::newRow("event file") << events + "/events.out.tfevents.1700000101.trainer"
                                << QByteArrayList{"event file ", "ends clean", "histogram, steps"};
    QTest::newRow("store") << source("tests/engine/summary/format-1.sqlite")
                           << QByteArrayList{"run store ", "format 1: 1 run(s)", "train/loss",
                                             "checkpoint(s)"};
    QTest::newRow("job") << resource("jobs/iris.toml")
                         << QByteArrayList{"job ", "[run]", "kind = 'csv'"};
    QTest::newRow("IDX array") << resource("samples/fashion-mnist-5k/t10k-labels-idx1-ubyte.gz")
                               << QByteArrayList{"IDX array ", "uint8 [1000]", "max 9"};
    QTest::newRow("CSV table") << resource("samples/iris.csv")
                               << QByteArrayList{"CSV table ", ": 150 rows", "different texts"};
    QTest::newRow("CIFAR") << written("text.bin", cifar(2, false))
                           << QByteArrayList{"CIFAR-10 pictures ", "uint8 [2,32,32,3]",
                                             "of each class: 1, 1, 0"};
}

void TestInspect::peopleGetAText()
{
    QFETCH(const QString, path);
    QFETCH(const QByteArrayList, parts);
    const ProgramEnd end = m_program.run({"inspect", path});
    QCOMPARE(end.exitCode, 0);
    QVERIFY2(end.output.startsWith(parts.front()), end.output.constData());
    for (const QByteArray& part : parts) {
        QVERIFY2(end.output.contains(part), (part + " is not in " + end.output).constData());
    }
}

void TestInspect::directoriesOfEventFiles()
{
    const QJsonObject facts = inspected(goldenFolder("events") + "/v1-all");
    QCOMPARE(facts["kind"].toString(), "directory of event files");
    QCOMPARE(facts["files"].toArray().size(), 1);
    QCOMPARE(facts["files"][0]["kind"].toString(), "event file");
    QVERIFY(!facts["files"][0]["tags"].toArray().isEmpty());
    const ProgramEnd other = m_program.run({"inspect", goldenFolder("events")});
    QCOMPARE(other.exitCode, 2);
    QVERIFY2(other.errors.contains("holds no checkpoint and no event file"),
             other.errors.constData());
}

// As TFRecordOptions("ZLIB") writes them; whole and cut.
void TestInspect::compressedEventFiles()
{
    const QString original =
        goldenFolder("events") + "/v1-all/events.out.tfevents.1700000101.trainer";
    const QByteArray packed = qCompress(fileBytes(original)).mid(4); // without Qt's length
    const QJsonObject plain = inspected(original);
    QJsonObject facts = inspected(written("events.out.tfevents.1.packed", packed));
    QCOMPARE(facts["compression"].toString(), "zlib");
    for (const char* const fact : {"records", "good_bytes", "end", "tags", "version"}) {
        QCOMPARE(facts.value(fact), plain.value(fact));
    }
    facts = inspected(written("events.out.tfevents.1.cut", packed.left(packed.size() / 2)));
    QCOMPARE(facts["end"].toString(), "truncated");
    QVERIFY(facts["records"].toInt() > 0 && facts["records"].toInt() < plain["records"].toInt());
}

// The file up to each of its records, so that each value is the last one once.
void TestInspect::valuesThatAreNotFiniteAreNamed()
{
    const QString name = "nonfinite/events.out.tfevents.1700007508.trainer";
    QJsonArray events;
    for (const QJsonValue& file :
         jsonObject(goldenFolder("events") + "/expected.json")["files"].toArray()) {
        events = file["file"].toString() == name ? file["events"].toArray() : events;
    }
    const QByteArray bytes = fileBytes(goldenFolder("events") + '/' + name);
    QStringList named;
    qsizetype end = 0;
    for (const QJsonValue& event : events) {
        end += 16 + qFromLittleEndian<qint64>(bytes.constData() + end); // of the record
        const QJsonValue value = event["values"][0];
        if (value["tag"].toString() != "loss") {
            continue;
        }
        const QJsonObject facts = inspected(written("events.out.tfevents.1.cut", bytes.left(end)));
        QJsonValue last;
        for (const QJsonValue& tag : facts["tags"].toArray()) {
            last = tag["tag"].toString() == "loss" ? tag["last_value"] : last;
        }
        QCOMPARE(last, value["value"]);
        named.append(last.toString());
    }
    for (const char* const word : {"NaN", "Infinity", "-Infinity"}) {
        QVERIFY2(named.contains(word), qPrintable(named.join(' ')));
    }
}

void TestInspect::picturesOfCifar_data()
{
    QTest::addColumn<bool>("isHundred");
    QTest::newRow("CIFAR-10") << false;
    QTest::newRow("CIFAR-100") << true;
}

void TestInspect::picturesOfCifar()
{
    QFETCH(const bool, isHundred);
    const QJsonObject facts = inspected(written("data_batch_1.bin", cifar(25, isHundred)));
    QCOMPARE(facts["kind"].toString(), isHundred ? "CIFAR-100 pictures" : "CIFAR-10 pictures");
    QCOMPARE(facts["shape"], QJsonValue(QJsonArray{25, 32, 32, 3}));
    QCOMPARE(facts["dtype"].toString(), "uint8");
    const QJsonArray classes = facts["classes"].toArray();
    QCOMPARE(classes.size(), isHundred ? 100 : 10);
    QCOMPARE(classes[4].toInt(), isHundred ? 1 : 3);
    QCOMPARE(
        m_program.run({"inspect", written("cut.bin", cifar(2, isHundred).chopped(1))}).exitCode, 2);
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
