// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batcher.h"
#include "engine/data/cifar_dataset.h"
#include "tests/support/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestCifarDataset : public QObject
{
    Q_OBJECT

private slots:
    void filesFollowEachOther();
    void picturesAreBatched();
    void namesAreThoseGiven();
    void whatDoesNotFitIsRefused();

private:
    // A file of one grey picture for each label.
    std::filesystem::path write(const QString& name, const QByteArray& labels) const
    {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("cannot write");
        }
        for (const char label : labels) {
            file.write(QByteArray(1, label) + QByteArray(3072, static_cast<char>(51 * label)));
        }
        return file.fileName().toStdString();
    }

    QTemporaryDir m_folder;
};

void TestCifarDataset::filesFollowEachOther()
{
    const Dataset dataset =
        datasetFromCifar({write("data_batch_1.bin", "\x03\x01"), write("data_batch_2.bin", "\x02")},
                         CifarKind::Cifar10);
    QCOMPARE(dataset.name, std::string("data_batch_1.bin"));
    QCOMPARE(dataset.features.shape(), (Shape{3, 32, 32, 3}));
    QCOMPARE(int(dataset.features.values<std::uint8_t>()[2 * 3072]), 102);
    const auto labels = dataset.labels.values<std::int64_t>();
    QCOMPARE(std::vector<std::int64_t>(labels.begin(), labels.end()),
             (std::vector<std::int64_t>{3, 1, 2}));
    QCOMPARE(dataset.classNames.size(), std::size_t{10});
    QCOMPARE(dataset.classNames.at(3), std::string("cat"));
}

void TestCifarDataset::picturesAreBatched()
{
    SequentialBatcher batcher(datasetFromCifar({write("one.bin", "\x05")}, CifarKind::Cifar10), 1);
    Batch batch;
    batcher.fill(0, batch);
    QCOMPARE(batch.features.shape(), (Shape{1, 32, 32, 3}));
    QCOMPARE(batch.features.values<std::uint8_t>()[17], std::uint8_t{255});
}

void TestCifarDataset::namesAreThoseGiven()
{
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    QCOMPARE(datasetFromCifar({write("one.bin", "\x05")}, CifarKind::Cifar10, names).classNames,
             names);
}

void TestCifarDataset::whatDoesNotFitIsRefused()
{
    VERIFY_THROWS(InvalidArgumentError, "at least one file",
                  datasetFromCifar({}, CifarKind::Cifar10));
    VERIFY_THROWS(InvalidArgumentError, "10 classes, but 2 names",
                  datasetFromCifar({write("one.bin", "\x05")}, CifarKind::Cifar10, {"a", "b"}));
    VERIFY_THROWS(
        DataLossError, "two.bin",
        datasetFromCifar({write("one.bin", "\x05"), write("two.bin", "\x0b")}, CifarKind::Cifar10));
}

QTEST_APPLESS_MAIN(TestCifarDataset)
#include "tst_cifar_dataset.moc"
