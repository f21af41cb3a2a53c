// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/random_ops.h"

#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace engine;

using Sampler = std::function<Output(Graph&, DataType, const Shape&)>;

static Tensor sample(const Sampler& sampler, std::uint64_t seed, const Shape& shape,
                     DataType type = DataType::Double, int threads = 1)
{
    Graph graph(seed);
    const Output output = sampler(graph, type, shape);
    DirectSession session(graph, {threads});
    return session.run(output);
}

static const std::vector<std::pair<const char*, Sampler>> kSamplers{
    {"uniform",
     [](Graph& graph, DataType type, const Shape& shape) {
         return randomUniform(graph, type, shape);
     }},
    {"normal",
     [](Graph& graph, DataType type, const Shape& shape) {
         return randomNormal(graph, type, shape);
     }},
    {"truncated normal", [](Graph& graph, DataType type, const Shape& shape) {
         return truncatedNormal(graph, type, shape);
     }}};

class TestRandomOps : public QObject
{
    Q_OBJECT

private slots:
    void runsAndThreadsGiveTheSameValues_data();
    void runsAndThreadsGiveTheSameValues();
    void seedsAndNamesGiveOtherValues();
    void otherOperationsChangeNothing();
    void moments_data();
    void moments();
    void uniformStaysBelowTheUpperLimit();
    void unknownShapesAreRefused();
};

void TestRandomOps::runsAndThreadsGiveTheSameValues_data()
{
    QTest::addColumn<Sampler>("sampler");
    for (const auto& [name, sampler] : kSamplers) {
        QTest::newRow(name) << sampler;
    }
}

void TestRandomOps::runsAndThreadsGiveTheSameValues()
{
    QFETCH(Sampler, sampler);
    const Shape shape{100, 100};
    const std::vector<double> want = asDoubles(sample(sampler, 5, shape));
    VERIFY_TENSOR(sample(sampler, 5, shape), shape, want, {0, 0});
    VERIFY_TENSOR(sample(sampler, 5, shape, DataType::Double, 2), shape, want, {0, 0});
    VERIFY_TENSOR(sample(sampler, 5, shape, DataType::Float), shape, want, {1e-6, 1e-7});
}

void TestRandomOps::seedsAndNamesGiveOtherValues()
{
    Graph graph(1);
    const auto draw = [&](const RandomOptions& options) {
        return randomUniform(graph, DataType::Double, Shape{8}, 0, 1, options);
    };
    const std::vector<Output> outputs{
        draw({.name = "a", .seed = {}}), draw({.name = "b", .seed = {}}),
        draw({.name = "c", .seed = 7}), draw({.name = "d", .seed = 7})};
    DirectSession session(graph, {1});
    const std::vector<Fetch> fetches(outputs.begin(), outputs.end());
    const std::vector<Tensor> values = session.run(fetches);
    QVERIFY(asDoubles(values[0]) != asDoubles(values[1]));
    QVERIFY(asDoubles(values[0]) != asDoubles(values[2]));
    QVERIFY(asDoubles(values[2]) == asDoubles(values[3]));
    const Sampler sameName = [](Graph& other, DataType type, const Shape& shape) {
        return randomUniform(other, type, shape, 0, 1, {.name = "a", .seed = {}});
    };
    QVERIFY(asDoubles(values[0]) == asDoubles(sample(sameName, 1, Shape{8})));
    QVERIFY(asDoubles(values[0]) != asDoubles(sample(sameName, 2, Shape{8})));
}

void TestRandomOps::otherOperationsChangeNothing()
{
    const Sampler& sampler = kSamplers[0].second;
    const Sampler later = [&](Graph& graph, DataType type, const Shape& shape) {
        scalarConstant(graph, DataType::Float, 1);
        return sampler(graph, type, shape);
    };
    VERIFY_TENSOR(sample(later, 3, Shape{5}), Shape{5}, asDoubles(sample(sampler, 3, Shape{5})),
                  {0, 0});
}

void TestRandomOps::moments_data()
{
    QTest::addColumn<Sampler>("sampler");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("uniform") << Sampler([](Graph& graph, DataType type, const Shape& shape) {
        return randomUniform(graph, type, shape, -1, 3);
    }) << 1.0 << 4 / std::sqrt(12.0)
                             << -1.0 << 3.0;
    QTest::newRow("normal") << Sampler([](Graph& graph, DataType type, const Shape& shape) {
        return randomNormal(graph, type, shape, 2, 0.5);
    }) << 2.0 << 0.5 << -10.0
                            << 10.0;
    QTest::newRow("truncated normal")
        << Sampler([](Graph& graph, DataType type, const Shape& shape) {
               return truncatedNormal(graph, type, shape, 2, 0.5);
           })
        << 2.0 << 0.5 * 0.8796256610342398 << 1.0 << 3.0;
}

void TestRandomOps::moments()
{
    QFETCH(Sampler, sampler);
    QFETCH(double, mean);
    QFETCH(double, deviation);
    QFETCH(double, low);
    QFETCH(double, high);
    const std::vector<double> values = asDoubles(sample(sampler, 11, Shape{40000}));
    const auto count = static_cast<double>(values.size());
    const double average = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double squares = 0;
    for (const double value : values) {
        squares += (value - average) * (value - average);
    }
    QVERIFY2(std::abs(average - mean) < 6 * deviation / std::sqrt(count),
             qPrintable(QString::number(average)));
    QVERIFY(std::abs(std::sqrt(squares / count) / deviation - 1) < 0.03);
    QVERIFY(std::ranges::min(values) >= low);
    QVERIFY(std::ranges::max(values) <= high);
}

void TestRandomOps::uniformStaysBelowTheUpperLimit()
{
    // The neighbours of 1 in float32 are so far apart that half of all draws round to the limit.
    const float limit = std::nextafter(1.0F, 2.0F);
    const Tensor values = sample(
        [&](Graph& graph, DataType type, const Shape& shape) {
            return randomUniform(graph, type, shape, 1, static_cast<double>(limit));
        },
        1, Shape{1000}, DataType::Float);
    for (const float value : values.values<float>()) {
        QCOMPARE(value, 1.0F);
    }
}

void TestRandomOps::unknownShapesAreRefused()
{
    Graph graph;
    VERIFY_THROWS(InvalidArgumentError,
                  "operation RandomUniform: random values of type float32 and "
                  "shape [?]",
                  randomUniform(graph, DataType::Float, Shape{-1}));
    VERIFY_THROWS(InvalidArgumentError, "type int32",
                  randomNormal(graph, DataType::Int32, Shape{2}));
}

QTEST_APPLESS_MAIN(TestRandomOps)
#include "tst_random_ops.moc"
