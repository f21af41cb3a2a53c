// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/direct_session.h"

#include "tests/engine/ops/op_testing.h"
#include "tests/engine/runtime/doubling_graph.h"
#include "tests/engine/runtime/variable_graph.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

// What a caller may feed, and what happens to the memory of it.
class TestSessionFeeds : public QObject
{
    Q_OBJECT

private slots:
    void feedsThatDoNotFit_data();
    void feedsThatDoNotFit();
    void feedsThatDoNotFitAWarmPlan();
    void placeholdersMustBeFed();
    void feedsAndFetchesAreOfThisGraph();
    void innerOutputsCanBeFed();
    void fedResultsOfRunOperationsStayTheCallers();
    void unusedFeedsChangeNothing();
    void fedTensorsMayBeFetchedAndAliased();
    void fedMemoryIsNotKept();
};

void TestSessionFeeds::feedsThatDoNotFit_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("message");
    QTest::newRow("type") << "type"
                          << "x:0 is fed a float32 tensor, it is float64";
    QTest::newRow("axis") << "axis"
                          << "x:0 is fed shape [4, 3], it has shape [?, 2]";
    QTest::newRow("rank") << "rank"
                          << "x:0 is fed shape [4], it has shape [?, 2]";
    QTest::newRow("twice") << "twice"
                           << "x:0 is fed twice";
    QTest::newRow("nothing") << "nothing"
                             << "x:0 is fed a";
}

void TestSessionFeeds::feedsThatDoNotFit()
{
    QFETCH(const QString, kind);
    QFETCH(const QString, message);
    DoublingGraph g;
    std::vector<Feed> feeds{{g.x, g.feed(4)}};
    if (kind == "type") {
        feeds[0].value = Tensor(DataType::Float, Shape{4, 2});
    } else if (kind == "axis") {
        feeds[0].value = Tensor(DataType::Double, Shape{4, 3});
    } else if (kind == "rank") {
        feeds[0].value = Tensor(DataType::Double, Shape{4});
    } else if (kind == "nothing") {
        feeds[0].value = Tensor();
    } else {
        feeds.push_back(feeds[0]);
    }
    DirectSession session(g.graph, {1});
    const std::vector<Fetch> fetches{g.y};
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message), session.run(fetches, feeds));
    VERIFY_TENSOR(session.run(g.y, {{g.x, g.feed(1)}}), Shape{1, 2}, {2, 2});
}

void TestSessionFeeds::feedsThatDoNotFitAWarmPlan()
{
    DoublingGraph g;
    DirectSession session(g.graph, {1});
    session.run(g.y, {{g.x, g.feed(4)}});
    VERIFY_THROWS(InvalidArgumentError, "is fed a float32 tensor",
                  session.run(g.y, {{g.x, Tensor(DataType::Float, Shape{4, 2})}}));
    VERIFY_THROWS(InvalidArgumentError, "placeholder x", session.run(g.y));
}

void TestSessionFeeds::placeholdersMustBeFed()
{
    DoublingGraph g;
    DirectSession session(g.graph, {1});
    VERIFY_THROWS(InvalidArgumentError, "placeholder x (float64 [?, 2]) must be fed",
                  session.run(g.y));
    VERIFY_THROWS(InvalidArgumentError, "placeholder x (float64 [?, 2]) must be fed",
                  session.run(g.x));
}

void TestSessionFeeds::feedsAndFetchesAreOfThisGraph()
{
    DoublingGraph g;
    DoublingGraph other;
    DirectSession session(g.graph, {1});
    VERIFY_THROWS(InvalidArgumentError, "fetch y is not of this graph",
                  session.run(other.y, {{other.x, g.feed(1)}}));
    VERIFY_THROWS(InvalidArgumentError, "feed x:0 is not of this graph",
                  session.run({g.y}, {{g.x, g.feed(1)}, {other.x, g.feed(1)}}));
    VERIFY_THROWS(InvalidArgumentError, "a feed names no output",
                  session.run({g.y}, {{g.x, g.feed(1)}, {Output(), g.feed(1)}}));
}

void TestSessionFeeds::innerOutputsCanBeFed()
{
    DoublingGraph g;
    const Output z = add(g.y, g.y);
    DirectSession session(g.graph, {1});
    // x, behind the fed y, is not needed.
    VERIFY_TENSOR(session.run(z, {{g.y, g.feed(3, 5)}}), Shape{3, 2}, std::vector<double>(6, 10.0));
    VERIFY_TENSOR(session.run(z, {{g.x, g.feed(3, 5)}}), Shape{3, 2}, std::vector<double>(6, 20.0));
}

void TestSessionFeeds::fedResultsOfRunOperationsStayTheCallers()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output raised = assignAdd(v, g.number(1));
    const Output alias = identity(raised);
    const Output doubled = add(alias, raised);
    const auto session = g.open();
    const Tensor fed = Tensor::scalar(40.0);
    // The operations run for their effect, but nobody sees their results, nor does the feed change.
    const std::vector<Tensor> results = session->run(
        {doubled, &raised.operation(), &alias.operation()}, {{raised, fed}, {alias, fed}});
    QCOMPARE(results[0].scalarValue<double>(), 80.0);
    QCOMPARE(fed.scalarValue<double>(), 40.0);
    QCOMPARE(valuesOf(session->run({v})), std::vector<double>{2});
}

void TestSessionFeeds::unusedFeedsChangeNothing()
{
    DoublingGraph g;
    const Output other = placeholder(g.graph, DataType::Float, Shape{});
    DirectSession session(g.graph, {1});
    VERIFY_TENSOR(session.run(g.y, {{g.x, g.feed(1)}, {other, Tensor::scalar(1.0F)}}),
                  (Shape{1, 2}), {2, 2});
}

void TestSessionFeeds::fedTensorsMayBeFetchedAndAliased()
{
    DoublingGraph g;
    const Output flat = reshape(g.x, Shape{-1}, "flat");
    const Output same = identity(flat);
    const Output sum = add(same, flat);
    DirectSession session(g.graph, {1});
    const Tensor fed = doubles(Shape{2, 2}, {1, 2, 3, 4});
    for (int run = 0; run < 2; ++run) {
        const std::vector<Tensor> results = session.run({g.x, flat, same, sum}, {{g.x, fed}});
        VERIFY_TENSOR(results[0], (Shape{2, 2}), {1, 2, 3, 4});
        VERIFY_TENSOR(results[1], Shape{4}, {1, 2, 3, 4});
        VERIFY_TENSOR(results[2], Shape{4}, {1, 2, 3, 4});
        VERIFY_TENSOR(results[3], Shape{4}, {2, 4, 6, 8});
        QVERIFY(results[0].data() != fed.data()); // a copy
        QVERIFY(results[1].data() != fed.data());
    }
    // Other memory of the same shape on the warm plan.
    VERIFY_TENSOR(session.run(sum, {{g.x, doubles(Shape{2, 2}, {5, 6, 7, 8})}}), Shape{4},
                  {10, 12, 14, 16});
    VERIFY_THROWS(InvalidArgumentError, "cannot reshape [1, 2] to [3]",
                  session.run(reshape(g.x, Shape{3}), {{g.x, g.feed(1)}}));
}

void TestSessionFeeds::fedMemoryIsNotKept()
{
    VariableGraph g;
    const Output x = placeholder(g.graph, DataType::Double, Shape{1});
    const Output alias = identity(reshape(x, Shape{}));
    const Output w = makeVariable("w", g.number(0))->value();
    const Output fails = assignAdd(w, alias);
    DirectSession session(g.graph, {1});
    const Tensor fed = doubles(Shape{1}, {1});
    session.run({x, alias, add(alias, alias)}, {{x, fed}});
    QVERIFY(fed.isUniquelyOwned());
    VERIFY_THROWS(FailedPreconditionError, "uninitialized", session.run(fails, {{x, fed}}));
    QVERIFY(fed.isUniquelyOwned());
}

QTEST_APPLESS_MAIN(TestSessionFeeds)
#include "tst_session_feeds.moc"
