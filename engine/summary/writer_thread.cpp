// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/writer_thread.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace engine {

void WriterThread::Batch::clear()
{
    scalars.clear();
    commands.clear();
}

void WriterThread::Batch::append(Batch& later)
{
    const std::size_t offset = scalars.size();
    scalars.insert(scalars.end(), later.scalars.begin(), later.scalars.end());
    for (Command& command : later.commands) {
        commands.push_back({command.position + offset, std::move(command.run)});
    }
    later.clear();
}

WriterThread::WriterThread(RecordSink& sink, Options options)
    : m_sink(sink), m_options(std::move(options))
{
    // Both buffers take turns, so with these a warm hand-over does not allocate.
    m_incoming.scalars.reserve(2 * kBatchSize);
    m_batch.scalars.reserve(2 * kBatchSize);
    m_thread = std::thread(&WriterThread::runThread, this);
}

WriterThread::~WriterThread()
{
    try {
        close();
    } catch (const std::exception&) { // a destructor has nobody to tell
    }
}

void WriterThread::scalars(std::span<const ScalarRecord> records)
{
    bool isFull = false;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isClosing) {
            return;
        }
        std::vector<ScalarRecord>& waiting = m_incoming.scalars;
        const std::size_t before = waiting.size();
        const std::size_t used = std::min(before + m_backlog, m_options.capacity);
        const std::size_t taken = std::min(records.size(), m_options.capacity - used);
        waiting.insert(waiting.end(), records.begin(),
                       records.begin() + static_cast<std::ptrdiff_t>(taken));
        m_droppedCount += records.size() - taken;
        if (before / kBatchSize != waiting.size() / kBatchSize) {
            isFull = m_isUrgent = true;
        }
    }
    if (isFull) {
        m_wake.notify_one();
    }
}

void WriterThread::scalars(TagTable& tags, std::span<const TaggedScalar> values, std::int64_t step,
                           std::int64_t wallMicros)
{
    // A step's values with two locks and without asking for memory.
    constexpr std::size_t kPart = 64;
    std::array<int, kPart> ids;
    std::array<ScalarRecord, kPart> records;
    while (!values.empty()) {
        const auto part = values.first(std::min(values.size(), kPart));
        values = values.subspan(part.size());
        tags.idsOf(part, ids);
        for (std::size_t i = 0; i < part.size(); ++i) {
            records[i] = {ids[i], step, wallMicros, part[i].value};
        }
        scalars({records.data(), part.size()});
    }
}

void WriterThread::post(std::function<void()> command)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isClosing) {
        m_incoming.commands.push_back({m_incoming.scalars.size(), std::move(command)});
    }
}

void WriterThread::wake()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isUrgent = true;
    }
    m_wake.notify_one();
}

void WriterThread::perform(std::function<void()> request)
{
    const std::optional<Failure> failure =
        performed([request = std::move(request)] { return Failure::of(request); });
    if (failure) {
        failure->raise();
    }
}

void WriterThread::flush()
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isClosing) {
            return;
        }
    }
    if (const std::optional<Failure> failure = performed([this] { return takePending(); })) {
        failure->raise();
    }
}

std::optional<Failure> WriterThread::performed(std::function<std::optional<Failure>()> request)
{
    Request task(
        [this, request = std::move(request)] { return m_failure ? m_failure : request(); });
    std::future<std::optional<Failure>> outcome = task.get_future();
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isClosing) {
            throw FailedPreconditionError("the summary writer is closed");
        }
        m_requests.push_back(std::move(task));
        m_isUrgent = true;
    }
    m_wake.notify_one();
    return outcome.get();
}

void WriterThread::close()
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_isClosing) {
            return;
        }
        m_isClosing = m_isUrgent = true;
    }
    m_wake.notify_one();
    m_thread.join();
    if (const std::optional<Failure> failure = m_failure ? m_failure : takePending()) {
        failure->raise();
    }
}

void WriterThread::runThread()
{
    bool isClosing = false;
    while (!isClosing) {
        std::vector<Request> requests;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, m_options.interval, [this] { return m_isUrgent; });
            m_isUrgent = false;
            isClosing = m_isClosing;
            requests.swap(m_requests);
            if (m_batch.isEmpty()) {
                std::swap(m_batch, m_incoming);
            } else {
                m_batch.append(m_incoming);
            }
            m_backlog = m_batch.scalars.size();
        }
        writeBatch();
        for (Request& request : requests) {
            request();
        }
    }
}

void WriterThread::writeBatch()
{
    if (m_batch.isEmpty() && !m_sink.isDue()) {
        return;
    }
    const bool hadFailed = m_failure.has_value();
    m_failure = Failure::of([this] {
        m_sink.begin();
        applyBatch();
        m_sink.commit();
    });
    if (m_failure) {
        m_sink.abandon();
        if (!hadFailed && m_options.onError) {
            m_options.onError(Error(m_failure->code, m_failure->message));
        }
        return;
    }
    m_batch.clear();
    {
        const std::scoped_lock lock(m_mutex);
        m_backlog = 0;
    }
    if (hadFailed && m_options.onRecovery) {
        m_options.onRecovery();
    }
}

void WriterThread::applyBatch()
{
    const std::span<const ScalarRecord> scalars = m_batch.scalars;
    std::size_t done = 0;
    const auto writeUpTo = [&](std::size_t end) {
        if (end > done) {
            attempt([&] { m_sink.writeScalars(scalars.subspan(done, end - done)); });
        }
        done = end;
    };
    for (const Command& command : m_batch.commands) {
        writeUpTo(command.position);
        attempt(command.run);
    }
    writeUpTo(scalars.size());
}

void WriterThread::attempt(const std::function<void()>& write)
{
    std::optional<Failure> failure = Failure::of(write);
    if (!failure) {
        return;
    }
    if (failure->code != ErrorCode::FailedPrecondition
        && failure->code != ErrorCode::InvalidArgument) {
        failure->raise();
    }
    if (!m_leftOut) {
        m_leftOut = std::move(failure);
    }
}

std::optional<Failure> WriterThread::takePending()
{
    std::uint64_t droppedCount = 0;
    {
        const std::scoped_lock lock(m_mutex);
        droppedCount = std::exchange(m_droppedCount, 0);
    }
    if (m_leftOut) {
        return std::exchange(m_leftOut, std::nullopt);
    }
    if (droppedCount == 0) {
        return std::nullopt;
    }
    return Failure{
        ErrorCode::ResourceExhausted,
        fmt::format("{} values were not recorded: more than {} were waiting for the disk",
                    droppedCount, m_options.capacity)};
}

} // namespace engine
