// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/count_up_to_op.h"
#include "engine/ops/variable_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestCountUpToOp : public QObject
{
    Q_OBJECT

private slots:
    void countsAndStops();
    void refused();
};

void TestCountUpToOp::countsAndStops()
{
    Graph graph;
    const auto variable = makeVariable("v", scalarConstant(graph, DataType::Int64, 0));
    const Output counted = countUpTo(variable->value(), 2);
    DirectSession session(graph, {1});
    VERIFY_THROWS(FailedPreconditionError, "uninitialized value v", session.run(counted));
    session.run(&variable->initializer());
    QCOMPARE(session.run(counted).scalarValue<std::int64_t>(), 0);
    QCOMPARE(session.run(counted).scalarValue<std::int64_t>(), 1);
    VERIFY_THROWS(OutOfRangeError, "Reached limit of 2", session.run(counted));
    QCOMPARE(session.run(variable->value()).scalarValue<std::int64_t>(), 2);
}

void TestCountUpToOp::refused()
{
    Graph graph;
    const auto floating = makeVariable("f", scalarConstant(graph, DataType::Float, 0));
    VERIFY_THROWS(InvalidArgumentError, "int64", countUpTo(floating->value(), 2));
    VERIFY_THROWS(InvalidArgumentError, "not a variable",
                  countUpTo(scalarConstant(graph, DataType::Int64, 0), 2));
}

QTEST_APPLESS_MAIN(TestCountUpToOp)
#include "tst_count_up_to_op.moc"
