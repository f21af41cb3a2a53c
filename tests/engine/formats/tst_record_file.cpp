// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/record_file.h"
#include "engine/formats/record_reader.h"
#include "engine/formats/record_writer.h"
#include "tests/support/errors.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <random>
#include <string>
#include <vector>
#include <zlib.h>

using namespace engine;

// Files of records as they lie on a disk: plain or compressed, whole, cut or still growing.
class TestRecordFile : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void recordsComeBack_data();
    void recordsComeBack();
    void cutAnywhereGivesTheRecordsBefore_data();
    void cutAnywhereGivesTheRecordsBefore();
    void aFileThatAnotherWritesIsReadOn_data();
    void aFileThatAnotherWritesIsReadOn();
    void streamsInARowAreOne();
    void damageIsFound_data();
    void damageIsFound();
    void aLengthThatLooksCompressedIsPlain();
    void whatIsNotThereIsSaid();

private:
    void write(const std::string& bytes, std::ios_base::openmode how = std::ios_base::trunc) const
    {
        std::ofstream(m_path, std::ios_base::binary | how) << bytes;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::filesystem::path m_path;
};

namespace {

constexpr int kPlain = 0;
constexpr int kZlib = 15;
constexpr int kGzip = 15 + 16;

// The last one is longer than any buffer, and hard to compress.
std::vector<std::string> records()
{
    std::vector<std::string> all{"first", "", std::string(300, 'x')};
    std::mt19937 random(7);
    std::string noise;
    for (int i = 0; i < 200'000; ++i) {
        noise += static_cast<char>(random() % 256);
    }
    all.push_back(noise + std::string(500'000, '\0'));
    return all;
}

std::string recordBytes(const std::vector<std::string>& all)
{
    std::string bytes;
    for (const std::string& record : all) {
        appendRecord(bytes, record);
    }
    return bytes;
}

std::string packed(const std::string& bytes, int windowBits)
{
    if (windowBits == kPlain) {
        return bytes;
    }
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, bytes.size()), '\0');
    std::string in = bytes;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

void addForms()
{
    QTest::addColumn<int>("windowBits");
    QTest::newRow("plain") << kPlain;
    QTest::newRow("gzip") << kGzip;
    QTest::newRow("zlib") << kZlib;
}

// Reads until there is no more; true if that is for now only.
bool readOn(RecordFile& file, RecordReader& reader, std::vector<std::string>& got)
{
    std::string record;
    try {
        while (reader.next(record)) {
            got.push_back(record);
        }
    } catch (const DataLossError&) {
        if (!reader.isTruncated()) {
            throw;
        }
        return true;
    }
    return file.isCut();
}

} // namespace

void TestRecordFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath("records").toStdString();
}

void TestRecordFile::recordsComeBack_data()
{
    addForms();
}

void TestRecordFile::recordsComeBack()
{
    QFETCH(const int, windowBits);
    write(packed(recordBytes(records()), windowBits));
    RecordFile file(m_path);
    QCOMPARE(file.compression(),
             windowBits == kPlain      ? RecordCompression::None
                 : windowBits == kGzip ? RecordCompression::Gzip
                                       : RecordCompression::Zlib);
    RecordReader reader(file.stream());
    std::vector<std::string> got;
    QVERIFY(!readOn(file, reader, got));
    QVERIFY(got == records());
    QCOMPARE(reader.offset(), recordBytes(records()).size());
}

void TestRecordFile::cutAnywhereGivesTheRecordsBefore_data()
{
    addForms();
}

void TestRecordFile::cutAnywhereGivesTheRecordsBefore()
{
    QFETCH(const int, windowBits);
    const std::vector<std::string> all{"first", "second", std::string(300, 'x')};
    const std::string whole = packed(recordBytes(all), windowBits);
    std::size_t last = 0;
    for (std::size_t size = 2; size < whole.size(); ++size) {
        write(whole.substr(0, size));
        RecordFile file(m_path);
        RecordReader reader(file.stream());
        std::vector<std::string> got;
        const bool isCut = readOn(file, reader, got);
        const bool isAtABoundary = windowBits == kPlain && reader.offset() == size;
        QVERIFY2(isCut != isAtABoundary, std::to_string(size).c_str());
        QVERIFY(got.size() >= last && got.size() <= all.size());
        QVERIFY(std::equal(got.begin(), got.end(), all.begin()));
        last = got.size();
    }
}

void TestRecordFile::aFileThatAnotherWritesIsReadOn_data()
{
    addForms();
}

// The bytes come in pieces that end anywhere; between them the reader takes what there is.
void TestRecordFile::aFileThatAnotherWritesIsReadOn()
{
    QFETCH(const int, windowBits);
    const std::string whole = packed(recordBytes(records()), windowBits);
    std::ofstream writer(m_path, std::ios_base::binary);
    const auto extend = [&](std::size_t from, std::size_t count) {
        writer << whole.substr(from, count) << std::flush;
    };
    extend(0, 13);
    RecordFile file(m_path);
    RecordReader reader(file.stream());
    std::vector<std::string> got;
    std::size_t end = 13;
    for (std::size_t piece = 1; end < whole.size(); piece = piece * 2 + 1) {
        readOn(file, reader, got);
        extend(end, piece);
        end += piece;
    }
    QVERIFY(!readOn(file, reader, got));
    QVERIFY(got == records());
}

void TestRecordFile::streamsInARowAreOne()
{
    write(packed(recordBytes({"first"}), kGzip));
    write(packed(recordBytes({"second"}), kGzip), std::ios_base::app);
    RecordFile file(m_path);
    RecordReader reader(file.stream());
    std::vector<std::string> got;
    QVERIFY(!readOn(file, reader, got));
    QVERIFY((got == std::vector<std::string>{"first", "second"}));
}

void TestRecordFile::damageIsFound_data()
{
    QTest::addColumn<int>("windowBits");
    QTest::newRow("gzip") << kGzip;
    QTest::newRow("zlib") << kZlib;
}

void TestRecordFile::damageIsFound()
{
    QFETCH(const int, windowBits);
    std::string bytes = packed(recordBytes(records()), windowBits);
    bytes[bytes.size() - 2] ^= 1; // of the stream's own check
    write(bytes);
    RecordFile file(m_path);
    RecordReader reader(file.stream());
    std::vector<std::string> got;
    VERIFY_THROWS(DataLossError, "damaged compressed data after byte", readOn(file, reader, got));
}

// 0x0178 bytes: the first two bytes are those of zlib too.
void TestRecordFile::aLengthThatLooksCompressedIsPlain()
{
    write(recordBytes({std::string(0x0178, 'x')}));
    RecordFile file(m_path);
    QCOMPARE(file.compression(), RecordCompression::None);
    QCOMPARE(recordCompression("\x78\x01"), RecordCompression::Zlib);
}

void TestRecordFile::whatIsNotThereIsSaid()
{
    VERIFY_THROWS(NotFoundError, "absent", RecordFile(m_path / "absent"));
}

QTEST_APPLESS_MAIN(TestRecordFile)
#include "tst_record_file.moc"
