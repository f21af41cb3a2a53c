// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/processor.h"

#include "tests/engine/ops/processor_targets.h"

#include <QTest>

using namespace engine;

class TestProcessor : public QObject
{
    Q_OBJECT

private slots:
    void theBestIsUsed();
    void everyTarget_data() { addTargetRows(); }
    void everyTarget();
    void cleanup() { useTarget(0); }
};

void TestProcessor::theBestIsUsed()
{
    const QString all = QString::fromStdString(usableInstructionSets());
    const QStringList names = all.split(", ");
    QCOMPARE(names.size(), processorTargets().size());
    QCOMPARE(names.first(), QString::fromUtf8(loopInstructionSet()));
}

void TestProcessor::everyTarget()
{
    QFETCH(const qint64, target);
    useTarget(target);
    QCOMPARE(QString::fromUtf8(loopInstructionSet()), QString(hwy::TargetName(target)));
}

QTEST_APPLESS_MAIN(TestProcessor)
#include "tst_processor.moc"
