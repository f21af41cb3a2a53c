// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/stop_at_step_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestStopAtStepHook : public QObject
{
    Q_OBJECT

private slots:
    void k1_exactlyOne();
    void k3_numStepsFromCreation();
    void k4_stepJumps();
    void k5_needsGlobalStep();
    void k6_recoveryDoesNotExtend();
    void d8_restoredPastLastStepRunsNothing();
    void severalStepsInOneRun();
};

namespace {

std::shared_ptr<StopAtStepHook> numSteps(std::int64_t steps)
{
    return std::make_shared<StopAtStepHook>(StopAtStepHook::Options{steps, std::nullopt});
}

} // namespace

void TestStopAtStepHook::k1_exactlyOne()
{
    VERIFY_THROWS(InvalidArgumentError, "Only one of", StopAtStepHook({10, 20}));
    VERIFY_THROWS(InvalidArgumentError, "One of", StopAtStepHook({}));
}

void TestStopAtStepHook::k3_numStepsFromCreation()
{
    TrainingGraph model;
    const Output nothing = scalarConstant(model.graph, DataType::Float, 0);
    HookDriver driver(model, numSteps(10));
    driver.setStep(5);
    driver.create();
    for (const int step : {5, 13, 14}) {
        driver.setStep(step);
        driver.run(nothing);
        QVERIFY2(!driver.stops(), qPrintable(QString::number(step)));
    }
    driver.setStep(15);
    driver.run(nothing);
    QVERIFY(driver.stops());
    QCOMPARE(driver.reason(), std::string("step 15 of 15 is reached"));
}

void TestStopAtStepHook::k4_stepJumps()
{
    TrainingGraph model;
    const Output nothing = scalarConstant(model.graph, DataType::Float, 0);
    HookDriver driver(model, numSteps(10));
    driver.setStep(5);
    driver.create();
    driver.run(nothing);
    QVERIFY(!driver.stops());
    driver.setStep(15);
    driver.run(nothing);
    QVERIFY(driver.stops());
}

void TestStopAtStepHook::k5_needsGlobalStep()
{
    Graph graph;
    VERIFY_THROWS(FailedPreconditionError, "Global step should be created to use StopAtStepHook",
                  numSteps(1)->begin(graph));
}

void TestStopAtStepHook::k6_recoveryDoesNotExtend()
{
    TrainingGraph model;
    const auto hook = numSteps(10);
    HookDriver driver(model, hook);
    driver.setStep(5);
    driver.create();
    driver.setStep(7);
    driver.create();
    QCOMPARE(hook->lastStep().value(), 15);
}

void TestStopAtStepHook::d8_restoredPastLastStepRunsNothing()
{
    TrainingGraph model;
    HookDriver driver(model,
                      std::make_shared<StopAtStepHook>(StopAtStepHook::Options{std::nullopt, 3}));
    driver.setStep(3);
    driver.create();
    QVERIFY(driver.stops());
}

void TestStopAtStepHook::severalStepsInOneRun()
{
    TrainingGraph model(5);
    HookDriver driver(model, numSteps(15));
    driver.create();
    driver.train();
    driver.train();
    QVERIFY(!driver.stops());
    driver.train();
    QVERIFY(driver.stops()); // at 15, not a run later
}

QTEST_GUILESS_MAIN(TestStopAtStepHook)
#include "tst_stop_at_step_hook.moc"
