// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/jobs/progress_hook.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <cstdio>
#include <map>
#include <string>

namespace engine {

// Shows a training run in a terminal: one line with a bar that is drawn anew, at most ten times a
// second, and no longer than the terminal is wide. In a pipe: a line for each evaluation, one every
// ten seconds, and the last step. The rate is that of the last second or more.
class ProgressPrinter final : public SessionRunHook
{
public:
    // `file`, `clock` and `progress` must outlive it.
    ProgressPrinter(std::FILE* file, Clock& clock, const ProgressHook& progress,
                    std::int64_t targetSteps);

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;
    void onError(const Error& error) override;

    // A writer for the job's recorder, through which evaluations come and what the model was
    // initialized with.
    std::shared_ptr<SummaryWriter> listener();

private:
    class Listener;

    void noteEvaluation(std::string_view tag, double value, std::int64_t step);
    void noteEvent(std::string_view kind, std::string_view message);
    void print();
    void measureRate();
    std::string lineOfTerminal() const;
    std::string text(std::size_t evaluated) const;
    void finishLine();

    std::FILE* m_file;
    Clock& m_clock;
    const ProgressHook& m_progress;
    std::int64_t m_targetSteps;
    bool m_isTerminal;
    bool m_isDue = false; // an evaluation came
    double m_printedSeconds = 0;
    std::int64_t m_firstStep = 0;
    std::int64_t m_printedStep = -1;
    double m_rateSeconds = 0; // since when the next rate is measured
    std::int64_t m_rateStep = 0;
    double m_rate = 0; // steps a second; 0 before it is known
    std::map<std::string, double, std::less<>> m_evaluation;
};

} // namespace engine
