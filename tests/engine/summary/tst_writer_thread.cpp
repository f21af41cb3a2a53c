// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/writer_thread.h"
#include "tests/support/errors.h"

#include <QTest>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace engine;

namespace {

// Notes what was committed; begin() throws `failure` while there is one. Read after flush().
class RecordingSink final : public RecordSink
{
public:
    void begin() override
    {
        if (failure) {
            std::rethrow_exception(failure);
        }
        pending.clear();
    }
    void writeScalars(std::span<const ScalarRecord> records) override
    {
        for (const ScalarRecord& record : records) {
            if (record.tag < 0) {
                throw FailedPreconditionError("a negative tag");
            }
            pending.push_back(std::to_string(record.step));
        }
    }
    void commit() override { committed.insert(committed.end(), pending.begin(), pending.end()); }
    void abandon() noexcept override { pending.clear(); }

    std::exception_ptr failure;
    std::vector<std::string> pending;
    std::vector<std::string> committed;
};

using Texts = std::vector<std::string>;

// Only flush() and a full batch write; tests wait for nothing else.
WriterThread::Options patient()
{
    WriterThread::Options options;
    options.interval = std::chrono::hours(1);
    return options;
}

} // namespace

class TestWriterThread : public QObject
{
    Q_OBJECT

private slots:
    void valuesAndCommandsKeepTheirOrder();
    void aFullBatchIsWrittenWithoutAFlush();
    void theIntervalWritesWithoutAFlush();
    void aFailedBatchIsWrittenLater();
    void aWrongRecordIsLeftOutAndTold();
    void v17_droppedValuesAreCounted();
    void ofAStepThatIsTooMuchTheFirstAreKept();
    void requestsRunAfterWhatCameBefore();
    void closeWritesTheRestAndThenDropsAll();
    void closeTellsWhatWasNotWritten();
    void manyThreadsHandOver();
};

void TestWriterThread::valuesAndCommandsKeepTheirOrder()
{
    RecordingSink sink;
    WriterThread thread(sink, patient());
    thread.post([&] { sink.pending.push_back("first"); });
    thread.scalar({0, 1, 0, 0.5});
    thread.scalar({0, 2, 0, 0.5});
    thread.post([&] { sink.pending.push_back("middle"); });
    thread.scalar({0, 3, 0, 0.5});
    thread.post([&] { sink.pending.push_back("last"); });
    thread.flush();
    QCOMPARE(sink.committed, (Texts{"first", "1", "2", "middle", "3", "last"}));
}

void TestWriterThread::aFullBatchIsWrittenWithoutAFlush()
{
    RecordingSink sink;
    WriterThread thread(sink, patient());
    std::promise<void> written;
    thread.post([&] { written.set_value(); });
    for (std::size_t step = 0; step < WriterThread::kBatchSize; ++step) {
        thread.scalar({0, static_cast<std::int64_t>(step), 0, 0.5});
    }
    QCOMPARE(written.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
    thread.flush();
    QCOMPARE(sink.committed.size(), WriterThread::kBatchSize);
}

void TestWriterThread::theIntervalWritesWithoutAFlush()
{
    RecordingSink sink;
    WriterThread::Options options;
    options.interval = std::chrono::milliseconds(1);
    WriterThread thread(sink, options);
    std::promise<void> written;
    thread.post([&] { written.set_value(); });
    QCOMPARE(written.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
}

void TestWriterThread::aFailedBatchIsWrittenLater()
{
    RecordingSink sink;
    sink.failure = std::make_exception_ptr(ResourceExhaustedError("the disk is full"));
    Texts reported;
    WriterThread::Options options = patient();
    options.onError = [&](const Error& error) { reported.emplace_back(error.what()); };
    options.onRecovery = [&] { reported.emplace_back("works again"); };
    WriterThread thread(sink, options);
    thread.scalar({0, 1, 0, 0.5});
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", thread.flush());
    thread.scalar({0, 2, 0, 0.5});
    thread.post([&] { sink.pending.push_back("command"); });
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", thread.flush());
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", thread.perform([] {}));
    QCOMPARE(reported, (Texts{"the disk is full"}));
    QVERIFY(sink.committed.empty());

    sink.failure = nullptr;
    thread.flush();
    QCOMPARE(sink.committed, (Texts{"1", "2", "command"}));
    QCOMPARE(reported, (Texts{"the disk is full", "works again"}));

    sink.failure = std::make_exception_ptr(UnavailableError("locked"));
    thread.scalar({0, 3, 0, 0.5});
    VERIFY_THROWS(UnavailableError, "locked", thread.flush());
    QCOMPARE(reported, (Texts{"the disk is full", "works again", "locked"}));
    sink.failure = nullptr;
}

void TestWriterThread::aWrongRecordIsLeftOutAndTold()
{
    RecordingSink sink;
    WriterThread thread(sink, patient());
    thread.scalar({0, 1, 0, 0.5});
    thread.post([] { throw InvalidArgumentError("no such thing"); });
    thread.scalar({-1, 2, 0, 0.5});
    thread.post([] {});
    thread.scalar({0, 3, 0, 0.5});
    VERIFY_THROWS(InvalidArgumentError, "no such thing", thread.flush());
    QCOMPARE(sink.committed, (Texts{"1", "3"}));
    thread.flush();
}

void TestWriterThread::v17_droppedValuesAreCounted()
{
    RecordingSink sink;
    WriterThread::Options options = patient();
    options.capacity = 3;
    WriterThread thread(sink, options);
    for (int step = 0; step < 5; ++step) {
        thread.scalar({0, step, 0, 0.5});
    }
    VERIFY_THROWS(ResourceExhaustedError, "2 values were not recorded: more than 3 were waiting",
                  thread.flush());
    QCOMPARE(sink.committed, (Texts{"0", "1", "2"}));
    thread.scalar({0, 5, 0, 0.5});
    thread.flush();
    QCOMPARE(sink.committed.back(), std::string("5"));
}

void TestWriterThread::ofAStepThatIsTooMuchTheFirstAreKept()
{
    RecordingSink sink;
    WriterThread::Options options = patient();
    options.capacity = 3;
    WriterThread thread(sink, options);
    thread.scalars(std::vector<ScalarRecord>{{0, 1, 0, 0.5}, {0, 2, 0, 0.5}});
    thread.scalars(std::vector<ScalarRecord>{{0, 3, 0, 0.5}, {0, 4, 0, 0.5}, {0, 5, 0, 0.5}});
    VERIFY_THROWS(ResourceExhaustedError, "2 values were not recorded: more than 3 were waiting",
                  thread.flush());
    QCOMPARE(sink.committed, (Texts{"1", "2", "3"}));
}

void TestWriterThread::requestsRunAfterWhatCameBefore()
{
    RecordingSink sink;
    WriterThread thread(sink, patient());
    thread.scalar({0, 1, 0, 0.5});
    Texts seen;
    std::thread::id where;
    thread.perform([&] {
        seen = sink.committed;
        where = std::this_thread::get_id();
    });
    QCOMPARE(seen, (Texts{"1"}));
    QVERIFY(where != std::this_thread::get_id());
    VERIFY_THROWS(NotFoundError, "no run",
                  thread.perform([] { throw NotFoundError("there is no run 3"); }));
}

void TestWriterThread::closeWritesTheRestAndThenDropsAll()
{
    RecordingSink sink;
    WriterThread thread(sink, patient());
    thread.scalar({0, 1, 0, 0.5});
    thread.close();
    QCOMPARE(sink.committed, (Texts{"1"}));
    thread.scalar({0, 2, 0, 0.5});
    thread.post([&] { sink.pending.push_back("late"); });
    thread.flush();
    thread.close();
    QCOMPARE(sink.committed, (Texts{"1"}));
    VERIFY_THROWS(FailedPreconditionError, "closed", thread.perform([] {}));
}

void TestWriterThread::closeTellsWhatWasNotWritten()
{
    RecordingSink sink;
    sink.failure = std::make_exception_ptr(ResourceExhaustedError("the disk is full"));
    WriterThread thread(sink, patient());
    thread.scalar({0, 1, 0, 0.5});
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", thread.close());
}

void TestWriterThread::manyThreadsHandOver()
{
    constexpr int kThreadCount = 4;
    constexpr int kValueCount = 20000;
    RecordingSink sink;
    WriterThread thread(sink, patient());
    std::vector<std::thread> producers;
    for (int i = 0; i < kThreadCount; ++i) {
        producers.emplace_back([&thread] {
            for (int step = 0; step < kValueCount; ++step) {
                thread.scalar({0, step, 0, 0.5});
            }
        });
    }
    for (std::thread& producer : producers) {
        producer.join();
    }
    thread.flush();
    QCOMPARE(sink.committed.size(), std::size_t{kThreadCount} * kValueCount);
}

QTEST_APPLESS_MAIN(TestWriterThread)
#include "tst_writer_thread.moc"
