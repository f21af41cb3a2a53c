// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/prefetching_batch_source.h"
#include "engine/ops/image_type_op.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/errors.h"

#include <QTest>

#include <set>
#include <utility>

using namespace engine;

class TestAugmentedBatches : public QObject
{
    Q_OBJECT

private slots:
    void aBatchDependsOnSeedAndNumberOnly();
    void everyEpochChangesPicturesAnew();
    void noPrefetchDepthChangesABit_data();
    void noPrefetchDepthChangesABit();
    void evaluationTakesTheMiddle();
    void picturesAndLabelsStayTogether();
    void aWholeCropIsNoAugmentation();
    void warmBatchesAllocateNothing();
    void whatDoesNotFitIsRefused();
};

namespace {

constexpr std::int64_t kSize = 12; // of a side

// `count` pictures of noise in 3 channels; the class is the number modulo 3.
Dataset pictures(std::int64_t count, const PictureAugmentation& augmentation)
{
    Dataset dataset;
    dataset.name = "noise";
    dataset.features = Tensor(DataType::UInt8, {count, kSize, kSize, 3});
    RandomStream random(3, 4);
    for (std::uint8_t& byte : dataset.features.values<std::uint8_t>()) {
        byte = static_cast<std::uint8_t>(random.nextBelow(256));
    }
    dataset.labels = Tensor(DataType::Int64, {count});
    for (std::int64_t i = 0; i < count; ++i) {
        dataset.labels.values<std::int64_t>()[static_cast<std::size_t>(i)] = i % 3;
    }
    dataset.classNames = {"a", "b", "c"};
    dataset.augmentation = augmentation;
    return dataset;
}

PictureAugmentation everything()
{
    PictureAugmentation augmentation;
    augmentation.crop = {10, 8, 1};
    augmentation.flipsLeftRight = augmentation.flipsUpDown = true;
    augmentation.brightness = 63;
    augmentation.leastContrast = 0.2;
    augmentation.mostContrast = 1.8;
    augmentation.standardizes = true;
    return augmentation;
}

// As a net takes them.
std::vector<float> featuresOf(const Batch& batch)
{
    if (batch.features.dataType() == DataType::UInt8) {
        std::vector<float> scaled;
        for (const std::uint8_t byte : batch.features.values<std::uint8_t>()) {
            scaled.push_back(static_cast<float>(byte) * kByteScale);
        }
        return scaled;
    }
    const std::span<const float> values = batch.features.values<float>();
    return {values.begin(), values.end()};
}

std::vector<float> batchOf(Batcher& batcher, std::int64_t position)
{
    Batch batch;
    batcher.fill(position, batch);
    return featuresOf(batch);
}

} // namespace

void TestAugmentedBatches::aBatchDependsOnSeedAndNumberOnly()
{
    ShuffledBatcher inOrder(pictures(10, everything()), 4, 5);
    std::vector<std::vector<float>> all;
    for (std::int64_t position = 0; position < 20; ++position) {
        all.push_back(batchOf(inOrder, position));
    }
    ShuffledBatcher jumping(pictures(10, everything()), 4, 5);
    for (const std::int64_t position : {19, 0, 17, 2, 3, 17}) {
        QVERIFY(batchOf(jumping, position) == all[static_cast<std::size_t>(position)]);
    }
    // One example, but another number or another seed.
    ShuffledBatcher one(pictures(1, everything()), 1, 5);
    ShuffledBatcher other(pictures(1, everything()), 1, 6);
    QVERIFY(batchOf(one, 0) != batchOf(one, 1));
    QVERIFY(batchOf(one, 0) != batchOf(other, 0));
}

void TestAugmentedBatches::everyEpochChangesPicturesAnew()
{
    ShuffledBatcher batcher(pictures(1, everything()), 1, 5);
    std::set<std::vector<float>> seen;
    for (std::int64_t epoch = 0; epoch < 100; ++epoch) {
        seen.insert(batchOf(batcher, epoch));
    }
    QCOMPARE(seen.size(), std::size_t{100});
}

void TestAugmentedBatches::noPrefetchDepthChangesABit_data()
{
    QTest::addColumn<int>("depth");
    QTest::newRow("1 ahead") << 1;
    QTest::newRow("4 ahead") << 4;
    QTest::newRow("9 ahead") << 9;
}

void TestAugmentedBatches::noPrefetchDepthChangesABit()
{
    QFETCH(const int, depth);
    const auto batcher = [] {
        return std::make_unique<ShuffledBatcher>(pictures(10, everything()), 4, 5);
    };
    DirectBatchSource direct(batcher());
    PrefetchingBatchSource ahead(batcher(), depth);
    for (const std::int64_t start : {0, 33, 7}) {
        direct.seek(start);
        ahead.seek(start);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(featuresOf(direct.next()) == featuresOf(ahead.next()));
        }
    }
}

void TestAugmentedBatches::evaluationTakesTheMiddle()
{
    PictureAugmentation augmentation = everything();
    augmentation.standardizes = false;
    const Dataset dataset = pictures(5, augmentation);
    QCOMPARE(dataset.exampleShape(), (Shape{10, 8, 3}));
    SequentialBatcher batcher(dataset, 3);
    Batch batch;
    batcher.fill(1, batch);
    QCOMPARE(batch.features.shape(), (Shape{2, 10, 8, 3}));
    const auto bytes = dataset.features.values<std::uint8_t>();
    std::vector<float> expected;
    for (std::size_t picture = 3; picture < 5; ++picture) {
        for (std::size_t y = 1; y < 11; ++y) {
            for (std::size_t i = 2 * 3; i < 10 * 3; ++i) {
                expected.push_back(static_cast<float>(bytes[(picture * kSize + y) * kSize * 3 + i])
                                   * kByteScale);
            }
        }
    }
    QVERIFY(featuresOf(batch) == expected);
    QVERIFY(batchOf(batcher, 1) == expected);
}

void TestAugmentedBatches::picturesAndLabelsStayTogether()
{
    PictureAugmentation augmentation;
    augmentation.crop = {10, 10, 0};
    augmentation.flipsLeftRight = true;
    Dataset dataset = pictures(31, augmentation);
    auto byte = dataset.features.values<std::uint8_t>().begin();
    for (const std::int64_t label : std::as_const(dataset.labels).values<std::int64_t>()) {
        byte = std::fill_n(byte, kSize * kSize * 3, static_cast<std::uint8_t>(51 * label));
    }
    ShuffledBatcher batcher(dataset, 4, 3);
    Batch batch;
    for (std::int64_t position = 0; position < 20; ++position) {
        batcher.fill(position, batch);
        QCOMPARE(batch.features.shape(), (Shape{4, 10, 10, 3}));
        const std::vector<float> values = featuresOf(batch);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto label = batch.labels.values<std::int64_t>()[i / 300];
            QCOMPARE(values[i], 0.2F * static_cast<float>(label));
        }
    }
}

void TestAugmentedBatches::aWholeCropIsNoAugmentation()
{
    PictureAugmentation whole;
    whole.crop = {kSize, kSize, 0};
    ShuffledBatcher cropped(pictures(10, whole), 4, 5);
    ShuffledBatcher plain(pictures(10, {}), 4, 5);
    for (std::int64_t position = 0; position < 5; ++position) {
        QVERIFY(batchOf(cropped, position) == batchOf(plain, position));
    }
}

void TestAugmentedBatches::warmBatchesAllocateNothing()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    ShuffledBatcher training(pictures(10, everything()), 4, 5);
    SequentialBatcher evaluation(pictures(12, everything()), 4);
    Batch batch;
    for (Batcher* batcher :
         {static_cast<Batcher*>(&training), static_cast<Batcher*>(&evaluation)}) {
        batcher->fill(0, batch);
        QVERIFY(AllocationCounter::ofThisThread() > 0);
        const std::int64_t before = AllocationCounter::ofThisThread();
        for (std::int64_t position = 0; position < 3; ++position) {
            batcher->fill(position, batch);
        }
        QCOMPARE(AllocationCounter::ofThisThread() - before, std::int64_t{0});
    }
}

void TestAugmentedBatches::whatDoesNotFitIsRefused()
{
    PictureAugmentation large;
    large.crop = {13, 13, 0};
    VERIFY_THROWS(InvalidArgumentError, "data set noise: a crop of 13 x 13 is larger",
                  ShuffledBatcher(pictures(5, large), 2, 1));
    Dataset table = pictures(5, everything());
    table.features = Tensor(DataType::Float, {5, 12, 12});
    VERIFY_THROWS(InvalidArgumentError, "data set noise: its features are float32 and no bytes",
                  SequentialBatcher(table, 2));
    table.features = Tensor(DataType::UInt8, {5, 144});
    VERIFY_THROWS(InvalidArgumentError, "[144] is no picture", SequentialBatcher(table, 2));
}

QTEST_APPLESS_MAIN(TestAugmentedBatches)
#include "tst_augmented_batches.moc"
