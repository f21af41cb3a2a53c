// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/data/dataset_split.h"
#include "engine/data/spirals.h"
#include "engine/data/standardization.h"
#include "tests/support/errors.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace engine;

class TestDataset : public QObject
{
    Q_OBJECT

private slots:
    void rowsAreCopiedInTheirOrder();
    void rowThatIsMissingIsReported();
    void faultyDatasetIsNamed_data();
    void faultyDatasetIsNamed();
    void splitHoldsEveryRowOnce();
    void splitKeepsTheSharesOfTheClasses();
    void splitDependsOnTheSeed();
    void splitOfValuesIsRandom();
    void impossibleSplitIsRefused_data();
    void impossibleSplitIsRefused();
    void standardizationMeasuresTrainingRowsOnly();
    void indicatorsAndConstantsAreNotStandardized();
    void standardizationNeedsTheSameColumns();
    void targetsAreStandardizedByTheTrainingRows();
    void constantTargetsAreRefused();
    void spiralsAreRepeatable();
    void spiralsWithoutNoiseLieOnTheirArms();
    void impossibleSpiralsAreRefused_data();
    void impossibleSpiralsAreRefused();
};

namespace {

Dataset threeClasses(std::int64_t perClass)
{
    Dataset dataset;
    dataset.name = "three";
    dataset.features = Tensor(DataType::Float, {3 * perClass, 1});
    dataset.labels = Tensor(DataType::Int64, {3 * perClass});
    dataset.classNames = {"a", "b", "c"};
    for (std::int64_t i = 0; i < 3 * perClass; ++i) {
        dataset.features.values<float>()[static_cast<std::size_t>(i)] = static_cast<float>(i);
        dataset.labels.values<std::int64_t>()[static_cast<std::size_t>(i)] = i / perClass;
    }
    return dataset;
}

} // namespace

void TestDataset::rowsAreCopiedInTheirOrder()
{
    const Dataset some = threeClasses(4).rows(std::vector<std::int64_t>{9, 0, 9});
    QCOMPARE(some.size(), std::int64_t{3});
    QCOMPARE(some.features.values<float>()[0], 9.0F);
    QCOMPARE(some.features.values<float>()[1], 0.0F);
    QCOMPARE(some.labels.values<std::int64_t>()[2], std::int64_t{2});
    QCOMPARE(some.exampleShape(), Shape{1});
    QCOMPARE(some.rows({}).size(), std::int64_t{0});
}

void TestDataset::rowThatIsMissingIsReported()
{
    VERIFY_THROWS(OutOfRangeError, "no example 12 among 12",
                  threeClasses(4).rows(std::vector<std::int64_t>{12}));
    VERIFY_THROWS(OutOfRangeError, "no example -1",
                  threeClasses(4).rows(std::vector<std::int64_t>{-1}));
}

void TestDataset::faultyDatasetIsNamed_data()
{
    QTest::addColumn<Tensor>("features");
    QTest::addColumn<Tensor>("labels");
    QTest::addColumn<QByteArray>("part");
    const Tensor features(DataType::Float, {2, 3});
    const Tensor labels(DataType::Int64, {2});
    QTest::newRow("nothing") << Tensor() << Tensor() << QByteArray("features are");
    QTest::newRow("features of doubles")
        << Tensor(DataType::Double, {2, 3}) << labels << QByteArray("float64 [2, 3]");
    QTest::newRow("scalar features") << Tensor::scalar(1.0F) << labels << QByteArray("features");
    QTest::newRow("labels of another length")
        << features << Tensor(DataType::Int64, {3}) << QByteArray("labels are int64 [3]");
    QTest::newRow("labels of bytes")
        << features << Tensor(DataType::UInt8, {2}) << QByteArray("labels are uint8 [2]");
    QTest::newRow("class without a name")
        << features << Tensor::fromValues<std::int64_t>({2}, {0, 3})
        << QByteArray("example 1 has class 3, but there are 3 class names");
    QTest::newRow("negative class")
        << features << Tensor::fromValues<std::int64_t>({2}, {-1, 0}) << QByteArray("class -1");
}

void TestDataset::faultyDatasetIsNamed()
{
    QFETCH(Tensor, features);
    QFETCH(Tensor, labels);
    QFETCH(QByteArray, part);
    Dataset dataset = threeClasses(1);
    dataset.features = features;
    dataset.labels = labels;
    VERIFY_THROWS(InvalidArgumentError, part.constData(), validateDataset(dataset));
    VERIFY_THROWS(InvalidArgumentError, "data set three", validateDataset(dataset));
}

void TestDataset::splitHoldsEveryRowOnce()
{
    const SplitRows rows = splitRows(threeClasses(50).labels, {0.2, 0.1}, 1);
    std::set<std::int64_t> all;
    for (const auto* part : {&rows.train, &rows.validation, &rows.test}) {
        QVERIFY(std::ranges::is_sorted(*part));
        all.insert(part->begin(), part->end());
    }
    QCOMPARE(all.size(), 150U);
    QCOMPARE(rows.train.size() + rows.validation.size() + rows.test.size(), 150U);
}

void TestDataset::splitKeepsTheSharesOfTheClasses()
{
    const DatasetSplits splits = splitDataset(threeClasses(50), {0.2, 0.1}, 1);
    const auto countOfClass = [](const Dataset& part, std::int64_t number) {
        return std::ranges::count(part.labels.values<std::int64_t>(), number);
    };
    for (std::int64_t number = 0; number < 3; ++number) {
        QCOMPARE(countOfClass(splits.train, number), std::ptrdiff_t{35});
        QCOMPARE(countOfClass(splits.validation, number), std::ptrdiff_t{10});
        QCOMPARE(countOfClass(splits.test, number), std::ptrdiff_t{5});
    }
}

void TestDataset::splitDependsOnTheSeed()
{
    const Tensor labels = threeClasses(50).labels;
    QCOMPARE(splitRows(labels, {0.2, 0.1}, 1).test, splitRows(labels, {0.2, 0.1}, 1).test);
    QVERIFY(splitRows(labels, {0.2, 0.1}, 1).test != splitRows(labels, {0.2, 0.1}, 2).test);
}

void TestDataset::splitOfValuesIsRandom()
{
    const SplitRows rows = splitRows(Tensor(DataType::Float, {100}), {0.25, 0}, 3);
    QCOMPARE(rows.validation.size(), 25U);
    QVERIFY(rows.test.empty());
    QVERIFY(rows.validation.back() - rows.validation.front() > 50);
}

void TestDataset::impossibleSplitIsRefused_data()
{
    QTest::addColumn<double>("validation");
    QTest::addColumn<double>("test");
    QTest::addColumn<int>("examples");
    QTest::newRow("negative") << -0.1 << 0.0 << 30;
    QTest::newRow("all for validation") << 1.0 << 0.0 << 30;
    QTest::newRow("nothing left") << 0.5 << 0.5 << 30;
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << 0.0 << 30;
    QTest::newRow("no examples") << 0.1 << 0.1 << 0;
    QTest::newRow("one example of each class, which goes to validation") << 0.6 << 0.0 << 3;
}

void TestDataset::impossibleSplitIsRefused()
{
    QFETCH(double, validation);
    QFETCH(double, test);
    QFETCH(int, examples);
    VERIFY_THROWS(InvalidArgumentError, "share",
                  splitRows(threeClasses(examples / 3).labels, {validation, test}, 1));
}

void TestDataset::standardizationMeasuresTrainingRowsOnly()
{
    DatasetSplits splits;
    splits.train.features = Tensor::fromValues<float>({4, 2}, {1, 10, 3, 10, 5, 30, 7, 30});
    splits.validation.features = Tensor::fromValues<float>({1, 2}, {100, 20});
    splits.test.features = Tensor(DataType::Float, {0, 2});
    const Standardization measured = standardize(splits);
    QCOMPARE(measured.mean, (std::vector<float>{4, 20}));
    QCOMPARE(measured.deviation, (std::vector<float>{std::sqrt(5.0F), 10}));
    QCOMPARE(splits.train.features.values<float>()[0], -3 / std::sqrt(5.0F));
    QCOMPARE(splits.train.features.values<float>()[7], 1.0F);
    QCOMPARE(splits.validation.features.values<float>()[0], 96 / std::sqrt(5.0F));
    QCOMPARE(splits.validation.features.values<float>()[1], 0.0F);
}

void TestDataset::indicatorsAndConstantsAreNotStandardized()
{
    const Standardization measured =
        standardizationOf(Tensor::fromValues<float>({3, 2}, {0, 7, 1, 7, 1, 7}));
    QCOMPARE(measured.mean, (std::vector<float>{0, 0}));
    QCOMPARE(measured.deviation, (std::vector<float>{1, 1}));
}

void TestDataset::standardizationNeedsTheSameColumns()
{
    const Standardization measured = standardizationOf(Tensor(DataType::Float, {3, 2}));
    Tensor other(DataType::Float, {3, 3});
    VERIFY_THROWS(InvalidArgumentError, "2 columns were measured, but there are 3",
                  measured.apply(other));
    VERIFY_THROWS(InvalidArgumentError, "uint8",
                  standardizationOf(Tensor(DataType::UInt8, {3, 2})));
}

void TestDataset::targetsAreStandardizedByTheTrainingRows()
{
    DatasetSplits splits;
    splits.train.labels = Tensor::fromValues<float>({4}, {100000, 300000, 100000, 300000});
    splits.validation.labels = Tensor::fromValues<float>({1}, {400000});
    splits.test.labels = Tensor(DataType::Float, {0});
    standardizeTarget(splits);
    QCOMPARE(splits.targetScale.mean, 200000.0);
    QCOMPARE(splits.targetScale.deviation, 100000.0);
    QCOMPARE(splits.train.labels.values<float>()[0], -1.0F);
    QCOMPARE(splits.train.labels.values<float>()[3], 1.0F);
    QCOMPARE(splits.validation.labels.values<float>()[0], 2.0F);
}

void TestDataset::constantTargetsAreRefused()
{
    DatasetSplits splits;
    splits.train.name = "flat.csv";
    splits.train.labels = Tensor::fromValues<float>({3}, {0.1F, 0.1F, 0.1F});
    VERIFY_THROWS(InvalidArgumentError,
                  "flat.csv: the value to predict is 0.1 in all 3 training rows",
                  standardizeTarget(splits));
}

void TestDataset::spiralsAreRepeatable()
{
    const Dataset one = makeSpirals({.points = 101, .seed = 9});
    const Dataset same = makeSpirals({.points = 101, .seed = 9});
    const Dataset other = makeSpirals({.points = 101, .seed = 10});
    validateDataset(one);
    QCOMPARE(one.size(), std::int64_t{101});
    QCOMPARE(std::ranges::count(one.labels.values<std::int64_t>(), 1), std::ptrdiff_t{50});
    QVERIFY(std::ranges::equal(one.features.values<float>(), same.features.values<float>()));
    QVERIFY(!std::ranges::equal(one.features.values<float>(), other.features.values<float>()));
}

void TestDataset::spiralsWithoutNoiseLieOnTheirArms()
{
    const SpiralsOptions options{.points = 200, .noise = 0, .turns = 2, .seed = 1};
    const Dataset dataset = makeSpirals(options);
    for (std::size_t i = 0; i < 200; ++i) {
        const double x = dataset.features.values<float>()[2 * i];
        const double y = dataset.features.values<float>()[2 * i + 1];
        const double radius = std::hypot(x, y);
        const double arm = static_cast<double>(dataset.labels.values<std::int64_t>()[i]);
        const double angle = (radius * options.turns * 2 + arm) * std::acos(-1.0);
        QVERIFY(std::abs(radius * std::cos(angle) - x) < 1e-5);
        QVERIFY(std::abs(radius * std::sin(angle) - y) < 1e-5);
    }
}

void TestDataset::impossibleSpiralsAreRefused_data()
{
    QTest::addColumn<int>("points");
    QTest::addColumn<double>("noise");
    QTest::addColumn<double>("turns");
    QTest::newRow("one point") << 1 << 0.0 << 1.0;
    QTest::newRow("negative noise") << 10 << -0.1 << 1.0;
    QTest::newRow("no turns") << 10 << 0.0 << 0.0;
    QTest::newRow("not a number") << 10 << std::numeric_limits<double>::quiet_NaN() << 1.0;
    QTest::newRow("infinite turns") << 10 << 0.1 << std::numeric_limits<double>::infinity();
}

void TestDataset::impossibleSpiralsAreRefused()
{
    QFETCH(int, points);
    QFETCH(double, noise);
    QFETCH(double, turns);
    VERIFY_THROWS(InvalidArgumentError, "spirals",
                  makeSpirals({.points = points, .noise = noise, .turns = turns}));
}

QTEST_APPLESS_MAIN(TestDataset)
#include "tst_dataset.moc"
