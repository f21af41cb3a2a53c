// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/comparison_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

using Comparison = Output (*)(Output, Output, std::string_view);

class TestComparisonOps : public QObject
{
    Q_OBJECT

private slots:
    void comparisons_data();
    void comparisons();
    void labelsAreCompared();
    void logic();
    void selectBroadcasts();
    void selectHidesWhatIsNotTaken();
    void gradientsOfSelect_data();
    void gradientsOfSelect();
    void comparisonsPassNoGradient();
    void badInputsAreNamed();
};

void TestComparisonOps::comparisons_data()
{
    QTest::addColumn<Comparison>("function");
    QTest::addColumn<std::vector<double>>("want"); // of 1, 2, 3, NaN with 2
    using Values = std::vector<double>;
    QTest::newRow("equal") << Comparison(&equal) << Values{0, 1, 0, 0};
    QTest::newRow("notEqual") << Comparison(&notEqual) << Values{1, 0, 1, 1};
    QTest::newRow("less") << Comparison(&less) << Values{1, 0, 0, 0};
    QTest::newRow("lessEqual") << Comparison(&lessEqual) << Values{1, 1, 0, 0};
    QTest::newRow("greater") << Comparison(&greater) << Values{0, 0, 1, 0};
    QTest::newRow("greaterEqual") << Comparison(&greaterEqual) << Values{0, 1, 1, 0};
}

void TestComparisonOps::comparisons()
{
    QFETCH(Comparison, function);
    QFETCH(std::vector<double>, want);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Tensor x = doubles(Shape{4}, {1, 2, 3, nan});
    const Tensor result = evaluateOne({x, doubles(Shape{}, {2})}, [&](const auto& inputs) {
        return function(inputs[0], inputs[1], "compare");
    });
    QCOMPARE(result.dataType(), DataType::Bool);
    VERIFY_TENSOR(result, Shape{4}, want);
}

void TestComparisonOps::labelsAreCompared()
{
    const Tensor labels = Tensor::fromValues<std::int64_t>(Shape{3}, {1, 5, 9000000000});
    const Tensor guesses = Tensor::fromValues<std::int64_t>(Shape{3}, {1, 4, 9000000000});
    VERIFY_TENSOR(evaluateOne({labels, guesses},
                              [](const auto& inputs) { return equal(inputs[0], inputs[1]); }),
                  Shape{3}, {1, 0, 1});
}

void TestComparisonOps::logic()
{
    const auto flags = [](const std::vector<bool>& values) {
        Tensor tensor(DataType::Bool, Shape{static_cast<std::int64_t>(values.size())});
        std::ranges::copy(values, tensor.values<bool>().begin());
        return tensor;
    };
    const std::vector<Tensor> results = evaluate(
        {flags({false, false, true, true}), flags({false, true, false, true})},
        [](const auto& inputs) {
            return std::vector<Output>{logicalAnd(inputs[0], inputs[1]),
                                       logicalOr(inputs[0], inputs[1]), logicalNot(inputs[0])};
        });
    VERIFY_TENSOR(results[0], Shape{4}, {0, 0, 0, 1});
    VERIFY_TENSOR(results[1], Shape{4}, {0, 1, 1, 1});
    VERIFY_TENSOR(results[2], Shape{4}, {1, 1, 0, 0});
}

void TestComparisonOps::selectBroadcasts()
{
    const Tensor result =
        evaluateOne({doubles(Shape{2, 1}, {1, -1}), doubles(Shape{2, 2}, {1, 2, 3, 4}),
                     doubles(Shape{2}, {8, 9})},
                    [](const auto& inputs) {
                        const Output isPositive = greater(inputs[0], zerosLike(inputs[0]));
                        return select(isPositive, inputs[1], inputs[2]);
                    });
    VERIFY_TENSOR(result, Shape{2, 2}, {1, 2, 8, 9});
}

void TestComparisonOps::selectHidesWhatIsNotTaken()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Tensor> results = evaluate(
        {doubles(Shape{2}, {1, nan}), doubles(Shape{2}, {nan, 2})}, [](const auto& inputs) {
            const Output isNumber = equal(inputs[0], inputs[0]);
            const Output chosen = select(isNumber, inputs[0], inputs[1]);
            std::vector<Output> outputs = gradients(chosen, inputs);
            outputs.push_back(chosen);
            return outputs;
        });
    VERIFY_TENSOR(results[0], Shape{2}, {1, 0});
    VERIFY_TENSOR(results[1], Shape{2}, {0, 1});
    VERIFY_TENSOR(results[2], Shape{2}, {1, 2});
}

void TestComparisonOps::gradientsOfSelect_data()
{
    QTest::addColumn<std::vector<std::int64_t>>("x");
    QTest::addColumn<std::vector<std::int64_t>>("y");
    using Dims = std::vector<std::int64_t>;
    QTest::newRow("same shape") << Dims{2, 3} << Dims{2, 3};
    QTest::newRow("row and column") << Dims{1, 3} << Dims{2, 1};
    QTest::newRow("scalar") << Dims{} << Dims{4};
    QTest::newRow("empty") << Dims{0, 3} << Dims{3};
}

void TestComparisonOps::gradientsOfSelect()
{
    QFETCH(std::vector<std::int64_t>, x);
    QFETCH(std::vector<std::int64_t>, y);
    VERIFY_GRADIENT({{Shape(x), Shape(y)}, [](const auto& inputs) {
                         return select(less(inputs[0], inputs[1]), inputs[0], inputs[1]);
                     }});
}

void TestComparisonOps::comparisonsPassNoGradient()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Double, Shape{2});
    const Output flags = cast(greater(x, zerosLike(x)), DataType::Double);
    QVERIFY(!gradients(flags, {x})[0].isValid());
}

void TestComparisonOps::badInputsAreNamed()
{
    Graph graph;
    const Output three = placeholder(graph, DataType::Float, Shape{3});
    const Output two = placeholder(graph, DataType::Float, Shape{2});
    const Output flags = placeholder(graph, DataType::Bool, Shape{2});
    VERIFY_THROWS(InvalidArgumentError, "operation Equal: shapes [3] and [2] do not broadcast",
                  equal(three, two));
    VERIFY_THROWS(InvalidArgumentError, "must be numeric", less(flags, flags));
    VERIFY_THROWS(InvalidArgumentError, "input 0 is float32, it must be bool", logicalNot(two));
    VERIFY_THROWS(InvalidArgumentError, "shapes [2] and [3] do not broadcast",
                  select(flags, three, three));
    VERIFY_THROWS(InvalidArgumentError, "input 0 is float32, it must be bool",
                  select(two, two, two));
}

QTEST_APPLESS_MAIN(TestComparisonOps)
#include "tst_comparison_ops.moc"
