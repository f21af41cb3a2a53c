// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/event_codec.h"
#include "engine/formats/record_writer.h"
#include "tests/support/errors.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <string>

using namespace engine;

class TestEventCodec : public QObject
{
    Q_OBJECT

private slots:
    void v7_firstRecordIsTensorFlowsByteForByte();
    void knownBytes_data();
    void knownBytes();
    void scalarsComeBack_data();
    void scalarsComeBack();
    void sessionLogsComeBack();
    void summariesComeBack();
    void confusionMatricesAreTables();
    void hyperParametersComeBack();
    void unknownKindsAndFieldsAreRead();
    void numbersOf16BitsAreRead_data();
    void numbersOf16BitsAreRead();
    void impossibleTensorsAreDataLoss_data();
    void impossibleTensorsAreDataLoss();
    void bytesThatAreNoMessageAreDataLoss();
};

void TestEventCodec::v7_firstRecordIsTensorFlowsByteForByte()
{
    std::string record;
    appendRecord(record, encodeFileVersion(1500000000.0));
    QCOMPARE(QByteArray::fromStdString(record).toHex(),
             QByteArray("1800000000000000a37f4b220900"
                        "0000c00b5ad6411a0d627261696e2e4576656e743a324ca9a464"));
}

// Worked out by hand from the field numbers of TensorFlow's event.proto and summary.proto.
void TestEventCodec::knownBytes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("scalar") << QByteArray::fromStdString(encodeScalar(1.0, 3, "l", 0.5))
                            << QByteArray("09000000000000f03f10032a0a0a080a016c150000003f");
    QTest::newRow("graph") << QByteArray::fromStdString(encodeGraph(1.0, "abc"))
                           << QByteArray("09000000000000f03f2203616263");
    QTest::newRow("run metadata") << QByteArray::fromStdString(encodeTaggedRunMetadata(
        1.0, 7, "t", "ab")) << QByteArray("09000000000000f03f100742070a017412026162");
    QTest::newRow("session log start")
        << QByteArray::fromStdString(encodeSessionLog(1.0, 7, SessionLogKind::Start, ""))
        << QByteArray("09000000000000f03f10073a020801");
    QTest::newRow("session log checkpoint")
        << QByteArray::fromStdString(encodeSessionLog(1.0, 7, SessionLogKind::Checkpoint, "d/m"))
        << QByteArray("09000000000000f03f10073a0708031203642f6d");
}

void TestEventCodec::knownBytes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytes.toHex(), expected);
}

void TestEventCodec::scalarsComeBack_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<qint64>("step");
    QTest::newRow("plain") << 0.25 << qint64{1};
    QTest::newRow("NaN") << std::numeric_limits<double>::quiet_NaN() << qint64{2};
    QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << qint64{3};
    QTest::newRow("minus infinity") << -std::numeric_limits<double>::infinity() << qint64{4};
    QTest::newRow("step past 32 bits") << 1.0 << (qint64{1} << 40);
    QTest::newRow("negative step") << 1.0 << qint64{-1};
}

void TestEventCodec::scalarsComeBack()
{
    QFETCH(double, value);
    QFETCH(qint64, step);
    const Event event = decodeEvent(encodeScalar(12.5, step, "train/loss", value));
    QCOMPARE(event.kind, Event::Kind::Summary);
    QCOMPARE(event.wallSeconds, 12.5);
    QCOMPARE(event.step, step);
    QCOMPARE(event.values.size(), std::size_t{1});
    QCOMPARE(event.values.front().tag, std::string("train/loss"));
    QCOMPARE(event.values.front().kind, SummaryValue::Kind::Scalar);
    const double got = event.values.front().scalar;
    QVERIFY(std::isnan(value) ? std::isnan(got) : got == value);
}

void TestEventCodec::sessionLogsComeBack()
{
    const Event event =
        decodeEvent(encodeSessionLog(1.0, 9, SessionLogKind::Checkpoint, "/runs/model.ckpt"));
    QCOMPARE(event.kind, Event::Kind::SessionLog);
    QCOMPARE(event.sessionLog, SessionLogKind::Checkpoint);
    QCOMPARE(event.text, std::string("/runs/model.ckpt"));
    QCOMPARE(event.step, std::int64_t{9});
}

void TestEventCodec::summariesComeBack()
{
    const Histogram histogram = makeHistogram({{-1, 0, 0.5}}, "w");
    const EncodedImage image = encodePng({1, 2, 1, {3, 4}});
    const Event first = decodeEvent(encodeSummary(2.0, 5, "w", histogram));
    QCOMPARE(first.step, std::int64_t{5});
    QCOMPARE(first.values.front().kind, SummaryValue::Kind::Histogram);
    QVERIFY(first.values.front().histogram == histogram);
    const Event second = decodeEvent(encodeSummary(2.0, 5, "picture", image));
    QCOMPARE(second.values.front().kind, SummaryValue::Kind::Image);
    QVERIFY(second.values.front().image == image);
    const Event third = decodeEvent(encodeSummary(2.0, 5, "note", std::string("**bold**")));
    QCOMPARE(third.values.front().plugin, std::string("text"));
    QCOMPARE(third.values.front().tensor.strings, std::vector<std::string>{"**bold**"});
}

void TestEventCodec::confusionMatricesAreTables()
{
    const ConfusionMatrix matrix{{"cat", "d|g"}, {5, 1, 2, 7}};
    const Event event = decodeEvent(encodeSummary(2.0, 5, "confusion", matrix));
    QCOMPARE(event.values.front().tensor.strings.front(),
             std::string("| true \\ predicted | cat | d\\|g |\n|---|--:|--:|\n"
                         "| cat | 5 | 1 |\n| d\\|g | 2 | 7 |"));
    VERIFY_THROWS(InvalidArgumentError, "2 classes has 3 counts",
                  encodeSummary(2.0, 5, "confusion", ConfusionMatrix{{"a", "b"}, {1, 2, 3}}));
}

void TestEventCodec::hyperParametersComeBack()
{
    const Event event = decodeEvent(encodeHyperParameters(3.0, "run", {{"lr", 0.5}}));
    QCOMPARE(event.values.front().tag, std::string("_hparams_/session_start_info"));
    QCOMPARE(event.values.front().plugin, std::string("hparams"));
    // Worked out by hand: session_start_info {hparams {"lr": 0.5}, group_name, start_time_secs}.
    QCOMPARE(QByteArray::fromStdString(event.values.front().pluginContent).toHex(),
             QByteArray("1a1f0a0f0a026c72120911000000000000e03f220372756e290000000000000840"));
}

// Event with a summary, a value and a tensor in it.
static std::string tensorEvent(const std::string& tensor)
{
    const auto framed = [](char key, const std::string& bytes) {
        return std::string(1, key) + static_cast<char>(bytes.size()) + bytes;
    };
    return framed('\x2a', framed('\x0a', framed('\x42', tensor)));
}

void TestEventCodec::numbersOf16BitsAreRead_data()
{
    QTest::addColumn<QByteArray>("tensor");
    QTest::newRow("float16 as content") << QByteArray::fromHex("08131204120208022204003e00c0");
    QTest::newRow("float16 as values") << QByteArray::fromHex("08131204120208026a05807c808003");
    QTest::newRow("bfloat16 as content") << QByteArray::fromHex("080e1204120208022204c03f00c0");
    QTest::newRow("bfloat16 as values") << QByteArray::fromHex("080e1204120208026a05c07f808003");
}

void TestEventCodec::numbersOf16BitsAreRead()
{
    QFETCH(const QByteArray, tensor);
    const Event event = decodeEvent(tensorEvent(tensor.toStdString()));
    QCOMPARE(event.values.front().tensor.numbers, (std::vector<double>{1.5, -2}));
}

void TestEventCodec::impossibleTensorsAreDataLoss_data()
{
    QTest::addColumn<QByteArray>("tensor");
    QTest::newRow("content shorter than the shape")
        << QByteArray::fromHex("080112041202080222040000803f");
    QTest::newRow("more values than elements")
        << QByteArray::fromHex("08011204120208012a080000803f0000803f");
    QTest::newRow("one value for very many")
        << QByteArray::fromHex("0801120812060880808080102a040000803f");
    QTest::newRow("negative size") << QByteArray::fromHex("0801120d120b08ffffffffffffffffff01");
    QTest::newRow("sizes that overflow")
        << QByteArray::fromHex("0801121812060880808080401206088080808040120608808080804022");
}

void TestEventCodec::impossibleTensorsAreDataLoss()
{
    QFETCH(const QByteArray, tensor);
    VERIFY_THROWS(DataLossError, "", decodeEvent(tensorEvent(tensor.toStdString())));
}

void TestEventCodec::unknownKindsAndFieldsAreRead()
{
    // Step 5 and field 6, a log message.
    const std::string logMessage = "\x10\x05\x32\x02\x08\x01";
    const Event event = decodeEvent(logMessage);
    QCOMPARE(event.kind, Event::Kind::Other);
    QCOMPARE(event.step, std::int64_t{5});
    QCOMPARE(decodeEvent("").kind, Event::Kind::Other);
}

void TestEventCodec::bytesThatAreNoMessageAreDataLoss()
{
    const std::string whole = encodeScalar(1.0, 3, "tag", 0.5);
    VERIFY_THROWS(DataLossError, "are not an Event message",
                  decodeEvent(whole.substr(0, whole.size() - 1)));
    VERIFY_THROWS(DataLossError, "are not an Event message", decodeEvent("\xff\xff\xff"));
}

QTEST_APPLESS_MAIN(TestEventCodec)
#include "tst_event_codec.moc"
