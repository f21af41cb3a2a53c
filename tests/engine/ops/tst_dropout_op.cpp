// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/dropout_op.h"

#include "engine/ops/gradients.h"
#include "engine/ops/variable_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>

using namespace engine;

// A graph with one dropout of ones [100, 50].
struct DropoutGraph
{
    explicit DropoutGraph(double rate, std::uint64_t seed = 3) : graph(seed)
    {
        const Output zero = constant(graph, Tensor::scalar<std::int64_t>(0));
        counter = makeVariable("counter", zero, {.trainable = false});
        x = fill(graph, DataType::Float, Shape{100, 50}, 1);
        training = placeholder(graph, DataType::Bool, Shape{});
        y = dropoutWithCounter(counter->value(), x, training, {.rate = rate, .seed = {}});
    }

    Graph graph;
    std::shared_ptr<Variable> counter;
    Output x;
    Output training;
    Output y;
};

class DropoutSession
{
public:
    explicit DropoutSession(DropoutGraph& graph, int threads = 1)
        : m_graph(graph), m_session(graph.graph, {threads})
    {
        m_session.run(Fetch(graph.counter->initializer()));
    }

    std::vector<double> drop(bool training)
    {
        return asDoubles(
            m_session.run(m_graph.y, {{m_graph.training, Tensor::scalar<bool>(training)}}));
    }
    std::int64_t counter()
    {
        return m_session.run(m_graph.counter->value()).scalarValue<std::int64_t>();
    }
    // Sets the counter as restoring a checkpoint does.
    void setCounter(Output newValue)
    {
        m_session.run(Fetch(assign(m_graph.counter->value(), newValue)));
    }

private:
    DropoutGraph& m_graph;
    DirectSession m_session;
};

class TestDropoutOp : public QObject
{
    Q_OBJECT

private slots:
    void keptElementsAreScaled_data();
    void keptElementsAreScaled();
    void eachExecutionDropsOthers();
    void evaluationChangesNothing();
    void theSeriesDoesNotDependOnThreads();
    void theCounterResumesTheSeries();
    void theGradientIsTheMask();
    void badRatesAreNamed();
};

void TestDropoutOp::keptElementsAreScaled_data()
{
    QTest::addColumn<double>("rate");
    QTest::newRow("a tenth") << 0.1;
    QTest::newRow("half") << 0.5;
    QTest::newRow("nine tenths") << 0.9;
}

void TestDropoutOp::keptElementsAreScaled()
{
    QFETCH(double, rate);
    DropoutGraph graph(rate);
    const std::vector<double> values = DropoutSession(graph).drop(true);
    const double kept = static_cast<float>(1 / (1 - rate));
    const auto dropped = std::ranges::count(values, 0.0);
    QCOMPARE(std::ranges::count(values, kept) + dropped, std::ptrdiff_t{5000});
    QVERIFY(std::abs(static_cast<double>(dropped) / 5000 - rate) < 0.03);
}

void TestDropoutOp::eachExecutionDropsOthers()
{
    DropoutGraph graph(0.5);
    DropoutSession session(graph);
    const std::vector<double> first = session.drop(true);
    QCOMPARE(session.counter(), 1);
    QVERIFY(first != session.drop(true));
    QCOMPARE(session.counter(), 2);
    DropoutGraph otherSeed(0.5, 4);
    QVERIFY(first != DropoutSession(otherSeed).drop(true));
}

void TestDropoutOp::evaluationChangesNothing()
{
    DropoutGraph graph(0.5);
    DropoutSession session(graph);
    QCOMPARE(std::ranges::count(session.drop(false), 1.0), std::ptrdiff_t{5000});
    QCOMPARE(session.counter(), 0);
}

void TestDropoutOp::theSeriesDoesNotDependOnThreads()
{
    DropoutGraph graph(0.5);
    DropoutSession alone(graph, 1);
    DropoutSession shared(graph, 2);
    for (int step = 0; step < 3; ++step) {
        QVERIFY(alone.drop(true) == shared.drop(true));
    }
}

void TestDropoutOp::theCounterResumesTheSeries()
{
    DropoutGraph graph(0.5);
    const Output two = constant(graph.graph, Tensor::scalar<std::int64_t>(2));
    DropoutSession undisturbed(graph);
    undisturbed.drop(true);
    undisturbed.drop(true);
    DropoutSession resumed(graph);
    resumed.setCounter(two);
    QVERIFY(resumed.drop(true) == undisturbed.drop(true));
}

void TestDropoutOp::theGradientIsTheMask()
{
    DropoutGraph graph(0.25);
    const Output slope = gradients(graph.y, {graph.x})[0];
    DirectSession session(graph.graph, {1});
    session.run(Fetch(graph.counter->initializer()));
    for (const bool training : {true, false}) {
        const std::vector<Tensor> results =
            session.run({graph.y, slope}, {{graph.training, Tensor::scalar<bool>(training)}});
        // x is 1, so y is the mask.
        VERIFY_TENSOR(results[1], Shape{100, 50}, asDoubles(results[0]), {0, 0});
    }
}

void TestDropoutOp::badRatesAreNamed()
{
    VERIFY_THROWS(InvalidArgumentError, "operation Dropout: dropout rate 1 is not in [0, 1)",
                  DropoutGraph(1));
    VERIFY_THROWS(InvalidArgumentError, "dropout rate -0.5", DropoutGraph(-0.5));
    VERIFY_THROWS(InvalidArgumentError, "dropout rate nan", DropoutGraph(std::nan("")));
}

QTEST_APPLESS_MAIN(TestDropoutOp)
#include "tst_dropout_op.moc"
