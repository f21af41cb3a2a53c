// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/leveldb_table.h"
#include "engine/formats/varint.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

class TestLeveldbTable : public QObject
{
    Q_OBJECT

private slots:
    void entriesSurvive();
    void handleOutsideTheFileIsDataLoss_data();
    void handleOutsideTheFileIsDataLoss();
    void footerOutsideTheFileIsDataLoss_data();
    void footerOutsideTheFileIsDataLoss();
    void compressedBlocksAreRead();
    void compressedBlockThatPromisesTooMuchIsDataLoss_data();
    void compressedBlockThatPromisesTooMuchIsDataLoss();
    void entryBeyondItsBlockIsDataLoss_data();
    void entryBeyondItsBlockIsDataLoss();
    void damagedBlockIsDataLoss_data();
    void damagedBlockIsDataLoss();
    void u16_wrongMagicIsDataLoss();
    void keysThatDoNotAscendAreDataLoss();
    void entriesThatGrowWithoutEndAreDataLoss();
    void manyEmptyEntriesAreDataLoss();
    void aBlockThatIsNamedAgainIsDataLoss_data();
    void aBlockThatIsNamedAgainIsDataLoss();
};

namespace {

constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();

std::string fixed32(std::uint32_t value)
{
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>(value >> shift);
    }
    return bytes;
}

std::string varints(std::initializer_list<std::uint64_t> values)
{
    std::string bytes;
    for (const std::uint64_t value : values) {
        appendVarint(bytes, value);
    }
    return bytes;
}

std::string entry(std::uint64_t shared, const std::string& key, const std::string& value)
{
    return varints({shared, key.size(), value.size()}) + key + value;
}

// With type byte and checksum.
std::string framed(const std::string& bytes, char type)
{
    const std::string checked = bytes + type;
    return checked + fixed32(maskCrc32c(crc32c(checked)));
}

// With one restart, not compressed.
std::string block(const std::string& entries)
{
    return framed(entries + fixed32(0) + fixed32(1), '\0');
}

// A snappy stream that gives its length as `promised`, and then `bytes` as they are.
std::string snappyBlock(std::uint64_t promised, const std::string& bytes)
{
    constexpr std::size_t kLongest = 60; // of a literal whose tag says its length
    std::string stream = varints({promised});
    for (std::size_t at = 0; at < bytes.size(); at += kLongest) {
        const std::string literal = bytes.substr(at, kLongest);
        stream += static_cast<char>((literal.size() - 1) << 2U);
        stream += literal;
    }
    return framed(stream, '\1');
}

constexpr std::uint64_t kTrailer = 5;

// A table of the given blocks, whose checksums are right whatever its handles say.
std::string tableOf(const std::string& data, const std::string& index)
{
    const std::string metaIndex = block("");
    std::string footer = varints({data.size(), metaIndex.size() - kTrailer,
                                  data.size() + metaIndex.size(), index.size() - kTrailer});
    footer.resize(40);
    return data + metaIndex + index + footer + "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
}

std::string table(const std::string& data, const std::string& dataHandle)
{
    return tableOf(data, block(entry(0, "z", dataHandle)));
}

} // namespace

void TestLeveldbTable::entriesSurvive()
{
    std::map<std::string, std::string, std::less<>> entries{{"", "header"}, {"a", ""}};
    for (int i = 0; i < 1000; ++i) {
        entries["key " + std::to_string(i)] = std::string(1000, static_cast<char>(i));
    }
    const auto read = readLeveldbTable(writeLeveldbTable(entries), "t");
    QCOMPARE(read.size(), entries.size());
    QVERIFY(std::equal(read.begin(), read.end(), entries.begin(), [](const auto& a, const auto& b) {
        return a.first == b.first && a.second == b.second;
    }));
    const std::string data = block(entry(0, "a", "x") + entry(0, "b", "y"));
    QCOMPARE(readLeveldbTable(table(data, varints({0, data.size() - kTrailer})), "t").size(), 2U);
}

void TestLeveldbTable::handleOutsideTheFileIsDataLoss_data()
{
    QTest::addColumn<std::string>("handle");
    QTest::newRow("no handle") << std::string();
    QTest::newRow("offset past the end") << varints({1000, 8});
    QTest::newRow("huge offset") << varints({kHuge, 8});
    QTest::newRow("size past the end") << varints({0, 1000});
    QTest::newRow("size past all memory") << varints({0, std::uint64_t{1} << 62});
    QTest::newRow("size that wraps round to 0") << varints({0, kHuge - 4});
    QTest::newRow("size that wraps round to 4") << varints({0, kHuge});
    QTest::newRow("size below the smallest block") << varints({0, 2});
}

// The checksums are right: somebody meant harm.
void TestLeveldbTable::handleOutsideTheFileIsDataLoss()
{
    QFETCH(std::string, handle);
    const std::string bytes = table(block(entry(0, "a", "x")), handle);
    VERIFY_THROWS(DataLossError, "t: the data block lies outside the file",
                  readLeveldbTable(bytes, "t"));
}

void TestLeveldbTable::footerOutsideTheFileIsDataLoss_data()
{
    QTest::addColumn<std::string>("handles");
    QTest::newRow("meta-index offset") << varints({kHuge, 8, 0, 8});
    QTest::newRow("meta-index size") << varints({0, kHuge, 0, 8});
    QTest::newRow("index offset") << varints({0, 8, kHuge, 8});
    QTest::newRow("index size") << varints({0, 8, 0, kHuge});
    QTest::newRow("index size that wraps round") << varints({0, 8, 0, kHuge - 4});
    QTest::newRow("index up to the footer, without room for its trailer")
        << varints({0, 8, 0, 20 + kTrailer - 4});
    QTest::newRow("number that does not end") << std::string(40, '\xff');
}

void TestLeveldbTable::footerOutsideTheFileIsDataLoss()
{
    QFETCH(std::string, handles);
    handles.resize(40);
    const std::string bytes =
        std::string(20 + kTrailer, '\0') + handles + "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
    VERIFY_THROWS(DataLossError, "outside the file", readLeveldbTable(bytes, "t"));
}

void TestLeveldbTable::compressedBlocksAreRead()
{
    const std::string entries = entry(0, "a", "x") + fixed32(0) + fixed32(1);
    const std::string data = snappyBlock(entries.size(), entries);
    const std::string index =
        entry(0, "z", varints({0, data.size() - kTrailer})) + fixed32(0) + fixed32(1);
    const auto read = readLeveldbTable(tableOf(data, snappyBlock(index.size(), index)), "t");
    QCOMPARE(read.size(), 1U);
    QCOMPARE(read.front().second, std::string("x"));
}

void TestLeveldbTable::compressedBlockThatPromisesTooMuchIsDataLoss_data()
{
    QTest::addColumn<std::uint64_t>("promised");
    QTest::addColumn<bool>("isIndex");
    for (const bool isIndex : {false, true}) {
        const char* const which = isIndex ? "index" : "data";
        QTest::addRow("%s block of 4 GiB", which) << (std::uint64_t{1} << 32U) - 1 << isIndex;
        QTest::addRow("%s block of 512 MiB", which) << (std::uint64_t{512} << 20U) << isIndex;
        QTest::addRow("%s block of 100 times its bytes", which) << std::uint64_t{2000} << isIndex;
    }
}

// Nothing is allocated for what is not in it.
void TestLeveldbTable::compressedBlockThatPromisesTooMuchIsDataLoss()
{
    QFETCH(std::uint64_t, promised);
    QFETCH(bool, isIndex);
    const std::string plain = block(entry(0, "a", "x"));
    const std::string huge = snappyBlock(promised, entry(0, "a", "x"));
    const std::string bytes =
        isIndex ? tableOf(plain, huge) : table(huge, varints({0, huge.size() - kTrailer}));
    VERIFY_THROWS(DataLossError, "promises more than it can hold", readLeveldbTable(bytes, "t"));
}

void TestLeveldbTable::entryBeyondItsBlockIsDataLoss_data()
{
    QTest::addColumn<std::string>("lengths"); // shared with the key before, own, of the value
    QTest::addColumn<bool>("isIndex");
    constexpr std::uint64_t k32 = std::uint64_t{1} << 32U;
    const std::pair<const char*, std::string> rows[]{
        {"more shared than the key before has", varints({2, 1, 1})},
        {"key beyond the block", varints({0, 100, 0})},
        {"value beyond the block", varints({0, 1, 100})},
        {"lengths whose sum wraps round at 32 bits", varints({0, k32 - 2, 3})},
        {"lengths whose sum wraps round at 64 bits", varints({0, kHuge - 1, 3})},
        {"huge shared", varints({kHuge, 1, 1})},
        {"number that does not end", std::string(30, '\xff')},
        {"cut in its lengths", varints({0, 1})}};
    for (const bool isIndex : {false, true}) {
        for (const auto& [name, lengths] : rows) {
            QTest::addRow("%s, %s", name, isIndex ? "index" : "data") << lengths << isIndex;
        }
    }
}

// The checksums are right here, too.
void TestLeveldbTable::entryBeyondItsBlockIsDataLoss()
{
    QFETCH(std::string, lengths);
    QFETCH(bool, isIndex);
    const std::string bad = lengths + (lengths.size() > 2 ? "kv" : "");
    const std::string plain = entry(0, "a", "x");
    for (const bool isCompressed : {false, true}) {
        const std::string contents = (isIndex ? "" : plain) + bad + fixed32(0) + fixed32(1);
        const std::string harmful =
            isCompressed ? snappyBlock(contents.size(), contents) : framed(contents, '\0');
        const std::string bytes = isIndex ? tableOf(block(plain), harmful)
                                          : table(harmful, varints({0, harmful.size() - kTrailer}));
        VERIFY_THROWS(DataLossError, "an entry reaches beyond its block",
                      readLeveldbTable(bytes, "t"));
    }
}

void TestLeveldbTable::damagedBlockIsDataLoss_data()
{
    QTest::addColumn<std::string>("data"); // block
    QTest::addColumn<QString>("message");
    const std::string entries = entry(0, "a", "x");
    std::string flipped = block(entries);
    flipped[1] ^= 1;
    QTest::newRow("checksum") << flipped << "the block at byte 0 has a wrong checksum";
    QTest::newRow("unknown compression")
        << framed(entries + fixed32(0) + fixed32(1), '\2') << "compressed in an unknown way";
    QTest::newRow("no snappy stream")
        << framed(varints({16}) + std::string(8, '\xff'), '\1') << "compressed block is damaged";
    QTest::newRow("more restarts than fit")
        << framed(entries + fixed32(0) + fixed32(4), '\0') << "too short for its restarts";
    QTest::newRow("restarts whose size wraps round")
        << framed(entries + fixed32(0) + fixed32(0x3fffffff), '\0') << "too short for its restarts";
}

void TestLeveldbTable::damagedBlockIsDataLoss()
{
    QFETCH(std::string, data);
    QFETCH(QString, message);
    const std::string bytes = table(data, varints({0, data.size() - kTrailer}));
    VERIFY_THROWS(DataLossError, qPrintable(message), readLeveldbTable(bytes, "t"));
}

void TestLeveldbTable::u16_wrongMagicIsDataLoss()
{
    std::string bytes = writeLeveldbTable({{"a", "x"}});
    bytes.back() = '\0';
    VERIFY_THROWS(DataLossError, "wrong magic number", readLeveldbTable(bytes, "t"));
}

void TestLeveldbTable::keysThatDoNotAscendAreDataLoss()
{
    const std::string data = block(entry(0, "b", "x") + entry(0, "a", "y"));
    VERIFY_THROWS(DataLossError, "key \"a\" follows \"b\"",
                  readLeveldbTable(table(data, varints({0, data.size() - kTrailer})), "t"));
}

// Each entry of a few bytes repeats the whole key before it.
void TestLeveldbTable::entriesThatGrowWithoutEndAreDataLoss()
{
    constexpr std::uint64_t kKeyBytes = 1 << 20;
    std::string entries = entry(0, std::string(kKeyBytes, 'k'), "");
    for (std::uint64_t i = 0; i < 1000; ++i) {
        entries += entry(kKeyBytes + i, "k", "");
    }
    const std::string data = block(entries);
    VERIFY_THROWS(DataLossError, "entries need more than",
                  readLeveldbTable(table(data, varints({0, data.size() - kTrailer})), "t"));
}

// Each takes more of memory than of the file.
void TestLeveldbTable::manyEmptyEntriesAreDataLoss()
{
    std::string entries;
    for (std::uint32_t i = 0; i < (std::uint32_t{5} << 20U); ++i) {
        const std::string key{static_cast<char>(i >> 24U), static_cast<char>(i >> 16U),
                              static_cast<char>(i >> 8U), static_cast<char>(i)};
        entries += entry(0, key, "");
    }
    const std::string data = block(entries);
    VERIFY_THROWS(DataLossError, "entries need more than",
                  readLeveldbTable(table(data, varints({0, data.size() - kTrailer})), "t"));
}

void TestLeveldbTable::aBlockThatIsNamedAgainIsDataLoss_data()
{
    QTest::addColumn<std::string>("again"); // handle
    const std::string empty = block("");
    QTest::newRow("the same") << varints({0, empty.size() - kTrailer});
    QTest::newRow("a part of it") << varints({1, empty.size() - kTrailer});
}

// A megabyte that names another one all over would be read for hours.
void TestLeveldbTable::aBlockThatIsNamedAgainIsDataLoss()
{
    QFETCH(std::string, again);
    const std::string data = block("");
    const std::string index =
        block(entry(0, "a", varints({0, data.size() - kTrailer})) + entry(0, "b", again));
    VERIFY_THROWS(DataLossError, "is named again", readLeveldbTable(tableOf(data, index), "t"));
}

QTEST_APPLESS_MAIN(TestLeveldbTable)
#include "tst_leveldb_table.moc"
