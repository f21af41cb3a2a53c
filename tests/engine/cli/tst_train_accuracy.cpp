// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"

#include <QTest>

// The presets as they come learn what they are for.
class TestTrainAccuracy : public QObject
{
    Q_OBJECT

private slots:
    void presetsReachTheirTargets_data();
    void presetsReachTheirTargets();
};

void TestTrainAccuracy::presetsReachTheirTargets_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<double>("accuracy");
    QTest::newRow("iris") << "iris" << 0.95;
    QTest::newRow("spirals") << "spirals" << 0.98;
    QTest::newRow("fashion-mlp") << "fashion-mlp" << 0.85;
    QTest::newRow("fashion-cnn") << "fashion-cnn" << 0.85;
}

void TestTrainAccuracy::presetsReachTheirTargets()
{
    QFETCH(const QString, preset);
    QFETCH(const double, accuracy);
    const TrainProgram program;
    const ProgramEnd end = program.run(program.job(preset, "run", {"--json"}));
    QCOMPARE(end.exitCode, 0);
    const double reached = end.json()["metrics"].toObject()["test/accuracy"].toDouble();
    QVERIFY2(reached >= accuracy, qPrintable(QString::number(reached)));
}

QTEST_GUILESS_MAIN(TestTrainAccuracy)
#include "tst_train_accuracy.moc"
