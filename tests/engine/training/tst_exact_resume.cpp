// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/prefetching_batch_source.h"
#include "engine/data/spirals.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/nn/adagrad_optimizer.h"
#include "engine/nn/adamw_optimizer.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/lion_optimizer.h"
#include "engine/nn/losses.h"
#include "engine/nn/momentum_optimizer.h"
#include "engine/nn/moving_average.h"
#include "engine/nn/picture_layers.h"
#include "engine/nn/rmsprop_optimizer.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/learning_rate_schedule.h"
#include "engine/training/monitored_training_session.h"
#include "tests/support/errors.h"
#include "tests/support/golden.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

using namespace engine;

namespace {

constexpr std::int64_t kSteps = 24; // of one half; batches of 30 out of 100 cross epochs in it

using MakeOptimizer = std::function<std::unique_ptr<Optimizer>(Output rate)>;

// What is trained, and by what.
struct Recipe
{
    MakeOptimizer optimizer = [](Output rate) {
        return std::make_unique<GradientDescentOptimizer>(rate);
    };
    LearningRateSchedule schedule = LearningRateSchedule::constant(0.05);
    std::int64_t units = 8;
    double dropoutRate = 0;
    bool hasBatchNorm = false;
    bool hasAverages = false;
    bool isPrefetched = false;
    bool seeks = true; // false: the reader forgets where it was
    int threads = 1;
};

std::unique_ptr<BatchSource> makeSource(const Recipe& recipe)
{
    auto batcher =
        std::make_unique<ShuffledBatcher>(makeSpirals({.points = 100}), 30, std::uint64_t{5});
    if (recipe.isPrefetched) {
        return std::make_unique<PrefetchingBatchSource>(std::move(batcher));
    }
    return std::make_unique<DirectBatchSource>(std::move(batcher));
}

// The net of a recipe with its training operation.
struct Net
{
    explicit Net(const Recipe& recipe);

    Graph graph{7};
    Output x;
    Output labels;
    Output loss;
    std::shared_ptr<Variable> position; // in the data
    Operation* trainOp = nullptr;
};

Net::Net(const Recipe& recipe)
{
    x = placeholder(graph, DataType::Float, {Shape::kUnknownDim, 2}, "x");
    labels = placeholder(graph, DataType::Int64, {Shape::kUnknownDim}, "labels");
    const Output training = constant(graph, Tensor::scalar(true));
    Output hidden = dense(x, recipe.units, "tanh", {.name = "first"});
    if (recipe.hasBatchNorm) {
        hidden = batchNormLayer(hidden, training);
    }
    if (recipe.dropoutRate > 0) {
        hidden = dropout(hidden, recipe.dropoutRate, training);
    }
    loss = sparseSoftmaxCrossEntropy(labels, dense(hidden, 2, "linear", {.name = "second"}));
    const auto globalStep = createGlobalStep(graph);
    position = makeVariable("position", constant(graph, Tensor::scalar<std::int64_t>(0)),
                            {.trainable = false});
    Operation& update = recipe.optimizer(scheduledRate(globalStep->value(), recipe.schedule))
                            ->minimize(loss, globalStep);
    std::vector<Operation*> all{
        &update,
        &assignAdd(position->value(), constant(graph, Tensor::scalar<std::int64_t>(1)))
             .operation()};
    if (recipe.hasAverages) {
        ExponentialMovingAverage averages(0.9, globalStep->value());
        const auto variables = graph.collectionOf<Variable>(keys::kTrainableVariables);
        averages.prepare(variables);
        all.push_back(&averages.apply(variables));
    }
    trainOp = &group(graph, all, "train");
}

// Feeds the batches of a source from the position that the session has, and notes the losses.
class FeedHook final : public SessionRunHook
{
public:
    FeedHook(const Net& net, const Recipe& recipe, std::vector<float>& losses)
        : m_net(net), m_seeks(recipe.seeks), m_source(makeSource(recipe)), m_losses(losses)
    {
        m_args.fetches = {net.loss};
    }
    void afterCreateSession(SessionRunContext& context, Coordinator&) override
    {
        const Tensor position = context.session().run(m_net.position->value());
        m_source->seek(m_seeks ? position.scalarValue<std::int64_t>() : 0);
    }
    const SessionRunArgs* beforeRun(SessionRunContext&) override
    {
        const Batch& batch = m_source->next();
        m_args.feeds = {{m_net.x, batch.features}, {m_net.labels, batch.labels}};
        return &m_args;
    }
    void afterRun(SessionRunContext&, const SessionRunValues& values) override
    {
        m_losses.push_back(values.results[0].scalarValue<float>());
    }

private:
    const Net& m_net;
    bool m_seeks;
    std::unique_ptr<BatchSource> m_source;
    std::vector<float>& m_losses;
    SessionRunArgs m_args;
};

// Trains in `directory`, from what is there up to `lastStep`; adds the loss of each step.
void train(const Recipe& recipe, const QString& directory, std::int64_t lastStep,
           std::vector<float>& losses)
{
    Net net(recipe);
    MonitoredTrainingSessionOptions options;
    options.checkpointDir = directory.toStdString();
    options.config.threads = recipe.threads;
    options.hooks = {std::make_shared<FeedHook>(net, recipe, losses),
                     std::make_shared<StopAtStepHook>(StopAtStepHook::Options{{}, lastStep})};
    const auto session = MonitoredTrainingSession(net.graph, options);
    with(*session, [&] {
        while (!session->shouldStop()) {
            session->run(*net.trainOp);
        }
    });
}

// Every variable's name, type, shape and bits.
QByteArray checkpointBytes(const QString& directory, std::int64_t step)
{
    const QString prefix = QStringLiteral("%1/model.ckpt-%2").arg(directory).arg(step);
    return fileBytes(prefix + ".index") + fileBytes(prefix + ".data-00000-of-00001");
}

bool isSame(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

template <typename Kind, typename... Parameters>
MakeOptimizer optimizer(Parameters... parameters)
{
    return [=](Output rate) { return std::make_unique<Kind>(rate, parameters...); };
}

} // namespace

Q_DECLARE_METATYPE(Recipe)

// Training 2N steps equals training N, stopping, resuming and training N more, bit for bit.
class TestExactResume : public QObject
{
    Q_OBJECT

private slots:
    void twoHalvesAreTheWhole_data();
    void twoHalvesAreTheWhole();
    void aReaderThatBeginsAnewIsNoticed();
    void anotherGraphIsRefusedBeforeAStep_data();
    void anotherGraphIsRefusedBeforeAStep();

private:
    static void rowsOfOptimizers();
    static void rowsOfSchedules();
};

void TestExactResume::rowsOfOptimizers()
{
    const auto row = [](const char* name, MakeOptimizer make) {
        Recipe recipe;
        recipe.optimizer = std::move(make);
        QTest::newRow(name) << recipe;
    };
    row("gradient descent", optimizer<GradientDescentOptimizer>());
    row("momentum", optimizer<MomentumOptimizer>(MomentumParameters{0.9, false}));
    row("Nesterov momentum", optimizer<MomentumOptimizer>(MomentumParameters{0.9, true}));
    row("Adagrad", optimizer<AdagradOptimizer>());
    row("RMSProp", optimizer<RmsPropOptimizer>(RmsPropParameters{.momentum = 0.5}));
    row("centred RMSProp", optimizer<RmsPropOptimizer>(RmsPropParameters{.centered = true}));
    row("Adam", optimizer<AdamOptimizer>());
    row("AdamW", optimizer<AdamWOptimizer>());
    row("Lion", optimizer<LionOptimizer>());
}

void TestExactResume::rowsOfSchedules()
{
    using Schedule = LearningRateSchedule;
    const Schedule::Decay decay{0.1, 7, 0.5, false};
    const auto row = [](const char* name, const Schedule& schedule) {
        Recipe recipe;
        recipe.schedule = schedule;
        QTest::newRow(name) << recipe;
    };
    row("piecewise rate",
        Schedule::piecewise(std::array<std::int64_t, 2>{10, 30},
                            std::array<double, 3>{0.1, 0.05, 0.2}));
    row("exponential decay", Schedule::exponential(decay));
    row("exponential decay in stairs", Schedule::exponential({0.1, 7, 0.5, true}));
    row("natural exponential decay", Schedule::naturalExponential(decay));
    row("inverse time decay", Schedule::inverseTime(decay));
    row("polynomial decay", Schedule::polynomial({0.1, 20, 0.001, 2, true}));
    row("cosine", Schedule::cosine(0.1, 40));
    row("cosine with restarts", Schedule::cosineRestarts({0.1, 9, 1.5, 0.8, 0}));
    row("warm-up and cosine", Schedule::warmupCosine({0.1, 0, 30, 60, 0}));
    row("one cycle", Schedule::oneCycle({.maxRate = 0.2, .totalSteps = 2 * kSteps}));
}

void TestExactResume::twoHalvesAreTheWhole_data()
{
    QTest::addColumn<Recipe>("recipe");
    rowsOfOptimizers();
    rowsOfSchedules();
    Recipe all;
    all.dropoutRate = 0.3;
    QTest::newRow("dropout") << all;
    all.hasBatchNorm = true;
    QTest::newRow("dropout and batch normalisation") << all;
    all.hasAverages = true;
    QTest::newRow("moving averages too") << all;
    all.isPrefetched = true;
    QTest::newRow("batches made ahead") << all;
    all.optimizer = optimizer<AdamOptimizer>();
    all.threads = 2;
    QTest::newRow("all of this with Adam on two threads") << all;
}

void TestExactResume::twoHalvesAreTheWhole()
{
    QFETCH(const Recipe, recipe);
    const QTemporaryDir whole;
    const QTemporaryDir halves;
    std::vector<float> undisturbed;
    train(recipe, whole.path(), 2 * kSteps, undisturbed);
    QCOMPARE(undisturbed.size(), std::size_t{2 * kSteps});

    std::vector<float> resumed;
    train(recipe, halves.path(), kSteps, resumed);
    QCOMPARE(resumed.size(), std::size_t{kSteps});
    train(recipe, halves.path(), 2 * kSteps, resumed);
    QVERIFY(isSame(resumed, undisturbed));
    const QByteArray expected = checkpointBytes(whole.path(), 2 * kSteps);
    QVERIFY(expected.size() > 300);
    QVERIFY(checkpointBytes(halves.path(), 2 * kSteps) == expected);
}

// So the comparison above would see it.
void TestExactResume::aReaderThatBeginsAnewIsNoticed()
{
    Recipe recipe;
    const QTemporaryDir whole;
    const QTemporaryDir halves;
    std::vector<float> undisturbed;
    train(recipe, whole.path(), 2 * kSteps, undisturbed);
    recipe.seeks = false;
    std::vector<float> resumed;
    train(recipe, halves.path(), kSteps, resumed);
    train(recipe, halves.path(), 2 * kSteps, resumed);
    QVERIFY(!isSame(resumed, undisturbed));
    QVERIFY(checkpointBytes(halves.path(), 2 * kSteps)
            != checkpointBytes(whole.path(), 2 * kSteps));
}

void TestExactResume::anotherGraphIsRefusedBeforeAStep_data()
{
    QTest::addColumn<Recipe>("recipe");
    QTest::addColumn<QByteArray>("message");
    Recipe wider;
    wider.units = 9;
    QTest::newRow("another shape") << wider << QByteArray("variable first/");
    Recipe adam;
    adam.optimizer = optimizer<AdamOptimizer>();
    QTest::newRow("slots that were not saved") << adam << QByteArray("beta1_power not found");
}

void TestExactResume::anotherGraphIsRefusedBeforeAStep()
{
    QFETCH(const Recipe, recipe);
    QFETCH(const QByteArray, message);
    const QTemporaryDir folder;
    std::vector<float> losses;
    train(Recipe(), folder.path(), kSteps, losses);
    const QByteArray before = checkpointBytes(folder.path(), kSteps);
    losses.clear();
    const auto refused = [&] { train(recipe, folder.path(), 2 * kSteps, losses); };
    if (recipe.units == Recipe().units) {
        VERIFY_THROWS(NotFoundError, message.constData(), refused());
    } else {
        VERIFY_THROWS(InvalidArgumentError, message.constData(), refused());
    }
    QVERIFY(losses.empty());
    QVERIFY(checkpointBytes(folder.path(), kSteps) == before);
}

QTEST_GUILESS_MAIN(TestExactResume)
#include "tst_exact_resume.moc"
