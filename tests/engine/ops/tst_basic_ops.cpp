// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/basic_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Inputs = std::vector<Output>;

class TestBasicOps : public QObject
{
    Q_OBJECT

private slots:
    void constantsAreCopies();
    void scalarConstants_data();
    void scalarConstants();
    void reshapes_data();
    void reshapes();
    void refusedReshapes_data();
    void refusedReshapes();
    void shapesKnownLate();
    void flattening();
    void fills();
    void casts_data();
    void casts();
    void castToTheSameTypeAddsNothing();
    void gradients();
};

void TestBasicOps::constantsAreCopies()
{
    Graph graph;
    Tensor value = doubles(Shape{2}, {1, 2});
    const Output output = constant(graph, value, "c");
    value.values<double>()[0] = 9;
    QCOMPARE(output.shape(), Shape{2});
    VERIFY_TENSOR(DirectSession(graph, {1}).run(output), Shape{2}, {1, 2});
}

void TestBasicOps::scalarConstants_data()
{
    QTest::addColumn<int>("type");
    for (const DataType type :
         {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64, DataType::UInt8}) {
        QTest::newRow(std::string(dataTypeName(type)).c_str()) << static_cast<int>(type);
    }
}

void TestBasicOps::scalarConstants()
{
    QFETCH(const int, type);
    Graph graph;
    const Output output = scalarConstant(graph, static_cast<DataType>(type), 5);
    QCOMPARE(output.type(), static_cast<DataType>(type));
    VERIFY_TENSOR(DirectSession(graph, {1}).run(output), Shape{}, {5});
}

void TestBasicOps::reshapes_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QList<int>>("to");
    QTest::addColumn<QString>("result");
    QTest::newRow("matrix") << "6" << QList<int>{2, 3} << "[2, 3]";
    QTest::newRow("computed axis") << "6" << QList<int>{3, -1} << "[3, 2]";
    QTest::newRow("computed first") << "6" << QList<int>{-1, 6} << "[1, 6]";
    QTest::newRow("only computed") << "6" << QList<int>{-1} << "[6]";
    QTest::newRow("scalar") << "1" << QList<int>{} << "[]";
    QTest::newRow("empty") << "0" << QList<int>{-1, 3} << "[0, 3]";
}

static Shape shapeOf(const QList<int>& sizes)
{
    Shape shape;
    for (const int size : sizes) {
        shape.append(size);
    }
    return shape;
}

void TestBasicOps::reshapes()
{
    QFETCH(const QString, from);
    QFETCH(const QList<int>, to);
    QFETCH(const QString, result);
    std::vector<double> values(from.toUInt());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<double>(i);
    }
    const Tensor input = doubles(Shape{from.toInt()}, values);
    const Tensor got =
        evaluateOne({input}, [&](const Inputs& x) { return reshape(x[0], shapeOf(to)); });
    QCOMPARE(QString::fromStdString(got.shape().toString()), result);
    QCOMPARE(asDoubles(got), values);
}

void TestBasicOps::refusedReshapes_data()
{
    QTest::addColumn<QList<int>>("to");
    QTest::addColumn<QString>("message");
    QTest::newRow("too many") << QList<int>{7} << "operation r: cannot reshape [2, 3] to [7]";
    QTest::newRow("no whole axis") << QList<int>{-1, 4} << "cannot reshape [2, 3] to [?, 4]";
    QTest::newRow("nothing by nothing") << QList<int>{-1, 0} << "cannot reshape [2, 3] to [?, 0]";
    QTest::newRow("two computed") << QList<int>{-1, -1} << "has more than one unknown axis";
}

void TestBasicOps::refusedReshapes()
{
    QFETCH(const QList<int>, to);
    QFETCH(const QString, message);
    Graph graph;
    const Output x = placeholder(graph, DataType::Double, Shape{2, 3});
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message), reshape(x, shapeOf(to), "r"));
}

void TestBasicOps::shapesKnownLate()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Double, Shape{Shape::kUnknownDim, 2});
    const Output row = reshape(x, Shape{1, Shape::kUnknownDim});
    QCOMPARE(row.shape(), (Shape{1, Shape::kUnknownDim}));
    DirectSession session(graph, {1});
    VERIFY_TENSOR(session.run(row, {{x, doubles(Shape{2, 2}, {1, 2, 3, 4})}}), (Shape{1, 4}),
                  {1, 2, 3, 4});
    VERIFY_TENSOR(session.run(row, {{x, doubles(Shape{1, 2}, {5, 6})}}), (Shape{1, 2}), {5, 6});
}

void TestBasicOps::flattening()
{
    Graph graph;
    const Output pictures =
        placeholder(graph, DataType::Double, Shape{Shape::kUnknownDim, 2, 3, 1});
    QCOMPARE(flatten(pictures).shape(), (Shape{Shape::kUnknownDim, 6}));
    QCOMPARE(flatten(placeholder(graph, DataType::Double, Shape{4})).shape(), (Shape{4, 1}));
    VERIFY_THROWS(InvalidArgumentError, "operation f: a scalar cannot be flattened",
                  flatten(placeholder(graph, DataType::Double, Shape{}), "f"));
}

void TestBasicOps::fills()
{
    Graph graph;
    DirectSession session(graph, {1});
    const Output x = placeholder(graph, DataType::Int64, Shape{Shape::kUnknownDim});
    const Output filled = fill(graph, DataType::Float, Shape{2, 1}, 1.5);
    const std::vector<Tensor> got =
        session.run({zerosLike(x), onesLike(x), filled},
                    {{x, Tensor::fromValues<std::int64_t>(Shape{3}, {7, 8, 9})}});
    VERIFY_TENSOR(got[0], Shape{3}, {0, 0, 0});
    VERIFY_TENSOR(got[1], Shape{3}, {1, 1, 1});
    QCOMPARE(got[1].dataType(), DataType::Int64);
    VERIFY_TENSOR(got[2], (Shape{2, 1}), {1.5, 1.5});
}

void TestBasicOps::casts_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QList<double>>("result");
    const auto row = [](DataType type, const QList<double>& result) {
        QTest::newRow(std::string(dataTypeName(type)).c_str()) << static_cast<int>(type) << result;
    };
    row(DataType::Float, {0, 1.5, 200.75});
    row(DataType::Int32, {0, 1, 200}); // towards zero
    row(DataType::Int64, {0, 1, 200});
    row(DataType::UInt8, {0, 1, 200});
    row(DataType::Bool, {0, 1, 1});
}

void TestBasicOps::casts()
{
    QFETCH(const int, type);
    QFETCH(const QList<double>, result);
    const Tensor got = evaluateOne({doubles(Shape{3}, {0, 1.5, 200.75})}, [&](const Inputs& x) {
        return cast(x[0], static_cast<DataType>(type));
    });
    QCOMPARE(got.dataType(), static_cast<DataType>(type));
    VERIFY_TENSOR(got, Shape{3}, std::vector<double>(result.begin(), result.end()));
}

void TestBasicOps::castToTheSameTypeAddsNothing()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{});
    QCOMPARE(cast(x, DataType::Float), x);
    QCOMPARE(graph.operationCount(), std::size_t{1});
}

void TestBasicOps::gradients()
{
    VERIFY_GRADIENT({{Shape{2, 3}}, [](const Inputs& x) { return identity(x[0]); }});
    VERIFY_GRADIENT({{Shape{2, 3}}, [](const Inputs& x) {
                         const Output row = reshape(multiply(x[0], x[0]), Shape{-1});
                         return multiply(row, row);
                     }});
    VERIFY_GRADIENT({{Shape{2, 3, 2}}, [](const Inputs& x) {
                         const Output rows = flatten(x[0]);
                         return multiply(rows, rows);
                     }});
    VERIFY_GRADIENT({{Shape{3}}, [](const Inputs& x) {
                         return multiply(x[0], multiply(onesLike(x[0]), x[0]));
                     }});
}

QTEST_APPLESS_MAIN(TestBasicOps)
#include "tst_basic_ops.moc"
