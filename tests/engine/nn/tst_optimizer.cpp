// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/optimizer.h"

#include "engine/nn/adam_optimizer.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/momentum_optimizer.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/clip_ops.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/unary_ops.h"
#include "engine/runtime/plan_report.h"
#include "tests/engine/nn/golden_optimizer.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// loss = w² / 2 summed, so the gradient is w; w starts at 1, -2.
struct Parabola
{
    Parabola()
    {
        w = makeVariable("w", constant(graph, doubles(Shape{2}, {1, -2})))->value();
        loss = l2Loss(w);
        step = createGlobalStep(graph);
        rate = learningRateVariable(graph, 0.5);
    }

    std::vector<std::string> variableNames() const
    {
        std::vector<std::string> names;
        for (const auto& variable : graph.collectionOf<Variable>(keys::kGlobalVariables)) {
            names.push_back(variable->name());
        }
        return names;
    }

    Graph graph;
    Output w;
    Output loss;
    std::shared_ptr<Variable> step;
    std::shared_ptr<Variable> rate;
};

class TestOptimizer : public QObject
{
    Q_OBJECT

private slots:
    void gradientDescent();
    void momentum();
    void adam();
    void theGlobalStepCountsUpdates();
    void theLearningRateCanChange();
    void theLossIsThatBeforeTheUpdate();
    void slotsAreNamedAsInTensorFlow_data();
    void slotsAreNamedAsInTensorFlow();
    void onlyVariablesWithAGradientAreUpdated();
    void variablesOfBothTypesAreTrained();
    void oneKernelUpdatesAVariable_data();
    void oneKernelUpdatesAVariable();
    void momentumMovesRowsThatAreLookedUp_data();
    void momentumMovesRowsThatAreLookedUp();
    void clippedRowsAreSummedBefore();
    void badArgumentsAreNamed();
};

using MakeOptimizer = std::function<std::unique_ptr<Optimizer>(Output)>;

static std::unique_ptr<Optimizer> makeGradientDescent(Output rate)
{
    return std::make_unique<GradientDescentOptimizer>(rate);
}
static std::unique_ptr<Optimizer> makeMomentum(Output rate)
{
    return std::make_unique<MomentumOptimizer>(rate, MomentumParameters{.momentum = 0.5});
}
static std::unique_ptr<Optimizer> makeAdam(Output rate)
{
    return std::make_unique<AdamOptimizer>(
        rate, AdamParameters{.beta1 = 0.5, .beta2 = 0.75, .epsilon = 0.1});
}

// w after each of three steps.
static std::vector<std::vector<double>> threeSteps(const MakeOptimizer& make)
{
    Parabola parabola;
    Operation& train = make(parabola.rate->value())->minimize(parabola.loss, parabola.step);
    DirectSession session(parabola.graph, {1});
    initializeVariables(session);
    std::vector<std::vector<double>> values;
    for (int i = 0; i < 3; ++i) {
        session.run(Fetch(train));
        values.push_back(asDoubles(session.run(parabola.w)));
    }
    return values;
}

static QString mismatchOfSteps(const MakeOptimizer& make,
                               const std::vector<std::vector<double>>& want)
{
    const std::vector<std::vector<double>> got = threeSteps(make);
    for (std::size_t i = 0; i < want.size(); ++i) {
        const QString difference = mismatchOf(doubles(Shape{2}, got[i]), Shape{2}, want[i]);
        if (!difference.isEmpty()) {
            return QStringLiteral("after step %1: %2").arg(i + 1).arg(difference);
        }
    }
    return {};
}

void TestOptimizer::gradientDescent()
{
    const QString difference =
        mismatchOfSteps(makeGradientDescent, {{0.5, -1}, {0.25, -0.5}, {0.125, -0.25}});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestOptimizer::momentum()
{
    // Accumulators: 1; 0.5 + 0.5 = 1; 0.5 + 0 = 0.5. The second element is -2 times the first.
    const QString difference = mismatchOfSteps(makeMomentum, {{0.5, -1}, {0, 0}, {-0.25, 0.5}});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestOptimizer::adam()
{
    // Kingma & Ba with epsilon-hat, the powers counted from t = 1.
    std::vector<std::vector<double>> want;
    std::vector<double> w{1, -2};
    std::vector<double> m{0, 0};
    std::vector<double> v{0, 0};
    for (int t = 1; t <= 3; ++t) {
        const double rate = 0.5 * std::sqrt(1 - std::pow(0.75, t)) / (1 - std::pow(0.5, t));
        for (std::size_t i = 0; i < 2; ++i) {
            m[i] = 0.5 * m[i] + 0.5 * w[i];
            v[i] = 0.75 * v[i] + 0.25 * w[i] * w[i];
            w[i] -= rate * m[i] / (std::sqrt(v[i]) + 0.1);
        }
        want.push_back(w);
    }
    const QString difference = mismatchOfSteps(makeAdam, want);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestOptimizer::theGlobalStepCountsUpdates()
{
    Parabola parabola;
    AdamOptimizer optimizer(parabola.rate->value());
    Operation& train = optimizer.minimize(parabola.loss, parabola.step);
    DirectSession session(parabola.graph, {1});
    initializeVariables(session);
    for (std::int64_t step = 0; step < 3; ++step) {
        QCOMPARE(session.run(parabola.step->value()).scalarValue<std::int64_t>(), step);
        session.run(Fetch(train));
    }
}

void TestOptimizer::theLearningRateCanChange()
{
    Parabola parabola;
    GradientDescentOptimizer optimizer(parabola.rate->value());
    Operation& train = optimizer.minimize(parabola.loss);
    const Output newRate = placeholder(parabola.graph, DataType::Float, Shape{});
    const Output set = assign(parabola.rate->value(), newRate);
    DirectSession session(parabola.graph, {1});
    initializeVariables(session);
    session.run(Fetch(train));
    session.run(set, {{newRate, Tensor::scalar<float>(0.25F)}});
    session.run(Fetch(train));
    VERIFY_TENSOR(session.run(parabola.w), Shape{2}, {0.375, -0.75});
}

void TestOptimizer::theLossIsThatBeforeTheUpdate()
{
    Parabola parabola;
    GradientDescentOptimizer optimizer(parabola.rate->value());
    Operation& train = optimizer.minimize(parabola.loss);
    DirectSession session(parabola.graph, {1});
    initializeVariables(session);
    QCOMPARE(session.run({Fetch(train), Fetch(parabola.loss)})[1].scalarAsDouble(), 2.5);
    QCOMPARE(session.run({Fetch(train), Fetch(parabola.loss)})[1].scalarAsDouble(), 0.625);
}

void TestOptimizer::slotsAreNamedAsInTensorFlow_data()
{
    QTest::addColumn<MakeOptimizer>("make");
    QTest::addColumn<std::vector<std::string>>("names");
    using Names = std::vector<std::string>;
    QTest::newRow("gradient descent")
        << MakeOptimizer(makeGradientDescent) << Names{"w", "global_step", "learning_rate"};
    QTest::newRow("momentum") << MakeOptimizer(makeMomentum)
                              << Names{"w", "global_step", "learning_rate", "w/Momentum"};
    QTest::newRow("adam") << MakeOptimizer(makeAdam)
                          << Names{"w",           "global_step", "learning_rate", "beta1_power",
                                   "beta2_power", "w/Adam",      "w/Adam_1"};
}

void TestOptimizer::slotsAreNamedAsInTensorFlow()
{
    QFETCH(MakeOptimizer, make);
    QFETCH(std::vector<std::string>, names);
    Parabola parabola;
    make(parabola.rate->value())->minimize(parabola.loss, parabola.step);
    QCOMPARE(parabola.variableNames(), names);
    QCOMPARE(parabola.graph.collection(keys::kTrainableVariables).size(), std::size_t{1});
}

void TestOptimizer::onlyVariablesWithAGradientAreUpdated()
{
    Parabola parabola;
    makeVariable("unused", constant(parabola.graph, doubles(Shape{1}, {3})));
    MomentumOptimizer optimizer(parabola.rate->value());
    const std::vector<GradientAndVariable> gradients = optimizer.computeGradients(parabola.loss);
    QCOMPARE(gradients.size(), std::size_t{2});
    QVERIFY(gradients[0].gradient.isValid());
    QVERIFY(!gradients[1].gradient.isValid());
    Operation& train = optimizer.applyGradients(gradients);
    DirectSession session(parabola.graph, {1});
    initializeVariables(session);
    session.run(Fetch(train));
    VERIFY_TENSOR(session.run(findVariable(parabola.graph, "unused")->value()), Shape{1}, {3});
}

void TestOptimizer::variablesOfBothTypesAreTrained()
{
    Parabola parabola;
    const auto single = makeVariable("single", fill(parabola.graph, DataType::Float, Shape{1}, 1));
    const Output both = add(parabola.loss, cast(l2Loss(single->value()), DataType::Double));
    AdamOptimizer optimizer(parabola.rate->value());
    Operation& train = optimizer.minimize(both);
    DirectSession session(parabola.graph, {1});
    initializeVariables(session);
    session.run(Fetch(train));
    // Adam's first step is the rate against the gradient's sign.
    VERIFY_TENSOR(session.run(parabola.w), Shape{2}, {0.5, -1.5}, {1e-6, 1e-6});
    VERIFY_TENSOR(session.run(single->value()), Shape{1}, {0.5}, {1e-5, 1e-5});
}

void TestOptimizer::oneKernelUpdatesAVariable_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QJsonObject>("parameters");
    for (const char* kind : {"sgd", "momentum", "adam", "adamw", "adagrad", "rmsprop", "lion"}) {
        QTest::newRow(kind) << QString(kind) << QJsonObject{{"initial_accumulator", 0.1}};
    }
    QTest::newRow("nesterov") << QString("momentum") << QJsonObject{{"nesterov", true}};
    QTest::newRow("centered rmsprop") << QString("rmsprop") << QJsonObject{{"centered", true}};
}

// Everything else that a step computes is a scalar: the powers of Adam's betas.
void TestOptimizer::oneKernelUpdatesAVariable()
{
    QFETCH(const QString, kind);
    QFETCH(const QJsonObject, parameters);
    Graph graph;
    std::vector<GradientAndVariable> slopes;
    std::vector<Feed> feeds;
    for (const Shape& shape : {Shape{3, 4}, Shape{4}}) {
        const Output first = fill(graph, DataType::Float, shape, 1);
        const Output slope = placeholder(graph, DataType::Float, shape);
        slopes.push_back({slope, makeVariable(graph.uniqueName("v"), first)});
        feeds.push_back({slope, Tensor(DataType::Float, shape)});
    }
    const auto rate = learningRateVariable(graph, 0.5);
    const auto step = createGlobalStep(graph);
    const std::vector<Fetch> train{
        goldenOptimizer(kind, parameters, rate->value())->applyGradients(slopes, step)};
    DirectSession session(graph, {1});
    initializeVariables(session);
    RunOptions options;
    options.outputPartitionGraphs = true;
    RunMetadata metadata;
    std::vector<Tensor> results;
    session.run(RunRequest{train, feeds, &options, &metadata}, results);
    QCOMPARE(metadata.partitionGraphs.size(), std::size_t{1});
    int updates = 0;
    for (const PlanStepReport& done : metadata.partitionGraphs[0]->steps) {
        if (done.operation->def().type.starts_with("Apply")) {
            ++updates;
            continue;
        }
        for (const OutputSpec& output : done.outputs) {
            QCOMPARE(output.shape, Shape());
        }
    }
    QCOMPARE(updates, 2);
}

using LossOfRows = Output (*)(Output w, Output rows);
Q_DECLARE_METATYPE(LossOfRows)
using Change = Output (*)(Output gradient);
Q_DECLARE_METATYPE(Change)

static Output lossOfRows(Output w, Output rows)
{
    return l2Loss(gather(w, rows));
}

void TestOptimizer::momentumMovesRowsThatAreLookedUp_data()
{
    QTest::addColumn<LossOfRows>("loss");
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("othersStay");
    const auto add = [](const char* name, LossOfRows loss, Change change, bool othersStay) {
        QTest::newRow(name) << loss << change << othersStay;
    };
    const Change none = [](Output gradient) { return gradient; };
    const LossOfRows twice = [](Output w, Output rows) {
        return engine::add(lossOfRows(w, rows), lossOfRows(w, rows));
    };
    add("looked up", lossOfRows, none, true);
    add("looked up twice", twice, none, true);
    add(
        "and used as a whole",
        [](Output w, Output rows) { return engine::add(lossOfRows(w, rows), l2Loss(w)); }, none,
        false);
    add(
        "columns", [](Output w, Output rows) { return l2Loss(gather(w, rows, 1)); }, none, false);
    const Change byGlobalNorm = [](Output gradient) {
        const std::vector<GradientAndVariable> given{{gradient, nullptr}};
        return clipGradientsByGlobalNorm(given, 0.5)[0].gradient;
    };
    const Change byNorm = [](Output gradient) { return clipByNorm(gradient, 0.5); };
    add("clipped", lossOfRows, byGlobalNorm, true);
    add("clipped, twice", twice, byGlobalNorm, true);
    add("clipped by norm", lossOfRows, byNorm, true);
    add("clipped by norm, twice", twice, byNorm, true);
    add(
        "times a factor", lossOfRows,
        [](Output gradient) {
            return multiply(constant(gradient.graph(), doubles(Shape{1}, {0.25})), gradient);
        },
        true);
    add(
        "divided and scaled", lossOfRows,
        [](Output gradient) {
            return scale(divide(gradient, constant(gradient.graph(), doubles(Shape{}, {0.5}))),
                         0.25);
        },
        true);
    add(
        "columns divided", lossOfRows,
        [](Output gradient) {
            return divide(gradient, constant(gradient.graph(), doubles(Shape{3}, {1, 2, 4})));
        },
        false);
    add(
        "divides", lossOfRows,
        [](Output gradient) {
            return divide(constant(gradient.graph(), doubles(Shape{}, {1})), shift(gradient, 1));
        },
        false);
    add(
        "each row clipped by norm", lossOfRows,
        [](Output gradient) { return clipByNorm(gradient, 0.5, {1}); }, false);
    add(
        "clipped by value", lossOfRows,
        [](Output gradient) { return clipByValue(gradient, -0.5, 0.5); }, false);
}

// The first step is that of the dense gradient. Of rows that the second does not look up, momentum
// would move all but those that stay.
void TestOptimizer::momentumMovesRowsThatAreLookedUp()
{
    QFETCH(const LossOfRows, loss);
    QFETCH(const Change, change);
    QFETCH(const bool, othersStay);
    Graph graph;
    const auto w = makeVariable("w", constant(graph, doubles(Shape{3, 3}, std::vector(9, 1.0))));
    const Output rows = placeholder(graph, DataType::Int32, Shape{Shape::kUnknownDim});
    MomentumOptimizer optimizer(constant(graph, doubles(Shape{}, {0.125})), {.momentum = 0.5});
    std::vector<GradientAndVariable> slopes = optimizer.computeGradients(loss(w->value(), rows));
    slopes[0].gradient = change(slopes[0].gradient);
    Operation& train = optimizer.applyGradients(slopes);
    DirectSession session(graph, {1});
    initializeVariables(session);
    const auto step = [&](const std::vector<std::int32_t>& given) {
        const Shape count{static_cast<std::int64_t>(given.size())};
        const std::vector<Feed> feeds{{rows, Tensor::fromValues<std::int32_t>(count, given)}};
        session.run(std::vector<Fetch>{train}, feeds);
        return asDoubles(session.run(w->value()));
    };
    const std::vector<Feed> ofFirst{{rows, Tensor::fromValues<std::int32_t>(Shape{3}, {0, 1, 1})}};
    const Tensor slope =
        session.run(std::vector<Fetch>{Fetch(slopes[0].gradient)}, ofFirst).at(0).clone();
    const std::vector<double> first = step({0, 1, 1});
    for (std::size_t i = 0; i < first.size(); ++i) {
        QVERIFY(std::abs(first[i] - (1 - 0.125 * slope.values<double>()[i])) < 1e-14);
    }
    const std::vector<double> second = step({1, 1, 2});
    QVERIFY(first[0] < 1);
    QCOMPARE(second[0] == first[0], othersStay);
    QVERIFY(second[4] < first[4]);
    QVERIFY(second[8] < 1);
}

// Row 1, which is looked up twice, counts with the sum of its slopes, 2.
void TestOptimizer::clippedRowsAreSummedBefore()
{
    Graph graph;
    const auto w = makeVariable("w", constant(graph, doubles(Shape{3, 3}, std::vector(9, 1.0))));
    const Output rows = constant(graph, Tensor::fromValues<std::int32_t>(Shape{3}, {0, 1, 1}));
    MomentumOptimizer optimizer(constant(graph, doubles(Shape{}, {1})), {.momentum = 0.5});
    Operation& train = optimizer.applyGradients(
        clipGradientsByGlobalNorm(optimizer.computeGradients(lossOfRows(w->value(), rows)), 0.5));
    DirectSession session(graph, {1});
    initializeVariables(session);
    session.run(Fetch(train));
    const std::vector<double> found = asDoubles(session.run(w->value()));
    const double slope = 0.5 / std::sqrt(3 * 1 + 3 * 4);
    QVERIFY(std::abs(found[0] - (1 - slope)) < 1e-14);
    QVERIFY(std::abs(found[4] - (1 - 2 * slope)) < 1e-14);
    QCOMPARE(found[8], 1.0);
}

void TestOptimizer::badArgumentsAreNamed()
{
    Parabola parabola;
    VERIFY_THROWS(InvalidArgumentError, "it must be a floating-point scalar",
                  GradientDescentOptimizer(parabola.w));
    VERIFY_THROWS(InvalidArgumentError, "it must be a floating-point scalar",
                  GradientDescentOptimizer(parabola.step->value()));
    GradientDescentOptimizer optimizer(parabola.rate->value());
    const Output other = scalarConstant(parabola.graph, DataType::Float, 1);
    VERIFY_THROWS(InvalidArgumentError, "No gradients provided for any variable.",
                  optimizer.minimize(other));
}

QTEST_APPLESS_MAIN(TestOptimizer)
#include "tst_optimizer.moc"
