// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"
#include "tests/support/cifar_pictures.h"

#include <QFile>
#include <QTest>

// Nets for pictures in their full width, by their presets.
class TestTrainWholeNets : public QObject
{
    Q_OBJECT

private slots:
    void cifarTutorialLearns();
    void fashionMnistInThreeEpochs();
};

// On pictures in CIFAR's format; everything but files and length is the preset's.
void TestTrainWholeNets::cifarTutorialLearns()
{
    const TrainProgram program;
    writeCifarPictures(program.path("train.bin").toStdString(), 500, 1);
    writeCifarPictures(program.path("test.bin").toStdString(), 200, 2);
    const auto files = [&](const char* key, const char* name) {
        return QStringList{
            "--set", QStringLiteral("data.%1=[\"%2\"]").arg(QString(key), program.path(name))};
    };
    const QStringList settings = files("train_files", "train.bin") + files("test_files", "test.bin")
        + QStringLiteral(
              "--json --steps 300 --set data.batch_size=32 --set data.validation_fraction=0 "
              "--set evaluation.every_steps=0 --set session.save_summaries_steps=1")
              .split(' ');
    const QString preset =
        qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + "/resources/jobs/cifar10.toml";
    const ProgramEnd end = program.run(program.job(preset, "run", settings));
    QVERIFY2(end.exitCode == 0, end.errors.constData());
    const double accuracy = end.json()["metrics"].toObject()["test/accuracy"].toDouble();
    QVERIFY2(accuracy > 0.8, qPrintable(QString::number(accuracy)));
    const std::vector<engine::StoredPoint> losses = program.losses(1);
    QCOMPARE(losses.size(), std::size_t{300});
    const double fall = losses.front().value - losses.back().value; // the rest is weight decay
    QVERIFY2(fall > 1.5, qPrintable(QString::number(fall)));
}

// The net that frameworks are compared with, on all pictures: 80 seconds on two cores.
void TestTrainWholeNets::fashionMnistInThreeEpochs()
{
    if (!QFile::exists("/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz")) {
        QSKIP("Debian's package dataset-fashion-mnist is not installed");
    }
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("takes too long under a sanitizer");
#endif
    constexpr int kPatienceMs = 1'700'000;
    const TrainProgram program;
    const QString epochs = "--steps 1407"; // of 128 pictures: 3 times 60 000
    const QStringList settings =
        QStringLiteral("--json --set data.validation_fraction=0 --set evaluation.every_steps=0 %1")
            .arg(epochs)
            .split(' ');
    const ProgramEnd end =
        program.run(program.job("fashion-cnn-full", "run", settings), kPatienceMs);
    QVERIFY2(end.exitCode == 0, end.errors.constData());
    QCOMPARE(end.json()["steps"].toInt(), 1407);
    const double accuracy = end.json()["metrics"].toObject()["test/accuracy"].toDouble();
    QVERIFY2(accuracy >= 0.91, qPrintable(QString::number(accuracy)));
}

QTEST_GUILESS_MAIN(TestTrainWholeNets)
#include "tst_train_whole_nets.moc"
