// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/ranking_metrics.h"
#include "engine/nn/regression_metrics.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

#include <functional>

using namespace engine;

// Plays the cases of the golden folder train/metrics.
class TestGoldenMetrics : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyCaseIsPlayed() { VERIFY_GOLDEN_COUNT(m_cases.size(), 65); }
    void valuesAreRight_data();
    void valuesAreRight();

private:
    std::vector<QJsonObject> m_cases;
};

namespace {

using Results = std::map<QString, std::vector<double>>;

// The inputs of a case, by name; empty where there is none.
struct Inputs
{
    explicit Inputs(const QJsonObject& description)
        : attributes(description["attributes"].toObject())
    {
        for (const QJsonValue& value : description["inputs"].toArray()) {
            const QJsonObject input = value.toObject();
            numbers[input["name"].toString()] = goldenData(input);
            shapes[input["name"].toString()] = goldenShape(input["shape"]);
        }
    }

    std::vector<std::int64_t> whole(const QString& name) const
    {
        const std::vector<double>& values = numbers.at(name);
        return {values.begin(), values.end()};
    }
    std::vector<double> weights() const
    {
        return numbers.contains("weights") ? numbers.at("weights") : std::vector<double>();
    }

    QJsonObject attributes;
    std::map<QString, std::vector<double>> numbers;
    std::map<QString, Shape> shapes;
};

void addRatios(Results& results, const QString& suffix, const PrecisionRecallF1& ratios)
{
    results["precision" + suffix] = {ratios.precision};
    results["recall" + suffix] = {ratios.recall};
    results["f1" + suffix] = {ratios.f1};
}

Results reportOf(const Inputs& in)
{
    const ClassReport report = classReport(in.whole("labels"), in.whole("predictions"),
                                           in.attributes["classes"].toInteger(), in.weights());
    Results results;
    results["support"] = report.support;
    for (const PrecisionRecallF1& ratios : report.perClass) {
        results["precision"].push_back(ratios.precision);
        results["recall"].push_back(ratios.recall);
        results["f1"].push_back(ratios.f1);
    }
    addRatios(results, "_macro", report.macro);
    addRatios(results, "_micro", report.micro);
    addRatios(results, "_weighted", report.weighted);
    return results;
}

Results binaryOf(const Inputs& in)
{
    const BinaryReport report = binaryReport(in.whole("labels"), in.numbers.at("scores"),
                                             in.attributes["threshold"].toDouble(), in.weights());
    Results results{{"specificity", {report.specificity}}, {"accuracy", {report.accuracy}}};
    addRatios(results, {}, report);
    return results;
}

using Ranking = double (*)(ClassNumbers, std::span<const double>, Weights);

std::function<Results(const Inputs&)> ranking(Ranking function)
{
    return [=](const Inputs& in) {
        return Results{
            {"value", {function(in.whole("labels"), in.numbers.at("scores"), in.weights())}}};
    };
}

std::function<Results(const Inputs&)> regression(double (*function)(const RegressionInputs&))
{
    return [=](const Inputs& in) {
        const Shape& shape = in.shapes.at("labels");
        const std::vector<double> weights = in.weights();
        const RegressionInputs inputs{in.numbers.at("labels"), in.numbers.at("predictions"),
                                      weights, shape.rank() > 1 ? shape.dim(1) : 1};
        return Results{{"value", {function(inputs)}}, {"per_output", r2PerOutput(inputs)}};
    };
}

std::int64_t classesOf(const Inputs& in)
{
    return in.shapes.at("scores").dim(1);
}

const std::map<QString, std::function<Results(const Inputs&)>>& metrics()
{
    static const std::map<QString, std::function<Results(const Inputs&)>> kMetrics{
        {"accuracy",
         [](const Inputs& in) {
             return Results{
                 {"value", {accuracy(in.whole("labels"), in.whole("predictions"), in.weights())}}};
         }},
        {"top_k_accuracy",
         [](const Inputs& in) {
             return Results{
                 {"value",
                  {topKAccuracy(in.whole("labels"), in.numbers.at("scores"), classesOf(in),
                                in.attributes["k"].toInteger(), in.weights())}}};
         }},
        {"confusion_matrix",
         [](const Inputs& in) {
             return Results{{"matrix",
                             confusionMatrix(in.whole("labels"), in.whole("predictions"),
                                             in.attributes["classes"].toInteger(), in.weights())}};
         }},
        {"log_loss",
         [](const Inputs& in) {
             return Results{{"value",
                             {logLoss(in.whole("labels"), in.numbers.at("scores"), classesOf(in),
                                      in.weights())}}};
         }},
        {"precision_recall_f1", reportOf},
        {"binary_at_threshold", binaryOf},
        {"roc_auc", ranking(&rocAuc)},
        {"average_precision", ranking(&averagePrecision)},
        {"roc_curve",
         [](const Inputs& in) {
             const RocCurve curve = rocCurve(in.whole("labels"), in.numbers.at("scores"));
             return Results{{"false_positive_rate", curve.falsePositiveRate},
                            {"true_positive_rate", curve.truePositiveRate},
                            {"thresholds", curve.thresholds}};
         }},
        {"precision_recall_curve",
         [](const Inputs& in) {
             const PrecisionRecallCurve curve =
                 precisionRecallCurve(in.whole("labels"), in.numbers.at("scores"));
             return Results{{"precision", curve.precision},
                            {"recall", curve.recall},
                            {"thresholds", curve.thresholds}};
         }},
        {"roc_auc_multiclass",
         [](const Inputs& in) {
             const MulticlassAuc auc =
                 rocAucMulticlass(in.whole("labels"), in.numbers.at("scores"), classesOf(in));
             return Results{
                 {"per_class", auc.perClass}, {"macro", {auc.macro}}, {"weighted", {auc.weighted}}};
         }},
        {"mean_absolute_error", regression(&meanAbsoluteError)},
        {"mean_squared_error", regression(&meanSquaredErrorOf)},
        {"root_mean_squared_error", regression(&rootMeanSquaredError)},
        {"r2", regression(&r2)},
    };
    return kMetrics;
}

} // namespace

void TestGoldenMetrics::initTestCase()
{
    m_cases = goldenCases("metrics");
    QVERIFY2(!m_cases.empty(), qPrintable("no case in " + goldenFolder("train/metrics")));
}

void TestGoldenMetrics::valuesAreRight_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        QTest::newRow(m_cases[i]["name"].toString().toUtf8().constData()) << i;
    }
}

void TestGoldenMetrics::valuesAreRight()
{
    QFETCH(std::size_t, index);
    const QJsonObject& description = m_cases[index];
    const QString metric = description["metric"].toString();
    QVERIFY2(metrics().contains(metric), qPrintable(metric + " is not implemented"));
    const Results got = metrics().at(metric)(Inputs(description));
    const QJsonValue tolerance = description["tolerance"];
    for (const QJsonValue& value : description["outputs"].toArray()) {
        const QString name = value["name"].toString();
        const Shape shape = goldenShape(value["shape"]);
        QVERIFY2(got.contains(name), qPrintable(name));
        QCOMPARE(static_cast<std::int64_t>(got.at(name).size()), shape.elementCount());
        const QString difference =
            mismatchOf(Tensor::fromValues(shape, got.at(name)), shape, goldenData(value.toObject()),
                       {tolerance["rtol"].toDouble(), tolerance["atol"].toDouble()});
        QVERIFY2(difference.isEmpty(), qPrintable(name + ": " + difference));
    }
}

QTEST_APPLESS_MAIN(TestGoldenMetrics)
#include "tst_golden_metrics.moc"
