// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reduction_ops.h"

#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestArgMaxOp : public QObject
{
    Q_OBJECT

private slots:
    void positions_data();
    void positions();
    void positionsAsInt32();
    void badInputsAreNamed();
};

void TestArgMaxOp::positions_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("shape");
    QTest::addColumn<std::vector<double>>("x");
    QTest::addColumn<int>("axis");
    QTest::addColumn<std::vector<std::int64_t>>("wantShape");
    QTest::addColumn<std::vector<double>>("want");
    using Values = std::vector<double>;
    using Dims = std::vector<std::int64_t>;
    const Values six{3, 9, 1, 4, 2, 8};
    QTest::newRow("of rows") << Dims{2, 3} << six << 1 << Dims{2} << Values{1, 2};
    QTest::newRow("of columns") << Dims{2, 3} << six << 0 << Dims{3} << Values{1, 0, 1};
    QTest::newRow("negative axis") << Dims{3, 2} << six << -2 << Dims{2} << Values{0, 0};
    QTest::newRow("the first of ties") << Dims{4} << Values{1, 7, 7, 0} << 0 << Dims{} << Values{1};
    QTest::newRow("no rows") << Dims{0, 3} << Values{} << 1 << Dims{0} << Values{};
}

void TestArgMaxOp::positions()
{
    QFETCH(std::vector<std::int64_t>, shape);
    QFETCH(std::vector<double>, x);
    QFETCH(int, axis);
    QFETCH(std::vector<std::int64_t>, wantShape);
    QFETCH(std::vector<double>, want);
    const Tensor result = evaluateOne({doubles(Shape(shape), x)},
                                      [&](const auto& inputs) { return argMax(inputs[0], axis); });
    QCOMPARE(result.dataType(), DataType::Int64);
    VERIFY_TENSOR(result, Shape(wantShape), want);
}

void TestArgMaxOp::positionsAsInt32()
{
    const Tensor x = Tensor::fromValues<float>(Shape{1, 3}, {1, 2, 3});
    const Tensor result =
        evaluateOne({x}, [](const auto& inputs) { return argMax(inputs[0], 1, DataType::Int32); });
    QCOMPARE(result.dataType(), DataType::Int32);
    VERIFY_TENSOR(result, Shape{1}, {2});
}

void TestArgMaxOp::badInputsAreNamed()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2, 3});
    const Output empty = placeholder(graph, DataType::Float, Shape{2, 0});
    VERIFY_THROWS(InvalidArgumentError, "operation ArgMax: axis 2 of [2, 3] is out of range",
                  argMax(x, 2));
    VERIFY_THROWS(InvalidArgumentError, "axis 1 of [2, 0] is empty", argMax(empty, 1));
    VERIFY_THROWS(InvalidArgumentError, "positions as float32", argMax(x, 1, DataType::Float));
}

QTEST_APPLESS_MAIN(TestArgMaxOp)
#include "tst_arg_max_op.moc"
