// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/record_reader.h"
#include "tests/support/golden.h"

#include <QJsonArray>
#include <QTest>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace engine;

namespace {

// Numbers are doubles, "NaN", "Infinity", "-Infinity", or integers as text past 2^53.
double numberOf(const QJsonValue& value)
{
    return value.isString() ? value.toString().replace("Infinity", "inf").toDouble()
                            : value.toDouble();
}

qint64 integerOf(const QJsonValue& value)
{
    return value.isString() ? value.toString().toLongLong() : value.toInteger();
}

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

QString kindOf(const Event& event)
{
    switch (event.kind) {
    case Event::Kind::FileVersion:
        return QStringLiteral("file_version");
    case Event::Kind::GraphDef:
        return QStringLiteral("graph_def");
    case Event::Kind::Summary:
        return QStringLiteral("summary");
    case Event::Kind::SessionLog:
        return QStringLiteral("session_log");
    case Event::Kind::Other:
        break;
    }
    return QStringLiteral("other");
}

// The kinds that event_codec.h does not tell apart.
bool isOther(const QString& kind)
{
    const QStringList others = {"none", "log_message", "meta_graph_def", "tagged_run_metadata"};
    return others.contains(kind);
}

} // namespace

// Event files of TensorFlow, Keras, PyTorch and tensorboardX; what is in them stands in
// expected.json beside them.
class TestEventFilesGolden : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyRecordIsAsItWasWritten_data();
    void everyRecordIsAsItWasWritten();
    void checksumsAreThoseInTensorFlowsRecords();

private:
    void compareEvent(const Event& event, const QJsonObject& expected);
    void compareScalars(const Event& event, const QJsonArray& values);

    QString m_folder;
    QJsonObject m_expected;
};

void TestEventFilesGolden::initTestCase()
{
    m_folder = goldenFolder("events");
    m_expected = jsonObject(m_folder + "/expected.json");
    QVERIFY2(!m_expected["files"].toArray().isEmpty(), qPrintable("no cases in " + m_folder));
}

void TestEventFilesGolden::everyRecordIsAsItWasWritten_data()
{
    QTest::addColumn<QJsonObject>("expected");
    for (const QJsonValue& file : m_expected["files"].toArray()) {
        QTest::newRow(qPrintable(file["file"].toString())) << file.toObject();
    }
}

void TestEventFilesGolden::everyRecordIsAsItWasWritten()
{
    QFETCH(QJsonObject, expected);
    const QByteArray bytes = fileBytes(m_folder + '/' + expected["file"].toString());
    QCOMPARE(bytes.size(), expected["bytes"].toInteger());
    std::istringstream stream(bytes.toStdString());
    RecordReader reader(stream);
    std::string record;
    for (const QJsonValue& event : expected["events"].toArray()) {
        QCOMPARE(static_cast<qint64>(reader.offset()), event["offset"].toInteger());
        QVERIFY(reader.next(record));
        QCOMPARE(static_cast<qint64>(record.size()), event["length"].toInteger());
        compareEvent(decodeEvent(record), event.toObject());
    }
    if (expected["end"].toString() == "clean") {
        QVERIFY(!reader.next(record));
    } else {
        QVERIFY_EXCEPTION_THROWN(reader.next(record), DataLossError);
        QVERIFY(reader.isTruncated());
    }
    QCOMPARE(static_cast<qint64>(reader.offset()), expected["good_bytes"].toInteger());
}

void TestEventFilesGolden::compareEvent(const Event& event, const QJsonObject& expected)
{
    QCOMPARE(static_cast<qint64>(event.step), integerOf(expected["step"]));
    QVERIFY(isSame(event.wallSeconds, numberOf(expected["wall_time"])));
    const QString kind = expected["kind"].toString();
    QCOMPARE(kindOf(event), isOther(kind) ? QStringLiteral("other") : kind);
    if (event.kind == Event::Kind::FileVersion) {
        QCOMPARE(QString::fromStdString(event.text), expected["version"].toString());
    }
    if (event.kind == Event::Kind::SessionLog) {
        const QStringList names = {"STATUS_UNSPECIFIED", "START", "STOP", "CHECKPOINT"};
        QCOMPARE(names.value(static_cast<int>(event.sessionLog)), expected["status"].toString());
        QCOMPARE(QString::fromStdString(event.text), expected["checkpoint_path"].toString());
    }
    if (event.kind == Event::Kind::Summary) {
        compareScalars(event, expected["values"].toArray());
    }
}

void TestEventFilesGolden::compareScalars(const Event& event, const QJsonArray& values)
{
    std::size_t index = 0;
    for (const QJsonValue& value : values) {
        if (value["kind"].toString() == "simple_value") {
            QVERIFY(index < event.scalars.size());
            const auto& [tag, number] = event.scalars[index++];
            QCOMPARE(QString::fromStdString(tag), value["tag"].toString());
            QVERIFY(isSame(number, numberOf(value["value"])));
        }
    }
    QCOMPARE(event.scalars.size(), index);
}

void TestEventFilesGolden::checksumsAreThoseInTensorFlowsRecords()
{
    const QJsonArray vectors = jsonObject(m_folder + "/crc32c.json")["vectors"].toArray();
    QVERIFY(!vectors.isEmpty());
    for (const QJsonValue& vector : vectors) {
        const std::string data =
            QByteArray::fromBase64(vector["data_base64"].toString().toLatin1()).toStdString();
        const std::uint32_t crc = crc32c(data);
        QCOMPARE(crc, vector["crc32c"].toString().toUInt(nullptr, 16));
        QCOMPARE(maskCrc32c(crc), vector["masked"].toString().toUInt(nullptr, 16));
    }
}

QTEST_APPLESS_MAIN(TestEventFilesGolden)
#include "tst_event_files_golden.moc"
