// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/logger.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

namespace engine {

namespace {

spdlog::level::level_enum toSpdlog(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return spdlog::level::debug;
    case LogLevel::Info:
        return spdlog::level::info;
    case LogLevel::Warning:
        return spdlog::level::warn;
    case LogLevel::Error:
        return spdlog::level::err;
    }
    return spdlog::level::info;
}

} // namespace

struct StderrLogger::Impl
{
    spdlog::logger logger{"trainspotter", std::make_shared<spdlog::sinks::stderr_sink_mt>()};
};

StderrLogger::StderrLogger(LogLevel threshold) : m_impl(std::make_unique<Impl>())
{
    m_impl->logger.set_level(toSpdlog(threshold));
    m_impl->logger.set_pattern("%H:%M:%S.%e %L %v");
}

StderrLogger::~StderrLogger() = default;

void StderrLogger::log(LogLevel level, std::string_view message)
{
    m_impl->logger.log(toSpdlog(level), spdlog::string_view_t(message.data(), message.size()));
}

void MemoryLogger::log(LogLevel level, std::string_view message)
{
    const std::lock_guard lock(m_mutex);
    m_entries.push_back({level, std::string(message)});
}

std::vector<MemoryLogger::Entry> MemoryLogger::entries() const
{
    const std::lock_guard lock(m_mutex);
    return m_entries;
}

} // namespace engine
