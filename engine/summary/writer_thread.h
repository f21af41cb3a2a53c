// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/failure.h"
#include "engine/summary/tag_table.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace engine {

// One value on its way to the disk; `tag` is a TagTable's number.
struct ScalarRecord
{
    int tag = 0;
    std::int64_t step = 0;
    std::int64_t wallMicros = 0; // since 1970 UTC
    double value = 0;
};

// What a WriterThread writes to; called on its thread only.
class RecordSink
{
public:
    virtual ~RecordSink() = default;

    virtual void begin() = 0;
    virtual void writeScalars(std::span<const ScalarRecord> records) = 0;
    // When it returns, everything since begin() is readable by others.
    virtual void commit() = 0;
    // Something since begin() threw: the same records will come again, after a new begin().
    virtual void abandon() noexcept = 0;
    // True if there is something to write although nothing was handed over.
    virtual bool isDue() { return false; }
};

// Takes values and commands from any thread and applies them on one of its own, in the order in
// which they came, in batches between begin() and commit() of a sink.
//
// A batch that fails is kept and tried again with the next; but FailedPreconditionError and
// InvalidArgumentError say that a record itself is wrong: it is left out and flush() tells.
class WriterThread
{
public:
    struct Options
    {
        std::chrono::milliseconds interval{250}; // between batches
        std::size_t capacity = 1U << 22U; // values that wait; more are dropped, and flush() tells
        // On the writer's thread, when writing begins to fail, and when what failed is written;
        // must not throw or call back.
        std::function<void(const Error&)> onError;
        std::function<void()> onRecovery;
    };

    // A batch is written earlier than after the interval once so many values wait.
    static constexpr std::size_t kBatchSize = 8192;

    // `sink` must outlive this.
    WriterThread(RecordSink& sink, Options options);
    WriterThread(const WriterThread&) = delete;
    WriterThread& operator=(const WriterThread&) = delete;
    ~WriterThread(); // close() without its errors

    // Hand over: never wait for the disk. Warm, values do not allocate.
    void scalar(const ScalarRecord& record) { scalars({&record, 1}); }
    void scalars(std::span<const ScalarRecord> records);
    void scalars(TagTable& tags, std::span<const TaggedScalar> values, std::int64_t step,
                 std::int64_t wallMicros);
    void post(std::function<void()> command);
    // Writes the next batch soon.
    void wake();

    // Runs `request` on the thread after everything before is committed, outside begin() and
    // commit(), and waits for it. Rethrows what it throws, or what keeps the batch from being
    // written; then `request` is not run. FailedPreconditionError after close().
    void perform(std::function<void()> request);
    // Waits until everything before is committed; throws what keeps it from being so, or what was
    // left out or dropped since the last flush(). Nothing after close().
    void flush();
    // Writes the rest and joins the thread; then throws as flush(). Later calls do nothing.
    void close();

private:
    struct Command
    {
        std::size_t position; // before the scalar with this index
        std::function<void()> run;
    };
    struct Batch
    {
        std::vector<ScalarRecord> scalars;
        std::vector<Command> commands;

        bool isEmpty() const { return scalars.empty() && commands.empty(); }
        void clear();
        void append(Batch& later);
    };

    using Request = std::packaged_task<std::optional<Failure>()>;

    void runThread();
    void writeBatch();
    void applyBatch();
    void attempt(const std::function<void()>& write);
    std::optional<Failure> takePending();
    std::optional<Failure> performed(std::function<std::optional<Failure>()> request);

    RecordSink& m_sink;
    const Options m_options;

    std::mutex m_mutex; // for what follows
    std::condition_variable m_wake;
    Batch m_incoming;
    std::vector<Request> m_requests;
    std::size_t m_backlog = 0; // values in m_batch
    std::uint64_t m_droppedCount = 0;
    bool m_isUrgent = false;
    bool m_isClosing = false;

    // Of the thread alone, and of close() after it has ended.
    Batch m_batch;
    std::optional<Failure> m_failure; // why m_batch is not written
    std::optional<Failure> m_leftOut; // why a record was left out since the last flush

    std::thread m_thread; // last: it uses the above
};

} // namespace engine
