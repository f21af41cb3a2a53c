// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

using Activation = Output (*)(Output, std::string_view);

class TestActivationOps : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void gradientsAreRight_data();
    void gradientsAreRight();
    void reluStopsTheGradientAtZero();
    void onlyFloatingPoint();
};

void TestActivationOps::values_data()
{
    QTest::addColumn<Activation>("function");
    QTest::addColumn<std::vector<double>>("x");
    QTest::addColumn<std::vector<double>>("want");

    using Values = std::vector<double>;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    QTest::newRow("relu") << Activation(&relu)
                          << Values{-1, 0, 2, nan, infinity, -infinity, -3, nan}
                          << Values{0, 0, 2, nan, infinity, 0, 0, nan};
    QTest::newRow("tanh") << Activation(&tanh) << Values{0, 0.5, -50, 50, nan}
                          << Values{0, std::tanh(0.5), -1, 1, nan};
    QTest::newRow("sigmoid") << Activation(&sigmoid) << Values{0, 2, -800, 800, nan}
                             << Values{0.5, 1 / (1 + std::exp(-2.0)), 0, 1, nan};
}

void TestActivationOps::values()
{
    QFETCH(Activation, function);
    QFETCH(std::vector<double>, x);
    QFETCH(std::vector<double>, want);
    const Shape shape{static_cast<std::int64_t>(x.size())};
    const std::vector<Tensor> results = evaluate({doubles(shape, x)}, [&](const auto& inputs) {
        return std::vector<Output>{function(inputs[0], "a"),
                                   function(cast(inputs[0], DataType::Float), "b")};
    });
    VERIFY_TENSOR(results[0], shape, want);
    VERIFY_TENSOR(results[1], shape, want, {1e-6, 1e-6});
}

void TestActivationOps::gradientsAreRight_data()
{
    QTest::addColumn<Activation>("function");
    QTest::addColumn<std::vector<std::int64_t>>("dims");
    const std::vector<std::pair<const char*, Activation>> functions{
        {"relu", &relu}, {"tanh", &tanh}, {"sigmoid", &sigmoid}};
    const std::vector<std::vector<std::int64_t>> shapes{{3, 4}, {1}, {}, {2, 0}};
    for (const auto& [name, function] : functions) {
        for (const std::vector<std::int64_t>& dims : shapes) {
            QTest::addRow("%s, %s", name, Shape(dims).toString().c_str()) << function << dims;
        }
    }
}

void TestActivationOps::gradientsAreRight()
{
    QFETCH(Activation, function);
    QFETCH(std::vector<std::int64_t>, dims);
    VERIFY_GRADIENT({{Shape(dims)}, [&](const auto& inputs) { return function(inputs[0], "f"); }});
}

void TestActivationOps::reluStopsTheGradientAtZero()
{
    const std::vector<Tensor> slopes =
        evaluate({doubles(Shape{3}, {-1, 0, 1})},
                 [](const auto& inputs) { return gradients(relu(inputs[0]), inputs); });
    VERIFY_TENSOR(slopes[0], Shape{3}, {0, 0, 1});
}

void TestActivationOps::onlyFloatingPoint()
{
    Graph graph;
    const Output whole = placeholder(graph, DataType::Int32, Shape{2});
    VERIFY_THROWS(InvalidArgumentError, "operation Relu: input 0 is int32", relu(whole));
}

QTEST_APPLESS_MAIN(TestActivationOps)
#include "tst_activation_ops.moc"
