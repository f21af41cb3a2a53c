// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// What a run sees of the variables that it changes (decision D23: the values from its start).
#include "tests/engine/runtime/variable_graph.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Values = std::vector<double>;

class TestVariablesInRuns : public QObject
{
    Q_OBJECT

private slots:
    void fetchedVariablesAreOfTheStart();
    void readVariablesAreOfTheStart();
    void readVariableSeesWhatItDependsOn();
    void readersThatDependOnTheUpdaterSeeTheStart();
    void swapWithoutATemporary();
    void threeVariablesInACircle();
    void aVariableFromItself();
    void severalUpdatesOfOneVariable();
    void aliasesOfAVariableAreOfTheStart();
    void uninitializedVariablesAreNamed();
    void initializersNeedNoValue();
    void aStartWithoutAValueIsNotRead();
    void fedVariablesKeepTheirs();
    void everySessionHasItsOwn();
    void valuesOutliveFailedRuns();
};

void TestVariablesInRuns::fetchedVariablesAreOfTheStart()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output updated = assignAdd(v, g.number(10));
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({v, updated, v})), (Values{1, 11, 1}));
    QCOMPARE(valuesOf(session->run({updated, v})), (Values{21, 11}));
    QCOMPARE(valuesOf(session->run({v})), Values{21});
}

void TestVariablesInRuns::readVariablesAreOfTheStart()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output updated = assign(v, g.number(5));
    const Output doubled = add(v, v);
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({updated, doubled})), (Values{5, 2}));
    QCOMPARE(valuesOf(session->run({updated, doubled})), (Values{5, 10}));
}

void TestVariablesInRuns::readVariableSeesWhatItDependsOn()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output before = readVariable(v);
    Output updated;
    {
        const ControlDependencies after(g.graph, {&before.operation()});
        updated = assign(v, g.number(5));
    }
    const ControlDependencies after(g.graph, {&updated.operation()});
    const Output now = readVariable(v);
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({before, now, v})), (Values{1, 5, 1}));
    QCOMPARE(valuesOf(session->run({multiply(now, now)})), Values{25});
}

void TestVariablesInRuns::readersThatDependOnTheUpdaterSeeTheStart()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output updated = assignAdd(v, g.number(1));
    const Output change = subtract(updated, v);
    const auto session = g.open();
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(valuesOf(session->run({change})), Values{1});
    }
    QCOMPARE(valuesOf(session->run({v})), Values{4});
}

void TestVariablesInRuns::swapWithoutATemporary()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 2);
    Operation& swap =
        group(g.graph, {&assign(v, w).operation(), &assign(w, v).operation()}, "swap");
    const auto session = g.open();
    session->run(swap);
    QCOMPARE(valuesOf(session->run({v, w})), (Values{2, 1}));
    session->run(swap);
    QCOMPARE(valuesOf(session->run({v, w})), (Values{1, 2}));
}

void TestVariablesInRuns::threeVariablesInACircle()
{
    VariableGraph g;
    const Output u = g.variable("u", 1);
    const Output v = g.variable("v", 2);
    const Output w = g.variable("w", 3);
    const Output newU = assign(u, add(v, w));
    const Output newV = assign(v, add(w, u));
    const Output newW = assign(w, add(u, v));
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({newU, newV, newW, u, v, w})), (Values{5, 4, 3, 1, 2, 3}));
    QCOMPARE(valuesOf(session->run({newU, newV, newW})), (Values{7, 8, 9}));
}

void TestVariablesInRuns::aVariableFromItself()
{
    VariableGraph g;
    const Output v = g.variable("v", 3);
    const Output added = assignAdd(v, v);
    const Output kept = assign(v, identity(v));
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({added})), Values{6});
    QCOMPARE(valuesOf(session->run({kept})), Values{6});
}

void TestVariablesInRuns::severalUpdatesOfOneVariable()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output first = assign(v, multiply(v, g.number(10)));
    const Output second = assignAdd(v, g.number(1));
    const Output third = assign(v, multiply(second, second));
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({third, second, first, v})), (Values{121, 11, 10, 1}));
    QCOMPARE(valuesOf(session->run({v})), Values{121});
}

void TestVariablesInRuns::aliasesOfAVariableAreOfTheStart()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output alias = identity(v);
    const Output updated = assign(v, g.number(5));
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({updated, alias})), (Values{5, 1}));
}

void TestVariablesInRuns::uninitializedVariablesAreNamed()
{
    VariableGraph g;
    const Output v = g.variable("layer/v", 1);
    const Output doubled = add(v, v);
    const Output raised = assignAdd(v, g.number(1));
    const Output read = readVariable(v);
    DirectSession session(g.graph, {1});
    const char* const message = "Attempting to use uninitialized value layer/v";
    for (const Output& output : {v, identity(v), doubled, raised, read}) {
        VERIFY_THROWS(FailedPreconditionError, message, session.run(output));
    }
    session.run(g.variables[0]->initializer());
    for (const Output& output : {v, doubled, read}) {
        session.run(output);
    }
    QCOMPARE(valuesOf(session.run({raised})), Values{2}); // the failed one changed nothing
}

void TestVariablesInRuns::initializersNeedNoValue()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const auto w = makeVariable("w", multiply(readVariable(v), g.number(2)));
    DirectSession session(g.graph, {1});
    VERIFY_THROWS(FailedPreconditionError, "uninitialized value v", session.run(w->initializer()));
    session.run(g.variables[0]->initializer());
    session.run(w->initializer());
    QCOMPARE(valuesOf(session.run({w->value()})), Values{2});
    session.run({assign(v, g.number(7))});
    session.run(w->initializer());
    QCOMPARE(valuesOf(session.run({w->value()})), Values{14});
}

void TestVariablesInRuns::aStartWithoutAValueIsNotRead()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    // Runs behind the initializer, yet asks for the value before it, which is none.
    const ControlDependencies after(g.graph, {&g.variables[0]->initializer()});
    const Output reader = add(v, v);
    DirectSession session(g.graph, {1});
    VERIFY_THROWS(FailedPreconditionError, "uninitialized value v", session.run(reader));
    session.run(g.variables[0]->initializer());
    QCOMPARE(valuesOf(session.run({reader})), Values{2});
}

void TestVariablesInRuns::fedVariablesKeepTheirs()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output doubled = add(v, v);
    const auto session = g.open();
    QCOMPARE(valuesOf(session->run({doubled, v}, {{v, Tensor::scalar(4.0)}})), (Values{8, 4}));
    QCOMPARE(valuesOf(session->run({doubled, v})), (Values{2, 1}));
}

void TestVariablesInRuns::everySessionHasItsOwn()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output raised = assignAdd(v, g.number(1));
    const auto first = g.open();
    const auto second = g.open();
    first->run({raised});
    QCOMPARE(valuesOf(first->run({v})), Values{2});
    QCOMPARE(valuesOf(second->run({v})), Values{1});
}

void TestVariablesInRuns::valuesOutliveFailedRuns()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = makeVariable("w", g.number(0))->value(); // never initialized
    const Output raised = assignAdd(v, g.number(1));
    const ControlDependencies after(g.graph, {&raised.operation()});
    const Output fails = assignAdd(w, g.number(1));
    const auto session = g.open();
    VERIFY_THROWS(FailedPreconditionError, "uninitialized value w", session->run(fails));
    QCOMPARE(valuesOf(session->run({v})), Values{2}); // as in TensorFlow, nothing is rolled back
    QCOMPARE(valuesOf(session->run({raised})), Values{3});
}

QTEST_APPLESS_MAIN(TestVariablesInRuns)
#include "tst_variables_in_runs.moc"
