// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/workspace.h"

#include "engine/ops/reduction_ops.h"
#include "tests/engine/runtime/variable_graph.h"

#include <QTest>

#include <thread>

using namespace engine;

class TestWorkspace : public QObject
{
    Q_OBJECT

private slots:
    void largePlansShareOne();
    void smallOnesHaveTheirOwn();
    void whoMayWaitHasItsOwn();
    void aLargerPlanGetsALargerOne();
    void nobodysIsFreed();
    void plansInOneWorkspaceDoNotDisturbEachOther();
};

namespace {
constexpr std::size_t kMegabyte = std::size_t{1} << 20;
}

void TestWorkspace::largePlansShareOne()
{
    Workspaces workspaces;
    const auto first = workspaces.take(8 * kMegabyte, false);
    QVERIFY(first->bytes >= 8 * kMegabyte);
    QCOMPARE(workspaces.take(8 * kMegabyte, false), first);
    QCOMPARE(workspaces.take(kMegabyte, false), first);
    QCOMPARE(workspaces.take(8 * kMegabyte + 1000, false), first); // a loss more
}

void TestWorkspace::smallOnesHaveTheirOwn()
{
    Workspaces workspaces;
    const auto large = workspaces.take(2 * kMegabyte, false);
    const auto small = workspaces.take(1000, false);
    QVERIFY(small != large);
    QVERIFY(workspaces.take(1000, false) != small);
}

void TestWorkspace::whoMayWaitHasItsOwn()
{
    Workspaces workspaces;
    const auto shared = workspaces.take(2 * kMegabyte, false);
    const auto waiting = workspaces.take(2 * kMegabyte, true);
    QVERIFY(waiting != shared);
    QVERIFY(workspaces.take(2 * kMegabyte, true) != waiting);
}

void TestWorkspace::aLargerPlanGetsALargerOne()
{
    Workspaces workspaces;
    const auto first = workspaces.take(2 * kMegabyte, false);
    const auto second = workspaces.take(20 * kMegabyte, false);
    QVERIFY(second != first);
    QVERIFY(second->bytes >= 20 * kMegabyte);
    QCOMPARE(workspaces.take(2 * kMegabyte, false), second);
}

void TestWorkspace::nobodysIsFreed()
{
    Workspaces workspaces;
    const std::weak_ptr<Workspace> taken = workspaces.take(2 * kMegabyte, false);
    QVERIFY(taken.expired());
    QVERIFY(workspaces.take(2 * kMegabyte, false) != nullptr);
}

// Two plans of a megabyte and more, from two threads.
void TestWorkspace::plansInOneWorkspaceDoNotDisturbEachOther()
{
    VariableGraph g;
    const Output x = fill(g.graph, DataType::Double, Shape{1 << 17}, 3);
    const Output v = g.variable("v", 2);
    const Output twice = reduceSum(multiply(x, v));
    const Output squared = reduceSum(multiply(multiply(x, v), v));
    const auto session = g.open();
    const auto runMany = [&](Output what, double expected, int& wrong) {
        for (int i = 0; i < 50; ++i) {
            wrong += session->run(Fetch(what)).scalarValue<double>() == expected ? 0 : 1;
        }
    };
    session->run(Fetch(squared)); // the one that needs more makes the workspace
    int wrongOfOther = 0;
    int wrong = 0;
    std::thread other(runMany, twice, 6. * (1 << 17), std::ref(wrongOfOther));
    runMany(squared, 12. * (1 << 17), wrong);
    other.join();
    QCOMPARE(wrongOfOther, 0);
    QCOMPARE(wrong, 0);
}

QTEST_APPLESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
