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
    void unknownKindsAndFieldsAreRead();
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
    QCOMPARE(event.scalars.size(), std::size_t{1});
    QCOMPARE(event.scalars.front().first, std::string("train/loss"));
    const double got = event.scalars.front().second;
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
