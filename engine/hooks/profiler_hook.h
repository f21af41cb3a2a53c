// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/or_default.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>

namespace engine {

// Measures every operation of a run now and then (tf.train.ProfilerHook, spec section 2.12):
// OUTPUT_DIR/timeline-STEP.json for Chrome's trace viewer, and the same as run metadata
// "step_STEP" among the records. The first run is never traced; runs that are not traced cost
// nothing more.
class ProfilerHook final : public SessionRunHook
{
public:
    struct Options
    {
        Period period; // save_steps or save_secs
        std::filesystem::path outputDir; // made if it does not exist
        bool showDataflow = true; // arrows from operation to operation
        std::shared_ptr<SummaryWriter> summaryWriter; // null: no records
        FileSystem* files = nullptr; // null: the local one
        Clock* clock = nullptr;
    };

    // InvalidArgumentError: both periods or none.
    explicit ProfilerHook(Options options);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    // Errors: those of FileSystem.
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

private:
    void write(const RunMetadata& metadata, std::int64_t step);

    Options m_options;
    OrDefault<FileSystem, LocalFileSystem> m_files;
    OrDefault<Clock, SystemClock> m_clock;
    SecondOrStepTimer m_timer;
    GlobalStepReader m_step;
    SessionRunArgs m_stepArgs; // between traces
    SessionRunArgs m_traceArgs;
    std::optional<std::int64_t> m_nextStep; // that the next run leads to; unknown in the first
    std::set<std::int64_t> m_recorded; // a tag is recorded once, also if the step comes again
    bool m_isDue = false;
    std::int64_t m_startMicros = 0; // of the traced run
};

} // namespace engine
