// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/reduction_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

using Reduction = Output (*)(Output, const Axes&, bool, std::string_view);
using Dims = std::vector<std::int64_t>;

static const std::vector<std::pair<const char*, Reduction>> kReductions{{"sum", &reduceSum},
                                                                        {"mean", &reduceMean},
                                                                        {"max", &reduceMax},
                                                                        {"min", &reduceMin},
                                                                        {"prod", &reduceProd}};

class TestReductionOps : public QObject
{
    Q_OBJECT

private slots:
    void values_data();
    void values();
    void integers();
    void nanWinsInMaxAndMin();
    void gradientsAreRight_data();
    void gradientsAreRight();
    void tiedExtremesShareTheGradient();
    void productsAroundZerosHaveAGradient();
    void l2LossIsHalfTheSquare();
    void rowsAreSharedByThreads();
    void badAxesAreNamed();
};

void TestReductionOps::values_data()
{
    QTest::addColumn<Reduction>("function");
    QTest::addColumn<Dims>("shape");
    QTest::addColumn<Dims>("axes");
    QTest::addColumn<bool>("keepDims");
    QTest::addColumn<Dims>("wantShape");
    QTest::addColumn<std::vector<double>>("want");

    using Values = std::vector<double>;
    const Dims cube{2, 2, 3}; // 1 … 12
    const Reduction sum = &reduceSum;
    QTest::newRow("sum of all") << sum << cube << Dims{0, 1, 2} << false << Dims{} << Values{78};
    QTest::newRow("sum of rows") << sum << cube << Dims{2} << false << Dims{2, 2}
                                 << Values{6, 15, 24, 33};
    QTest::newRow("sum over the first axis")
        << sum << cube << Dims{0} << false << Dims{2, 3} << Values{8, 10, 12, 14, 16, 18};
    QTest::newRow("sum over the middle axis")
        << sum << cube << Dims{1} << false << Dims{2, 3} << Values{5, 7, 9, 17, 19, 21};
    QTest::newRow("sum over both ends, kept")
        << sum << cube << Dims{-3, -1} << true << Dims{1, 2, 1} << Values{30, 48};
    QTest::newRow("no axis") << sum << Dims{3} << Dims{} << false << Dims{3} << Values{1, 2, 3};
    QTest::newRow("sum over nothing")
        << sum << Dims{2, 0} << Dims{1} << false << Dims{2} << Values{0, 0};
    QTest::newRow("mean of columns")
        << Reduction(&reduceMean) << Dims{2, 2} << Dims{0} << false << Dims{2} << Values{2, 3};
    QTest::newRow("mean over nothing")
        << Reduction(&reduceMean) << Dims{0} << Dims{0} << false << Dims{} << Values{std::nan("")};
    QTest::newRow("max") << Reduction(&reduceMax) << cube << Dims{0, 2} << false << Dims{2}
                         << Values{9, 12};
    QTest::newRow("max over nothing") << Reduction(&reduceMax) << Dims{0} << Dims{0} << false
                                      << Dims{} << Values{-std::numeric_limits<double>::infinity()};
    QTest::newRow("min") << Reduction(&reduceMin) << cube << Dims{1, 2} << true << Dims{2, 1, 1}
                         << Values{1, 7};
    QTest::newRow("prod") << Reduction(&reduceProd) << Dims{2, 3} << Dims{1} << false << Dims{2}
                          << Values{6, 120};
    QTest::newRow("prod over nothing")
        << Reduction(&reduceProd) << Dims{0, 2} << Dims{0} << false << Dims{2} << Values{1, 1};
}

void TestReductionOps::values()
{
    QFETCH(Reduction, function);
    QFETCH(Dims, shape);
    QFETCH(Dims, axes);
    QFETCH(bool, keepDims);
    QFETCH(Dims, wantShape);
    QFETCH(std::vector<double>, want);
    Tensor x(DataType::Double, Shape(shape));
    double next = 1;
    for (double& value : x.values<double>()) {
        value = next++;
    }
    const Tensor result = evaluateOne(
        {x}, [&](const auto& inputs) { return function(inputs[0], axes, keepDims, "reduction"); });
    VERIFY_TENSOR(result, Shape(wantShape), want);
}

void TestReductionOps::integers()
{
    const Tensor x = Tensor::fromValues<std::int64_t>(Shape{3}, {4, -7, 9000000000});
    const std::vector<Tensor> results = evaluate({x}, [](const auto& inputs) {
        return std::vector<Output>{reduceSum(inputs[0]), reduceMax(inputs[0]),
                                   reduceMin(inputs[0])};
    });
    QCOMPARE(results[0].scalarValue<std::int64_t>(), 8999999997);
    QCOMPARE(results[1].scalarValue<std::int64_t>(), 9000000000);
    QCOMPARE(results[2].scalarValue<std::int64_t>(), -7);
}

void TestReductionOps::nanWinsInMaxAndMin()
{
    const double nan = std::nan("");
    const Tensor x = doubles(Shape{3, 3}, {1, nan, 3, nan, 5, 6, 7, 8, 9});
    const std::vector<Tensor> results = evaluate({x}, [](const auto& inputs) {
        return std::vector<Output>{reduceMax(inputs[0], {1}), reduceMin(inputs[0], {0})};
    });
    VERIFY_TENSOR(results[0], Shape{3}, {nan, nan, 9});
    VERIFY_TENSOR(results[1], Shape{3}, {nan, nan, 3});
}

void TestReductionOps::gradientsAreRight_data()
{
    QTest::addColumn<Reduction>("function");
    QTest::addColumn<Dims>("shape");
    QTest::addColumn<Dims>("axes");
    QTest::addColumn<bool>("keepDims");
    const std::vector<std::tuple<const char*, Dims, Dims, bool>> cases{
        {"all axes", {2, 3}, {0, 1}, false},
        {"last axis", {2, 3}, {-1}, false},
        {"first axis, kept", {2, 3}, {0}, true},
        {"middle axis", {2, 3, 2}, {1}, false},
        {"both ends", {2, 3, 2}, {0, 2}, false},
        {"one element", {1, 1}, {0}, true},
        {"no axis", {3}, {}, false},
        {"scalar", {}, {}, false},
        {"no rows", {0, 3}, {1}, false}};
    for (const auto& [name, function] : kReductions) {
        for (const auto& [caseName, shape, axes, keepDims] : cases) {
            QTest::addRow("%s, %s", name, caseName) << function << shape << axes << keepDims;
        }
    }
}

void TestReductionOps::gradientsAreRight()
{
    QFETCH(Reduction, function);
    QFETCH(Dims, shape);
    QFETCH(Dims, axes);
    QFETCH(bool, keepDims);
    VERIFY_GRADIENT({{Shape(shape)}, [&](const auto& inputs) {
                         return function(inputs[0], axes, keepDims, "reduction");
                     }});
}

void TestReductionOps::tiedExtremesShareTheGradient()
{
    const std::vector<Tensor> slopes =
        evaluate({doubles(Shape{4}, {2, 5, 5, 1})},
                 [](const auto& inputs) { return gradients(reduceMax(inputs[0]), inputs); });
    VERIFY_TENSOR(slopes[0], Shape{4}, {0, 0.5, 0.5, 0});
}

void TestReductionOps::productsAroundZerosHaveAGradient()
{
    const Tensor x = doubles(Shape{3, 3}, {2, 0, 3, 0, 0, 4, 5, 6, 7});
    const std::vector<Tensor> slopes = evaluate(
        {x}, [](const auto& inputs) { return gradients(reduceProd(inputs[0], {1}), inputs); });
    VERIFY_TENSOR(slopes[0], Shape{3, 3}, {0, 6, 0, 0, 0, 0, 42, 35, 30});
}

void TestReductionOps::l2LossIsHalfTheSquare()
{
    const Tensor x = doubles(Shape{2, 2}, {1, -2, 3, 0});
    VERIFY_TENSOR(evaluateOne({x}, [](const auto& inputs) { return l2Loss(inputs[0]); }), Shape{},
                  {7});
    VERIFY_GRADIENT({{Shape{2, 3}}, [](const auto& inputs) { return l2Loss(inputs[0]); }});
    VERIFY_GRADIENT({{Shape{0}}, [](const auto& inputs) { return l2Loss(inputs[0]); }});
}

void TestReductionOps::rowsAreSharedByThreads()
{
    Tensor x(DataType::Float, Shape{500, 333});
    RandomStream random(1, 1);
    for (float& value : x.values<float>()) {
        value = static_cast<float>(random.nextUnit());
    }
    const auto build = [](const std::vector<Output>& inputs) {
        return std::vector<Output>{reduceSum(inputs[0], {1})};
    };
    const std::vector<Tensor> alone = evaluate({x}, build, 1);
    const std::vector<Tensor> shared = evaluate({x}, build, 2);
    VERIFY_TENSOR(shared[0], Shape{500}, asDoubles(alone[0]), {0, 0});
}

void TestReductionOps::badAxesAreNamed()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{2, 3});
    VERIFY_THROWS(InvalidArgumentError,
                  "operation total: axis 2 of [2, 3] is out of range or given twice",
                  reduceSum(x, {2}, false, "total"));
    VERIFY_THROWS(InvalidArgumentError, "axis -1 of [2, 3]", reduceMean(x, {1, -1}));
    const Output whole = placeholder(graph, DataType::Int32, Shape{2});
    VERIFY_THROWS(InvalidArgumentError, "must be floating point", reduceMean(whole));
}

QTEST_APPLESS_MAIN(TestReductionOps)
#include "tst_reduction_ops.moc"
