// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/tensor_bundle.h"
#include "tests/support/errors.h"
#include "tests/support/golden.h"
#include "tests/support/tensor_hash.h"

#include <QFloat16>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <bit>

using namespace engine;

// Checkpoints written by TensorFlow; what is in them stands in expected.json beside them.
class TestTensorBundleGolden : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void u3_u17_everyTensorIsAsTensorFlowWroteIt_data();
    void u3_u17_everyTensorIsAsTensorFlowWroteIt();
    void filesWrittenAreTensorFlowsByteForByte_data()
    {
        u3_u17_everyTensorIsAsTensorFlowWroteIt_data();
    }
    void filesWrittenAreTensorFlowsByteForByte();
    void olderFormatsAreRefusedByName();

private:
    QString m_folder;
    QJsonObject m_expected;
    LocalFileSystem m_files;
};

namespace {

bool isHeld(const BundleEntry& entry)
{
    if (entry.dataTypeName() == "float16" || entry.dataTypeName() == "bfloat16") {
        return true;
    }
    switch (static_cast<DataType>(entry.dataTypeNumber)) {
    case DataType::Float:
    case DataType::Double:
    case DataType::Int32:
    case DataType::UInt8:
    case DataType::String:
    case DataType::Int64:
    case DataType::Bool:
        return !entry.isSliced;
    default:
        return false;
    }
}

// As TensorFlow stored it: read() widens what has 16 bits.
Tensor asStored(const BundleEntry& entry, const Tensor& value)
{
    if (entry.size == static_cast<std::int64_t>(value.byteCount())
        || value.dataType() == DataType::String) {
        return value;
    }
    // No tensor has elements of two bytes, but the check sum is over bytes.
    Tensor stored(DataType::UInt8, {entry.size});
    auto byte = stored.values<std::uint8_t>().begin();
    for (const float number : value.values<float>()) {
        const auto bits = entry.dataTypeName() == "bfloat16"
            ? static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(number) >> 16U)
            : std::bit_cast<std::uint16_t>(qfloat16(number));
        *byte++ = static_cast<std::uint8_t>(bits);
        *byte++ = static_cast<std::uint8_t>(bits >> 8U);
    }
    return stored;
}

Shape shapeOf(const QJsonArray& dims)
{
    Shape shape;
    for (const QJsonValue& dim : dims) {
        shape.append(dim.toInteger());
    }
    return shape;
}

// Empty, or what is wrong with the entry.
QString differenceOf(const BundleEntry& entry, const QJsonObject& tensor)
{
    if (QString::fromStdString(entry.name) != tensor["name"].toString()) {
        return QString::fromStdString(entry.name);
    }
    if (entry.dataTypeNumber != tensor["dtype_number"].toInt()
        || entry.dataTypeName() != tensor["dtype"].toString().toStdString()
        || entry.shape != shapeOf(tensor["shape"].toArray())
        || entry.isSliced != tensor.contains("slices")) {
        return "type, shape or slices";
    }
    if (!entry.isSliced
        && (entry.shard != tensor["shard"].toInt() || entry.offset != tensor["offset"].toInteger()
            || entry.size != tensor["size"].toInteger()
            || entry.maskedCrc32c != tensor["crc32c"].toString().toUInt(nullptr, 16))) {
        return "shard, offset, size or checksum";
    }
    return {};
}

// Why TensorFlow's saver of this version would not have laid these files out so; empty if it would.
QString reasonAgainstRewriting(const TensorBundleReader& reader, const QJsonObject& checkpoint)
{
    if (reader.shardCount() != 1) {
        return "more than one shard";
    }
    const QJsonArray blocks = checkpoint["index"].toObject()["blocks"].toArray();
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        const QJsonObject block = blocks[i].toObject();
        if (block["type"].toInt() != 0
            || (i + 1 < blocks.size() && block["size"].toInteger() < 262144)) {
            return "index not laid out by TensorFlow";
        }
    }
    std::int64_t offset = 0;
    for (const BundleEntry& entry : reader.entries()) {
        if (!isHeld(entry) || static_cast<int>(entry.dataType()) != entry.dataTypeNumber) {
            return "a type that no tensor holds, or slices";
        }
        if (entry.offset != offset) {
            return "tensors not in the order of their names";
        }
        offset += entry.size;
    }
    return {};
}

} // namespace

void TestTensorBundleGolden::initTestCase()
{
    m_folder = goldenFolder("tf-checkpoints");
    m_expected = jsonObject(m_folder + "/expected.json");
    QVERIFY2(!m_expected["checkpoints"].toArray().isEmpty(), qPrintable(m_folder));
}

void TestTensorBundleGolden::u3_u17_everyTensorIsAsTensorFlowWroteIt_data()
{
    QTest::addColumn<QJsonObject>("checkpoint");
    for (const QJsonValue& checkpoint : m_expected["checkpoints"].toArray()) {
        QTest::newRow(qPrintable(checkpoint["prefix"].toString())) << checkpoint.toObject();
    }
}

void TestTensorBundleGolden::u3_u17_everyTensorIsAsTensorFlowWroteIt()
{
    QFETCH(QJsonObject, checkpoint);
    const QString prefix = m_folder + '/' + checkpoint["prefix"].toString();
    const TensorBundleReader reader(m_files, prefix.toStdString());
    reader.verify();
    QCOMPARE(reader.shardCount(), checkpoint["header"].toObject()["num_shards"].toInt());
    const QJsonArray tensors = checkpoint["tensors"].toArray();
    QCOMPARE(qsizetype(reader.entries().size()), tensors.size());
    QMap<QString, int> skipped;
    for (qsizetype i = 0; i < tensors.size(); ++i) {
        const QJsonObject tensor = tensors[i].toObject();
        const BundleEntry& entry = reader.entries()[static_cast<std::size_t>(i)];
        const QString difference = differenceOf(entry, tensor);
        QVERIFY2(difference.isEmpty(), qPrintable(tensor["name"].toString() + ": " + difference));
        if (isHeld(entry)) {
            const Tensor value = reader.read(entry.name);
            QCOMPARE(value.shape(), entry.shape);
            QCOMPARE(sha256(asStored(entry, value)), tensor["sha256"].toString().toLatin1());
        } else {
            VERIFY_THROWS(UnimplementedError, entry.name.c_str(), reader.read(entry.name));
            ++skipped[entry.isSliced ? "partitioned" : tensor["dtype"].toString()];
        }
    }
    for (auto reason = skipped.cbegin(); reason != skipped.cend(); ++reason) {
        qInfo("%d values not compared: %s", reason.value(), qPrintable(reason.key()));
    }
}

void TestTensorBundleGolden::filesWrittenAreTensorFlowsByteForByte()
{
    QFETCH(QJsonObject, checkpoint);
    const QString prefix = m_folder + '/' + checkpoint["prefix"].toString();
    const TensorBundleReader reader(m_files, prefix.toStdString());
    const QString reason = reasonAgainstRewriting(reader, checkpoint);
    if (!reason.isEmpty()) {
        QSKIP(qPrintable(reason));
    }
    NamedTensors tensors;
    for (const BundleEntry& entry : reader.entries()) {
        tensors[entry.name] = reader.read(entry.name);
    }
    const QTemporaryDir folder;
    const QString written = folder.filePath("again");
    writeTensorBundle(m_files, written.toStdString(), tensors);
    for (const QString suffix : {".index", ".data-00000-of-00001"}) {
        QVERIFY2(fileBytes(written + suffix) == fileBytes(prefix + suffix), qPrintable(suffix));
    }
}

void TestTensorBundleGolden::olderFormatsAreRefusedByName()
{
    int seen = 0;
    for (const QJsonValue& file : m_expected["other_files"].toArray()) {
        if (file["format"].toString() == "V1 checkpoint") {
            const QString path = m_folder + '/' + file["file"].toString();
            VERIFY_THROWS(UnimplementedError, "V1",
                          TensorBundleReader(m_files, path.toStdString()));
            ++seen;
        }
    }
    QVERIFY(seen > 0);
}

QTEST_APPLESS_MAIN(TestTensorBundleGolden)
#include "tst_tensor_bundle_golden.moc"
