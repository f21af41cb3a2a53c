// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/gradient_norm_hook.h"
#include "engine/hooks/learning_rate_logger_hook.h"
#include "engine/ops/gradients.h"
#include "tests/engine/hooks/metric_model.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

#include <cmath>

using namespace engine;

using Steps = std::vector<std::int64_t>;

// LearningRateLoggerHook and GradientNormHook.
class TestPeriodicScalarHooks : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void learningRate();
    void learningRateBySeconds();
    void gradientNorm();
    void gradientNormIsAddedOnce();
    void refused();

private:
    std::vector<double> values() const
    {
        std::vector<double> values;
        for (const auto& record : m_writer->records) {
            values.push_back(record.value);
        }
        return values;
    }

    std::unique_ptr<MetricModel> m_world;
    std::shared_ptr<MemorySummaryWriter> m_writer;
};

void TestPeriodicScalarHooks::init()
{
    m_world = std::make_unique<MetricModel>();
    m_writer = std::make_shared<MemorySummaryWriter>();
}

void TestPeriodicScalarHooks::learningRate()
{
    MemoryLogger logger;
    LearningRateLoggerHook::Options options;
    options.learningRate = m_world->metric; // any scalar
    options.period = Period::everySteps(2);
    options.summaryWriter = m_writer;
    options.logger = &logger;
    HookDriver driver(m_world->model, std::make_shared<LearningRateLoggerHook>(options));
    driver.create();
    trainFor(driver, 6);
    QCOMPARE(m_writer->stepsOf("learning_rate"), (Steps{1, 3, 5}));
    QCOMPARE(values(), (std::vector<double>{9, 1, 1}));
    QCOMPARE(logger.entries().size(), std::size_t{1}); // it changed once
    QCOMPARE(logger.entries()[0].message, std::string("learning rate 1 at step 3, before 9"));
}

void TestPeriodicScalarHooks::learningRateBySeconds()
{
    FakeClock clock;
    LearningRateLoggerHook::Options options;
    options.learningRate = m_world->metric;
    options.period = Period::everySecs(2);
    options.summaryWriter = m_writer;
    options.clock = &clock;
    HookDriver driver(m_world->model, std::make_shared<LearningRateLoggerHook>(options));
    driver.create();
    for (int i = 0; i < 5; ++i) {
        driver.train();
        clock.advanceSeconds(1);
    }
    QCOMPARE(m_writer->stepsOf("learning_rate"), (Steps{1, 3, 5}));
}

void TestPeriodicScalarHooks::gradientNorm()
{
    TrainingGraph& model = m_world->model;
    const auto other = makeVariable("other", scalarConstant(model.graph, DataType::Float, 2));
    const Output loss = add(m_world->metric, square(other->value()));
    const std::vector<Output> xs{model.w->value(), other->value(), model.newStep};
    GradientNormHook::Options options;
    options.gradients = gradients(loss, xs); // 2(w - 3), 4, none
    options.period = Period::everySteps(1);
    options.summaryWriter = m_writer;
    HookDriver driver(model, std::make_shared<GradientNormHook>(options));
    driver.raw().run(&other->initializer());
    driver.create();
    trainFor(driver, 2);
    QCOMPARE(m_writer->stepsOf("gradient_norm"), (Steps{1, 2}));
    QCOMPARE(values()[0], std::sqrt(36.0 + 16.0));
    QCOMPARE(values()[1], std::sqrt(16.0 + 16.0));
}

void TestPeriodicScalarHooks::gradientNormIsAddedOnce()
{
    GradientNormHook::Options options;
    options.gradients = {m_world->metric};
    GradientNormHook hook(options);
    hook.begin(m_world->model.graph);
    const std::size_t count = m_world->model.graph.operationCount();
    m_world->model.graph.finalize();
    hook.begin(m_world->model.graph); // another session on the same graph
    QCOMPARE(m_world->model.graph.operationCount(), count);
}

void TestPeriodicScalarHooks::refused()
{
    VERIFY_THROWS(InvalidArgumentError, "needs a learning rate", LearningRateLoggerHook({}));
    GradientNormHook::Options nothing;
    nothing.gradients = {Output()};
    VERIFY_THROWS(InvalidArgumentError, "needs gradients", GradientNormHook(nothing));
    LearningRateLoggerHook::Options both;
    both.learningRate = m_world->metric;
    both.period = {1.0, 1};
    VERIFY_THROWS(InvalidArgumentError, "Can not provide both", LearningRateLoggerHook(both));
}

QTEST_GUILESS_MAIN(TestPeriodicScalarHooks)
#include "tst_periodic_scalar_hooks.moc"
