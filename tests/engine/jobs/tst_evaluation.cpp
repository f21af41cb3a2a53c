// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_source.h"
#include "engine/jobs/batch_feed_hook.h"
#include "engine/jobs/evaluation_hook.h"
#include "engine/jobs/job_data.h"
#include "engine/ops/basic_ops.h"
#include "engine/runtime/coordinator.h"
#include "engine/runtime/direct_session.h"
#include "tests/engine/jobs/job_world.h"

#include <QTest>

#include <cmath>
#include <fstream>
#include <utility>

using namespace engine;

// The graph and the data of a tiny job, with all variables at their initial values.
struct OpenJob
{
    explicit OpenJob(const std::vector<std::string>& settings = {})
        : config(JobWorld::tinyJob(settings)), splits(loadJobData(config)),
          job(buildJobGraph(config, splits.train)), session(*job.graph, {1})
    {
        for (const auto& variable : job.graph->collectionOf<Variable>(keys::kGlobalVariables)) {
            session.run(variable->initializer());
        }
    }
    // Loss and accuracy over all of `data`, in one batch, without dropout.
    std::vector<double> exact(const Dataset& data)
    {
        SequentialBatcher batcher(data, data.size());
        Batch batch;
        batcher.fill(0, batch);
        const std::vector<Tensor> results = session.run({job.loss, job.accuracy},
                                                        {{job.features, batch.features},
                                                         {job.labels, batch.labels},
                                                         {job.isTraining, Tensor::scalar(false)}});
        return {results[0].scalarAsDouble(), results[1].scalarAsDouble()};
    }

    JobConfig config;
    DatasetSplits splits;
    JobGraph job;
    DirectSession session;
};

class TestEvaluation : public QObject
{
    Q_OBJECT

private slots:
    void meansAreExactOverUnevenBatches_data();
    void meansAreExactOverUnevenBatches();
    void valuesAreJudgedInTheirOwnUnit();
    void valuesOfAnySizeAreLearned_data();
    void valuesOfAnySizeAreLearned();
    void equalValuesHaveNoR2();
    void nothingChangesInTheModel();
    void picturesAreEvaluatedWithoutChance();
    void noDataNoMetrics();
    void evaluatesAtMultiplesAndAtTheEnd();
    void batchesFollowTheRestoredPosition();
};

void TestEvaluation::meansAreExactOverUnevenBatches_data()
{
    QTest::addColumn<int>("batchSize");
    for (const int size : {1, 7, 39, 40, 41, 1000}) { // of 40 examples
        QTest::addRow("batches of %d", size) << size;
    }
}

void TestEvaluation::meansAreExactOverUnevenBatches()
{
    QFETCH(const int, batchSize);
    OpenJob open;
    QCOMPARE(open.splits.test.size(), std::int64_t{40});
    const std::vector<double> exact = open.exact(open.splits.test);
    const Metrics got = Evaluator(open.job, open.splits.test, batchSize).evaluate(open.session);
    QCOMPARE(got.size(), std::size_t{2});
    QVERIFY(std::abs(got.at("loss") - exact[0]) < 1e-5 * exact[0]); // sums of float32
    QVERIFY(std::abs(got.at("accuracy") - exact[1]) < 1e-6); // whole numbers, a float32 quotient
}

// A table of rooms, area and price = 3000 area (times `unit`), and the settings to learn it.
static std::vector<std::string> priceJob(const JobWorld& world, double unit)
{
    std::ofstream table(world.path("prices.csv"));
    table << "rooms,area,price\n";
    for (int i = 0; i < 200; ++i) {
        const int area = 20 + i * 37 % 181;
        table << 1 + i % 5 << ',' << area << ',' << 3000.5 * unit * area << '\n';
    }
    return {"data.kind=csv", "data.file=" + world.path("prices.csv").string(), "model.dropout=0",
            "run.steps=400"};
}

void TestEvaluation::valuesAreJudgedInTheirOwnUnit()
{
    const JobWorld world;
    OpenJob open(priceJob(world, 1));
    const Dataset& data = open.splits.test;
    SequentialBatcher batcher(data, data.size());
    Batch batch;
    batcher.fill(0, batch);
    const Tensor predictions =
        open.session.run({open.job.predictions}, {{open.job.features, batch.features}}).at(0);
    const TargetScale& scale = open.splits.targetScale;
    double mean = 0;
    for (const float label : data.labels.values<float>()) {
        mean += (label * scale.deviation + scale.mean) / static_cast<double>(data.size());
    }
    double errors = 0;
    double squares = 0;
    double total = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(data.size()); ++i) {
        const double price = data.labels.values<float>()[i] * scale.deviation + scale.mean;
        const double answer =
            std::as_const(predictions).values<float>()[i] * scale.deviation + scale.mean;
        errors += std::abs(answer - price);
        squares += (answer - price) * (answer - price);
        total += (price - mean) * (price - mean);
    }
    const auto count = static_cast<double>(data.size());
    const Metrics got = Evaluator(open.job, data, 7, scale).evaluate(open.session);
    const auto isNear = [](double value, double expected) {
        return std::abs(value - expected) < 1e-5 * std::abs(expected);
    };
    QVERIFY(isNear(got.at("mae"), errors / count));
    QVERIFY(isNear(got.at("rmse"), std::sqrt(squares / count)));
    QVERIFY(isNear(got.at("r2"), 1 - squares / total));
    QVERIFY(isNear(got.at("loss"), squares / count / (scale.deviation * scale.deviation)));
    QVERIFY(!got.contains("accuracy"));
}

void TestEvaluation::valuesOfAnySizeAreLearned_data()
{
    QTest::addColumn<double>("unit");
    QTest::newRow("hundreds of thousands") << 1.0;
    QTest::newRow("millionths") << 1e-9;
    QTest::newRow("billions") << 1e6;
}

void TestEvaluation::valuesOfAnySizeAreLearned()
{
    QFETCH(const double, unit);
    JobWorld world;
    const JobResult result = world.train(world.request("run", priceJob(world, unit)));
    QVERIFY2(result.metrics.at("validation/r2") > 0.98,
             qPrintable(QString::number(result.metrics.at("validation/r2"))));
    QVERIFY(result.metrics.at("validation/mae") < 20000 * unit);
    QVERIFY(result.metrics.at("validation/rmse") >= result.metrics.at("validation/mae"));
    QVERIFY(result.loss < 0.1);
    QCOMPARE(world.series(1, 0, "validation/mae").back().second,
             result.metrics.at("validation/mae"));
}

void TestEvaluation::equalValuesHaveNoR2()
{
    const JobWorld world;
    OpenJob open(priceJob(world, 1));
    const std::vector<std::int64_t> one{0};
    const Metrics got = Evaluator(open.job, open.splits.test.rows(one), 7, open.splits.targetScale)
                            .evaluate(open.session);
    QVERIFY(got.contains("mae"));
    QVERIFY(!got.contains("r2"));
}

void TestEvaluation::nothingChangesInTheModel()
{
    OpenJob open;
    Evaluator evaluator(open.job, open.splits.validation, 7);
    const Metrics first = evaluator.evaluate(open.session);
    QCOMPARE(evaluator.evaluate(open.session), first);
    QCOMPARE(open.session.run(open.job.globalStep->value()).scalarValue<std::int64_t>(),
             std::int64_t{0});
}

void TestEvaluation::picturesAreEvaluatedWithoutChance()
{
    const JobWorld world;
    world.writePictures();
    const std::string file = world.path("pictures.bin").string();
    OpenJob all(JobWorld::pictureSettings(JobWorld::kEveryAugmentation, file));
    OpenJob plain(JobWorld::pictureSettings(R"(["crop 24", "standardize"])", file));
    const Metrics got = Evaluator(all.job, all.splits.test, 3).evaluate(all.session);
    QCOMPARE(Evaluator(all.job, all.splits.test, 3).evaluate(all.session), got);
    QCOMPARE(Evaluator(plain.job, plain.splits.test, 3).evaluate(plain.session), got);
    // Bytes are scaled in the graph, or where batches are made.
    OpenJob bytes(JobWorld::pictureSettings("[]", file));
    OpenJob whole(JobWorld::pictureSettings(R"(["crop 32"])", file));
    QCOMPARE(Evaluator(bytes.job, bytes.splits.test, 3).evaluate(bytes.session),
             Evaluator(whole.job, whole.splits.test, 3).evaluate(whole.session));
}

void TestEvaluation::noDataNoMetrics()
{
    OpenJob open({"data.test_fraction=0"});
    Evaluator evaluator(open.job, open.splits.test, 10);
    QVERIFY(evaluator.isEmpty());
    QVERIFY(evaluator.evaluate(open.session).empty());
}

void TestEvaluation::evaluatesAtMultiplesAndAtTheEnd()
{
    JobWorld world;
    world.train(world.request("run", {"run.steps=50"})); // every 20 steps
    std::vector<std::int64_t> steps;
    for (const auto& [step, value] : world.series(1, 0, "validation/loss")) {
        steps.push_back(step);
    }
    QCOMPARE(steps, (std::vector<std::int64_t>{20, 40, 50}));
    QCOMPARE(world.series(1, 0, "validation/accuracy").size(), std::size_t{3});
    QCOMPARE(world.series(1, 0, "test/accuracy").size(), std::size_t{1});

    world.train(world.request("other", {"run.steps=40"})); // the end is a multiple: once
    QCOMPARE(world.series(2, 0, "validation/loss").size(), std::size_t{2});
}

// Hands out nothing but notes where it was sent.
class PositionNote final : public BatchSource
{
public:
    explicit PositionNote(std::int64_t& position) : m_noted(position) { }
    const Batch& next() override { return m_batch; }
    std::int64_t position() const override { return m_noted; }
    void seek(std::int64_t position) override { m_noted = position; }

private:
    std::int64_t& m_noted;
    Batch m_batch;
};

void TestEvaluation::batchesFollowTheRestoredPosition()
{
    OpenJob open;
    FakeClock clock;
    StepTimes times;
    std::int64_t position = -1;
    BatchFeedHook hook(std::make_unique<PositionNote>(position), open.job, times, clock);
    const RunRequest nothing;
    SessionRunContext context(open.session, nothing);
    Coordinator coordinator;
    hook.afterCreateSession(context, coordinator);
    QCOMPARE(position, std::int64_t{0});
    open.session.run(assign(open.job.dataPosition->value(),
                            constant(*open.job.graph, Tensor::scalar<std::int64_t>(123))));
    hook.afterCreateSession(context, coordinator); // the session was made anew
    QCOMPARE(position, std::int64_t{123});
    const SessionRunArgs* const args = hook.beforeRun(context);
    QCOMPARE(args->feeds.size(), std::size_t{3});
    QVERIFY(args->feeds[2].value.scalarValue<bool>()); // dropout drops
}

QTEST_APPLESS_MAIN(TestEvaluation)
#include "tst_evaluation.moc"
