// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/watched_metric.h"
#include "engine/session/scaffold.h"
#include "engine/session/session_run_hook.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// Keeps the checkpoints of the best steps by a metric, beside those that CheckpointSaverHook keeps:
// DIRECTORY/best.ckpt-STEP, and DIRECTORY/best.json with their steps and values, best first, from
// which a later process goes on. There is no state file: training never resumes from here.
class BestCheckpointHook final : public SessionRunHook
{
public:
    struct Options
    {
        std::filesystem::path directory; // made if it does not exist; of this hook alone
        WatchedMetric metric;
        std::size_t keep = 1; // how many
        // The variables are copied and a thread writes; it is entered with the first run after
        // that, at the latest with the next one of the best or the end.
        bool asyncCheckpoint = false;
        std::shared_ptr<Saver> saver; // whose variables are saved; or scaffold, or the only one
        std::shared_ptr<Scaffold> scaffold;
        FileSystem* files = nullptr; // null: the local one
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: no directory; keep is 0; as MetricWatcher.
    explicit BestCheckpointHook(Options options);

    // Reads best.json. FailedPreconditionError: no global step. DataLossError: the file is damaged.
    void begin(Graph& graph) override;
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    // Errors of Saver::save(), those of FileSystem.
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;
    void onError(const Error& error) override;
    bool isSaver() const override { return true; } // nothing of a step that a guard refuses

    const std::vector<WatchedMetric::Measured>& best() const { return m_best; } // best first

private:
    struct Pending // its files are being written
    {
        Saver* saver = nullptr;
        std::shared_ptr<PendingSave> save;
        WatchedMetric::Measured measured;
    };

    std::string prefixOf(std::int64_t step) const;
    void readList();
    void writeList();
    bool isAmongBest(const WatchedMetric::Measured& measured) const;
    void save(Session& session, const WatchedMetric::Measured& measured);
    void enter(const WatchedMetric::Measured& measured);
    void settle();

    Options m_options;
    OrDefault<FileSystem, LocalFileSystem> m_files;
    OrDefault<Logger, NullLogger> m_logger;
    MetricWatcher m_watcher;
    const Graph* m_graph = nullptr;
    std::vector<WatchedMetric::Measured> m_best;
    std::optional<Pending> m_pending;
};

} // namespace engine
