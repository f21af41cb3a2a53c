// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/monitored_session.h"
#include "engine/summary/summary_writer.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace engine {

// An argument that is left to its default (nothing said), switched off (std::nullopt), or given.
template <typename T>
class PeriodArgument
{
public:
    PeriodArgument() = default;
    PeriodArgument(std::nullopt_t) : m_isDefault(false) { } // NOLINT(google-explicit-constructor)
    PeriodArgument(T value) // NOLINT(google-explicit-constructor)
        : m_isDefault(false), m_value(value)
    { }

    bool isDefault() const { return m_isDefault; }
    std::optional<T> value() const { return m_value; }

private:
    bool m_isDefault = true;
    std::optional<T> m_value;
};

// Steps 100 unless one of the two is given.
Period resolveSummaryPeriod(const PeriodArgument<std::int64_t>& steps,
                            const PeriodArgument<double>& secs);
// 600 seconds unless one of the two is given.
Period resolveCheckpointPeriod(const PeriodArgument<std::int64_t>& steps,
                               const PeriodArgument<double>& secs);

// The arguments of tf.train.MonitoredTrainingSession, under their names (spec section 1.1), and
// what an engine without globals is given from outside.
struct MonitoredTrainingSessionOptions
{
    bool isChief = true; // false: wait for the chief; only `hooks`, nothing written, no defaults
    // Restored from and saved to; empty: neither. A worker waits for the checkpoint of its chief
    // there, unless the model is ready without.
    std::filesystem::path checkpointDir;
    std::shared_ptr<Scaffold> scaffold; // null: a fresh one
    std::vector<HookPointer> hooks;
    std::vector<HookPointer> chiefOnlyHooks;
    PeriodArgument<double> saveCheckpointSecs;
    PeriodArgument<std::int64_t> saveSummariesSteps;
    PeriodArgument<double> saveSummariesSecs;
    SessionOptions config;
    double stopGracePeriodSecs = 120;
    std::optional<std::int64_t> logStepCountSteps = 100; // nothing or not positive: no counter
    double maxWaitSecs = 7200; // workers
    PeriodArgument<std::int64_t> saveCheckpointSteps;
    bool asyncCheckpoint = true; // see CheckpointSaverHook, also for the next
    std::function<bool(const Error&, std::int64_t step)> toleratesCheckpointFailure;
    std::filesystem::path summaryDir; // empty: checkpointDir
    bool saveGraphDef = true; // graph.pbtxt, and the graph in the event file

    RecoveryOptions recovery;
    double recoveryWaitSecs = 1; // workers: between two looks for the chief
    SessionFactory sessionFactory; // empty: DirectSession with `config`
    // Makes the writer of a directory, asked once for each; it is closed with the session. Empty:
    // EventFileWriter.
    std::function<std::shared_ptr<SummaryWriter>(const std::filesystem::path&)>
        summaryWriterFactory;
    // Borrowed; must outlive the graph, whose saver keeps them.
    FileSystem* files = nullptr; // null: the local one
    Clock* clock = nullptr; // null: the system's
    Logger* logger = nullptr; // null: none
};

// Puts a scaffold, a session creator and the default hooks together. Hooks of a chief, in this
// order: chiefOnlyHooks, StepCounterHook, SummarySaverHook, CheckpointSaverHook, hooks (guards
// among them are moved ahead of the savers). The graph must outlive the session.
// InvalidArgumentError: both periods of checkpoints or of summaries are positive; and what the
// constructor of MonitoredSession throws.
std::unique_ptr<MonitoredSession>
MonitoredTrainingSession(Graph& graph, const MonitoredTrainingSessionOptions& options = {});

} // namespace engine
