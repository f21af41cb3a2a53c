// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/feed_fn_hook.h"
#include "engine/hooks/final_ops_hook.h"
#include "engine/hooks/global_step_waiter_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"

#include <QTest>

using namespace engine;

class TestSmallHooks : public QObject
{
    Q_OBJECT

private slots:
    void p1_noWait_data();
    void p1_noWait();
    void p2_waits();
    void p6_finalOps_data();
    void p6_finalOps();
    void p7_finalOpsOutOfRange();
    void p9_feedFn();
    void p10_feedConflict();
};

namespace {

// At each sleep the global step is set to the next number.
class SteppingClock final : public Clock
{
public:
    std::chrono::nanoseconds monotonic() const override { return std::chrono::nanoseconds(0); }
    std::chrono::microseconds wallTime() const override { return std::chrono::microseconds(0); }
    void sleepFor(std::chrono::nanoseconds) override
    {
        driver->setStep(steps.at(static_cast<std::size_t>(sleeps++)));
    }

    HookDriver* driver = nullptr;
    std::vector<std::int64_t> steps;
    int sleeps = 0;
};

class ExhaustedSession final : public Session
{
public:
    using Session::run;
    Graph* graph() const override { return nullptr; }
    void run(const RunRequest&, std::vector<Tensor>&) override
    {
        throw OutOfRangeError("the queue is empty");
    }
    void close() override { }
};

} // namespace

void TestSmallHooks::p1_noWait_data()
{
    QTest::addColumn<int>("waitUntil");
    QTest::newRow("P1 zero") << 0;
    QTest::newRow("P1 negative") << -1000;
}

void TestSmallHooks::p1_noWait()
{
    QFETCH(const int, waitUntil);
    TrainingGraph model;
    SteppingClock clock;
    HookDriver driver(model, std::make_shared<GlobalStepWaiterHook>(waitUntil, &clock));
    driver.create();
    driver.train();
    QCOMPARE(clock.sleeps, 0);
}

void TestSmallHooks::p2_waits()
{
    TrainingGraph model;
    SteppingClock clock;
    HookDriver driver(model, std::make_shared<GlobalStepWaiterHook>(1000, &clock));
    clock.driver = &driver;
    clock.steps = {500, 1100};
    driver.create();
    driver.train();
    QCOMPARE(clock.sleeps, 2);
    QCOMPARE(driver.step(), 1101);
    driver.train();
    QCOMPARE(clock.sleeps, 2);
}

void TestSmallHooks::p6_finalOps_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("P6 scalar") << 0;
    QTest::newRow("P6 vector") << 3;
}

void TestSmallHooks::p6_finalOps()
{
    QFETCH(const int, count);
    TrainingGraph model;
    const Shape shape = count == 0 ? Shape() : Shape{count};
    const Output value = fill(model.graph, DataType::Float, shape, 1.5);
    const auto hook = std::make_shared<FinalOpsHook>(std::vector<Fetch>{value});
    HookDriver driver(model, hook);
    driver.create();
    driver.train();
    QVERIFY(!hook->finalOpsValues());
    driver.end();
    QCOMPARE(hook->finalOpsValues()->at(0).shape(), shape);
    QCOMPARE(hook->finalOpsValues()->at(0).values<float>()[0], 1.5F);
}

void TestSmallHooks::p7_finalOpsOutOfRange()
{
    TrainingGraph model;
    MemoryLogger logger;
    FinalOpsHook hook({model.train}, {}, &logger);
    ExhaustedSession session;
    VERIFY_THROWS(OutOfRangeError, "the queue is empty", hook.end(session));
    QVERIFY(logger.entries().at(0).message.find("input source") != std::string::npos);
}

void TestSmallHooks::p9_feedFn()
{
    TrainingGraph model;
    const Output x = placeholder(model.graph, DataType::Float, Shape(), "x");
    const Output y = add(x, scalarConstant(model.graph, DataType::Float, 1));
    const auto session = model.open({std::make_shared<FeedFnHook>([x](std::vector<Feed>& feeds) {
        feeds = {{x, Tensor::scalar(1.0F)}};
    })});
    QCOMPARE(session->run(y).scalarValue<float>(), 2.0F);
    session->close();
}

void TestSmallHooks::p10_feedConflict()
{
    TrainingGraph model;
    const Output x = placeholder(model.graph, DataType::Float, Shape(), "x");
    const Output y = add(x, scalarConstant(model.graph, DataType::Float, 1));
    const auto session = model.open({std::make_shared<FeedFnHook>([x](std::vector<Feed>& feeds) {
        feeds = {{x, Tensor::scalar(1.0F)}};
    })});
    VERIFY_THROWS(FailedPreconditionError, "fed by a SessionRunHook and user",
                  session->run(y, {Feed{x, Tensor::scalar(1.0F)}}));
    session->close();
}

QTEST_GUILESS_MAIN(TestSmallHooks)
#include "tst_small_hooks.moc"
