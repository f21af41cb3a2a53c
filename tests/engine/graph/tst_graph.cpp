// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/graph.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// Two outputs, no inputs: nothing in engine/ops has several.
static const OpDef kPair{
    .type = "Pair", .inferShapes = [](const ShapeRequest&) {
        return std::vector<OutputSpec>{{DataType::Float, Shape{2}}, {DataType::Int64, Shape()}};
    }};

static Output number(Graph& graph, std::string_view name = "Const")
{
    return scalarConstant(graph, DataType::Float, 1, name);
}

class TestGraph : public QObject
{
    Q_OBJECT

private slots:
    void namesAreMadeUnique();
    void scopesPrefixNames();
    void goodNames_data();
    void goodNames();
    void badNames_data();
    void badNames();
    void outputsAreFoundByName();
    void outputErrors_data();
    void outputErrors();
    void operationsKnowTheirPlace();
    void controlDependenciesAreAddedWhileTheyLive();
    void finalizedGraphsDoNotChange();
    void collectionsKeepTheirOrder();
    void inputsAreChecked();
    void failedOperationsLeaveNoTrace();
    void attributesAreTyped();
};

void TestGraph::namesAreMadeUnique()
{
    Graph graph;
    QCOMPARE(number(graph, "x").operation().name(), std::string("x"));
    QCOMPARE(number(graph, "x").operation().name(), std::string("x_1"));
    QCOMPARE(number(graph, "x").operation().name(), std::string("x_2"));
    // A name that looks like a made one is a name of its own.
    QCOMPARE(number(graph, "x_1").operation().name(), std::string("x_1_1"));
    QCOMPARE(number(graph, "y_1").operation().name(), std::string("y_1"));
    QCOMPARE(number(graph, "y").operation().name(), std::string("y"));
    QCOMPARE(number(graph, "y").operation().name(), std::string("y_2"));
    QCOMPARE(graph.addOperation({&kPair, {}, {}, {}, {}}).name(), std::string("Pair"));
}

void TestGraph::scopesPrefixNames()
{
    Graph graph;
    number(graph, "dense");
    {
        const NameScope dense(graph, "dense");
        QCOMPARE(number(graph, "w").operation().name(), std::string("dense_1/w"));
        {
            const NameScope inner(graph, "inner");
            QCOMPARE(number(graph, "w").operation().name(), std::string("dense_1/inner/w"));
        }
        QCOMPARE(number(graph, "w").operation().name(), std::string("dense_1/w_1"));
    }
    {
        const NameScope dense(graph, "dense");
        QCOMPARE(number(graph, "w").operation().name(), std::string("dense_2/w"));
    }
    QCOMPARE(number(graph, "w").operation().name(), std::string("w"));
}

void TestGraph::goodNames_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"a", "Z9", "1st", ".hidden", "a/b/c", "a-b_c.d"}) {
        QTest::newRow(name) << QString(name);
    }
}

void TestGraph::goodNames()
{
    QFETCH(const QString, name);
    Graph graph;
    const std::string given = name.toStdString();
    QCOMPARE(number(graph, given).operation().name(), given);
    QCOMPARE(graph.findOperation(given), &graph.operation(0));
}

void TestGraph::badNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("space") << "a b";
    QTest::newRow("colon") << "a:0";
    QTest::newRow("underscore first") << "_a";
    QTest::newRow("minus first") << "-a";
    QTest::newRow("slash first") << "/a";
    QTest::newRow("umlaut") << "größe";
    QTest::newRow("line end") << "a\n";
}

void TestGraph::badNames()
{
    QFETCH(const QString, name);
    Graph graph;
    const std::string given = name.toStdString();
    const std::string message = "'" + given + "' is not a valid operation name";
    VERIFY_THROWS(InvalidArgumentError, message.c_str(), number(graph, given));
    VERIFY_THROWS(InvalidArgumentError, message.c_str(), NameScope(graph, given));
    QCOMPARE(graph.operationCount(), std::size_t{0});
    QCOMPARE(number(graph, "x").operation().name(), std::string("x")); // no scope is left open
}

void TestGraph::outputsAreFoundByName()
{
    Graph graph;
    const Output x = number(graph, "scope/x");
    Operation& pair = graph.addOperation({&kPair, "pair", {}, {}, {}});
    QCOMPARE(graph.output("scope/x"), x);
    QCOMPARE(graph.output("scope/x:0"), x);
    QCOMPARE(graph.output("pair:1"), pair.output(1));
    QCOMPARE(graph.output("pair:1").name(), std::string("pair:1"));
    QCOMPARE(graph.output("pair:1").type(), DataType::Int64);
    QCOMPARE(graph.findOperation("nowhere"), nullptr);
    QVERIFY(!Output().isValid());
    QVERIFY(Output() < x && x < pair.output(0) && pair.output(0) < pair.output(1));
}

void TestGraph::outputErrors_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const int invalid = static_cast<int>(ErrorCode::InvalidArgument);
    const int notFound = static_cast<int>(ErrorCode::NotFound);
    QTest::newRow("unknown") << "y" << notFound << "no operation 'y'";
    QTest::newRow("unknown with index") << "y:0" << notFound << "no operation 'y'";
    QTest::newRow("empty") << "" << notFound << "no operation ''";
    QTest::newRow("no index") << "x:" << invalid << "'x:' is not a tensor name";
    QTest::newRow("word as index") << "x:one" << invalid << "'x:one' is not a tensor name";
    QTest::newRow("rest after index") << "x:0a" << invalid << "'x:0a' is not a tensor name";
    QTest::newRow("huge index") << "x:99999999999" << invalid << "is not a tensor name";
    QTest::newRow("past the last") << "x:1" << invalid << "x has 1 outputs, not output 1";
    QTest::newRow("negative") << "x:-1" << invalid << "x has 1 outputs, not output -1";
    QTest::newRow("no output") << "nothing" << invalid << "nothing has 0 outputs, not output 0";
    QTest::newRow("several") << "pair" << invalid << "ambiguous: the operation has 2 outputs";
}

void TestGraph::outputErrors()
{
    QFETCH(const QString, name);
    QFETCH(const int, code);
    QFETCH(const QString, message);
    Graph graph;
    number(graph, "x");
    noOp(graph, "nothing");
    graph.addOperation({&kPair, "pair", {}, {}, {}});
    try {
        graph.output(name.toStdString());
        QFAIL("found");
    } catch (const Error& error) {
        QCOMPARE(static_cast<int>(error.code()), code);
        QVERIFY2(QString(error.what()).contains(message), error.what());
    }
}

void TestGraph::operationsKnowTheirPlace()
{
    Graph graph(7);
    QCOMPARE(graph.seed(), std::uint64_t{7});
    const Output x = number(graph, "x");
    const Output sum = add(x, x, "sum");
    QCOMPARE(&sum.graph(), &graph);
    QCOMPARE(sum.operation().id(), 1);
    QCOMPARE(&graph.operation(1), &sum.operation());
    QCOMPARE(sum.operation().inputs().size(), std::size_t{2});
    QCOMPARE(sum.operation().input(1), x);
    QVERIFY(sum.operation().controlInputs().empty());
}

void TestGraph::controlDependenciesAreAddedWhileTheyLive()
{
    Graph graph;
    Operation& first = noOp(graph, "first");
    Operation& second = noOp(graph, "second");
    {
        const ControlDependencies afterFirst(graph, {&first});
        {
            const ControlDependencies afterBoth(graph, {&second});
            const Operation& both = noOp(graph);
            QCOMPARE(both.controlInputs().size(), std::size_t{2});
            QCOMPARE(both.controlInputs()[0], &first);
            QCOMPARE(both.controlInputs()[1], &second);
        }
        QCOMPARE(noOp(graph).controlInputs().size(), std::size_t{1});
    }
    QVERIFY(noOp(graph).controlInputs().empty());
}

void TestGraph::finalizedGraphsDoNotChange()
{
    Graph graph;
    const Output x = number(graph, "x");
    graph.finalize();
    QVERIFY(graph.isFinalized());
    const char* const message = "Graph is finalized and cannot be modified.";
    VERIFY_THROWS(FailedPreconditionError, message, number(graph, "y"));
    VERIFY_THROWS(FailedPreconditionError, message, graph.addToCollection("some", x));
    QCOMPARE(graph.operationCount(), std::size_t{1});
    QCOMPARE(graph.output("x"), x);
    graph.unfinalize();
    QCOMPARE(number(graph, "y").operation().name(), std::string("y"));
}

void TestGraph::collectionsKeepTheirOrder()
{
    Graph graph;
    QVERIFY(graph.collection("some").empty());
    const Output x = number(graph, "x");
    const auto v = makeVariable("v", x);
    const auto w = makeVariable("w", x, {.trainable = false});
    graph.addToCollection("some", x);
    graph.addToCollection("some", v);
    graph.addToCollection("some", &x.operation());
    graph.addToCollection("some", w);
    const std::vector<CollectionItem>& some = graph.collection("some");
    QCOMPARE(some.size(), std::size_t{4});
    QCOMPARE(std::get<Output>(some[0]), x);
    QCOMPARE(std::get<Operation*>(some[2]), &x.operation());
    const auto variables = graph.collectionOf<Variable>("some");
    QCOMPARE(variables.size(), std::size_t{2});
    QCOMPARE(variables[0], v);
    QCOMPARE(variables[1], w);
    QCOMPARE(graph.collectionOf<Variable>(keys::kTrainableVariables).size(), std::size_t{1});
}

void TestGraph::inputsAreChecked()
{
    Graph graph;
    Graph other;
    const Output x = number(graph, "x");
    const Output foreign = number(other, "foreign");
    VERIFY_THROWS(InvalidArgumentError, "input foreign:0 belongs to another graph",
                  add(x, foreign));
    VERIFY_THROWS(InvalidArgumentError, "operation sum: input 1 is missing",
                  add(x, Output(), "sum"));
    VERIFY_THROWS(InvalidArgumentError, "operation set: input x:0 is not a variable",
                  assign(x, x, "set"));
}

void TestGraph::failedOperationsLeaveNoTrace()
{
    Graph graph;
    const Output x = number(graph, "x");
    VERIFY_THROWS(InvalidArgumentError, "cannot reshape [] to [2]", reshape(x, Shape{2}, "bad"));
    QCOMPARE(graph.operationCount(), std::size_t{1});
    QCOMPARE(graph.findOperation("bad"), nullptr);
}

void TestGraph::attributesAreTyped()
{
    Attributes attributes{{"axis", std::int64_t{3}}};
    attributes.set("name", std::string("n"));
    QCOMPARE(attributes.get<std::int64_t>("axis"), std::int64_t{3});
    QVERIFY(attributes.has("name") && !attributes.has("shape"));
    VERIFY_THROWS(NotFoundError, "no attribute shape", attributes.get<Shape>("shape"));
    VERIFY_THROWS(InternalError, "axis", attributes.get<double>("axis"));
}

QTEST_APPLESS_MAIN(TestGraph)
#include "tst_graph.moc"
