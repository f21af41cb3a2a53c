// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"

#include "engine/ops/gradients.h"
#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Binary = Output (*)(Output, Output, std::string_view);

Q_DECLARE_METATYPE(Binary)
Q_DECLARE_METATYPE(engine::Shape)

class TestArithmeticOps : public QObject
{
    Q_OBJECT

private slots:
    void valuesBroadcast_data();
    void valuesBroadcast();
    void integersKeepTheirType();
    void nanWinsInMaximumAndMinimum();
    void ofEqualNumbersTheFirstGetsTheGradient();
    void gradientsAreRight_data();
    void gradientsAreRight();
    void largeInputsAreSharedByThreads();
    void inputsOfAddNAreSummed();
    void gradientOfAddN();
    void badInputsAreNamed();
};

void TestArithmeticOps::valuesBroadcast_data()
{
    QTest::addColumn<Binary>("operation");
    QTest::addColumn<Shape>("x");
    QTest::addColumn<Shape>("y");
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<std::vector<double>>("want");

    using Values = std::vector<double>;
    const Shape matrix{2, 3};
    QTest::newRow("add, same shape")
        << &add << matrix << matrix << matrix << Values{2, 4, 6, 8, 10, 12};
    QTest::newRow("add a row") << &add << matrix << Shape{3} << matrix << Values{2, 4, 6, 5, 7, 9};
    QTest::newRow("subtract a column")
        << &subtract << matrix << Shape{2, 1} << matrix << Values{0, 1, 2, 2, 3, 4};
    QTest::newRow("subtract from a scalar")
        << &subtract << Shape{} << matrix << matrix << Values{0, -1, -2, -3, -4, -5};
    QTest::newRow("column times row")
        << &multiply << Shape{2, 1} << Shape{1, 3} << matrix << Values{1, 2, 3, 2, 4, 6};
    QTest::newRow("divide by a scalar")
        << &divide << Shape{2} << Shape{} << Shape{2} << Values{1, 2};
    QTest::newRow("scalars") << &add << Shape{} << Shape{} << Shape{} << Values{2};
    QTest::newRow("middle axis repeated")
        << &multiply << Shape{2, 1, 2} << Shape{3, 1} << Shape{2, 3, 2}
        << Values{1, 2, 2, 4, 3, 6, 3, 4, 6, 8, 9, 12};
    QTest::newRow("no rows") << &add << Shape{0, 3} << Shape{3} << Shape{0, 3} << Values{};
    QTest::newRow("maximum with a row")
        << &maximum << matrix << Shape{3} << matrix << Values{1, 2, 3, 4, 5, 6};
    QTest::newRow("minimum with a column")
        << &minimum << matrix << Shape{2, 1} << matrix << Values{1, 1, 1, 2, 2, 2};
}

// Inputs are 1, 2, 3 … in their shape.
static Tensor counted(const Shape& shape)
{
    Tensor tensor(DataType::Double, shape);
    double next = 1;
    for (double& value : tensor.values<double>()) {
        value = next++;
    }
    return tensor;
}

void TestArithmeticOps::valuesBroadcast()
{
    QFETCH(Binary, operation);
    QFETCH(Shape, x);
    QFETCH(Shape, y);
    QFETCH(Shape, shape);
    QFETCH(std::vector<double>, want);
    const Tensor result = evaluateOne({counted(x), counted(y)}, [&](const auto& inputs) {
        return operation(inputs[0], inputs[1], "operation");
    });
    VERIFY_TENSOR(result, shape, want);
}

void TestArithmeticOps::integersKeepTheirType()
{
    const Tensor x = Tensor::fromValues<std::int64_t>(Shape{2}, {5, -7});
    const Tensor y = Tensor::scalar<std::int64_t>(3);
    const Tensor result =
        evaluateOne({x, y}, [](const auto& inputs) { return multiply(inputs[0], inputs[1]); });
    QCOMPARE(result.dataType(), DataType::Int64);
    VERIFY_TENSOR(result, Shape{2}, {15, -21});
}

void TestArithmeticOps::nanWinsInMaximumAndMinimum()
{
    const double nan = std::nan("");
    // More elements than one SIMD register holds, so that every path is tried.
    const Tensor x = doubles(Shape{9}, {nan, 1, 1, 1, 1, 1, nan, 1, 1});
    const Tensor y = doubles(Shape{9}, {0, nan, 0, 0, 0, 0, 0, 0, nan});
    const Tensor larger =
        evaluateOne({x, y}, [](const auto& inputs) { return maximum(inputs[0], inputs[1]); });
    VERIFY_TENSOR(larger, Shape{9}, {nan, nan, 1, 1, 1, 1, nan, 1, nan});
    const Tensor smaller =
        evaluateOne({x, y}, [](const auto& inputs) { return minimum(inputs[0], inputs[1]); });
    VERIFY_TENSOR(smaller, Shape{9}, {nan, nan, 0, 0, 0, 0, nan, 0, nan});
}

void TestArithmeticOps::ofEqualNumbersTheFirstGetsTheGradient()
{
    const std::vector<Tensor> slopes =
        evaluate({doubles(Shape{1}, {2}), doubles(Shape{1}, {2})}, [](const auto& inputs) {
            return gradients(maximum(inputs[0], inputs[1]), inputs);
        });
    VERIFY_TENSOR(slopes[0], Shape{1}, {1});
    VERIFY_TENSOR(slopes[1], Shape{1}, {0});
}

void TestArithmeticOps::gradientsAreRight_data()
{
    QTest::addColumn<Binary>("operation");
    QTest::addColumn<Shape>("x");
    QTest::addColumn<Shape>("y");

    const std::vector<std::pair<const char*, Binary>> operations{
        {"add", &add},       {"subtract", &subtract}, {"multiply", &multiply},
        {"divide", &divide}, {"maximum", &maximum},   {"minimum", &minimum}};
    const std::vector<std::tuple<const char*, Shape, Shape>> shapes{
        {"same shape", Shape{2, 3}, Shape{2, 3}},
        {"row", Shape{2, 3}, Shape{3}},
        {"column and row", Shape{2, 1}, Shape{1, 3}},
        {"scalar", Shape{}, Shape{2, 2}},
        {"one element", Shape{1}, Shape{1, 1}},
        {"middle axis", Shape{2, 3, 2}, Shape{2, 1, 2}},
        {"no rows", Shape{0, 2}, Shape{2}}};
    for (const auto& [name, operation] : operations) {
        for (const auto& [shapeName, x, y] : shapes) {
            QTest::addRow("%s, %s", name, shapeName) << operation << x << y;
        }
    }
}

void TestArithmeticOps::gradientsAreRight()
{
    QFETCH(Binary, operation);
    QFETCH(Shape, x);
    QFETCH(Shape, y);
    // Away from 0, where division has no derivative.
    VERIFY_GRADIENT(
        {{x, y},
         [&](const auto& inputs) { return operation(inputs[0], inputs[1], "operation"); },
         0.5,
         2});
}

void TestArithmeticOps::largeInputsAreSharedByThreads()
{
    const Shape shape{300, 401};
    const auto build = [](const std::vector<Output>& inputs) {
        return std::vector<Output>{multiply(inputs[0], inputs[1]), add(inputs[0], inputs[0])};
    };
    const std::vector<Tensor> inputs{counted(shape), counted(Shape{401})};
    const std::vector<Tensor> alone = evaluate(inputs, build, 1);
    const std::vector<Tensor> shared = evaluate(inputs, build, 2);
    for (std::size_t i = 0; i < alone.size(); ++i) {
        VERIFY_TENSOR(shared[i], shape, asDoubles(alone[i]), {0, 0});
    }
    QCOMPARE(shared[0].values<double>().back(), 300.0 * 401 * 401);
}

void TestArithmeticOps::inputsOfAddNAreSummed()
{
    const Tensor x = doubles(Shape{2}, {1, 2});
    const Tensor result = evaluateOne({x, x, x}, [](const auto& inputs) { return addN(inputs); });
    VERIFY_TENSOR(result, Shape{2}, {3, 6});
}

void TestArithmeticOps::gradientOfAddN()
{
    VERIFY_GRADIENT({{Shape{2, 2}, Shape{2, 2}}, [](const auto& inputs) {
                         return addN(std::vector<Output>{inputs[0], inputs[1], inputs[0]});
                     }});
}

void TestArithmeticOps::badInputsAreNamed()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2, 3});
    const Output y = placeholder(graph, DataType::Float, Shape{2, 4});
    const Output whole = placeholder(graph, DataType::Int32, Shape{2, 3});
    VERIFY_THROWS(InvalidArgumentError, "operation sum: shapes [2, 3] and [2, 4] do not broadcast",
                  add(x, y, "sum"));
    VERIFY_THROWS(InvalidArgumentError, "types float32 and int32 differ", multiply(x, whole));
    VERIFY_THROWS(InvalidArgumentError, "must be floating point", divide(whole, whole));
    VERIFY_THROWS(InvalidArgumentError, "no valid input", addN({}));
    VERIFY_THROWS(InvalidArgumentError, "shapes [2, 3] and [2, 4] do not agree",
                  addN(std::vector<Output>{x, y}));
    Graph other;
    const Output foreign = placeholder(other, DataType::Float, Shape{2, 3});
    VERIFY_THROWS(InvalidArgumentError, "belongs to another graph", add(x, foreign));
}

QTEST_APPLESS_MAIN(TestArithmeticOps)
#include "tst_arithmetic_ops.moc"
