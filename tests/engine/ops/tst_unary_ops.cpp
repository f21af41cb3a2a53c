// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

using Unary = std::function<Output(Output)>;

static const double kInfinity = std::numeric_limits<double>::infinity();
static const double kNan = std::numeric_limits<double>::quiet_NaN();

class TestUnaryOps : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void gradientsAreRight_data();
    void gradientsAreRight();
    void gradientsAtTheEdge_data();
    void gradientsAtTheEdge();
    void integers();
    void badInputsAreNamed();
};

void TestUnaryOps::values_data()
{
    QTest::addColumn<Unary>("function");
    QTest::addColumn<std::vector<double>>("x");
    QTest::addColumn<std::vector<double>>("want");

    using Values = std::vector<double>;
    const auto row = [](const char* name, Unary function, const Values& x, const Values& want) {
        QTest::newRow(name) << function << x << want;
    };
    row("negative", [](Output x) { return negative(x); }, {1, -2, 0}, {-1, 2, 0});
    row("square", [](Output x) { return square(x); }, {3, -2, kNan}, {9, 4, kNan});
    row("abs", [](Output x) { return abs(x); }, {3, -2, 0}, {3, 2, 0});
    row("sign", [](Output x) { return sign(x); }, {3, -2, 0}, {1, -1, 0});
    row("sqrt", [](Output x) { return sqrt(x); }, {4, 0, -1}, {2, 0, kNan});
    row("exp", [](Output x) { return exp(x); }, {0, 1, -kInfinity, -800}, {1, std::exp(1.0), 0, 0});
    row("log", [](Output x) { return log(x); }, {1, 0, -1, 10},
        {0, -kInfinity, kNan, std::log(10.0)});
    row("reciprocal", [](Output x) { return reciprocal(x); }, {4, 0}, {0.25, kInfinity});
    row("pow", [](Output x) { return pow(x, 3); }, {2, -2, 0}, {8, -8, 0});
    row("pow of a half", [](Output x) { return pow(x, 0.5); }, {9, -1}, {3, kNan});
    row("scale", [](Output x) { return scale(x, -2); }, {1.5, 0}, {-3, 0});
    row("clipByValue", [](Output x) { return clipByValue(x, -1, 2); },
        {-5, -1, 0.5, 2, 7, kInfinity, -kInfinity, kNan, kNan},
        {-1, -1, 0.5, 2, 2, 2, -1, kNan, kNan});
}

void TestUnaryOps::values()
{
    QFETCH(Unary, function);
    QFETCH(std::vector<double>, x);
    QFETCH(std::vector<double>, want);
    const Shape shape{static_cast<std::int64_t>(x.size())};
    const std::vector<Tensor> results = evaluate({doubles(shape, x)}, [&](const auto& inputs) {
        return std::vector<Output>{function(inputs[0]), function(cast(inputs[0], DataType::Float))};
    });
    VERIFY_TENSOR(results[0], shape, want);
    VERIFY_TENSOR(results[1], shape, want, {1e-6, 1e-6});
}

void TestUnaryOps::gradientsAreRight_data()
{
    QTest::addColumn<Unary>("function");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<std::vector<std::int64_t>>("dims");

    const auto rows = [](const char* name, Unary function, double low, double high) {
        const std::vector<std::vector<std::int64_t>> shapes{{2, 3}, {1}, {}, {0, 2}};
        for (const std::vector<std::int64_t>& dims : shapes) {
            QTest::addRow("%s, %s", name, Shape(dims).toString().c_str())
                << function << low << high << dims;
        }
    };
    rows(
        "negative", [](Output x) { return negative(x); }, -2, 2);
    rows(
        "square", [](Output x) { return square(x); }, -2, 2);
    rows(
        "abs of negative numbers", [](Output x) { return abs(x); }, -2, -0.1);
    rows(
        "sign", [](Output x) { return multiply(sign(x), x); }, 0.1, 2);
    rows(
        "sqrt", [](Output x) { return sqrt(x); }, 0.5, 2);
    rows(
        "exp", [](Output x) { return exp(x); }, -2, 2);
    rows(
        "log", [](Output x) { return log(x); }, 0.5, 3);
    rows(
        "reciprocal", [](Output x) { return reciprocal(x); }, 0.5, 3);
    rows(
        "pow", [](Output x) { return pow(x, 2.5); }, 0.5, 2);
    rows(
        "scale", [](Output x) { return scale(x, -0.75); }, -2, 2);
    rows(
        "clipByValue inside", [](Output x) { return clipByValue(x, -3, 3); }, -2, 2);
    rows(
        "clipByValue outside", [](Output x) { return clipByValue(x, -3, 3); }, 4, 5);
}

void TestUnaryOps::gradientsAreRight()
{
    QFETCH(Unary, function);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(std::vector<std::int64_t>, dims);
    VERIFY_GRADIENT(
        {{Shape(dims)}, [&](const auto& inputs) { return function(inputs[0]); }, low, high});
}

// Where a function has no derivative, the gradient is TensorFlow's.
void TestUnaryOps::gradientsAtTheEdge_data()
{
    QTest::addColumn<Unary>("function");
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("dy");
    QTest::addColumn<double>("want");

    const auto row = [](const char* name, Unary function, double x, double dy, double want) {
        QTest::newRow(name) << function << x << dy << want;
    };
    row(
        "abs at 0", [](Output x) { return abs(x); }, 0, 1, 0);
    row(
        "sqrt at 0", [](Output x) { return sqrt(x); }, 0, 1, kInfinity);
    row(
        "sqrt at 0, nothing flows", [](Output x) { return sqrt(x); }, 0, 0, 0);
    row(
        "log at 0", [](Output x) { return log(x); }, 0, 1, kInfinity);
    row(
        "log at 0, nothing flows", [](Output x) { return log(x); }, 0, 0, kNan);
    row(
        "clipByValue at the low limit", [](Output x) { return clipByValue(x, -1, 2); }, -1, 3, 3);
    row(
        "clipByValue at the high limit", [](Output x) { return clipByValue(x, -1, 2); }, 2, 3, 3);
    row(
        "clipByValue of NaN", [](Output x) { return clipByValue(x, -1, 2); }, kNan, 3, 0);
}

void TestUnaryOps::gradientsAtTheEdge()
{
    QFETCH(Unary, function);
    QFETCH(double, x);
    QFETCH(double, dy);
    QFETCH(double, want);
    const std::vector<Tensor> slopes =
        evaluate({doubles(Shape{}, {x}), doubles(Shape{}, {dy})}, [&](const auto& inputs) {
            return gradients(multiply(function(inputs[0]), inputs[1]), {inputs[0]});
        });
    VERIFY_TENSOR(slopes[0], Shape{}, {want});
}

void TestUnaryOps::integers()
{
    const Tensor x = Tensor::fromValues<std::int32_t>(Shape{3}, {-2, 0, 5});
    const std::vector<Tensor> results = evaluate({x}, [](const auto& inputs) {
        return std::vector<Output>{negative(inputs[0]), square(inputs[0]), abs(inputs[0]),
                                   sign(inputs[0])};
    });
    VERIFY_TENSOR(results[0], Shape{3}, {2, 0, -5});
    VERIFY_TENSOR(results[1], Shape{3}, {4, 0, 25});
    VERIFY_TENSOR(results[2], Shape{3}, {2, 0, 5});
    VERIFY_TENSOR(results[3], Shape{3}, {-1, 0, 1});
}

void TestUnaryOps::badInputsAreNamed()
{
    Graph graph;
    const Output whole = placeholder(graph, DataType::Int32, Shape{2});
    const Output flag = placeholder(graph, DataType::Bool, Shape{2});
    const Output real = placeholder(graph, DataType::Float, Shape{2});
    VERIFY_THROWS(InvalidArgumentError,
                  "operation root: input 0 is int32, it must be floating point",
                  sqrt(whole, "root"));
    VERIFY_THROWS(InvalidArgumentError, "input 0 is bool, it must be numeric", negative(flag));
    VERIFY_THROWS(InvalidArgumentError, "the low limit 2 is above the high limit 1",
                  clipByValue(real, 2, 1));
}

QTEST_APPLESS_MAIN(TestUnaryOps)
#include "tst_unary_ops.moc"
