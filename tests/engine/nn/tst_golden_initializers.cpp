// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/initializers.h"

#include "engine/runtime/direct_session.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

#include <numeric>

using namespace engine;

// Plays the cases of the golden folder train/init: bounds that a sample must keep.
class TestGoldenInitializers : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void samplesKeepTheBounds_data();
    void samplesKeepTheBounds();
    void cleanupTestCase() { m_skipped.print(); }

private:
    std::vector<QJsonObject> m_cases;
    SkippedCases m_skipped;
};

// An empty function for initializers that the engine does not have.
static Initializer initializerOf(const QJsonObject& description)
{
    const QJsonObject attributes = description["attributes"].toObject();
    const auto number = [&](const char* name) { return attributes[name].toDouble(); };
    const QString kind = description["initializer"].toString();
    if (kind == "uniform") {
        return randomUniformInitializer(number("low"), number("high"));
    }
    if (kind == "normal") {
        return randomNormalInitializer(number("mean"), number("stddev"));
    }
    if (kind == "truncated_normal") {
        return truncatedNormalInitializer(number("mean"), number("stddev"));
    }
    const std::map<QString, FanMode> modes{
        {"fan_in", FanMode::In}, {"fan_out", FanMode::Out}, {"fan_avg", FanMode::Average}};
    const std::map<QString, ScaledDistribution> distributions{
        {"uniform", ScaledDistribution::Uniform},
        {"truncated_normal", ScaledDistribution::TruncatedNormal},
        {"untruncated_normal", ScaledDistribution::UntruncatedNormal}};
    if (kind == "variance_scaling") {
        return varianceScaling({number("scale"), modes.at(attributes["mode"].toString()),
                                distributions.at(attributes["distribution"].toString())});
    }
    return {};
}

void TestGoldenInitializers::initTestCase()
{
    m_cases = goldenCases("init");
    QVERIFY2(!m_cases.empty(), qPrintable("no case in " + goldenFolder("train/init")));
}

void TestGoldenInitializers::samplesKeepTheBounds_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_cases.size(); ++i) {
        if (initializerOf(m_cases[i])) {
            QTest::newRow(m_cases[i]["name"].toString().toUtf8().constData()) << i;
        } else {
            const QString kind = m_cases[i]["initializer"].toString();
            m_skipped.add("initializer " + kind + " is not implemented");
        }
    }
}

void TestGoldenInitializers::samplesKeepTheBounds()
{
    QFETCH(std::size_t, index);
    const QJsonObject& description = m_cases[index];
    Graph graph(1);
    const Output output = initializerOf(description)(graph, DataType::Double,
                                                     goldenShape(description["shape"]), "sample");
    DirectSession session(graph, {1});
    const std::vector<double> values = asDoubles(session.run(output));
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) {
        QVERIFY(value >= goldenNumber(description["low"]) - 1e-12);
        QVERIFY(value <= goldenNumber(description["high"]) + 1e-12);
        squares += (value - mean) * (value - mean);
    }
    const QJsonObject bounds = description["bounds"].toObject();
    QVERIFY(std::abs(mean - description["mean"].toDouble()) < bounds["mean"].toDouble());
    QVERIFY(std::abs(std::sqrt(squares / count) - description["stddev"].toDouble())
            < bounds["stddev"].toDouble());
    // The distribution, where its quantiles are given.
    for (const QJsonValue& quantile : description["quantiles"].toArray()) {
        const double limit = quantile[1].toDouble();
        const auto below =
            std::ranges::count_if(values, [&](double value) { return value <= limit; });
        QVERIFY(std::abs(static_cast<double>(below) / count - quantile[0].toDouble())
                < bounds["kolmogorov_smirnov"].toDouble());
    }
}

QTEST_APPLESS_MAIN(TestGoldenInitializers)
#include "tst_golden_initializers.moc"
