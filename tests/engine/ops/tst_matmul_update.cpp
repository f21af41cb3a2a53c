// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matmul_update.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/training_ops.h"
#include "engine/runtime/fusion.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/processor_targets.h"
#include "tests/engine/ops/random_floats.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>

using namespace engine;

class TestMatMulUpdate : public QObject
{
    Q_OBJECT

private slots:
    void noBitChanges_data();
    void noBitChanges();
    void whoReadsTheGradientGetsIt();
    void whatTheUpdateChangesIsNotRead();
    void readersSeeTheVariableAsItWas();
    void manyExamplesAreSummedApart();
    void fedVariablesAreLeft();
    void sessionsSayWhatTheyDid();
    void valuesAreNeeded();
    void cleanup() { useTarget(0); }
};

namespace {

struct Sizes
{
    std::int64_t m; // of the variable [m, n]
    std::int64_t n;
    std::int64_t k; // examples
};

// The weights of a layer, and the update that follows from its input x and the slopes of its
// output.
struct Weights
{
    explicit Weights(const Sizes& sizes, bool turned = false)
        : xValue(randomFloats({sizes.k, sizes.m}, 1)),
          slopesValue(randomFloats(turned ? Shape{sizes.n, sizes.k} : Shape{sizes.k, sizes.n}, 2)),
          x(placeholder(graph, DataType::Float, xValue.shape(), "x")),
          slopes(placeholder(graph, DataType::Float, slopesValue.shape(), "slopes"))
    {
        const auto variable = [&](const char* name, Tensor value) {
            return makeVariable(name, constant(graph, std::move(value)))->value();
        };
        const Shape shape{sizes.m, sizes.n};
        Tensor squares = randomFloats(shape, 5);
        std::ranges::transform(squares.values<float>(), squares.values<float>().begin(),
                               [](float value) { return value * value; });
        w = variable("w", randomFloats(shape, 3));
        averages = {variable("m", randomFloats(shape, 4)), variable("v", squares),
                    variable("beta1_power", Tensor::scalar(0.81F)),
                    variable("beta2_power", Tensor::scalar(0.99F))};
        gradient = matMul(x, slopes, true, turned);
        update = &updateBy(gradient);
    }

    Operation& updateBy(Output slope) const
    {
        return applyAdam(w, averages, constant(w.graph(), Tensor::scalar(0.01F)), slope, {});
    }

    std::vector<Feed> feeds() const { return {{x, xValue}, {slopes, slopesValue}}; }

    bool isFused(std::vector<Fetch> fetches, std::set<Output> alsoFed = {}) const
    {
        std::set<Output> fed{x, slopes};
        fed.merge(alsoFed);
        return findFusions(makeSchedule(fetches, fed), fetches, fed).isTaken(*update);
    }

    bool isFusedAlone() const { return isFused({update}); }

    // Weights and both averages after two runs that fetch this.
    std::vector<float> after(const std::vector<Fetch>& fetches, int threads)
    {
        DirectSession session(graph, {threads});
        initializeVariables(session);
        for (int i = 0; i < 2; ++i) {
            session.run(fetches, feeds());
        }
        std::vector<float> values;
        for (const Tensor& tensor : session.run({w, averages.m, averages.v})) {
            values.insert(values.end(), tensor.values<float>().begin(),
                          tensor.values<float>().end());
        }
        return values;
    }

    Graph graph;
    Tensor xValue;
    Tensor slopesValue;
    Output x;
    Output slopes;
    Output w;
    AdamSlots averages;
    Output gradient;
    Operation* update = nullptr;
};

} // namespace

Q_DECLARE_METATYPE(Sizes)

void TestMatMulUpdate::noBitChanges_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<Sizes>("sizes");
    QTest::addColumn<bool>("turned");
    for (const std::int64_t target : processorTargets()) {
        for (const Sizes& sizes : std::initializer_list<Sizes>{
                 {1, 1, 1},
                 {5, 3, 2},
                 {32, 64, 32}, // small, its products have loops of their own
                 {64, 2, 32},
                 {70, 96, 128}, // whole panels
                 {130, 93, 100}, // a rest of columns
                 {515, 10, 128},
                 {65, 700, 40}, // by columns
                 {520, 256, 33}, // by both
                 {600, 513, 100},
                 {80, 64, 256}, // as many examples as are added up at once
                 {300, 200, 1}, // more to update than to multiply
                 {7, 40, 0}}) { // an empty batch
            for (const bool turned : {false, true}) {
                QTest::addRow("%s, %ld x %ld of %ld%s", hwy::TargetName(target), long(sizes.m),
                              long(sizes.n), long(sizes.k), turned ? ", turned" : "")
                    << qint64(target) << sizes << turned;
            }
        }
    }
}

// Whoever fetches the gradient gets the update apart from the product.
void TestMatMulUpdate::noBitChanges()
{
    QFETCH(qint64, target);
    QFETCH(Sizes, sizes);
    QFETCH(bool, turned);
    useTarget(target);
    Weights weights(sizes, turned);
    const std::vector<Fetch> together{weights.update};
    const std::vector<Fetch> apart{weights.update, weights.gradient};
    QVERIFY(weights.isFused(together));
    QVERIFY(!weights.isFused(apart));
    const std::vector<float> expected = weights.after(apart, 1);
    for (const int threads : {1, 2, 3, 5}) {
        QVERIFY(weights.after(together, threads) == expected);
        QVERIFY(weights.after(apart, threads) == expected);
    }
}

void TestMatMulUpdate::whoReadsTheGradientGetsIt()
{
    Weights weights({40, 50, 60});
    QVERIFY(weights.isFused({weights.update}));
    const Output norm = multiply(weights.gradient, weights.gradient);
    QVERIFY(!weights.isFused({weights.update, norm}));
    Operation& second = weights.updateBy(weights.gradient);
    QVERIFY(!weights.isFused({weights.update, &second}));
    QVERIFY(!weights.isFused({weights.update}, {weights.gradient}));
}

// A product of the variable itself, whose elements would change under it.
void TestMatMulUpdate::whatTheUpdateChangesIsNotRead()
{
    Weights weights({30, 30, 30});
    for (const Output& factor :
         {weights.w, reshape(weights.w, Shape{30, 30}), weights.averages.m}) {
        const Output gradient = matMul(factor, weights.slopes, true);
        weights.update = &weights.updateBy(gradient);
        QVERIFY(!weights.isFused({weights.update}));
        const Output other = matMul(weights.x, factor, true);
        weights.update = &weights.updateBy(other);
        QVERIFY(!weights.isFused({weights.update}));
    }
    // Nor a product of another form than a gradient's of weights.
    weights.update = &weights.updateBy(matMul(weights.x, weights.slopes));
    QVERIFY(!weights.isFused({weights.update}));
}

// Slopes of the layer before are calculated with the weights from before the update. If they are
// made first, as by gradients(), the update need not wait for them.
void TestMatMulUpdate::readersSeeTheVariableAsItWas()
{
    Weights weights({40, 50, 60});
    const Output below = matMul(weights.slopes, weights.w, false, true);
    Operation& made = *weights.update;
    Operation& madeLater = weights.updateBy(matMul(weights.x, weights.slopes, true));
    DirectSession session(weights.graph);
    const auto run = [&](const std::vector<Fetch>& fetches) {
        initializeVariables(session);
        return session.run(fetches, weights.feeds()).front();
    };
    const Tensor alone = run({below});
    for (Operation* const update : {&made, &madeLater}) {
        weights.update = update;
        QCOMPARE(weights.isFused({below, update}), update == &madeLater);
        const Tensor during = run({below, update});
        QVERIFY(std::ranges::equal(alone.values<float>(), during.values<float>()));
        const Tensor after = session.run(Fetch(below), {{weights.slopes, weights.slopesValue}});
        QVERIFY(!std::ranges::equal(alone.values<float>(), after.values<float>()));
    }
}

void TestMatMulUpdate::manyExamplesAreSummedApart()
{
    QVERIFY(Weights({80, 64, 256}).isFusedAlone());
    QVERIFY(!Weights({80, 64, 257}).isFusedAlone());
}

void TestMatMulUpdate::fedVariablesAreLeft()
{
    Weights weights({40, 50, 60});
    QVERIFY(!weights.isFused({weights.update}, {weights.averages.m}));
    QVERIFY(!weights.isFused({weights.update}, {weights.w}));
}

void TestMatMulUpdate::sessionsSayWhatTheyDid()
{
    Weights weights({40, 50, 60});
    DirectSession session(weights.graph);
    initializeVariables(session);
    RunMetadata metadata;
    const std::vector<Fetch> fetches{weights.update};
    const std::vector<Feed> feeds = weights.feeds();
    RunOptions options;
    options.traceLevel = 3;
    options.outputPartitionGraphs = true;
    std::vector<Tensor> results;
    session.run({fetches, feeds, &options, &metadata}, results);
    QCOMPARE(results.size(), std::size_t{1});
    QVERIFY(!results[0].isValid());
    QCOMPARE(metadata.partitionGraphs.size(), std::size_t{1});
    const PlanReport& plan = *metadata.partitionGraphs[0];
    QCOMPARE(plan.fusedOperations(), std::size_t{1});
    QCOMPARE(metadata.timings.size(), plan.steps.size());
    const auto fused = std::ranges::find_if(
        plan.steps, [](const PlanStepReport& step) { return !step.followers.empty(); });
    QVERIFY(fused->outputs.empty());
    QCOMPARE(fused->operation, &weights.gradient.operation());
    QVERIFY(fused->flops > 2.0 * 40 * 50 * 60);
}

void TestMatMulUpdate::valuesAreNeeded()
{
    Weights weights({40, 50, 60});
    DirectSession session(weights.graph);
    VERIFY_THROWS(FailedPreconditionError, "uninitialized value w",
                  session.run(std::vector<Fetch>{weights.update}, weights.feeds()));
}

QTEST_APPLESS_MAIN(TestMatMulUpdate)
#include "tst_matmul_update.moc"
