// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/summary_ops.h"

#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Tags = std::vector<std::string>;

class TestSummaryOps : public QObject
{
    Q_OBJECT

private slots:
    void tagsAreCleaned_data();
    void tagsAreCleaned();
    void numbersOfEveryType_data();
    void numbersOfEveryType();
    void nonFiniteValuesPass();
    void mergingKeepsTheOrder();
    void mergingEverything();
    void v13_refused();
};

void TestSummaryOps::tagsAreCleaned_data()
{
    QTest::addColumn<QString>("tag");
    QTest::addColumn<QString>("clean");
    QTest::newRow("clean") << "train/loss_1-a.B"
                           << "train/loss_1-a.B";
    QTest::newRow("V12 blanks and marks") << "my loss (raw)"
                                          << "my_loss__raw_";
    QTest::newRow("leading slashes") << "//loss"
                                     << "loss";
    QTest::newRow("only slashes") << "//"
                                  << "";
    QTest::newRow("colon") << "loss:0"
                           << "loss_0";
}

void TestSummaryOps::tagsAreCleaned()
{
    QFETCH(const QString, tag);
    QFETCH(const QString, clean);
    Graph graph;
    const Output summary =
        scalarSummary(tag.toStdString(), scalarConstant(graph, DataType::Float, 1));
    QCOMPARE(summaryTags(summary), Tags{clean.toStdString()});
}

void TestSummaryOps::numbersOfEveryType_data()
{
    QTest::addColumn<int>("type");
    for (const DataType type :
         {DataType::Float, DataType::Double, DataType::Int32, DataType::Int64, DataType::UInt8}) {
        QTest::newRow(std::string(dataTypeName(type)).c_str()) << static_cast<int>(type);
    }
}

void TestSummaryOps::numbersOfEveryType()
{
    QFETCH(const int, type);
    Graph graph;
    const Output value = scalarConstant(graph, static_cast<DataType>(type), 7);
    const Output one = scalarSummary("one", reshape(value, Shape{1, 1}));
    DirectSession session(graph, {1});
    VERIFY_TENSOR(session.run(scalarSummary("scalar", value)), Shape{1}, {7});
    VERIFY_TENSOR(session.run(one), Shape{1}, {7}); // a single element is a scalar
}

void TestSummaryOps::nonFiniteValuesPass()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{});
    const Output summary = scalarSummary("x", x);
    DirectSession session(graph, {1});
    for (const double value :
         {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
        VERIFY_TENSOR(session.run(summary, {{x, Tensor::scalar(static_cast<float>(value))}}),
                      Shape{1}, {value});
    }
}

void TestSummaryOps::mergingKeepsTheOrder()
{
    Graph graph;
    const auto summary = [&](const char* tag, double value) {
        return scalarSummary(tag, scalarConstant(graph, DataType::Double, value));
    };
    const std::vector<Output> first{summary("b", 2), summary("a", 1)};
    const std::vector<Output> all{summary("c", 3), mergeSummaries(first)};
    const Output merged = mergeSummaries(all);
    QCOMPARE(summaryTags(merged), (Tags{"c", "b", "a"}));
    VERIFY_TENSOR(DirectSession(graph, {1}).run(merged), Shape{3}, {3, 2, 1});
}

void TestSummaryOps::mergingEverything()
{
    Graph graph;
    QVERIFY(!mergeAllSummaries(graph).isValid());
    scalarSummary("a", scalarConstant(graph, DataType::Float, 1));
    scalarSummary("b", scalarConstant(graph, DataType::Int64, 2));
    const Output all = mergeAllSummaries(graph);
    QCOMPARE(summaryTags(all), (Tags{"a", "b"}));
    QCOMPARE(summaryTags(mergeAllSummaries(graph)), (Tags{"a", "b"})); // merges are not merged
}

void TestSummaryOps::v13_refused()
{
    Graph graph;
    const Output x = scalarConstant(graph, DataType::Float, 1);
    const Output a = scalarSummary("a b", x);
    const std::vector<Output> twice{a, scalarSummary("a_b", x)}; // the same once clean
    VERIFY_THROWS(InvalidArgumentError, "Duplicate tag a_b found in summary inputs",
                  mergeSummaries(twice));
    VERIFY_THROWS(InvalidArgumentError, "no summaries to merge", mergeSummaries({}));
    VERIFY_THROWS(InvalidArgumentError, "not a summary", summaryTags(x));
    VERIFY_THROWS(InvalidArgumentError, "not a summary", summaryTags(Output()));
    const Output two = constant(graph, doubles(Shape{2}, {1, 2}));
    VERIFY_THROWS(InvalidArgumentError, "operation s: a scalar summary of shape [2]",
                  scalarSummary("two", two, "s"));
}

QTEST_APPLESS_MAIN(TestSummaryOps)
#include "tst_summary_ops.moc"
