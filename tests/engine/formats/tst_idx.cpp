// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/idx.h"
#include "tests/support/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

using namespace engine;

class TestIdx : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void elementsAreRead_data();
    void elementsAreRead();
    void fileWithoutElementsIsRead();
    void largeFileIsRead();
    void cutAnywhereIsDataLoss_data();
    void cutAnywhereIsDataLoss();
    void flippedBitInCompressedFileIsFound();
    void hostileHeaderIsRefused_data();
    void hostileHeaderIsRefused();
    void unsupportedTypeIsNamed();
    void missingFileIsNotFound();
    void folderIsNoFile();

private:
    std::filesystem::path write(const QByteArray& bytes);

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

QByteArray bytes(std::initializer_list<int> values)
{
    QByteArray result;
    for (const int value : values) {
        result += static_cast<char>(value);
    }
    return result;
}

QByteArray gzip(const QByteArray& plain)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray result(static_cast<qsizetype>(deflateBound(&stream, uLong(plain.size()))), '\0');
    QByteArray input = plain;
    stream.next_in = reinterpret_cast<Bytef*>(input.data());
    stream.avail_in = static_cast<uInt>(input.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    deflate(&stream, Z_FINISH);
    result.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return result;
}

// Two pictures of 2 by 3 bytes.
QByteArray pictures()
{
    return bytes({0, 0, 8, 3, 0, 0, 0, 2, 0,   0,   0,   2,   0,   0,
                  0, 3, 0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255});
}

} // namespace

void TestIdx::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

std::filesystem::path TestIdx::write(const QByteArray& content)
{
    QFile file(m_folder->filePath("data.idx"));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
        qFatal("cannot write %s", qPrintable(file.fileName()));
    }
    return file.fileName().toStdString();
}

void TestIdx::elementsAreRead_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("type");
    QTest::addColumn<QList<double>>("values");
    const QList<double> pixels{0, 1, 2, 3, 4, 5, 250, 251, 252, 253, 254, 255};
    QTest::newRow("unsigned bytes") << pictures() << int(DataType::UInt8) << pixels;
    QTest::newRow("gzip") << gzip(pictures()) << int(DataType::UInt8) << pixels;
    QTest::newRow("two gzip members")
        << gzip(pictures().first(17)) + gzip(pictures().mid(17)) << int(DataType::UInt8) << pixels;
    QTest::newRow("integers") << bytes({0, 0, 12, 1, 0, 0, 0, 2, 1, 2, 3, 4, 255, 255, 255, 255})
                              << int(DataType::Int32) << QList<double>{0x01020304, -1};
    QTest::newRow("floats") << bytes({0, 0, 13, 1, 0, 0, 0, 1, 0x3f, 0x80, 0, 0})
                            << int(DataType::Float) << QList<double>{1};
    QTest::newRow("doubles") << bytes({0, 0, 14, 1, 0, 0, 0, 1, 0xc0, 0, 0, 0, 0, 0, 0, 0})
                             << int(DataType::Double) << QList<double>{-2};
}

void TestIdx::elementsAreRead()
{
    QFETCH(QByteArray, file);
    QFETCH(int, type);
    QFETCH(QList<double>, values);
    const Tensor tensor = readIdx(write(file));
    QCOMPARE(int(tensor.dataType()), type);
    QCOMPARE(tensor.elementCount(), std::int64_t{values.size()});
    for (qsizetype i = 0; i < values.size(); ++i) {
        const auto offset = static_cast<std::size_t>(i) * sizeOf(tensor.dataType());
        const Tensor element =
            Tensor::view(tensor.dataType(), {},
                         const_cast<char*>(static_cast<const char*>(tensor.data())) + offset);
        QCOMPARE(element.scalarAsDouble(), values[i]);
    }
    if (tensor.dataType() == DataType::UInt8) {
        QCOMPARE(tensor.shape(), (Shape{2, 2, 3}));
    }
}

void TestIdx::fileWithoutElementsIsRead()
{
    const Tensor tensor = readIdx(write(bytes({0, 0, 8, 2, 0, 0, 0, 0, 255, 255, 255, 255})));
    QCOMPARE(tensor.shape(), (Shape{0, 4294967295}));
}

// Past the first block that is allocated.
void TestIdx::largeFileIsRead()
{
    QByteArray content = bytes({0, 0, 8, 1, 0, 0x10, 0, 1});
    for (int i = 0; i < 0x100001; ++i) {
        content += static_cast<char>(i % 251);
    }
    for (const QByteArray& file : {content, gzip(content)}) {
        const Tensor tensor = readIdx(write(file));
        QVERIFY(std::equal(content.begin() + 8, content.end(),
                           static_cast<const char*>(tensor.data())));
    }
}

void TestIdx::cutAnywhereIsDataLoss_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("plain") << pictures();
    QTest::newRow("gzip") << gzip(pictures());
}

void TestIdx::cutAnywhereIsDataLoss()
{
    QFETCH(QByteArray, file);
    for (qsizetype length = 0; length < file.size(); ++length) {
        const std::filesystem::path path = write(file.first(length));
        VERIFY_THROWS(DataLossError, "data.idx", readIdx(path));
    }
    const std::filesystem::path longer = write(pictures() + 'x');
    VERIFY_THROWS(DataLossError, "goes on after the last element", readIdx(longer));
}

// Only bits that mean nothing may pass, and then the data is right.
void TestIdx::flippedBitInCompressedFileIsFound()
{
    const QByteArray plain = pictures();
    const QByteArray file = gzip(plain);
    int unseen = 0;
    for (qsizetype bit = 0; bit < 8 * file.size(); ++bit) {
        QByteArray flipped = file;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        const std::filesystem::path path = write(flipped);
        try {
            const Tensor tensor = readIdx(path);
            QVERIFY(std::equal(plain.begin() + 16, plain.end(),
                               static_cast<const char*>(tensor.data())));
            ++unseen;
        } catch (const DataLossError&) { // as it should be
        }
    }
    // Time, extra flags, system, the "this is text" bit; the unused rest of the last byte.
    QVERIFY2(unseen <= 8 * 6 + 1 + 7, qPrintable(QString::number(unseen)));
}

void TestIdx::hostileHeaderIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("empty file") << QByteArray() << QByteArray("ends in the magic number");
    QTest::newRow("text") << QByteArray("sepal,petal\n") << QByteArray("not an IDX file");
    QTest::newRow("unknown type") << bytes({0, 0, 7, 1, 0, 0, 0, 0})
                                  << QByteArray("unknown IDX element type 0x07");
    QTest::newRow("no axes") << bytes({0, 0, 8, 0, 1}) << QByteArray("not an IDX file");
    QTest::newRow("size that ends early")
        << bytes({0, 0, 8, 2, 0, 0, 0, 1, 0}) << QByteArray("size of axis 1");
    QTest::newRow("four billion elements")
        << bytes({0, 0, 8, 1, 255, 255, 255, 255, 1}) << QByteArray("4294967294 bytes early");
    QTest::newRow("more elements than 64 bits count")
        << bytes({0, 0, 8, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255})
        << QByteArray("impossible shape");
    QTest::newRow("more bytes than 64 bits count")
        << bytes({0, 0, 14, 2, 255, 255, 255, 255, 255, 255, 255, 255})
        << QByteArray("impossible shape");
    QTest::newRow("compressed promise")
        << gzip(bytes({0, 0, 8, 2, 0, 1, 0, 0, 255, 255, 255, 255, 1}))
        << QByteArray("bytes early");
}

void TestIdx::hostileHeaderIsRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, part);
    const std::filesystem::path path = write(file);
    VERIFY_THROWS(DataLossError, part.constData(), readIdx(path));
}

void TestIdx::unsupportedTypeIsNamed()
{
    const std::filesystem::path shorts = write(bytes({0, 0, 0x0b, 1, 0, 0, 0, 0}));
    VERIFY_THROWS(UnimplementedError, "0x0b (2-byte integer)", readIdx(shorts));
    const std::filesystem::path many = write(bytes({0, 0, 8, 9}));
    VERIFY_THROWS(UnimplementedError, "9 axes", readIdx(many));
}

void TestIdx::missingFileIsNotFound()
{
    VERIFY_THROWS(NotFoundError, "no-such-file", readIdx("no-such-file"));
}

void TestIdx::folderIsNoFile()
{
    VERIFY_THROWS(FailedPreconditionError, "is not a file",
                  readIdx(m_folder->path().toStdString()));
}

QTEST_APPLESS_MAIN(TestIdx)
#include "tst_idx.moc"
