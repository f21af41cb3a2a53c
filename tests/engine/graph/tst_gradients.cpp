// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gradients.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/variable_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// x = 3, y = 5 as float64 scalars.
struct TwoNumbers
{
    double valueOf(Output output) { return DirectSession(graph, {1}).run(output).scalarAsDouble(); }
    std::vector<double> gradientsOf(Output z)
    {
        std::vector<double> values;
        for (const Output& gradient : gradients(z, {x, y})) {
            values.push_back(valueOf(gradient));
        }
        return values;
    }

    Graph graph;
    Output x = scalarConstant(graph, DataType::Double, 3, "x");
    Output y = scalarConstant(graph, DataType::Double, 5, "y");
};

class TestGradients : public QObject
{
    Q_OBJECT

private slots:
    void passThroughProducts();
    void fanOutIsSummed();
    void ofItselfIsOne();
    void withoutAPathThereIsNone();
    void stopGradientStops();
    void secondDerivatives();
    void unimplementedNamesTheOperation();
    void nothingBehindAnInputIsAsked();
    void sidePathsAreNotAsked();
    void onlyFloatingPointHasThem();
    void stayInTheirScope();
};

void TestGradients::passThroughProducts()
{
    TwoNumbers n;
    QCOMPARE(n.gradientsOf(multiply(n.x, n.y)), (std::vector<double>{5, 3}));
}

void TestGradients::fanOutIsSummed()
{
    TwoNumbers n;
    // z = x·y + x + x·x: by x 5 + 1 + 6, by y 3.
    const Output z = add(add(multiply(n.x, n.y), n.x), multiply(n.x, n.x));
    QCOMPARE(n.gradientsOf(z), (std::vector<double>{12, 3}));
    // A diamond: u = x·y is used three times, u·u + u.
    const Output u = multiply(n.x, n.y);
    QCOMPARE(n.gradientsOf(add(multiply(u, u), u)), (std::vector<double>{31 * 5, 31 * 3}));
}

void TestGradients::ofItselfIsOne()
{
    TwoNumbers n;
    const std::vector<Output> got = gradients(n.x, {n.x});
    QCOMPARE(n.valueOf(got[0]), 1.0);
}

void TestGradients::withoutAPathThereIsNone()
{
    TwoNumbers n;
    const std::vector<Output> got = gradients(multiply(n.x, n.x), {n.y, n.x});
    QVERIFY(!got[0].isValid());
    QCOMPARE(n.valueOf(got[1]), 6.0);
}

void TestGradients::stopGradientStops()
{
    TwoNumbers n;
    const std::vector<Output> got =
        gradients(multiply(stopGradient(n.x), multiply(n.x, n.y)), {n.x, n.y});
    QCOMPARE(n.valueOf(got[0]), 15.0); // only through the second factor
    QVERIFY(!gradients(stopGradient(n.x), {n.x})[0].isValid());
}

void TestGradients::secondDerivatives()
{
    TwoNumbers n;
    const Output cube = multiply(n.x, multiply(n.x, n.x));
    const Output first = gradients(cube, {n.x})[0];
    QCOMPARE(n.valueOf(first), 27.0);
    QCOMPARE(n.valueOf(gradients(first, {n.x})[0]), 18.0);
}

void TestGradients::unimplementedNamesTheOperation()
{
    TwoNumbers n;
    const auto v = makeVariable("v", n.x);
    const Output assigned = assign(v->value(), multiply(n.x, n.y), "overwrite");
    VERIFY_THROWS(UnimplementedError, "operation overwrite (Assign) has no gradient",
                  gradients(multiply(assigned, n.x), {n.y}));
}

void TestGradients::nothingBehindAnInputIsAsked()
{
    TwoNumbers n;
    const auto v = makeVariable("v", n.x);
    const Output assigned = assign(v->value(), n.y, "overwrite");
    // The gradient by the assign's result needs no gradient of the assign.
    const Output got = gradients(multiply(assigned, n.x), {assigned})[0];
    QCOMPARE(n.valueOf(got), 3.0);
}

void TestGradients::sidePathsAreNotAsked()
{
    TwoNumbers n;
    const auto v = makeVariable("v", n.y);
    const Output assigned = assign(v->value(), n.y, "overwrite");
    QCOMPARE(n.valueOf(gradients(multiply(assigned, n.x), {n.x})[0]), 5.0);
}

void TestGradients::onlyFloatingPointHasThem()
{
    Graph graph;
    const Output whole = scalarConstant(graph, DataType::Int64, 3, "whole");
    VERIFY_THROWS(InvalidArgumentError, "the gradient of whole:0 (int64) is asked for",
                  gradients(whole, {whole}));
    const Output x = scalarConstant(graph, DataType::Double, 3);
    const Output rounded = cast(cast(x, DataType::Int64), DataType::Double);
    QVERIFY(!gradients(rounded, {x})[0].isValid());
}

void TestGradients::stayInTheirScope()
{
    TwoNumbers n;
    const std::size_t before = n.graph.operationCount();
    gradients(multiply(n.x, n.y), {n.x});
    gradients(multiply(n.x, n.y), {n.y});
    QVERIFY(n.graph.operationCount() > before + 2);
    for (std::size_t id = before; id < n.graph.operationCount(); ++id) {
        const std::string& name = n.graph.operation(id).name();
        QVERIFY2(name.starts_with("Mul") || name.starts_with("gradients/")
                     || name.starts_with("gradients_1/"),
                 name.c_str());
    }
    QVERIFY(n.graph.findOperation("gradients_1/ones_like") != nullptr);
}

QTEST_APPLESS_MAIN(TestGradients)
#include "tst_gradients.moc"
