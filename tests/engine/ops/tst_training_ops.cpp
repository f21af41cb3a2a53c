// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/training_ops.h"

#include "engine/ops/variable_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// A float64 variable [2] that starts at 1, 2, its slots at 0, and a gradient of 0.5, -1.
struct UpdateGraph
{
    UpdateGraph()
    {
        variable = make("w", doubles(Shape{2}, {1, 2}));
        first = make("w/first", Tensor(DataType::Double, Shape{2}));
        second = make("w/second", Tensor(DataType::Double, Shape{2}));
        gradient = constant(graph, doubles(Shape{2}, {0.5, -1}));
        learningRate = placeholder(graph, DataType::Double, Shape{});
    }

    Output make(std::string_view name, const Tensor& value)
    {
        return makeVariable(name, constant(graph, value))->value();
    }

    // The variable after each step with the given learning rates.
    std::vector<std::vector<double>> train(Operation& update, const std::vector<double>& rates)
    {
        DirectSession session(graph, {1});
        for (const auto& each : graph.collectionOf<Variable>(keys::kGlobalVariables)) {
            session.run(Fetch(each->initializer()));
        }
        std::vector<std::vector<double>> values;
        for (const double rate : rates) {
            session.run({Fetch(update)}, {{learningRate, doubles(Shape{}, {rate})}});
            values.push_back(asDoubles(session.run(variable)));
        }
        return values;
    }

    Graph graph;
    Output variable;
    Output first;
    Output second;
    Output gradient;
    Output learningRate;
};

static QString mismatch(const std::vector<std::vector<double>>& got,
                        const std::vector<std::vector<double>>& want)
{
    for (std::size_t step = 0; step < want.size(); ++step) {
        const QString difference = mismatchOf(doubles(Shape{2}, got[step]), Shape{2}, want[step]);
        if (!difference.isEmpty()) {
            return QStringLiteral("step %1: %2").arg(step + 1).arg(difference);
        }
    }
    return {};
}

class TestTrainingOps : public QObject
{
    Q_OBJECT

private slots:
    void gradientDescent();
    void momentum();
    void nesterov();
    void adam();
    void largeUpdatesAreSharedByThreads();
    void badInputsAreNamed();
};

void TestTrainingOps::gradientDescent()
{
    UpdateGraph graph;
    Operation& update = applyGradientDescent(graph.variable, graph.learningRate, graph.gradient);
    const QString difference =
        mismatch(graph.train(update, {0.1, 0.2, 0.4}), {{0.95, 2.1}, {0.85, 2.3}, {0.65, 2.7}});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTrainingOps::momentum()
{
    UpdateGraph graph;
    Operation& update = applyMomentum(graph.variable, graph.first, graph.learningRate,
                                      graph.gradient, {.momentum = 0.5});
    // Accumulators: 0.5, 0.75, 0.875 and -1, -1.5, -1.75. The rate is outside of them.
    const QString difference =
        mismatch(graph.train(update, {0.1, 0.1, 0.2}), {{0.95, 2.1}, {0.875, 2.25}, {0.7, 2.6}});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTrainingOps::nesterov()
{
    UpdateGraph graph;
    Operation& update = applyMomentum(graph.variable, graph.first, graph.learningRate,
                                      graph.gradient, {.momentum = 0.5, .useNesterov = true});
    // Steps: gradient + half of the accumulator: 0.75, 0.875, 0.9375 and -1.5, -1.75, -1.875.
    const QString difference = mismatch(graph.train(update, {0.1, 0.1, 0.1}),
                                        {{0.925, 2.15}, {0.8375, 2.325}, {0.74375, 2.5125}});
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTrainingOps::adam()
{
    UpdateGraph graph;
    const Output power1 = graph.make("beta1_power", doubles(Shape{}, {0.5}));
    const Output power2 = graph.make("beta2_power", doubles(Shape{}, {0.75}));
    Operation& update =
        applyAdam(graph.variable, {graph.first, graph.second, power1, power2}, graph.learningRate,
                  graph.gradient, {.beta1 = 0.5, .beta2 = 0.75, .epsilon = 0.1});
    // The powers stay, as nobody advances them here: the factor is sqrt(0.25) / 0.5 = 1.
    // m: 0.25, 0.375, 0.4375 and twice that, negative; v: 0.0625, 0.109375, 0.14453125 and four
    // times that.
    const auto after = [](double start, const std::vector<double>& m, const std::vector<double>& v,
                          std::size_t steps) {
        for (std::size_t i = 0; i < steps; ++i) {
            start -= 0.1 * m[i] / (std::sqrt(v[i]) + 0.1);
        }
        return start;
    };
    const std::vector<double> m1{0.25, 0.375, 0.4375};
    const std::vector<double> v1{0.0625, 0.109375, 0.14453125};
    const std::vector<double> m2{-0.5, -0.75, -0.875};
    const std::vector<double> v2{0.25, 0.4375, 0.578125};
    std::vector<std::vector<double>> want;
    for (std::size_t steps = 1; steps <= 3; ++steps) {
        want.push_back({after(1, m1, v1, steps), after(2, m2, v2, steps)});
    }
    const QString difference = mismatch(graph.train(update, {0.1, 0.1, 0.1}), want);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestTrainingOps::largeUpdatesAreSharedByThreads()
{
    const auto trained = [](int threads) {
        Graph graph;
        const Shape shape{301, 257};
        const auto filled = [&](double value) {
            return fill(graph, DataType::Float, shape, value);
        };
        const auto w = makeVariable("w", filled(1));
        const auto m = makeVariable("m", filled(0));
        const auto v = makeVariable("v", filled(0));
        const Output power = scalarConstant(graph, DataType::Float, 0.9);
        const Output rate = scalarConstant(graph, DataType::Float, 0.01);
        Operation& update =
            applyAdam(w->value(), {m->value(), v->value(), power, power}, rate, filled(0.3), {});
        DirectSession session(graph, {threads});
        session.run({Fetch(w->initializer()), Fetch(m->initializer()), Fetch(v->initializer())});
        session.run(Fetch(update));
        session.run(Fetch(update));
        return session.run(w->value());
    };
    VERIFY_TENSOR(trained(2), Shape{301, 257}, asDoubles(trained(1)), {0, 0});
}

void TestTrainingOps::badInputsAreNamed()
{
    UpdateGraph graph;
    const Output three = constant(graph.graph, Tensor(DataType::Double, Shape{3}));
    const Output single = scalarConstant(graph.graph, DataType::Float, 1);
    VERIFY_THROWS(InvalidArgumentError, "shapes [2] and [3] do not agree",
                  applyGradientDescent(graph.variable, graph.learningRate, three));
    VERIFY_THROWS(InvalidArgumentError, "types float64 and float32 differ",
                  applyGradientDescent(graph.variable, single, graph.gradient));
    VERIFY_THROWS(InvalidArgumentError, "has shape [2], it must have 0 axes",
                  applyGradientDescent(graph.variable, graph.gradient, graph.gradient));
    VERIFY_THROWS(InvalidArgumentError, "is not a variable",
                  applyGradientDescent(graph.gradient, graph.learningRate, graph.gradient));
}

QTEST_APPLESS_MAIN(TestTrainingOps)
#include "tst_training_ops.moc"
