// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/cifar.h"
#include "tests/support/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <zlib.h>

using namespace engine;

class TestCifar : public QObject
{
    Q_OBJECT

private slots:
    void planesBecomePixels();
    void ofCifar100TheFineClassCounts();
    void compressedFilesAreRead();
    void truncationsAreDataLoss_data();
    void truncationsAreDataLoss();
    void whatIsNotCifarIsRefused_data();
    void whatIsNotCifarIsRefused();
    void aMissingFileIsNotFound();

private:
    std::filesystem::path write(const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath("batch.bin"));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            qFatal("cannot write");
        }
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

Q_DECLARE_METATYPE(CifarKind)

namespace {

// A picture whose pixel p has red p % 251, green 100 and blue p / 1024 * 255.
QByteArray record(const QByteArray& labels)
{
    QByteArray planes(3 * 1024, char(100));
    for (int pixel = 0; pixel < 1024; ++pixel) {
        planes[pixel] = static_cast<char>(pixel % 251);
        planes[2048 + pixel] = static_cast<char>(pixel == 33 ? 255 : 7);
    }
    return labels + planes;
}

} // namespace

void TestCifar::planesBecomePixels()
{
    const CifarPictures cifar =
        readCifar(write(record(QByteArray(1, 3)) + record(QByteArray(1, 9))), CifarKind::Cifar10);
    QCOMPARE(cifar.pictures.shape(), (Shape{2, 32, 32, 3}));
    QCOMPARE(cifar.pictures.dataType(), DataType::UInt8);
    const auto labels = cifar.labels.values<std::uint8_t>();
    QCOMPARE(std::vector<int>(labels.begin(), labels.end()), (std::vector<int>{3, 9}));
    const auto pixels = cifar.pictures.values<std::uint8_t>();
    for (const std::size_t picture : {0, 1}) {
        for (std::size_t pixel = 0; pixel < 1024; ++pixel) {
            const auto colours = pixels.subspan((picture * 1024 + pixel) * 3, 3);
            QCOMPARE(int(colours[0]), int(pixel % 251));
            QCOMPARE(int(colours[1]), 100);
            QCOMPARE(int(colours[2]), pixel == 33 ? 255 : 7);
        }
    }
}

void TestCifar::ofCifar100TheFineClassCounts()
{
    const CifarPictures cifar =
        readCifar(write(record(QByteArray("\x13\x63", 2))), CifarKind::Cifar100);
    QCOMPARE(int(cifar.labels.values<std::uint8_t>()[0]), 99);
    QCOMPARE(int(cifar.pictures.values<std::uint8_t>()[3]), 1); // red of the second pixel
}

void TestCifar::compressedFilesAreRead()
{
    const std::string path = m_folder.filePath("batch.gz").toStdString();
    const QByteArray bytes = record(QByteArray(1, 5));
    gzFile file = gzopen(path.c_str(), "wb");
    QCOMPARE(gzwrite(file, bytes.constData(), static_cast<unsigned>(bytes.size())), bytes.size());
    QCOMPARE(gzclose(file), Z_OK);
    QCOMPARE(int(readCifar(path, CifarKind::Cifar10).labels.values<std::uint8_t>()[0]), 5);
}

void TestCifar::truncationsAreDataLoss_data()
{
    QTest::addColumn<CifarKind>("kind");
    QTest::newRow("CIFAR-10") << CifarKind::Cifar10;
    QTest::newRow("CIFAR-100") << CifarKind::Cifar100;
}

// At every byte about the ends of pictures, at some within, where all bytes are alike.
void TestCifar::truncationsAreDataLoss()
{
    QFETCH(const CifarKind, kind);
    const QByteArray one = record(QByteArray(kind == CifarKind::Cifar10 ? 1 : 2, 1));
    const QByteArray two = one + one;
    for (qsizetype length = 0; length < two.size(); ++length) {
        const qsizetype within = length % one.size();
        if (length == one.size() // a whole file of one picture
            || (within > 4 && within < one.size() - 4 && length % 97 != 0)) {
            continue;
        }
        VERIFY_THROWS(DataLossError, length == 0 ? "no picture" : "ends within picture",
                      readCifar(write(two.first(length)), kind));
    }
}

void TestCifar::whatIsNotCifarIsRefused_data()
{
    QTest::addColumn<CifarKind>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("class 10 of 10")
        << CifarKind::Cifar10 << record(QByteArray(1, 0)) + record(QByteArray(1, 10))
        << QByteArray("picture 1 is of class 10, CIFAR-10 has 0 to 9");
    QTest::newRow("coarse class 20 of 20")
        << CifarKind::Cifar100 << record(QByteArray("\x14\x00", 2))
        << QByteArray("picture 0 is of class 20, CIFAR-100 has 0 to 19");
    QTest::newRow("fine class 100 of 100")
        << CifarKind::Cifar100 << record(QByteArray("\x00\x64", 2))
        << QByteArray("picture 0 is of class 100, CIFAR-100 has 0 to 99");
    QTest::newRow("the other kind") << CifarKind::Cifar10 << record(QByteArray("\x02\x05", 2))
                                    << QByteArray("ends within picture 1, 3072 bytes early");
}

void TestCifar::whatIsNotCifarIsRefused()
{
    QFETCH(const CifarKind, kind);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, message);
    VERIFY_THROWS(DataLossError, message.constData(), readCifar(write(bytes), kind));
}

void TestCifar::aMissingFileIsNotFound()
{
    VERIFY_THROWS(NotFoundError, "/no/such", readCifar("/no/such", CifarKind::Cifar10));
}

QTEST_APPLESS_MAIN(TestCifar)
#include "tst_cifar.moc"
