// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/data/prefetching_batch_source.h"
#include "tests/support/errors.h"

#include <QTest>

#include <functional>
#include <set>
#include <thread>

using namespace engine;

using MakeSource = std::function<std::unique_ptr<BatchSource>(std::unique_ptr<Batcher>)>;

class TestBatchSource : public QObject
{
    Q_OBJECT

private slots:
    void batchesComeInOrder_data();
    void batchesComeInOrder();
    void seekGoesOnAsIfRunToThere_data() { batchesComeInOrder_data(); }
    void seekGoesOnAsIfRunToThere();
    void endIsOutOfRangeUntilSeek_data() { batchesComeInOrder_data(); }
    void endIsOutOfRangeUntilSeek();
    void negativeSeekIsRefused_data() { batchesComeInOrder_data(); }
    void negativeSeekIsRefused();
    void prefetchedEqualsDirect();
    void handedOutBatchStaysUntilTheNext();
    void warmSourceAllocatesNoTensors();
    void errorComesAfterTheBatchesBeforeIt();
    void destructionWhileFillingJoins();
    void manySeeksWhileFillingAreSafe();
    void depthBelowOneIsRefused();
};

namespace {

// Batch i holds the one number i; `failsAt` throws instead.
class CountingBatcher final : public Batcher
{
public:
    explicit CountingBatcher(std::int64_t failsAt = -1) : m_failsAt(failsAt) { }

    void fill(std::int64_t position, Batch& batch) override
    {
        if (position == m_failsAt) {
            throw DataLossError("no batch " + std::to_string(position));
        }
        if (!batch.features.isValid()) {
            batch.features = Tensor(DataType::Float, {1});
            batch.labels = Tensor(DataType::Int64, {1});
        }
        batch.position = position;
        batch.features.values<float>()[0] = static_cast<float>(position);
        batch.labels.values<std::int64_t>()[0] = position;
    }

private:
    std::int64_t m_failsAt;
};

Dataset fiftyExamples()
{
    Dataset dataset;
    dataset.name = "fifty";
    dataset.features = Tensor(DataType::Float, {50, 1});
    dataset.labels = Tensor(DataType::Float, {50});
    for (std::size_t i = 0; i < 50; ++i) {
        dataset.features.values<float>()[i] = static_cast<float>(i);
    }
    return dataset;
}

std::unique_ptr<BatchSource> prefetching(std::unique_ptr<Batcher> batcher)
{
    return std::make_unique<PrefetchingBatchSource>(std::move(batcher), 3);
}

std::unique_ptr<BatchSource> direct(std::unique_ptr<Batcher> batcher)
{
    return std::make_unique<DirectBatchSource>(std::move(batcher));
}

std::int64_t numberOf(const Batch& batch)
{
    return batch.labels.scalarValue<std::int64_t>();
}

} // namespace

Q_DECLARE_METATYPE(MakeSource)

void TestBatchSource::batchesComeInOrder_data()
{
    QTest::addColumn<MakeSource>("make");
    QTest::newRow("direct") << MakeSource(direct);
    QTest::newRow("prefetching") << MakeSource(prefetching);
}

void TestBatchSource::batchesComeInOrder()
{
    QFETCH(MakeSource, make);
    const std::unique_ptr<BatchSource> source = make(std::make_unique<CountingBatcher>());
    for (std::int64_t i = 0; i < 100; ++i) {
        QCOMPARE(source->position(), i);
        QCOMPARE(numberOf(source->next()), i);
    }
}

void TestBatchSource::seekGoesOnAsIfRunToThere()
{
    QFETCH(MakeSource, make);
    const std::unique_ptr<BatchSource> source = make(std::make_unique<CountingBatcher>());
    for (const std::int64_t position : {1000, 0, 5, 5, 6, 0}) {
        source->seek(position);
        QCOMPARE(source->position(), position);
        for (std::int64_t i = 0; i < 7; ++i) {
            QCOMPARE(numberOf(source->next()), position + i);
        }
    }
}

void TestBatchSource::endIsOutOfRangeUntilSeek()
{
    QFETCH(MakeSource, make);
    const std::unique_ptr<BatchSource> source =
        make(std::make_unique<SequentialBatcher>(fiftyExamples(), 20));
    for (int round = 0; round < 2; ++round) {
        for (const std::int64_t size : {20, 20, 10}) {
            QCOMPARE(source->next().size(), size);
        }
        VERIFY_THROWS(OutOfRangeError, "end of 3 batches", source->next());
        VERIFY_THROWS(OutOfRangeError, "end of 3 batches", source->next());
        QCOMPARE(source->position(), std::int64_t{3});
        source->seek(0);
    }
}

void TestBatchSource::negativeSeekIsRefused()
{
    QFETCH(MakeSource, make);
    const std::unique_ptr<BatchSource> source = make(std::make_unique<CountingBatcher>());
    VERIFY_THROWS(InvalidArgumentError, "-1", source->seek(-1));
}

void TestBatchSource::prefetchedEqualsDirect()
{
    const auto batcher = [] { return std::make_unique<ShuffledBatcher>(fiftyExamples(), 8, 11); };
    const std::unique_ptr<BatchSource> plain = direct(batcher());
    const std::unique_ptr<BatchSource> ahead = prefetching(batcher());
    for (int i = 0; i < 60; ++i) {
        const Batch& one = plain->next();
        const Batch& other = ahead->next();
        QCOMPARE(other.position, one.position);
        QVERIFY(std::ranges::equal(other.features.values<float>(), one.features.values<float>()));
    }
}

void TestBatchSource::handedOutBatchStaysUntilTheNext()
{
    const std::unique_ptr<BatchSource> source = prefetching(std::make_unique<CountingBatcher>());
    for (std::int64_t i = 0; i < 50; ++i) {
        const Batch& batch = source->next();
        for (int look = 0; look < 100; ++look) {
            std::this_thread::yield(); // the thread fills what it may meanwhile
            QCOMPARE(numberOf(batch), i);
        }
    }
}

void TestBatchSource::warmSourceAllocatesNoTensors()
{
    const std::unique_ptr<BatchSource> source =
        prefetching(std::make_unique<ShuffledBatcher>(fiftyExamples(), 8, 1));
    std::set<const void*> blocks;
    for (int i = 0; i < 200; ++i) {
        blocks.insert(source->next().features.data());
    }
    QCOMPARE(blocks.size(), 4U); // three ahead and the one that is held
}

void TestBatchSource::errorComesAfterTheBatchesBeforeIt()
{
    const std::unique_ptr<BatchSource> source = prefetching(std::make_unique<CountingBatcher>(5));
    for (std::int64_t i = 0; i < 5; ++i) {
        QCOMPARE(numberOf(source->next()), i);
    }
    VERIFY_THROWS(DataLossError, "no batch 5", source->next());
    VERIFY_THROWS(DataLossError, "no batch 5", source->next());
    source->seek(6);
    QCOMPARE(numberOf(source->next()), std::int64_t{6});
}

void TestBatchSource::destructionWhileFillingJoins()
{
    for (int round = 0; round < 100; ++round) {
        const std::unique_ptr<BatchSource> source =
            prefetching(std::make_unique<CountingBatcher>());
        if (round % 2 == 0) {
            QCOMPARE(numberOf(source->next()), std::int64_t{0});
        }
    }
}

void TestBatchSource::manySeeksWhileFillingAreSafe()
{
    const std::unique_ptr<BatchSource> source = prefetching(std::make_unique<CountingBatcher>());
    for (std::int64_t i = 0; i < 2000; ++i) {
        source->seek(i * 7 % 1000);
        if (i % 3 == 0) {
            QCOMPARE(numberOf(source->next()), i * 7 % 1000);
        }
    }
}

void TestBatchSource::depthBelowOneIsRefused()
{
    VERIFY_THROWS(InvalidArgumentError, "0 batches",
                  PrefetchingBatchSource(std::make_unique<CountingBatcher>(), 0));
}

QTEST_APPLESS_MAIN(TestBatchSource)
#include "tst_batch_source.moc"
