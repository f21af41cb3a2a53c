// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/progress_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unistd.h>

namespace engine {

namespace {

constexpr double kTerminalPeriodSeconds = 0.1;
constexpr double kPipePeriodSeconds = 10;
constexpr int kBarWidth = 24;

std::string duration(double seconds)
{
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    return whole < 3600 ? fmt::format("{}:{:02}", whole / 60, whole % 60)
                        : fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string bar(double share)
{
    const int full = static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarWidth);
    return std::string(static_cast<std::size_t>(full), '#')
        + std::string(static_cast<std::size_t>(kBarWidth - full), '.');
}

} // namespace

class ProgressPrinter::Listener final : public SummaryWriter
{
public:
    explicit Listener(ProgressPrinter& printer) : m_printer(printer) { }

    void addScalar(std::string_view tag, double value, std::int64_t step) override
    {
        m_printer.noteEvaluation(tag, value, step);
    }
    void addSessionLog(SessionLogKind, std::string_view, std::int64_t) override { }
    void addEvent(std::string_view, std::string_view, std::int64_t) override { }
    void flush() override { }
    void close() override { }

private:
    ProgressPrinter& m_printer;
};

ProgressPrinter::ProgressPrinter(std::FILE* file, Clock& clock, const ProgressHook& progress,
                                 std::int64_t targetSteps)
    : m_file(file), m_clock(clock), m_progress(progress), m_targetSteps(targetSteps),
      m_isTerminal(::isatty(::fileno(file)) != 0)
{ }

std::shared_ptr<SummaryWriter> ProgressPrinter::evaluationListener()
{
    return std::make_shared<Listener>(*this);
}

void ProgressPrinter::noteEvaluation(std::string_view tag, double value, std::int64_t)
{
    if (tag.starts_with("validation/") || tag.starts_with("test/")) {
        m_evaluation.insert_or_assign(std::string(tag), value);
        m_isDue = true;
    }
}

void ProgressPrinter::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_startSeconds = m_printedSeconds = m_clock.monotonicSeconds();
    m_firstStep = m_progress.step();
}

void ProgressPrinter::afterRun(SessionRunContext&, const SessionRunValues&)
{
    const double elapsed = m_clock.monotonicSeconds() - m_printedSeconds;
    if (m_isTerminal ? elapsed >= kTerminalPeriodSeconds
                     : m_isDue || elapsed >= kPipePeriodSeconds) {
        print();
    }
}

void ProgressPrinter::end(Session&)
{
    print();
    finishLine();
}

void ProgressPrinter::onError(const Error&)
{
    finishLine();
}

void ProgressPrinter::print()
{
    m_isDue = false;
    m_printedSeconds = m_clock.monotonicSeconds();
    // "\x1b[K" clears what a longer line left behind.
    fmt::print(m_file, "{}{}{}", m_isTerminal ? "\r" : "", text(), m_isTerminal ? "\x1b[K" : "\n");
    std::fflush(m_file);
}

void ProgressPrinter::finishLine()
{
    if (m_isTerminal) {
        fmt::print(m_file, "\n");
        std::fflush(m_file);
    }
}

std::string ProgressPrinter::text() const
{
    const std::int64_t step = m_progress.step();
    const double seconds = std::max(m_printedSeconds - m_startSeconds, 1e-9);
    const double rate = static_cast<double>(step - m_firstStep) / seconds;
    const double share = static_cast<double>(step) / static_cast<double>(m_targetSteps);
    std::string line = m_isTerminal ? fmt::format("[{}] ", bar(share)) : "";
    line += fmt::format("step {} of {}  loss {:.4f}", step, m_targetSteps, m_progress.loss());
    for (const auto& [tag, value] : m_evaluation) {
        line += fmt::format("  {} {:.4f}", tag, value);
    }
    line += fmt::format("  {:.0f} steps/s", rate);
    if (step < m_targetSteps && rate > 0) {
        line +=
            fmt::format("  {} left", duration(static_cast<double>(m_targetSteps - step) / rate));
    }
    return line;
}

} // namespace engine
