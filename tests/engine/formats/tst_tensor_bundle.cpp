// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"
#include "engine/formats/leveldb_table.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/formats/varint.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/golden.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>

using namespace engine;

class TestTensorBundle : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void u11_u13_oneTensorGivesTheKnownBytes();
    void u1_u4_u5_valuesSurvive();
    void emptyBundleIsRead();
    void readerFindsByName();
    void u10_d33_cutAnywhereIsDataLoss_data();
    void u10_d33_cutAnywhereIsDataLoss();
    void u8_flippedBitIsDataLoss_data();
    void u8_flippedBitIsDataLoss();
    void faultyEntryIsReported_data();
    void faultyEntryIsReported();
    void faultyHeaderIsReported_data();
    void faultyHeaderIsReported();
    void u9_bigEndianNumbersAreSwapped();
    void u7_missingFilesAreNotFound();
    void tensorsThatCannotBeStoredAreRefused();
    void failedWriteLeavesTheOlderBundle_data();
    void failedWriteLeavesTheOlderBundle();

private:
    std::string prefix() const { return m_folder->filePath("model.ckpt-7").toStdString(); }
    QString path(const QString& suffix) const
    {
        return m_folder->filePath("model.ckpt-7" + suffix);
    }
    void write(const QString& suffix, const QByteArray& bytes);
    void writeIndex(const std::string& header, const std::string& entry);

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalFileSystem m_files;
};

namespace {

const QString kIndex = ".index";
const QString kData = ".data-00000-of-00001";
const std::string kHeader = std::string("\x08\x01\x1a\x02\x08\x01");

NamedTensors sampleTensors()
{
    return {{"b", Tensor::fromValues<bool>({3}, {true, false, true})},
            {"s", Tensor::fromValues<std::string>({2}, {"ab", ""})},
            {"w", Tensor::fromValues<float>({2}, {1, 2})}};
}

// Field `number` of a message as a varint.
std::string field(unsigned number, std::uint64_t value)
{
    std::string bytes(1, static_cast<char>(number << 3));
    appendVarint(bytes, value);
    return bytes;
}

std::string message(unsigned number, const std::string& content)
{
    std::string bytes(1, static_cast<char>(number << 3 | 2));
    appendVarint(bytes, content.size());
    return bytes + content;
}

std::string shapeField(std::initializer_list<std::uint64_t> dims)
{
    std::string shape;
    for (const std::uint64_t dim : dims) {
        shape += message(2, field(1, dim));
    }
    return message(2, shape);
}

std::string checksumField(const std::string& bytes)
{
    const std::uint32_t crc = maskCrc32c(crc32c(bytes));
    std::string result(1, '\x35');
    for (unsigned shift = 0; shift < 32; shift += 8) {
        result += static_cast<char>(crc >> shift);
    }
    return result;
}

// Everything that the reader offers.
void readAll(const FileSystem& files, const std::string& prefix)
{
    const TensorBundleReader reader(files, prefix);
    for (const BundleEntry& entry : reader.entries()) {
        reader.read(entry.name);
    }
    reader.verify();
}

} // namespace

void TestTensorBundle::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestTensorBundle::write(const QString& suffix, const QByteArray& bytes)
{
    QFile file(path(suffix));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

// A bundle of the tensor "w" whose eight bytes of data are 1 to 8.
void TestTensorBundle::writeIndex(const std::string& header, const std::string& entry)
{
    write(kIndex, QByteArray::fromStdString(writeLeveldbTable({{"", header}, {"w", entry}})));
    write(kData, "\1\2\3\4\5\6\7\x08");
}

// Made by TensorFlow 2.21; in the order of the file: data block, meta-index block, index block,
// footer.
void TestTensorBundle::u11_u13_oneTensorGivesTheKnownBytes()
{
    writeTensorBundle(m_files, prefix(), {{"w", Tensor::fromValues<float>({2}, {1, 2})}});
    QCOMPARE(fileBytes(path(kData)).toHex(), QByteArray("0000803f00000040"));
    QCOMPARE(fileBytes(path(kIndex)).toHex(),
             QByteArray("00000608011a020801"
                        "00010f770801120412020802280835593ce535"
                        "0000000001000000000921adc3"
                        "000000000100000000c0f2a1b0"
                        "00010278002400000000"
                        "0100000000ab30707f"
                        "2908360e")
                 + QByteArray(72, '0') + "57fb808b247547db");
}

void TestTensorBundle::u1_u4_u5_valuesSurvive()
{
    NamedTensors tensors = sampleTensors();
    tensors["scalar"] = Tensor::scalar<std::int64_t>(std::numeric_limits<std::int64_t>::min());
    tensors["none"] = Tensor(DataType::Double, {0, 3});
    tensors["empty rows"] = Tensor(DataType::Float, {0, 1618});
    tensors["empty columns"] = Tensor(DataType::Int32, {16, 0, 18});
    tensors["int32"] = Tensor::fromValues<std::int32_t>({2}, {-1, 7});
    tensors["no strings"] = Tensor(DataType::String, {0});
    tensors["bytes"] = Tensor::fromValues<std::uint8_t>({2, 2}, {0, 1, 254, 255});
    tensors["nan"] = Tensor::scalar<float>(std::numeric_limits<float>::quiet_NaN());
    tensors["long"] =
        Tensor::fromValues<std::string>({3}, {"hello", std::string(32U << 20U, 'x'), ""});
    writeTensorBundle(m_files, prefix(), tensors);

    const TensorBundleReader reader(m_files, prefix());
    reader.verify();
    QCOMPARE(reader.entries().size(), tensors.size());
    for (const auto& [name, tensor] : tensors) {
        const Tensor restored = reader.read(name);
        QCOMPARE(restored.dataType(), tensor.dataType());
        QCOMPARE(restored.shape(), tensor.shape());
        if (tensor.dataType() == DataType::String) {
            QVERIFY(
                std::ranges::equal(restored.values<std::string>(), tensor.values<std::string>()));
        } else {
            QVERIFY(tensor.byteCount() == 0
                    || std::memcmp(restored.data(), tensor.data(), tensor.byteCount()) == 0);
        }
    }
}

void TestTensorBundle::emptyBundleIsRead()
{
    writeTensorBundle(m_files, prefix(), {});
    const TensorBundleReader reader(m_files, prefix());
    reader.verify();
    QVERIFY(reader.entries().empty());
}

void TestTensorBundle::readerFindsByName()
{
    writeTensorBundle(m_files, prefix(), sampleTensors());
    const TensorBundleReader reader(m_files, prefix());
    QVERIFY(reader.find("w") != nullptr);
    QCOMPARE(reader.find("w")->dataTypeName(), std::string_view("float32"));
    QVERIFY(reader.find("v") == nullptr);
    VERIFY_THROWS(NotFoundError, "key v not found in checkpoint", reader.read("v"));
}

void TestTensorBundle::u10_d33_cutAnywhereIsDataLoss_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::newRow("index") << kIndex;
    QTest::newRow("data") << kData;
}

void TestTensorBundle::u10_d33_cutAnywhereIsDataLoss()
{
    QFETCH(QString, suffix);
    writeTensorBundle(m_files, prefix(), sampleTensors());
    const QByteArray bytes = fileBytes(path(suffix));
    for (qsizetype length = 0; length < bytes.size(); ++length) {
        write(suffix, bytes.first(length));
        VERIFY_THROWS(DataLossError, "model.ckpt-7", readAll(m_files, prefix()));
    }
}

void TestTensorBundle::u8_flippedBitIsDataLoss_data()
{
    u10_d33_cutAnywhereIsDataLoss_data();
}

void TestTensorBundle::u8_flippedBitIsDataLoss()
{
    QFETCH(QString, suffix);
    writeTensorBundle(m_files, prefix(), sampleTensors());
    const QByteArray bytes = fileBytes(path(suffix));
    int unseen = 0;
    for (qsizetype bit = 0; bit < 8 * bytes.size(); ++bit) {
        QByteArray flipped = bytes;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        write(suffix, flipped);
        try {
            readAll(m_files, prefix());
            ++unseen;
        } catch (const DataLossError&) { // as it should be
        }
    }
    // Nobody reads the empty meta-index block of 13 bytes, the 2 bytes of its handle (unless they
    // then point outside) and the zero padding of the footer.
    QVERIFY2(unseen <= (suffix == kIndex ? 8 * (13 + 2 + 36) : 0),
             qPrintable(QString::number(unseen)));
}

void TestTensorBundle::faultyEntryIsReported_data()
{
    const std::string type = field(1, 1);
    const std::string shape = shapeField({2});
    const std::string size = field(5, 8);
    const std::string crc = checksumField("\1\2\3\4\5\6\7\x08");
    const auto negative = static_cast<std::uint64_t>(-1);
    QTest::addColumn<std::string>("entry");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("no message") << std::string("\xff") << QByteArray("cannot be understood");
    QTest::newRow("type 0") << shape + size + crc << QByteArray("unknown data type 0");
    QTest::newRow("type 99") << field(1, 99) + shape + size + crc
                             << QByteArray("unknown data type 99");
    QTest::newRow("negative axis")
        << type + shapeField({negative}) + size + crc << QByteArray("an axis of size -1");
    QTest::newRow("unknown rank") << type + message(2, field(3, 1)) + size + crc
                                  << QByteArray("unknown shape");
    QTest::newRow("overflowing shape")
        << type + shapeField({std::uint64_t{1} << 40, std::uint64_t{1} << 40}) + size + crc
        << QByteArray("impossible shape");
    QTest::newRow("more elements than bytes")
        << type + shapeField({3}) + size + crc << QByteArray("8 bytes for float32 [3]");
    QTest::newRow("elements whose bytes overflow") << type + shapeField({std::uint64_t{1} << 62})
            + field(5, 0) + crc << QByteArray("0 bytes for float32");
    QTest::newRow("shard past the last")
        << type + shape + field(3, 1) + size + crc << QByteArray("shard 1 of 1");
    QTest::newRow("negative offset")
        << type + shape + field(4, negative) + size + crc << QByteArray("at -1");
    QTest::newRow("offset past the end")
        << type + shape + field(4, 1) + size + crc << QByteArray("ends after 8 bytes");
    QTest::newRow("huge offset") << type + shape
            + field(4, std::numeric_limits<std::int64_t>::max()) + size
            + crc << QByteArray("ends after 8 bytes");
    QTest::newRow("negative size")
        << type + shape + field(5, negative) + crc << QByteArray("-1 bytes");
    QTest::newRow("wrong checksum")
        << type + shape + size + checksumField("other") << QByteArray("checksum does not match");
    QTest::newRow("bool that is neither")
        << field(1, 10) + shapeField({8}) + size + crc << QByteArray("neither 0 nor 1");
    QTest::newRow("more strings than bytes") << field(1, 7) + shapeField({std::uint64_t{1} << 50})
            + size + crc << QByteArray("strings in 8 bytes");
    QTest::newRow("string longer than its tensor")
        << field(1, 7) + shapeField({7}) + size + crc << QByteArray("longer than its tensor");
    QTest::newRow("checksum of lengths")
        << field(1, 7) + shapeField({2}) + size + crc << QByteArray("string lengths");
}

void TestTensorBundle::faultyEntryIsReported()
{
    QFETCH(std::string, entry);
    QFETCH(QByteArray, part);
    writeIndex(kHeader, entry);
    VERIFY_THROWS(DataLossError, part.constData(), readAll(m_files, prefix()));
}

void TestTensorBundle::faultyHeaderIsReported_data()
{
    QTest::addColumn<std::string>("header");
    QTest::addColumn<bool>("isVersion");
    QTest::newRow("no message") << std::string("\xff") << false;
    QTest::newRow("no shards") << std::string() << false;
    QTest::newRow("negative shards") << field(1, static_cast<std::uint64_t>(-1)) << false;
    QTest::newRow("too many shards") << field(1, 1 << 30) << false;
    QTest::newRow("unknown byte order") << field(1, 1) + field(2, 2) << false;
    QTest::newRow("newer version only")
        << field(1, 1) + message(3, field(1, 2) + field(2, 2)) << true;
    QTest::newRow("this version is excluded")
        << field(1, 1) + message(3, field(1, 2) + field(3, 1)) << true;
}

void TestTensorBundle::faultyHeaderIsReported()
{
    QFETCH(std::string, header);
    QFETCH(bool, isVersion);
    writeIndex(header, field(1, 1) + shapeField({2}) + field(5, 8));
    if (isVersion) {
        VERIFY_THROWS(InvalidArgumentError, "version", readAll(m_files, prefix()));
    } else {
        VERIFY_THROWS(DataLossError, "header", readAll(m_files, prefix()));
    }
    write(kIndex, QByteArray::fromStdString(writeLeveldbTable({{"w", "x"}})));
    VERIFY_THROWS(DataLossError, "header of the bundle is missing", readAll(m_files, prefix()));
}

void TestTensorBundle::u9_bigEndianNumbersAreSwapped()
{
    writeIndex(kHeader + field(2, 1),
               field(1, 3) + shapeField({2}) + field(5, 8) + checksumField("\1\2\3\4\5\6\7\x08"));
    const Tensor tensor = TensorBundleReader(m_files, prefix()).read("w");
    QCOMPARE(tensor.values<std::int32_t>()[0], 0x01020304);
    QCOMPARE(tensor.values<std::int32_t>()[1], 0x05060708);
}

void TestTensorBundle::u7_missingFilesAreNotFound()
{
    VERIFY_THROWS(NotFoundError, "model.ckpt-7.index", TensorBundleReader(m_files, prefix()));
    writeTensorBundle(m_files, prefix(), sampleTensors());
    QVERIFY(QFile::remove(path(kData)));
    const TensorBundleReader reader(m_files, prefix());
    VERIFY_THROWS(NotFoundError, "data-00000-of-00001", reader.read("w"));
    VERIFY_THROWS(NotFoundError, "data-00000-of-00001 is missing", reader.verify());
}

void TestTensorBundle::tensorsThatCannotBeStoredAreRefused()
{
    VERIFY_THROWS(InvalidArgumentError, "no name",
                  writeTensorBundle(m_files, prefix(), {{"", Tensor::scalar(1.0F)}}));
    VERIFY_THROWS(InvalidArgumentError, "\"w\"",
                  writeTensorBundle(m_files, prefix(), {{"w", Tensor()}}));
    QVERIFY(m_files.list(m_folder->path().toStdString()).empty());
}

void TestTensorBundle::failedWriteLeavesTheOlderBundle_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("passes");
    QTest::newRow("data file cannot be created") << "create" << 0;
    QTest::newRow("disk full in the data") << "append" << 1;
    QTest::newRow("data cannot be synced") << "sync" << 0;
    QTest::newRow("data cannot be closed") << "close" << 0;
    QTest::newRow("index file cannot be created") << "create" << 1;
    QTest::newRow("disk full in the index") << "append" << 3;
    QTest::newRow("index cannot be synced") << "sync" << 1;
    QTest::newRow("data cannot be renamed") << "rename" << 0;
}

void TestTensorBundle::failedWriteLeavesTheOlderBundle()
{
    QFETCH(QString, call);
    QFETCH(int, passes);
    writeTensorBundle(m_files, prefix(), sampleTensors());
    const QByteArray index = fileBytes(path(kIndex));
    const QByteArray data = fileBytes(path(kData));

    NamedTensors other = sampleTensors();
    other["w"] = Tensor::fromValues<float>({2}, {3, 4});
    FailingFileSystem failing;
    failing.failAt(call.toStdString(), passes);
    VERIFY_THROWS(ResourceExhaustedError, "full", writeTensorBundle(failing, prefix(), other));

    QCOMPARE(fileBytes(path(kIndex)), index);
    QCOMPARE(fileBytes(path(kData)), data);
    QCOMPARE(m_files.list(m_folder->path().toStdString()).size(), 2U);
}

QTEST_APPLESS_MAIN(TestTensorBundle)
#include "tst_tensor_bundle.moc"
