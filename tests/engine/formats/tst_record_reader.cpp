// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/crc32c.h"
#include "engine/formats/record_reader.h"
#include "engine/formats/record_writer.h"
#include "tests/support/errors.h"

#include <QTest>

#include <sstream>
#include <string>
#include <vector>

using namespace engine;

namespace {

const std::vector<std::string> kRecords = {"first", "", std::string("with\0zero", 9), "last one"};

std::string fileOf(const std::vector<std::string>& records)
{
    std::string bytes;
    for (const std::string& record : records) {
        appendRecord(bytes, record);
    }
    return bytes;
}

// Where the record with each index begins, and the end of the file.
std::vector<std::size_t> boundaries()
{
    std::vector<std::size_t> offsets = {0};
    for (const std::string& record : kRecords) {
        offsets.push_back(offsets.back() + 16 + record.size());
    }
    return offsets;
}

// A header that promises `length` bytes, with a correct checksum.
std::string headerFor(std::uint64_t length)
{
    std::string header;
    for (int i = 0; i < 8; ++i) {
        header.push_back(static_cast<char>(length >> 8 * i & 0xffU));
    }
    const std::uint32_t crc = maskCrc32c(crc32c(header));
    for (int i = 0; i < 4; ++i) {
        header.push_back(static_cast<char>(crc >> 8 * i & 0xffU));
    }
    return header;
}

} // namespace

class TestRecordReader : public QObject
{
    Q_OBJECT

private slots:
    void recordsComeBack();
    void v8_truncatedAtEveryByte();
    void v8_flippedBitIsFoundAtEveryPosition();
    void v8_aFileThatGrowsIsReadOn();
    void aLengthThatLiesCostsNoMemory();
};

void TestRecordReader::recordsComeBack()
{
    std::istringstream stream(fileOf(kRecords));
    RecordReader reader(stream);
    std::string record;
    for (const std::string& expected : kRecords) {
        QVERIFY(reader.next(record));
        QCOMPARE(record, expected);
    }
    QVERIFY(!reader.next(record));
    QCOMPARE(reader.offset(), boundaries().back());
}

void TestRecordReader::v8_truncatedAtEveryByte()
{
    const std::string whole = fileOf(kRecords);
    const std::vector<std::size_t> begins = boundaries();
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        std::istringstream stream(whole.substr(0, cut));
        RecordReader reader(stream);
        std::string record;
        std::size_t index = 0;
        while (begins[index + 1] <= cut) {
            QVERIFY(reader.next(record));
            QCOMPARE(record, kRecords[index++]);
        }
        if (begins[index] == cut) {
            QVERIFY(!reader.next(record));
            QVERIFY(!reader.isTruncated());
        } else {
            const std::string message = "truncated record at " + std::to_string(begins[index]);
            VERIFY_THROWS(DataLossError, message.c_str(), reader.next(record));
            QVERIFY(reader.isTruncated());
        }
        QCOMPARE(reader.offset(), begins[index]);
    }
}

void TestRecordReader::v8_flippedBitIsFoundAtEveryPosition()
{
    const std::string whole = fileOf({"payload"});
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        std::string damaged = whole;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
        std::istringstream stream(damaged);
        RecordReader reader(stream);
        std::string record;
        const char* const message = bit < 96 ? "corrupted record at 0" : "corrupted record at 12";
        VERIFY_THROWS(DataLossError, message, reader.next(record));
        QVERIFY(!reader.isTruncated());
        QCOMPARE(reader.offset(), std::uint64_t{0});
    }
}

void TestRecordReader::v8_aFileThatGrowsIsReadOn()
{
    const std::string whole = fileOf(kRecords);
    std::stringstream stream;
    RecordReader reader(stream);
    std::string record;
    std::vector<std::string> seen;
    for (const char byte : whole) {
        stream.clear();
        stream.seekp(0, std::ios::end);
        stream.put(byte);
        try {
            if (reader.next(record)) {
                seen.push_back(record);
            }
        } catch (const DataLossError&) {
            QVERIFY(reader.isTruncated());
        }
    }
    QCOMPARE(seen, kRecords);
}

void TestRecordReader::aLengthThatLiesCostsNoMemory()
{
    std::istringstream stream(headerFor(std::uint64_t{1} << 60U) + "few bytes");
    RecordReader reader(stream);
    std::string record;
    VERIFY_THROWS(DataLossError, "truncated record at 0", reader.next(record));
    QVERIFY(record.capacity() < 4U << 20U);
}

QTEST_APPLESS_MAIN(TestRecordReader)
#include "tst_record_reader.moc"
