// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/nan_tensor_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/ops/summary_ops.h"
#include "engine/training/monitored_training_session.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/memory_summary_writer.h"
#include "tests/support/training_graph.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

// A monitored step with all default hooks allocates nothing while no hook has anything to do.
class TestWarmStep : public QObject
{
    Q_OBJECT

private slots:
    void allocatesNothing();
};

void TestWarmStep::allocatesNothing()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    const QTemporaryDir folder;
    TrainingGraph model;
    scalarSummary("w", model.w->value());
    Operation& trainOp = group(model.graph, {&model.train.operation()});
    MonitoredTrainingSessionOptions options;
    options.checkpointDir = folder.filePath("run").toStdString();
    options.summaryWriterFactory = [](const std::filesystem::path&) {
        return std::make_shared<MemorySummaryWriter>();
    };
    StopAtStepHook::Options stop;
    stop.lastStep = 1000;
    options.hooks = {std::make_shared<NanTensorHook>(model.w->value()),
                     std::make_shared<StopAtStepHook>(stop)};
    const auto session = MonitoredTrainingSession(model.graph, options);
    for (int i = 0; i < 20; ++i) {
        session->run(trainOp);
    }
    const std::int64_t before = AllocationCounter::ofAllThreads();
    QVERIFY(before > 0);
    for (int i = 0; i < 50 && !session->shouldStop(); ++i) {
        session->run(trainOp);
    }
    const std::int64_t after = AllocationCounter::ofAllThreads();
    QCOMPARE(after, before);
    QVERIFY(!session->shouldStop()); // all fifty were run
    session->close();
}

QTEST_GUILESS_MAIN(TestWarmStep)
#include "tst_warm_step.moc"
