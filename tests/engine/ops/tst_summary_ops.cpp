// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/summary_ops.h"

#include "engine/ops/content_summary_ops.h"

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
    void tensorsAreHandedOnAsTheyAre();
    void mergingKeepsTensorsBesideTheScalars();
    void whatNoTensorSummaryTakes_data();
    void whatNoTensorSummaryTakes();
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

void TestSummaryOps::tensorsAreHandedOnAsTheyAre()
{
    Graph graph;
    const Tensor numbers = Tensor::fromValues<float>({2, 2}, {1, -2, 3, 4});
    const Output histogram = histogramSummary("dense kernel", constant(graph, numbers));
    const Tensor pixels = Tensor::fromValues<std::uint8_t>({1, 1, 2, 1}, {7, 9});
    const Output images = imageSummary("x", constant(graph, pixels), 2);
    QCOMPARE(summaryTags(histogram), Tags{"dense_kernel"});
    QVERIFY(summaryKind(histogram) == SummaryKind::Histogram);
    QVERIFY(summaryKind(images) == SummaryKind::Images);
    QCOMPARE(maxSummaryImages(images), std::int64_t{2});
    DirectSession session(graph);
    QVERIFY(std::ranges::equal(session.run(histogram).values<float>(), numbers.values<float>()));
    QCOMPARE(int(session.run(images).values<std::uint8_t>()[1]), 9);
}

void TestSummaryOps::mergingKeepsTensorsBesideTheScalars()
{
    Graph graph;
    const Output number = scalarConstant(graph, DataType::Float, 5);
    const Output a = scalarSummary("a", number);
    const Output weights =
        histogramSummary("w", constant(graph, Tensor::fromValues<float>({2}, {1, 2})));
    const Output b = scalarSummary("b", number);
    const Output merged = mergeAllSummaries(graph);
    QCOMPARE(summaryTags(merged), (Tags{"a", "b"}));
    QVERIFY(summaryKind(merged) == SummaryKind::Scalars);
    QVERIFY(contentSummaries(merged) == std::vector<Output>{weights});
    QVERIFY(contentSummaries(a).empty());
    QVERIFY(contentSummaries(weights) == std::vector<Output>{weights});
    DirectSession session(graph);
    const Tensor values = session.run(merged);
    QCOMPARE(values.shape(), (Shape{2}));
    QCOMPARE(values.values<double>()[1], 5.0);
    // Merged again, and alone.
    const Output again = mergeSummaries(std::vector<Output>{merged});
    QVERIFY(contentSummaries(again) == std::vector<Output>{weights});
    const Output alone = mergeSummaries(std::vector<Output>{weights});
    QVERIFY(summaryTags(alone).empty());
    VERIFY_THROWS(InvalidArgumentError, "Duplicate tag w",
                  mergeSummaries(std::vector<Output>{merged, weights}));
    QVERIFY(b.isValid());
}

void TestSummaryOps::whatNoTensorSummaryTakes_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<qint64>("maxOutputs");
    QTest::newRow("two channels") << int(DataType::Float) << QList<qint64>{1, 2, 2, 2} << qint64{3};
    QTest::newRow("no batch") << int(DataType::Float) << QList<qint64>{2, 2, 3} << qint64{3};
    QTest::newRow("float64") << int(DataType::Double) << QList<qint64>{1, 2, 2, 3} << qint64{3};
    QTest::newRow("no output") << int(DataType::Float) << QList<qint64>{1, 2, 2, 3} << qint64{0};
}

void TestSummaryOps::whatNoTensorSummaryTakes()
{
    QFETCH(const int, type);
    QFETCH(const QList<qint64>, shape);
    QFETCH(const qint64, maxOutputs);
    Graph graph;
    const Output pictures =
        placeholder(graph, static_cast<DataType>(type),
                    Shape(std::vector<std::int64_t>(shape.begin(), shape.end())), "pictures");
    VERIFY_THROWS(InvalidArgumentError,
                  "operation ImageSummary: ", imageSummary("x", pictures, maxOutputs));
    VERIFY_THROWS(InvalidArgumentError, "a histogram of string values",
                  histogramSummary("x", placeholder(graph, DataType::String, {2}, "text")));
}

QTEST_APPLESS_MAIN(TestSummaryOps)
#include "tst_summary_ops.moc"
