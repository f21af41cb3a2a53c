// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/early_stopping_hook.h"
#include "tests/engine/hooks/metric_model.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"

#include <QTest>

#include <limits>

using namespace engine;

class TestEarlyStoppingHook : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_world = std::make_unique<MetricModel>(); }
    void stopsAndRestoresTheBest();
    void withoutRestoring();
    void largerIsBetter();
    void smallImprovementsDoNotCount();
    void looksAreSpaced();
    void measuredBySomebodyElse();
    void nanIsNeverBest();
    void patienceIsFreshAfterARecovery();
    void refused();

private:
    EarlyStoppingHook::Options options(std::int64_t patience) const
    {
        EarlyStoppingHook::Options options;
        options.metric.tensor = m_world->metric;
        options.patience = patience;
        options.saver = m_world->saver;
        return options;
    }
    float wIn(HookDriver& driver) const
    {
        return driver.raw().run(m_world->model.w->value()).scalarValue<float>();
    }

    std::unique_ptr<MetricModel> m_world;
};

void TestEarlyStoppingHook::stopsAndRestoresTheBest()
{
    MemoryLogger logger;
    auto with = options(2);
    with.logger = &logger;
    const auto hook = std::make_shared<EarlyStoppingHook>(with);
    HookDriver driver(m_world->model, hook);
    driver.create();
    trainFor(driver, 5);
    QVERIFY(!driver.stops());
    trainFor(driver, 5);
    QVERIFY(driver.stops());
    QCOMPARE(hook->best()->step, 4);
    QCOMPARE(hook->best()->value, 0.0);
    QCOMPARE(driver.step(), 4); // of 6
    QCOMPARE(wIn(driver), 4.0F);
    QCOMPARE(driver.reason(),
             std::string("loss has not improved since step 4: 0 there, 4 at step "
                         "6"));
    QVERIFY(logger.entries().at(0).message.ends_with("the model is that of step 4 again"));
}

void TestEarlyStoppingHook::withoutRestoring()
{
    auto with = options(2);
    with.restoreBest = false;
    with.saver = nullptr; // not needed then
    HookDriver driver(m_world->model, std::make_shared<EarlyStoppingHook>(with));
    driver.create();
    trainFor(driver, 10);
    QCOMPARE(driver.step(), 6);
}

void TestEarlyStoppingHook::largerIsBetter()
{
    auto with = options(3);
    with.metric.largerIsBetter = true; // 9 at once, then less: three looks later
    HookDriver driver(m_world->model, std::make_shared<EarlyStoppingHook>(with));
    driver.create();
    trainFor(driver, 10);
    QVERIFY(driver.stops());
    QCOMPARE(driver.step(), 1);
}

void TestEarlyStoppingHook::smallImprovementsDoNotCount()
{
    auto with = options(2);
    with.minDelta = 4; // 9, 4: yes; 1, 0: no
    HookDriver driver(m_world->model, std::make_shared<EarlyStoppingHook>(with));
    driver.create();
    trainFor(driver, 10);
    QCOMPARE(driver.step(), 2);
}

void TestEarlyStoppingHook::looksAreSpaced()
{
    auto with = options(1);
    with.metric.period = Period::everySteps(3); // looks at 1, 4, 7: 9, 0, 9
    HookDriver driver(m_world->model, std::make_shared<EarlyStoppingHook>(with));
    driver.create();
    trainFor(driver, 6);
    QVERIFY(!driver.stops());
    trainFor(driver, 1);
    QVERIFY(driver.stops());
    QCOMPARE(driver.step(), 4);
}

void TestEarlyStoppingHook::measuredBySomebodyElse()
{
    std::optional<WatchedMetric::Measured> measured;
    auto with = options(1);
    with.metric.tensor = Output();
    with.metric.latest = [&] { return measured; };
    HookDriver driver(m_world->model, std::make_shared<EarlyStoppingHook>(with));
    driver.create();
    trainFor(driver, 1); // nothing is measured yet
    measured = {2, 0.5};
    trainFor(driver, 3); // the same value is looked at once
    QVERIFY(!driver.stops());
    measured = {5, 0.75};
    trainFor(driver, 1);
    QVERIFY(driver.stops());
    QCOMPARE(driver.step(), 2);
}

void TestEarlyStoppingHook::nanIsNeverBest()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const WatchedMetric metric;
    QVERIFY(!metric.isBetter(nan, 1));
    QVERIFY(!metric.isBetter(nan, nan));
    QVERIFY(metric.isBetter(1, nan));
    QVERIFY(metric.isBetter(std::numeric_limits<double>::infinity(), nan));
}

void TestEarlyStoppingHook::patienceIsFreshAfterARecovery()
{
    HookDriver driver(m_world->model, std::make_shared<EarlyStoppingHook>(options(2)));
    driver.create();
    trainFor(driver, 5); // one look without an improvement
    driver.create();
    trainFor(driver, 1);
    QVERIFY(!driver.stops());
    trainFor(driver, 1);
    QVERIFY(driver.stops());
}

void TestEarlyStoppingHook::refused()
{
    VERIFY_THROWS(InvalidArgumentError, "patience must be at least 1",
                  EarlyStoppingHook(options(0)));
    auto nothing = options(1);
    nothing.metric.tensor = Output();
    VERIFY_THROWS(InvalidArgumentError, "exactly one of tensor and latest",
                  EarlyStoppingHook(nothing));
    Graph graph;
    VERIFY_THROWS(FailedPreconditionError, "Global step",
                  EarlyStoppingHook(options(1)).begin(graph));
}

QTEST_GUILESS_MAIN(TestEarlyStoppingHook)
#include "tst_early_stopping_hook.moc"
