// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/progress_printer.h"

#include "engine/cli/console.h"
#include "engine/summary/run_store_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sys/ioctl.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr double kTerminalPeriodSeconds = 0.1;
constexpr double kPipePeriodSeconds = 10;
constexpr double kRatePeriodSeconds = 1;
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

// Of a terminal; 0 if it does not say.
std::size_t columnsOf(std::FILE* file)
{
    winsize size = {};
    return ::ioctl(::fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
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
    void addEvent(std::string_view kind, std::string_view message, std::int64_t) override
    {
        m_printer.noteEvent(kind, message);
    }
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

std::shared_ptr<SummaryWriter> ProgressPrinter::listener()
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

// The other kinds stand in the log, in the lines of progress or in the result.
void ProgressPrinter::noteEvent(std::string_view kind, std::string_view message)
{
    if (kind == EventKind::kInitialized) {
        writeTo(m_file, fmt::format("{}{} {}\n", m_isTerminal ? "\r" : "", kind, message));
    }
}

void ProgressPrinter::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_rateSeconds = m_printedSeconds = m_clock.monotonicSeconds();
    m_rateStep = m_firstStep = m_progress.step();
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
    if (m_isTerminal || m_printedStep != m_progress.step()) {
        print();
    }
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
    m_printedStep = m_progress.step();
    measureRate();
    if (!m_isTerminal) {
        writeTo(m_file, text(m_evaluation.size()) + "\n");
        return;
    }
    // "\x1b[K" clears what a longer line left behind.
    writeTo(m_file, fmt::format("\r{}\x1b[K", lineOfTerminal()));
}

void ProgressPrinter::measureRate()
{
    const double elapsed = m_printedSeconds - m_rateSeconds;
    const auto steps = static_cast<double>(m_printedStep - m_rateStep);
    if (elapsed >= kRatePeriodSeconds || m_rateStep == m_firstStep) {
        m_rate = steps / std::max(elapsed, 1e-9);
    }
    if (elapsed >= kRatePeriodSeconds) {
        m_rateSeconds = m_printedSeconds;
        m_rateStep = m_printedStep;
    }
}

void ProgressPrinter::finishLine()
{
    if (m_isTerminal) {
        writeTo(m_file, "\n");
    }
}

// A line that is wrapped would not be drawn over. Where there is no room for the bar and all the
// rest, the bar goes, and then what an evaluation found.
std::string ProgressPrinter::lineOfTerminal() const
{
    const double share =
        static_cast<double>(m_progress.step()) / static_cast<double>(m_targetSteps);
    const std::size_t columns = columnsOf(m_file);
    std::size_t evaluated = m_evaluation.size();
    std::string line = fmt::format("[{}] {}", bar(share), text(evaluated));
    if (columns == 0 || line.size() < columns) {
        return line;
    }
    for (line = text(evaluated); line.size() >= columns && evaluated > 0;) {
        line = text(--evaluated);
    }
    return line.substr(0, columns - 1);
}

// With so many of what an evaluation found.
std::string ProgressPrinter::text(std::size_t evaluated) const
{
    const std::int64_t step = m_progress.step();
    std::string line = fmt::format("step {} of {}", step, m_targetSteps);
    if (step == m_firstStep) {
        return line;
    }
    line += "  loss " + shortNumber(m_progress.loss());
    for (const auto& [tag, value] : m_evaluation) {
        if (evaluated-- == 0) {
            break;
        }
        line += fmt::format("  {} {}", tag, shortNumber(value));
    }
    line += fmt::format("  {:.0f} steps/s", m_rate);
    if (step < m_targetSteps && m_rate > 0) {
        line +=
            fmt::format("  {} left", duration(static_cast<double>(m_targetSteps - step) / m_rate));
    }
    return line;
}

} // namespace engine
