// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/record_reader.h"
#include "tests/support/golden.h"

#include <QCryptographicHash>
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
    case Event::Kind::RunMetadata:
    case Event::Kind::Other:
        break;
    }
    return QStringLiteral("other");
}

QString kindOf(const SummaryValue& value)
{
    const QStringList names = {"none",
                               "simple_value",
                               "histo",
                               "image",
                               "audio",
                               "tensor",
                               "obsolete_old_style_histogram"};
    return names.value(static_cast<int>(value.kind));
}

QByteArray sha256(const std::string& bytes)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256)
        .toHex();
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
    void compareValues(const Event& event, const QJsonArray& values);
    void compareHistogram(const Histogram& histogram, const QJsonObject& expected);
    void comparePicture(const std::string& bytes, const QJsonObject& expected);
    void compareTensor(const StoredTensor& tensor, const QJsonObject& expected);
    void compareStrings(const std::vector<std::string>& strings, const QJsonArray& expected);
    void compareNumbers(const std::vector<double>& numbers, const QJsonArray& expected);

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
        compareValues(event, expected["values"].toArray());
    }
}

void TestEventFilesGolden::compareValues(const Event& event, const QJsonArray& values)
{
    QCOMPARE(static_cast<qsizetype>(event.values.size()), values.size());
    for (qsizetype i = 0; i < values.size(); ++i) {
        const SummaryValue& value = event.values[static_cast<std::size_t>(i)];
        const QJsonObject expected = values[i].toObject();
        QCOMPARE(QString::fromStdString(value.tag), expected["tag"].toString());
        QCOMPARE(kindOf(value), expected["kind"].toString());
        QCOMPARE(QString::fromStdString(value.plugin), expected["plugin"].toString());
        QCOMPARE(QByteArray::fromStdString(value.pluginContent).toBase64(),
                 expected["plugin_content"].toString().toLatin1());
        switch (value.kind) {
        case SummaryValue::Kind::Scalar:
            QVERIFY(isSame(value.scalar, numberOf(expected["value"])));
            break;
        case SummaryValue::Kind::Histogram:
            compareHistogram(value.histogram, expected);
            break;
        case SummaryValue::Kind::Image:
            QCOMPARE(value.image.height, expected["height"].toInt());
            QCOMPARE(value.image.width, expected["width"].toInt());
            QCOMPARE(value.image.channels, expected["colorspace"].toInt());
            comparePicture(value.image.bytes, expected["image"].toObject());
            break;
        case SummaryValue::Kind::Tensor:
            compareTensor(value.tensor, expected);
            break;
        default:
            break;
        }
    }
}

void TestEventFilesGolden::compareHistogram(const Histogram& histogram, const QJsonObject& expected)
{
    QVERIFY(isSame(histogram.minimum, numberOf(expected["min"])));
    QVERIFY(isSame(histogram.maximum, numberOf(expected["max"])));
    QVERIFY(isSame(histogram.count, numberOf(expected["num"])));
    QVERIFY(isSame(histogram.sum, numberOf(expected["sum"])));
    QVERIFY(isSame(histogram.sumOfSquares, numberOf(expected["sum_squares"])));
    compareNumbers(histogram.limits, expected["bucket_limit"].toArray());
    compareNumbers(histogram.counts, expected["bucket"].toArray());
}

void TestEventFilesGolden::comparePicture(const std::string& bytes, const QJsonObject& expected)
{
    QCOMPARE(static_cast<qint64>(bytes.size()), expected["bytes"].toInteger());
    if (bytes.empty()) { // it stands there without one
        return;
    }
    QCOMPARE(sha256(bytes), expected["sha256"].toString().toLatin1());
}

void TestEventFilesGolden::compareTensor(const StoredTensor& tensor, const QJsonObject& expected)
{
    QCOMPARE(QString::fromUtf8(tensor.dataTypeName.data(), qsizetype(tensor.dataTypeName.size())),
             expected["dtype"].toString());
    QCOMPARE(static_cast<qsizetype>(tensor.shape.size()), expected["shape"].toArray().size());
    compareNumbers({tensor.shape.begin(), tensor.shape.end()}, expected["shape"].toArray());
    if (expected.contains("buckets")) {
        QJsonArray flat;
        for (const QJsonValue& bucket : expected["buckets"].toArray()) {
            for (const QJsonValue& number : bucket.toArray()) {
                flat.append(number);
            }
        }
        compareNumbers(tensor.numbers, flat);
    } else if (expected.contains("text")) {
        for (qsizetype i = 0; i < expected["text"].toArray().size(); ++i) {
            QCOMPARE(QString::fromStdString(tensor.strings.at(static_cast<std::size_t>(i))),
                     expected["text"][i].toString());
        }
    } else if (expected.contains("images")) {
        const QJsonArray images = expected["images"].toArray();
        QCOMPARE(static_cast<qsizetype>(tensor.strings.size()), images.size() + 2);
        for (qsizetype i = 0; i < images.size(); ++i) {
            comparePicture(tensor.strings[static_cast<std::size_t>(i) + 2], images[i].toObject());
        }
    } else if (expected["dtype"] == "string") {
        compareStrings(tensor.strings, expected["values"].toArray());
    } else if (expected.contains("values")) {
        compareNumbers(tensor.numbers, expected["values"].toArray());
    }
}

void TestEventFilesGolden::compareStrings(const std::vector<std::string>& strings,
                                          const QJsonArray& expected)
{
    QCOMPARE(static_cast<qsizetype>(strings.size()), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        const std::string& text = strings[static_cast<std::size_t>(i)];
        if (expected[i].isObject()) { // a long one
            comparePicture(text, expected[i].toObject());
        } else {
            QCOMPARE(QByteArray::fromStdString(text).toBase64(), expected[i].toString().toLatin1());
        }
    }
}

void TestEventFilesGolden::compareNumbers(const std::vector<double>& numbers,
                                          const QJsonArray& expected)
{
    QCOMPARE(static_cast<qsizetype>(numbers.size()), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        QVERIFY(isSame(numbers[static_cast<std::size_t>(i)], numberOf(expected[i])));
    }
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
