// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/data/batcher.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>
#include <numeric>

using namespace engine;

class TestBatcher : public QObject
{
    Q_OBJECT

private slots:
    void everyExampleComesOnceAnEpoch_data();
    void everyExampleComesOnceAnEpoch();
    void sameSeedGivesTheSameSequence();
    void otherSeedGivesAnotherSequence();
    void epochsDifferInOrder();
    void batchDependsOnItsNumberOnly();
    void orderIsTheOneOfOlderRuns();
    void featuresAndLabelsStayTogether();
    void picturesStayBytes();
    void memoryIsUsedAgain();
    void sequentialBatchesGoThroughOnce();
    void valuesAsLabelsAreBatched();
    void impossibleBatchesAreRefused_data();
    void impossibleBatchesAreRefused();
};

namespace {

// Example i has the features [i, i + 0.5] and the class i % 3.
Dataset numbered(std::int64_t count)
{
    Dataset dataset;
    dataset.name = "numbered";
    dataset.features = Tensor(DataType::Float, {count, 2});
    dataset.labels = Tensor(DataType::Int64, {count});
    dataset.classNames = {"a", "b", "c"};
    for (std::int64_t i = 0; i < count; ++i) {
        const auto row = static_cast<std::size_t>(i);
        dataset.features.values<float>()[2 * row] = static_cast<float>(i);
        dataset.features.values<float>()[2 * row + 1] = static_cast<float>(i) + 0.5F;
        dataset.labels.values<std::int64_t>()[row] = i % 3;
    }
    return dataset;
}

std::vector<int> examplesOf(const Batch& batch)
{
    std::vector<int> examples;
    const std::span<const float> values = batch.features.values<float>();
    for (std::size_t i = 0; i < values.size(); i += 2) {
        examples.push_back(static_cast<int>(values[i]));
    }
    return examples;
}

// The examples of `batches` batches, one after another.
std::vector<int> sequence(Batcher& batcher, std::int64_t batches)
{
    std::vector<int> examples;
    Batch batch;
    for (std::int64_t position = 0; position < batches; ++position) {
        batcher.fill(position, batch);
        const std::vector<int> part = examplesOf(batch);
        examples.insert(examples.end(), part.begin(), part.end());
    }
    return examples;
}

} // namespace

void TestBatcher::everyExampleComesOnceAnEpoch_data()
{
    QTest::addColumn<int>("examples");
    QTest::addColumn<int>("batchSize");
    QTest::newRow("batches fit the epoch") << 12 << 4;
    QTest::newRow("batches cross the seam") << 10 << 4;
    QTest::newRow("batches larger than the data") << 3 << 7;
    QTest::newRow("batches of one") << 5 << 1;
    QTest::newRow("one example") << 1 << 3;
}

void TestBatcher::everyExampleComesOnceAnEpoch()
{
    QFETCH(int, examples);
    QFETCH(int, batchSize);
    ShuffledBatcher batcher(numbered(examples), batchSize, 7);
    const std::vector<int> all = sequence(batcher, 3 * examples);
    std::vector<int> expected(static_cast<std::size_t>(examples));
    std::iota(expected.begin(), expected.end(), 0);
    for (auto epoch = all.begin(); epoch != all.end(); epoch += examples) {
        std::vector<int> sorted(epoch, epoch + examples);
        std::ranges::sort(sorted);
        QCOMPARE(sorted, expected);
    }
}

void TestBatcher::sameSeedGivesTheSameSequence()
{
    ShuffledBatcher one(numbered(50), 8, 42);
    ShuffledBatcher other(numbered(50), 8, 42);
    QCOMPARE(sequence(one, 30), sequence(other, 30));
}

void TestBatcher::otherSeedGivesAnotherSequence()
{
    ShuffledBatcher one(numbered(50), 8, 42);
    ShuffledBatcher other(numbered(50), 8, 43);
    QVERIFY(sequence(one, 6) != sequence(other, 6));
}

void TestBatcher::epochsDifferInOrder()
{
    ShuffledBatcher batcher(numbered(50), 50, 1);
    Batch batch;
    batcher.fill(0, batch);
    const std::vector<int> first = examplesOf(batch);
    batcher.fill(1, batch);
    QVERIFY(examplesOf(batch) != first);
}

void TestBatcher::batchDependsOnItsNumberOnly()
{
    ShuffledBatcher inOrder(numbered(10), 4, 5);
    const std::vector<int> all = sequence(inOrder, 40);
    ShuffledBatcher jumping(numbered(10), 4, 5);
    Batch batch;
    for (const std::int64_t position : {39, 0, 17, 2, 3, 17}) {
        jumping.fill(position, batch);
        QCOMPARE(batch.position, position);
        const auto begin = all.begin() + 4 * position;
        QCOMPARE(examplesOf(batch), std::vector<int>(begin, begin + 4));
    }
}

// A changed order would break the exact resume of every run begun before the change.
void TestBatcher::orderIsTheOneOfOlderRuns()
{
    ShuffledBatcher batcher(numbered(10), 10, 1);
    QCOMPARE(sequence(batcher, 2),
             (std::vector<int>{0, 3, 5, 7, 4, 1, 9, 6, 2, 8, 5, 2, 6, 9, 8, 0, 4, 1, 7, 3}));
}

void TestBatcher::featuresAndLabelsStayTogether()
{
    ShuffledBatcher batcher(numbered(31), 4, 3);
    Batch batch;
    for (std::int64_t position = 0; position < 20; ++position) {
        batcher.fill(position, batch);
        QCOMPARE(batch.size(), std::int64_t{4});
        QCOMPARE(batch.features.shape(), (Shape{4, 2}));
        for (std::size_t i = 0; i < 4; ++i) {
            const float example = batch.features.values<float>()[2 * i];
            QCOMPARE(batch.features.values<float>()[2 * i + 1], example + 0.5F);
            QCOMPARE(batch.labels.values<std::int64_t>()[i], std::int64_t(example) % 3);
        }
    }
}

void TestBatcher::picturesStayBytes()
{
    Dataset dataset = numbered(2);
    dataset.features = Tensor::fromValues<std::uint8_t>({2, 2, 2}, {0, 51, 102, 255, 1, 2, 3, 4});
    SequentialBatcher batcher(dataset, 2);
    Batch batch;
    batcher.fill(0, batch);
    QCOMPARE(dataset.batchType(), DataType::UInt8);
    QCOMPARE(batch.features.shape(), (Shape{2, 2, 2}));
    QVERIFY(std::ranges::equal(batch.features.values<std::uint8_t>(),
                               dataset.features.values<std::uint8_t>()));
}

void TestBatcher::memoryIsUsedAgain()
{
    ShuffledBatcher batcher(numbered(10), 4, 1);
    Batch batch;
    batcher.fill(0, batch);
    const void* const features = batch.features.data();
    const void* const labels = batch.labels.data();
    for (std::int64_t position = 1; position < 20; ++position) {
        batcher.fill(position, batch);
        QCOMPARE(batch.features.data(), features);
        QCOMPARE(batch.labels.data(), labels);
    }
}

void TestBatcher::sequentialBatchesGoThroughOnce()
{
    SequentialBatcher batcher(numbered(10), 4);
    QCOMPARE(batcher.batchCount(), std::int64_t{3});
    QCOMPARE(sequence(batcher, 3), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    Batch batch;
    batcher.fill(2, batch);
    QCOMPARE(batch.size(), std::int64_t{2});
    VERIFY_THROWS(OutOfRangeError, "end of 3 batches", batcher.fill(3, batch));
    batcher.fill(0, batch);
    QCOMPARE(batch.size(), std::int64_t{4});
    QCOMPARE(SequentialBatcher(numbered(8), 4).batchCount(), std::int64_t{2});
}

void TestBatcher::valuesAsLabelsAreBatched()
{
    Dataset dataset = numbered(3);
    dataset.labels = Tensor::fromValues<float>({3}, {0.25F, -1, 7});
    dataset.classNames.clear();
    SequentialBatcher batcher(dataset, 3);
    Batch batch;
    batcher.fill(0, batch);
    QCOMPARE(batch.labels.values<float>()[2], 7.0F);
}

void TestBatcher::impossibleBatchesAreRefused_data()
{
    QTest::addColumn<int>("examples");
    QTest::addColumn<qint64>("batchSize");
    QTest::addColumn<qint64>("position");
    QTest::newRow("no examples") << 0 << qint64{4} << qint64{0};
    QTest::newRow("batch size 0") << 4 << qint64{0} << qint64{0};
    QTest::newRow("negative batch size") << 4 << qint64{-1} << qint64{0};
    QTest::newRow("negative position") << 4 << qint64{2} << qint64{-1};
    QTest::newRow("position past all numbers")
        << 4 << qint64{2} << std::numeric_limits<qint64>::max() / 2;
}

void TestBatcher::impossibleBatchesAreRefused()
{
    QFETCH(int, examples);
    QFETCH(qint64, batchSize);
    QFETCH(qint64, position);
    Batch batch;
    VERIFY_THROWS(InvalidArgumentError, "batch",
                  ShuffledBatcher(numbered(examples), batchSize, 1).fill(position, batch));
    VERIFY_THROWS(InvalidArgumentError, "batch",
                  SequentialBatcher(numbered(examples), batchSize).fill(position, batch));
}

QTEST_APPLESS_MAIN(TestBatcher)
#include "tst_batcher.moc"
