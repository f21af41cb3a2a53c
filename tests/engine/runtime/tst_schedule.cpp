// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/schedule.h"

#include "engine/ops/rounding_ops.h"
#include "engine/ops/training_ops.h"
#include "tests/engine/runtime/variable_graph.h"

#include <QTest>

using namespace engine;

// Names in the order in which they run.
static QStringList orderOf(std::vector<Fetch> fetches, const std::set<Output>& fed = {})
{
    QStringList names;
    for (const Operation* operation : makeSchedule(fetches, fed).order) {
        names += QString::fromStdString(operation->name());
    }
    return names;
}

// Only these of the names.
static QStringList orderAmong(const QStringList& wanted, std::vector<Fetch> fetches,
                              const std::set<Output>& fed = {})
{
    QStringList names = orderOf(std::move(fetches), fed);
    erase_if(names, [&](const QString& name) { return !wanted.contains(name); });
    return names;
}

class TestSchedule : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatIsNeeded();
    void feedsCutOff();
    void controlInputsComeFirst();
    void readersRunBeforeUpdaters();
    void readersBehindUpdatersNeedASnapshot();
    void circlesOverTwoVariables();
    void aliasesAreSeenThrough();
    void updatersRunOneAfterTheOther();
    void updatesRunAsSoonAsTheyCan();
    void whatUpdatesWaitForComesFirst();
    void whatOnlyCountsKeepsItsPlace();
    void olderReadsInOrderComeFirst();
    void readsInOrderComeBetweenUpdates();
    void readsInOrderComeBehindOlderUpdates();
    void updatersKeepTheOrderOfTheirCreation();
    void checksComeBeforeYoungerUpdates();
};

void TestSchedule::onlyWhatIsNeeded()
{
    VariableGraph g;
    const Output x = scalarConstant(g.graph, DataType::Double, 1, "x");
    const Output y = scalarConstant(g.graph, DataType::Double, 2, "y");
    const Output z = add(x, x, "z");
    add(y, z, "unused");
    QCOMPARE(orderOf({z}), (QStringList{"x", "z"}));
    QCOMPARE(orderOf({z, z, x}), (QStringList{"x", "z"}));
    QCOMPARE(orderOf({}), QStringList());
}

void TestSchedule::feedsCutOff()
{
    VariableGraph g;
    const Output x = scalarConstant(g.graph, DataType::Double, 1, "x");
    const Output y = add(x, x, "y");
    const Output z = add(y, y, "z");
    QCOMPARE(orderOf({z}, {y}), QStringList("z"));
    QCOMPARE(orderOf({z}, {z}), QStringList());
    QCOMPARE(orderOf({&z.operation()}, {z}), (QStringList{"x", "y", "z"})); // for its effect
}

void TestSchedule::controlInputsComeFirst()
{
    VariableGraph g;
    Operation& first = noOp(g.graph, "first");
    Operation& second = noOp(g.graph, "second");
    const ControlDependencies after(g.graph, {&second, &first});
    QCOMPARE(orderOf({&noOp(g.graph, "last")}), (QStringList{"first", "second", "last"}));
}

void TestSchedule::readersRunBeforeUpdaters()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output update = assign(v, g.number(2), "update");
    const Output reader = add(v, v, "reader"); // made later, still first
    const std::vector<Fetch> fetches{update, reader};
    QCOMPARE(orderAmong({"update", "reader"}, fetches), (QStringList{"reader", "update"}));
    QVERIFY(makeSchedule(fetches, {}).snapshots.empty());
}

void TestSchedule::readersBehindUpdatersNeedASnapshot()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output update = assign(v, g.number(2), "update");
    const Output reader = add(v, update, "reader");
    const std::vector<Fetch> fetches{reader};
    QCOMPARE(orderAmong({"update", "reader"}, fetches), (QStringList{"update", "reader"}));
    QCOMPARE(makeSchedule(fetches, {}).snapshots, (std::set<const Operation*>{&v.operation()}));
}

void TestSchedule::circlesOverTwoVariables()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 2);
    const Output setV = assign(v, w, "set_v");
    const Output setW = assign(w, v, "set_w");
    const std::vector<Fetch> fetches{setV, setW};
    QCOMPARE(orderAmong({"set_v", "set_w"}, fetches).size(), 2);
    QCOMPARE(makeSchedule(fetches, {}).snapshots.size(), std::size_t{1});
}

void TestSchedule::aliasesAreSeenThrough()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output update = assign(v, g.number(2), "update");
    const Output alias = identity(reshape(v, Shape{1}), "alias");
    const Output reader = add(alias, alias, "reader");
    QCOMPARE(aliasRoot(alias, {}), v);
    QCOMPARE(aliasRoot(alias, {alias}), alias);
    QCOMPARE(orderAmong({"update", "reader"}, {update, reader}), (QStringList{"reader", "update"}));
}

void TestSchedule::updatersRunOneAfterTheOther()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    Operation& late = noOp(g.graph, "late");
    Output first;
    const Output second = assignAdd(v, g.number(1), "second");
    {
        const ControlDependencies after(g.graph, {&second.operation(), &late});
        first = assignAdd(v, g.number(1), "third");
    }
    const Output fourth = assignAdd(v, g.number(1), "fourth");
    QCOMPARE(orderAmong({"second", "third", "fourth"}, {fourth, first, second}),
             (QStringList{"second", "third", "fourth"}));
}

void TestSchedule::updatesRunAsSoonAsTheyCan()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 1);
    const Output readsV = add(v, v, "reads_v");
    const Output slopeV = add(w, w, "slope_v");
    const Output slopeW = add(readsV, readsV, "slope_w");
    const Output setV = assignAdd(v, slopeV, "set_v"); // needs no slope_w
    const Output setW = assignAdd(w, slopeW, "set_w");
    QCOMPARE(orderAmong({"reads_v", "slope_v", "slope_w", "set_v", "set_w"}, {setV, setW}),
             (QStringList{"reads_v", "slope_v", "set_v", "slope_w", "set_w"}));
}

// Rates and averages are often made behind all gradients.
void TestSchedule::whatUpdatesWaitForComesFirst()
{
    VariableGraph g;
    const Output x = placeholder(g.graph, DataType::Double, Shape{3}, "x");
    const Output first = add(x, x, "first");
    const Output second = add(first, first, "second");
    const Output zeros = constant(g.graph, Tensor(DataType::Double, Shape{3}));
    const Output v = makeVariable("v", zeros)->value();
    const Output w = makeVariable("w", zeros)->value();
    const Output rate = identity(multiply(g.number(0.1), g.number(2), "rate"), "same");
    Operation& setV = applyGradientDescent(v, rate, first, "set_v");
    Operation& setW = applyGradientDescent(w, rate, second, "set_w");
    QCOMPARE(orderAmong({"first", "second", "rate", "same", "set_v", "set_w"}, {&setV, &setW}, {x}),
             (QStringList{"rate", "same", "first", "set_v", "second", "set_w"}));
}

void TestSchedule::olderReadsInOrderComeFirst()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output before = readVariable(v, "before");
    const Output update = assign(v, g.number(2), "update");
    const Output behind = readVariable(v, "behind");
    QCOMPARE(orderAmong({"before", "update", "behind"}, {behind, update, before}),
             (QStringList{"before", "update", "behind"}));
}

// It uses up nothing that was computed.
void TestSchedule::whatOnlyCountsKeepsItsPlace()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 1);
    const Output slope = add(w, w, "slope");
    const Output count = assignAdd(v, g.number(1), "count");
    QCOMPARE(orderAmong({"slope", "count"}, {count, slope}), (QStringList{"slope", "count"}));
}

void TestSchedule::readsInOrderComeBetweenUpdates()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 1);
    const Output train = assignAdd(v, add(w, w), "train");
    Output read;
    Output clip;
    {
        const ControlDependencies after(g.graph, {&train.operation()});
        read = readVariable(v, "read");
        clip = assign(v, add(w, w), "clip");
    }
    QCOMPARE(orderAmong({"train", "read", "clip"}, {clip, read}),
             (QStringList{"train", "read", "clip"}));
}

// Whatever else reads the variable, and is made later still.
void TestSchedule::readsInOrderComeBehindOlderUpdates()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output update = assignAdd(v, g.number(1), "update");
    const Output read = readVariable(v, "read");
    const Output twice = multiply(v, g.number(2), "twice");
    QCOMPARE(orderAmong({"update", "read"}, {read, update}), (QStringList{"update", "read"}));
    QCOMPARE(orderAmong({"update", "read", "twice"}, {read, update, twice}),
             (QStringList{"twice", "update", "read"}));
}

// Though the second could run long before.
void TestSchedule::updatersKeepTheOrderOfTheirCreation()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 1);
    const Output late = add(add(w, w), add(w, w));
    const Output early = add(w, w, "early");
    const Output first = assignAdd(v, late, "first");
    const Output second = assign(v, early, "second");
    QCOMPARE(orderAmong({"first", "second"}, {second, first}), (QStringList{"first", "second"}));
}

void TestSchedule::checksComeBeforeYoungerUpdates()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("w", 1);
    const Output before = assignAdd(w, add(v, v), "before");
    const Output slope = add(v, v);
    const Output check = checkNumerics(add(slope, slope), "slopes", "check");
    const Output update = assignAdd(v, slope, "update");
    QCOMPARE(orderAmong({"before", "check", "update"}, {update, check, before}),
             (QStringList{"before", "check", "update"}));
}

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
