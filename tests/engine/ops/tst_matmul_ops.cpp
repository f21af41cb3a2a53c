// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matmul_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

Q_DECLARE_METATYPE(engine::Shape)

class TestMatMulOps : public QObject
{
    Q_OBJECT

private slots:
    void products_data();
    void products();
    void floatAndDoubleAgree();
    void gradientsOfProducts_data();
    void gradientsOfProducts();
    void biasIsAddedToEachRow();
    void gradientsOfBiasAdd_data();
    void gradientsOfBiasAdd();
    void sumsOfColumnsDoNotDependOnThreads();
    void badShapesAreNamed();
};

static const std::vector<double> kSix{1, 2, 3, 4, 5, 6};

void TestMatMulOps::products_data()
{
    QTest::addColumn<Shape>("aShape");
    QTest::addColumn<Shape>("bShape");
    QTest::addColumn<bool>("transposeA");
    QTest::addColumn<bool>("transposeB");
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<std::vector<double>>("want");

    using Values = std::vector<double>;
    QTest::newRow("plain") << Shape{2, 3} << Shape{3, 2} << false << false << Shape{2, 2}
                           << Values{22, 28, 49, 64};
    QTest::newRow("a transposed") << Shape{3, 2} << Shape{3, 2} << true << false << Shape{2, 2}
                                  << Values{35, 44, 44, 56};
    QTest::newRow("b transposed") << Shape{2, 3} << Shape{2, 3} << false << true << Shape{2, 2}
                                  << Values{14, 32, 32, 77};
    QTest::newRow("both transposed")
        << Shape{3, 2} << Shape{2, 3} << true << true << Shape{2, 2} << Values{22, 49, 28, 64};
    QTest::newRow("row times column")
        << Shape{1, 6} << Shape{6, 1} << false << false << Shape{1, 1} << Values{91};
    QTest::newRow("nothing inside")
        << Shape{2, 0} << Shape{0, 2} << false << false << Shape{2, 2} << Values{0, 0, 0, 0};
    QTest::newRow("no rows") << Shape{0, 2} << Shape{2, 3} << false << false << Shape{0, 3}
                             << Values{};
}

void TestMatMulOps::products()
{
    QFETCH(Shape, aShape);
    QFETCH(Shape, bShape);
    QFETCH(bool, transposeA);
    QFETCH(bool, transposeB);
    QFETCH(Shape, shape);
    QFETCH(std::vector<double>, want);
    const auto build = [&](const std::vector<Output>& inputs) {
        return matMul(inputs[0], inputs[1], transposeA, transposeB);
    };
    const auto sixOf = [](const Shape& s) {
        return std::vector<double>(kSix.begin(), kSix.begin() + s.elementCount());
    };
    VERIFY_TENSOR(
        evaluateOne({doubles(aShape, sixOf(aShape)), doubles(bShape, sixOf(bShape))}, build), shape,
        want);
    const auto floats = [&](const Shape& s) {
        const std::vector<double> values = sixOf(s);
        return Tensor::fromValues<float>(s, {values.begin(), values.end()});
    };
    VERIFY_TENSOR(evaluateOne({floats(aShape), floats(bShape)}, build), shape, want);
}

void TestMatMulOps::floatAndDoubleAgree()
{
    RandomStream random(1, 1);
    for (const auto& [m, k, n] : {std::array{37, 65, 19}, std::array{128, 300, 64}}) {
        Tensor a(DataType::Double, Shape{k, m});
        Tensor b(DataType::Double, Shape{n, k});
        for (Tensor* tensor : {&a, &b}) {
            for (double& value : tensor->values<double>()) {
                value = random.nextUnit() - 0.5;
            }
        }
        const std::vector<Tensor> results = evaluate({a, b}, [](const auto& inputs) {
            const Output aFloat = cast(inputs[0], DataType::Float);
            const Output bFloat = cast(inputs[1], DataType::Float);
            return std::vector<Output>{matMul(inputs[0], inputs[1], true, true),
                                       matMul(aFloat, bFloat, true, true)};
        });
        VERIFY_TENSOR(results[1], Shape{m, n}, asDoubles(results[0]), {1e-5, 1e-5});
    }
}

void TestMatMulOps::gradientsOfProducts_data()
{
    QTest::addColumn<bool>("transposeA");
    QTest::addColumn<bool>("transposeB");
    QTest::addColumn<int>("rows");
    for (const bool transposeA : {false, true}) {
        for (const bool transposeB : {false, true}) {
            for (const int rows : {0, 1, 3}) {
                QTest::addRow("%s%s%d rows", transposeA ? "a transposed, " : "",
                              transposeB ? "b transposed, " : "", rows)
                    << transposeA << transposeB << rows;
            }
        }
    }
}

void TestMatMulOps::gradientsOfProducts()
{
    QFETCH(bool, transposeA);
    QFETCH(bool, transposeB);
    QFETCH(int, rows);
    const Shape a = transposeA ? Shape{4, rows} : Shape{rows, 4};
    const Shape b = transposeB ? Shape{2, 4} : Shape{4, 2};
    VERIFY_GRADIENT({{a, b}, [&](const auto& inputs) {
                         return matMul(inputs[0], inputs[1], transposeA, transposeB);
                     }});
}

void TestMatMulOps::biasIsAddedToEachRow()
{
    const Tensor result =
        evaluateOne({doubles(Shape{2, 3}, kSix), doubles(Shape{3}, {10, 20, 30})},
                    [](const auto& inputs) { return biasAdd(inputs[0], inputs[1]); });
    VERIFY_TENSOR(result, Shape{2, 3}, {11, 22, 33, 14, 25, 36});
}

void TestMatMulOps::gradientsOfBiasAdd_data()
{
    QTest::addColumn<Shape>("x");
    QTest::newRow("matrix") << Shape{3, 4};
    QTest::newRow("one row") << Shape{1, 4};
    QTest::newRow("no row") << Shape{0, 4};
    QTest::newRow("three axes") << Shape{2, 3, 4};
    QTest::newRow("vector") << Shape{4};
}

void TestMatMulOps::gradientsOfBiasAdd()
{
    QFETCH(Shape, x);
    VERIFY_GRADIENT(
        {{x, Shape{4}}, [](const auto& inputs) { return biasAdd(inputs[0], inputs[1]); }});
}

void TestMatMulOps::sumsOfColumnsDoNotDependOnThreads()
{
    Tensor x(DataType::Float, Shape{2000, 100});
    RandomStream random(1, 2);
    for (float& value : x.values<float>()) {
        value = static_cast<float>(random.nextUnit());
    }
    const Tensor bias(DataType::Float, Shape{100});
    const auto build = [](const std::vector<Output>& inputs) {
        return gradients(biasAdd(inputs[0], inputs[1]), inputs);
    };
    const std::vector<Tensor> alone = evaluate({x, bias}, build, 1);
    const std::vector<Tensor> shared = evaluate({x, bias}, build, 2);
    VERIFY_TENSOR(shared[1], Shape{100}, asDoubles(alone[1]), {0, 0});
}

void TestMatMulOps::badShapesAreNamed()
{
    Graph graph;
    const Output a = placeholder(graph, DataType::Float, Shape{2, 3});
    const Output b = placeholder(graph, DataType::Float, Shape{4, 5});
    const Output vector = placeholder(graph, DataType::Float, Shape{3});
    const Output other = placeholder(graph, DataType::Double, Shape{3, 2});
    VERIFY_THROWS(InvalidArgumentError,
                  "operation product: [2, 3] times [4, 5]: the inner sizes 3 and 4 differ",
                  matMul(a, b, false, false, "product"));
    VERIFY_THROWS(InvalidArgumentError, "[2, 3] transposed times [4, 5]", matMul(a, b, true));
    VERIFY_THROWS(InvalidArgumentError, "input 1 has shape [3], it must have 2 axes",
                  matMul(a, vector));
    VERIFY_THROWS(InvalidArgumentError, "types float32 and float64 differ", matMul(a, other));
    VERIFY_THROWS(InvalidArgumentError, "operation BiasAdd: bias [3] does not fit [4, 5]",
                  biasAdd(b, vector));
}

QTEST_APPLESS_MAIN(TestMatMulOps)
#include "tst_matmul_ops.moc"
