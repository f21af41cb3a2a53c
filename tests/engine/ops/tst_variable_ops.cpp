// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/variable_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/gradients.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestVariableOps : public QObject
{
    Q_OBJECT

private slots:
    void collections_data();
    void collections();
    void variablesKnowTheirParts();
    void refusedVariables();
    void assigning();
    void assignAdding_data();
    void assignAdding();
    void refusedAssigns();
    void initializedOrNot();
    void readsPassGradients();
    void groupsRunTheirMembers();
    void globalStep();
};

void TestVariableOps::collections_data()
{
    QTest::addColumn<bool>("trainable");
    QTest::addColumn<bool>("local");
    QTest::addColumn<int>("inGlobal");
    QTest::addColumn<int>("inLocal");
    QTest::addColumn<int>("inTrainable");
    QTest::newRow("trainable") << true << false << 1 << 0 << 1;
    QTest::newRow("not trainable") << false << false << 1 << 0 << 0;
    QTest::newRow("local") << false << true << 0 << 1 << 0;
    QTest::newRow("local is never trained") << true << true << 0 << 1 << 0;
}

void TestVariableOps::collections()
{
    QFETCH(const bool, trainable);
    QFETCH(const bool, local);
    Graph graph;
    const auto v = makeVariable("v", scalarConstant(graph, DataType::Float, 1),
                                {.trainable = trainable, .local = local});
    const auto countIn = [&](std::string_view key) {
        return static_cast<int>(graph.collectionOf<Variable>(key).size());
    };
    QTEST(countIn(keys::kGlobalVariables), "inGlobal");
    QTEST(countIn(keys::kLocalVariables), "inLocal");
    QTEST(countIn(keys::kTrainableVariables), "inTrainable");
    QCOMPARE(findVariable(graph, "v"), v);
}

void TestVariableOps::variablesKnowTheirParts()
{
    Graph graph;
    const Output start = constant(graph, doubles(Shape{2}, {1, 2}));
    const NameScope scope(graph, "layer");
    const auto v = makeVariable("v", start);
    QCOMPARE(v->name(), std::string("layer/v"));
    QCOMPARE(v->value().type(), DataType::Double);
    QCOMPARE(v->value().shape(), Shape{2});
    QCOMPARE(v->initialValue(), start);
    QCOMPARE(v->initializer().name(), std::string("layer/v/Assign"));
    QCOMPARE(makeVariable("v", start)->name(), std::string("layer/v_1"));
    VERIFY_THROWS(NotFoundError, "the graph has no variable 'v'", findVariable(graph, "v"));
}

void TestVariableOps::refusedVariables()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{Shape::kUnknownDim, 3});
    VERIFY_THROWS(InvalidArgumentError, "variable v: the initial value's shape [?, 3] is not known",
                  makeVariable("v", x));
    VERIFY_THROWS(InvalidArgumentError, "Placeholder:0 is not a variable", readVariable(x));
    VERIFY_THROWS(InvalidArgumentError, "nothing is not a variable", readVariable(Output()));
    VERIFY_THROWS(InvalidArgumentError, "is not a variable", isVariableInitialized(x));
    VERIFY_THROWS(InvalidArgumentError, "is not a variable",
                  reportUninitialized(graph, std::vector{x}));
}

void TestVariableOps::assigning()
{
    Graph graph;
    const auto v = makeVariable("v", constant(graph, doubles(Shape{2}, {1, 2})));
    const Output x = placeholder(graph, DataType::Double, Shape{2});
    const Output set = assign(v->value(), x);
    DirectSession session(graph, {1});
    VERIFY_TENSOR(session.run(set, {{x, doubles(Shape{2}, {5, 6})}}), Shape{2}, {5, 6});
    VERIFY_TENSOR(session.run(v->value()), Shape{2}, {5, 6});
    session.run(v->initializer());
    VERIFY_TENSOR(session.run(v->value()), Shape{2}, {1, 2});
}

void TestVariableOps::assignAdding_data()
{
    QTest::addColumn<int>("type");
    for (const DataType type :
         {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64}) {
        QTest::newRow(std::string(dataTypeName(type)).c_str()) << static_cast<int>(type);
    }
}

void TestVariableOps::assignAdding()
{
    QFETCH(const int, type);
    Graph graph;
    const auto number = [&](double value) {
        return scalarConstant(graph, static_cast<DataType>(type), value);
    };
    const auto v = makeVariable("v", number(40));
    const Output raised = assignAdd(v->value(), number(2));
    DirectSession session(graph, {1});
    session.run(v->initializer());
    VERIFY_TENSOR(session.run(raised), Shape{}, {42});
    VERIFY_TENSOR(session.run(raised), Shape{}, {44});
}

void TestVariableOps::refusedAssigns()
{
    Graph graph;
    const auto v = makeVariable("v", constant(graph, doubles(Shape{2}, {1, 2})));
    const Output three = constant(graph, doubles(Shape{3}, {1, 2, 3}));
    const Output single = scalarConstant(graph, DataType::Float, 1);
    VERIFY_THROWS(InvalidArgumentError, "operation set", assign(v->value(), three, "set"));
    VERIFY_THROWS(InvalidArgumentError, "[3]", assign(v->value(), three));
    VERIFY_THROWS(InvalidArgumentError, "float32", assign(v->value(), single));
    VERIFY_THROWS(InvalidArgumentError, "[3]", assignAdd(v->value(), three));
}

void TestVariableOps::initializedOrNot()
{
    Graph graph;
    const auto v = makeVariable("v", scalarConstant(graph, DataType::Float, 1));
    const auto w = makeVariable("w", scalarConstant(graph, DataType::Float, 1));
    const Output missing = reportUninitialized(graph, std::vector{v->value(), w->value()});
    const Output has = isVariableInitialized(v->value());
    DirectSession session(graph, {1});
    QVERIFY(!session.run(has).scalarValue<bool>());
    QCOMPARE(session.run(missing).elementCount(), std::int64_t{2});
    session.run(v->initializer());
    QVERIFY(session.run(has).scalarValue<bool>());
    QCOMPARE(session.run(missing).scalarValue<std::string>(), std::string("w"));
    QCOMPARE(session.run(reportUninitialized(graph, {})).elementCount(), std::int64_t{0});
}

void TestVariableOps::readsPassGradients()
{
    Graph graph;
    const auto v = makeVariable("v", scalarConstant(graph, DataType::Double, 3));
    const Output read = readVariable(v->value());
    const Output slope = gradients(multiply(read, read), {v->value()})[0];
    DirectSession session(graph, {1});
    session.run(v->initializer());
    QCOMPARE(session.run(slope).scalarAsDouble(), 6.0);
}

void TestVariableOps::groupsRunTheirMembers()
{
    Graph graph;
    const auto v = makeVariable("v", scalarConstant(graph, DataType::Float, 1));
    const auto w = makeVariable("w", scalarConstant(graph, DataType::Float, 2));
    Operation& both = group(graph, {&v->initializer(), &w->initializer()}, "both");
    QCOMPARE(both.name(), std::string("both"));
    DirectSession session(graph, {1});
    QVERIFY(!session.run(both).isValid());
    QCOMPARE(session.run(w->value()).scalarAsDouble(), 2.0);
}

void TestVariableOps::globalStep()
{
    Graph graph;
    QCOMPARE(getGlobalStep(graph), nullptr);
    const auto step = getOrCreateGlobalStep(graph);
    QCOMPARE(getOrCreateGlobalStep(graph), step);
    QCOMPARE(getGlobalStep(graph), step);
    QCOMPARE(step->name(), std::string("global_step"));
    QCOMPARE(step->value().type(), DataType::Int64);
    QVERIFY(!step->isTrainable());
    VERIFY_THROWS(InvalidArgumentError, "\"global_step\" already exists.", createGlobalStep(graph));
    graph.addToCollection(keys::kGlobalStep, step);
    QCOMPARE(getGlobalStep(graph), nullptr); // two: nobody can say which
}

QTEST_APPLESS_MAIN(TestVariableOps)
#include "tst_variable_ops.moc"
