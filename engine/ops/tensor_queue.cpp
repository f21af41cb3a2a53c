// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/tensor_queue.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

constexpr std::int64_t kWhole = -1; // a tensor itself instead of one of its rows

// The bytes or strings of a row of `rows` go to `element`, or come from there.
void copyRow(const Tensor& rows, std::int64_t row, Tensor& element)
{
    const auto begin = static_cast<std::size_t>(row * element.elementCount());
    if (element.dataType() == DataType::String) {
        std::ranges::copy(
            rows.values<std::string>().subspan(begin, element.values<std::string>().size()),
            element.values<std::string>().begin());
    } else if (element.byteCount() > 0) {
        std::memcpy(element.data(),
                    static_cast<const std::byte*>(rows.data()) + begin * sizeOf(rows.dataType()),
                    element.byteCount());
    }
}

void copyToRow(const Tensor& element, Tensor& rows, std::int64_t row)
{
    const auto begin = static_cast<std::size_t>(row * element.elementCount());
    if (element.dataType() == DataType::String) {
        std::ranges::copy(element.values<std::string>(),
                          rows.values<std::string>().subspan(begin).begin());
    } else if (element.byteCount() > 0) {
        std::memcpy(static_cast<std::byte*>(rows.data()) + begin * sizeOf(rows.dataType()),
                    element.data(), element.byteCount());
    }
}

} // namespace

// A place in a line of those who wait, from its construction to its destruction.
class TensorQueue::Turn
{
public:
    Turn(TensorQueue& queue, Line& line) : m_queue(queue), m_line(line) { line.push_back(this); }
    ~Turn() // under the lock
    {
        std::erase(m_line, this);
        m_queue.m_changed.notify_all();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    bool isFirst() const { return m_line.front() == this; }

private:
    TensorQueue& m_queue;
    Line& m_line;
};

TensorQueue::TensorQueue(Options options)
    : m_options(std::move(options)), m_random(m_options.randomKey, 0)
{ }

TensorQueue::Element TensorQueue::newElement()
{
    if (!m_spare.empty()) {
        Element element = std::move(m_spare.back());
        m_spare.pop_back();
        return element;
    }
    Element element;
    for (const OutputSpec& component : m_options.components) {
        element.emplace_back(component.type, component.shape);
    }
    return element;
}

TensorQueue::Element TensorQueue::removeOne()
{
    if (m_options.shuffles) {
        // Only among those that must be there: then the order depends on the order in which
        // elements came and not on how many have come so far, and a run can be repeated.
        const auto certain = static_cast<std::size_t>(m_options.minAfterDequeue) + 1;
        const std::size_t among = certain > 1 ? std::min(certain, m_count) : m_count;
        const std::size_t chosen = (m_first + m_random.nextBelow(among)) % m_elements.size();
        std::swap(m_elements[m_first], m_elements[chosen]);
    }
    Element element = std::move(m_elements[m_first]);
    m_first = (m_first + 1) % m_elements.size();
    --m_count;
    return element;
}

template <typename Ready>
void TensorQueue::wait(std::unique_lock<std::mutex>& lock, const Deadline& deadline, Ready&& ready)
{
    if (!deadline) {
        m_changed.wait(lock, ready);
    } else if (!m_changed.wait_until(lock, *deadline, ready)) {
        throw DeadlineExceededError(
            fmt::format("{} was waited for longer than the run may take", m_options.name));
    }
    if (m_isCancelled) {
        throw CancelledError(fmt::format("{}: the session was closed", m_options.name));
    }
}

void TensorQueue::requireOpen() const
{
    if (m_isClosed) {
        throw CancelledError(fmt::format("{} is closed.", m_options.name));
    }
}

void TensorQueue::enqueue(std::span<const Tensor* const> components, const Deadline& deadline)
{
    std::unique_lock lock(m_mutex);
    requireOpen();
    const Turn turn(*this, m_enqueuers);
    add(components, kWhole, deadline, lock, turn);
}

void TensorQueue::enqueueMany(std::span<const Tensor* const> components, const Deadline& deadline)
{
    std::unique_lock lock(m_mutex);
    requireOpen();
    const Turn turn(*this, m_enqueuers);
    for (std::int64_t row = 0; row < components[0]->shape().dim(0); ++row) {
        add(components, row, deadline, lock, turn);
    }
}

void TensorQueue::add(std::span<const Tensor* const> components, std::int64_t row,
                      const Deadline& deadline, std::unique_lock<std::mutex>& lock,
                      const Turn& turn)
{
    const auto capacity = static_cast<std::size_t>(m_options.capacity);
    wait(lock, deadline, [&] {
        return m_isCancelled || m_cancelsEnqueues || (turn.isFirst() && m_count < capacity);
    });
    if (m_cancelsEnqueues) {
        throw CancelledError(fmt::format("{}: Enqueue operation was cancelled", m_options.name));
    }
    if (m_count == m_elements.size()) {
        std::rotate(m_elements.begin(), m_elements.begin() + static_cast<std::ptrdiff_t>(m_first),
                    m_elements.end());
        m_first = 0;
        m_elements.resize(std::min(capacity, std::max<std::size_t>(16, 2 * m_count)));
    }
    Element element = newElement();
    for (std::size_t i = 0; i < element.size(); ++i) {
        copyRow(*components[i], row == kWhole ? 0 : row, element[i]);
    }
    m_elements[(m_first + m_count) % m_elements.size()] = std::move(element);
    ++m_count;
    m_changed.notify_all();
}

std::int64_t TensorQueue::available() const
{
    const auto count = static_cast<std::int64_t>(m_count);
    return m_isClosed ? count : count - m_options.minAfterDequeue;
}

void TensorQueue::dequeue(std::span<Tensor* const> components, const Deadline& deadline)
{
    take(1, components, false, deadline);
}

void TensorQueue::dequeueMany(std::int64_t count, std::span<Tensor* const> components,
                              const Deadline& deadline)
{
    take(count, components, true, deadline);
}

void TensorQueue::take(std::int64_t count, std::span<Tensor* const> components, bool asRows,
                       const Deadline& deadline)
{
    std::unique_lock lock(m_mutex);
    const Turn turn(*this, m_dequeuers);
    wait(lock, deadline, [&] {
        const bool nothingComes = m_isClosed && (m_enqueuers.empty() || m_cancelsEnqueues);
        return m_isCancelled || (turn.isFirst() && (available() >= count || nothingComes));
    });
    if (available() < count) {
        throw OutOfRangeError(fmt::format("{} is closed and has insufficient elements (requested "
                                          "{}, current size {})",
                                          m_options.name, count, m_count));
    }
    for (std::int64_t row = 0; row < count; ++row) {
        Element element = removeOne();
        for (std::size_t i = 0; i < element.size(); ++i) {
            copyToRow(element[i], *components[i], asRows ? row : 0);
        }
        m_spare.push_back(std::move(element));
    }
}

void TensorQueue::close(bool cancelPendingEnqueues)
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    m_cancelsEnqueues |= cancelPendingEnqueues;
    m_changed.notify_all();
}

void TensorQueue::cancel()
{
    const std::lock_guard lock(m_mutex);
    m_isCancelled = true;
    m_changed.notify_all();
}

std::int64_t TensorQueue::size() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<std::int64_t>(m_count);
}

} // namespace engine
