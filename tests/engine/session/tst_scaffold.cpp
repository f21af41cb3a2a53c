// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/summary_ops.h"
#include "engine/session/scaffold.h"
#include "tests/support/errors.h"
#include "tests/support/training_graph.h"

#include <QTest>

using namespace engine;

class TestScaffold : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_model = std::make_unique<TrainingGraph>(); }
    void b1_nothingBeforeFinalize();
    void b4_sharedThroughCollections();
    void b5_twoSavers();
    void b6_givenPieces();
    void b7_graphIsFinal();
    void b8_b9_copyFromScaffold();
    void b10_finalizeTwice();
    void noVariables();
    void summaryOp();

private:
    std::unique_ptr<TrainingGraph> m_model;
};

void TestScaffold::b1_nothingBeforeFinalize()
{
    Scaffold scaffold;
    QVERIFY(scaffold.initOp() == nullptr);
    QVERIFY(scaffold.initFeeds().empty());
    QVERIFY(!scaffold.initFn());
    QVERIFY(!scaffold.readyOp().isValid());
    QVERIFY(!scaffold.readyForLocalInitOp().isValid());
    QVERIFY(scaffold.localInitOp() == nullptr);
    QVERIFY(!scaffold.summaryOp().isValid());
    QVERIFY(scaffold.saver() == nullptr);
}

void TestScaffold::b4_sharedThroughCollections()
{
    Scaffold first;
    Scaffold second;
    first.finalize(m_model->graph);
    m_model->graph.unfinalize();
    second.finalize(m_model->graph);
    QVERIFY(first.initOp() != nullptr);
    QCOMPARE(second.initOp(), first.initOp());
    QVERIFY(second.readyOp() == first.readyOp());
    QCOMPARE(second.localInitOp(), first.localInitOp());
    QCOMPARE(second.saver(), first.saver());
}

void TestScaffold::b5_twoSavers()
{
    m_model->graph.addToCollection(keys::kSavers, std::make_shared<Saver>());
    m_model->graph.addToCollection(keys::kSavers, std::make_shared<Saver>());
    Scaffold scaffold;
    VERIFY_THROWS(FailedPreconditionError, "More than one item in the collection savers",
                  scaffold.finalize(m_model->graph));
}

void TestScaffold::b6_givenPieces()
{
    Scaffold::Options pieces;
    pieces.initOp = &noOp(m_model->graph, "my_init");
    pieces.readyOp = m_model->w->value();
    pieces.localInitOp = &noOp(m_model->graph, "my_local_init");
    pieces.saver = std::make_shared<Saver>();
    int calls = 0;
    pieces.initFn = [&](Scaffold&, Session&) { ++calls; };
    Scaffold scaffold(pieces);
    scaffold.finalize(m_model->graph);
    QCOMPARE(scaffold.initOp(), pieces.initOp);
    QVERIFY(scaffold.readyOp() == pieces.readyOp);
    QCOMPARE(scaffold.localInitOp(), pieces.localInitOp);
    QCOMPARE(scaffold.saver(), pieces.saver);
    QVERIFY(m_model->graph.collection(keys::kInitOp).empty());
    QVERIFY(m_model->graph.collection(keys::kSavers).empty());
    DirectSession session(m_model->graph);
    scaffold.initFn()(session);
    QCOMPARE(calls, 1);
}

void TestScaffold::b7_graphIsFinal()
{
    MemoryLogger logger;
    Scaffold().finalize(m_model->graph, &logger);
    VERIFY_THROWS(FailedPreconditionError, "Graph is finalized and cannot be modified",
                  noOp(m_model->graph));
    QCOMPARE(logger.entries().back().message, std::string("Graph was finalized."));
}

void TestScaffold::b8_b9_copyFromScaffold()
{
    // B8: only a Scaffold can be given.
    static_assert(std::is_same_v<decltype(Scaffold::Options::copyFrom), const Scaffold*>);
    Scaffold* calledWith = nullptr;
    Scaffold::Options first;
    first.initOp = &noOp(m_model->graph, "my_init");
    first.saver = std::make_shared<Saver>();
    first.initFn = [&](Scaffold& scaffold, Session&) { calledWith = &scaffold; };
    const Scaffold original(first);
    Scaffold::Options second;
    second.copyFrom = &original;
    second.saver = std::make_shared<Saver>();
    Scaffold copy(second);
    QCOMPARE(copy.saver(), second.saver);
    QCOMPARE(copy.initOp(), first.initOp);
    DirectSession session(m_model->graph);
    copy.initFn()(session);
    QCOMPARE(calledWith, &copy);
}

void TestScaffold::b10_finalizeTwice()
{
    Scaffold scaffold;
    scaffold.finalize(m_model->graph);
    const std::size_t operations = m_model->graph.operationCount();
    scaffold.finalize(m_model->graph);
    QCOMPARE(m_model->graph.operationCount(), operations);
}

void TestScaffold::noVariables()
{
    Graph graph;
    Scaffold scaffold;
    scaffold.finalize(graph);
    DirectSession session(graph);
    QCOMPARE(session.run(scaffold.readyOp()).elementCount(), 0);
    QCOMPARE(scaffold.saver()->save(session, "/nowhere/model.ckpt", 1), std::string());
}

void TestScaffold::summaryOp()
{
    scalarSummary("a", m_model->w->value());
    scalarSummary("b", m_model->w->value());
    Scaffold scaffold;
    scaffold.finalize(m_model->graph);
    QCOMPARE(summaryTags(scaffold.summaryOp()), (std::vector<std::string>{"a", "b"}));
}

QTEST_GUILESS_MAIN(TestScaffold)
#include "tst_scaffold.moc"
