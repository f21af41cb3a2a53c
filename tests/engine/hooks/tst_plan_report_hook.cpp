// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/plan_report_hook.h"

#include "tests/engine/hooks/hook_driver.h"

#include <QTest>

using namespace engine;

class TestPlanReportHook : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_hook = std::make_shared<PlanReportHook>(); }
    void nothingBeforeTheFirstRun();
    void theFirstRunIsNotTimed();
    void thePlanOfMostRuns();

private:
    TrainingGraph m_model;
    std::shared_ptr<PlanReportHook> m_hook;
};

void TestPlanReportHook::nothingBeforeTheFirstRun()
{
    HookDriver driver(m_model, m_hook);
    driver.create();
    QVERIFY(m_hook->mostUsed() == nullptr);
}

void TestPlanReportHook::theFirstRunIsNotTimed()
{
    HookDriver driver(m_model, m_hook);
    driver.create();
    driver.train();
    const auto* timed = m_hook->mostUsed();
    QVERIFY(timed != nullptr);
    QCOMPARE(timed->runs, 0);
    QVERIFY(!timed->plan->steps.empty());
    QCOMPARE(timed->nanoseconds, std::vector<std::int64_t>(timed->plan->steps.size(), 0));
    driver.train();
    driver.train();
    timed = m_hook->mostUsed();
    QCOMPARE(timed->runs, 2);
    QVERIFY(std::ranges::any_of(timed->nanoseconds, [](std::int64_t time) { return time > 0; }));
}

void TestPlanReportHook::thePlanOfMostRuns()
{
    HookDriver driver(m_model, m_hook);
    driver.create();
    driver.run(m_model.step->value());
    driver.train();
    driver.train();
    driver.run(m_model.step->value());
    driver.train();
    QCOMPARE(m_hook->mostUsed()->runs, 2);
    const auto& steps = m_hook->mostUsed()->plan->steps;
    QVERIFY(std::ranges::any_of(steps, [&](const PlanStepReport& step) {
        return step.operation == &m_model.train.operation();
    }));
}

QTEST_APPLESS_MAIN(TestPlanReportHook)
#include "tst_plan_report_hook.moc"
