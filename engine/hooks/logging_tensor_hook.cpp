// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/logging_tensor_hook.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <type_traits>

#include <type_traits>

namespace engine {

namespace {

Period periodOf(const LoggingTensorHook::Options& options)
{
    return {options.everyNSecs, options.everyNIter};
}

void checkPeriods(const LoggingTensorHook::Options& options)
{
    const bool both = options.everyNIter && options.everyNSecs;
    const bool none = !options.everyNIter && !options.everyNSecs && !options.atEnd;
    if (both || none) {
        throw InvalidArgumentError("Exactly one of every_n_iter and every_n_secs must be provided, "
                                   "or neither with at_end.");
    }
    if (options.everyNIter && *options.everyNIter <= 0) {
        throw InvalidArgumentError(
            fmt::format("Invalid every_n_iter={}: must be positive.", *options.everyNIter));
    }
    if (options.everyNSecs && *options.everyNSecs <= 0) {
        throw InvalidArgumentError(
            fmt::format("Invalid every_n_secs={:g}: must be positive.", *options.everyNSecs));
    }
}

// As Python prints it: the shortest that reads back, whole numbers with ".0".
template <typename T>
std::string textOfValue(const T& value)
{
    std::string text = fmt::format("{}", value);
    if constexpr (std::is_floating_point_v<T>) {
        if (text.find_first_not_of("-0123456789") == std::string::npos) {
            text += ".0";
        }
    }
    return text;
}

template <typename T>
std::string textOfValues(const Tensor& tensor)
{
    std::string text;
    for (const T& value : tensor.values<T>()) {
        text += fmt::format("{}{}", text.empty() ? "" : " ", textOfValue(value));
    }
    return tensor.shape().rank() == 0 ? text : fmt::format("[{}]", text);
}

std::string textOf(const Tensor& tensor)
{
    switch (tensor.dataType()) {
    case DataType::Float:
        return textOfValues<float>(tensor);
    case DataType::Double:
        return textOfValues<double>(tensor);
    case DataType::Int32:
        return textOfValues<std::int32_t>(tensor);
    case DataType::Int64:
        return textOfValues<std::int64_t>(tensor);
    case DataType::UInt8:
        return textOfValues<std::uint8_t>(tensor);
    case DataType::Bool:
        return textOfValues<bool>(tensor);
    case DataType::String:
        return textOfValues<std::string>(tensor);
    case DataType::Invalid:
        break;
    }
    return "(no value)";
}

std::string line(const LoggingTensorHook::Values& values)
{
    std::string text;
    for (const auto& [tag, value] : values) {
        text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", tag, textOf(value));
    }
    return text;
}

} // namespace

LoggingTensorHook::LoggingTensorHook(std::vector<Item> items, Options options)
    : m_items(std::move(items)), m_options(std::move(options)), m_logger(m_options.logger)
{
    checkPeriods(m_options);
    if (!periodOf(m_options).isAbsent()) {
        m_timer.emplace(periodOf(m_options), m_options.clock);
    }
}

LoggingTensorHook::LoggingTensorHook(const std::vector<std::string>& tensors, Options options)
    : LoggingTensorHook(itemsOf(tensors), std::move(options))
{ }

LoggingTensorHook::LoggingTensorHook(const std::map<std::string, std::string>& tensors,
                                     Options options)
    : LoggingTensorHook(itemsOf(tensors), std::move(options))
{ }

std::vector<LoggingTensorHook::Item>
LoggingTensorHook::itemsOf(const std::vector<std::string>& tensors)
{
    std::vector<Item> items;
    for (const std::string& name : tensors) {
        items.push_back({name, name});
    }
    return items;
}

std::vector<LoggingTensorHook::Item>
LoggingTensorHook::itemsOf(const std::map<std::string, std::string>& tensors)
{
    std::vector<Item> items;
    for (const auto& [tag, name] : tensors) {
        items.push_back({tag, name});
    }
    return items;
}

void LoggingTensorHook::begin(Graph& graph)
{
    m_runs = 0;
    m_args.fetches.clear();
    for (const Item& item : m_items) {
        m_args.fetches.emplace_back(graph.output(item.tensor));
    }
    resetTimer();
}

void LoggingTensorHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    resetTimer();
}

void LoggingTensorHook::resetTimer()
{
    if (m_timer) {
        m_timer->reset();
    }
}

const SessionRunArgs* LoggingTensorHook::beforeRun(SessionRunContext&)
{
    m_isDue = m_timer && m_timer->shouldTriggerForStep(m_runs);
    return m_isDue ? &m_args : nullptr;
}

void LoggingTensorHook::afterRun(SessionRunContext&, const SessionRunValues& values)
{
    if (m_isDue) {
        log(values.results);
    }
    ++m_runs;
}

void LoggingTensorHook::end(Session& session)
{
    if (m_options.atEnd) {
        log(session.run(m_args.fetches));
    }
}

void LoggingTensorHook::log(std::span<const Tensor> results)
{
    std::optional<SecondOrStepTimer::Elapsed> elapsed;
    if (m_timer) {
        elapsed = m_timer->updateLastTriggeredStep(m_runs);
    }
    Values values;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        values.emplace_back(m_items[i].tag, results[i]);
    }
    if (m_options.formatter) {
        m_logger->info(m_options.formatter(values));
    } else if (elapsed) {
        m_logger->info(fmt::format("{} ({:.3f} sec)", line(values), elapsed->secs));
    } else {
        m_logger->info(line(values));
    }
}

} // namespace engine
