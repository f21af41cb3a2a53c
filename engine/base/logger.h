// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

enum class LogLevel
{
    Debug,
    Info,
    Warning,
    Error
};

// Where messages go; passed in, never global. Implementations are thread-safe.
class Logger
{
public:
    virtual ~Logger() = default;
    virtual void log(LogLevel level, std::string_view message) = 0;

    void info(std::string_view message) { log(LogLevel::Info, message); }
    void warning(std::string_view message) { log(LogLevel::Warning, message); }
    void error(std::string_view message) { log(LogLevel::Error, message); }
};

// Drops everything.
class NullLogger final : public Logger
{
public:
    void log(LogLevel, std::string_view) override { }
};

// Standard error, one line a message with time and level (spdlog).
class StderrLogger final : public Logger
{
public:
    explicit StderrLogger(LogLevel threshold = LogLevel::Info);
    ~StderrLogger() override;
    void log(LogLevel level, std::string_view message) override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

// Keeps messages, for tests and for the Log page.
class MemoryLogger final : public Logger
{
public:
    struct Entry
    {
        LogLevel level;
        std::string message;
    };

    void log(LogLevel level, std::string_view message) override;
    std::vector<Entry> entries() const;

private:
    mutable std::mutex m_mutex;
    std::vector<Entry> m_entries;
};

} // namespace engine
