// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/checkpoint_saver_listener.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/scaffold.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace engine {

// Saves a checkpoint when a session is created, periodically, when asked, and at the end
// (tf.train.CheckpointSaverHook, spec section 2.5). Writes the graph when it is first final.
class CheckpointSaverHook final : public SessionRunHook
{
public:
    struct Options
    {
        std::filesystem::path checkpointDir;
        Period period; // save_secs or save_steps
        std::shared_ptr<Saver> saver; // or scaffold; neither: the only one of keys::kSavers
        std::string checkpointBasename = "model.ckpt";
        std::shared_ptr<Scaffold> scaffold;
        std::vector<std::shared_ptr<CheckpointSaverListener>> listeners;
        std::shared_ptr<SummaryWriter> summaryWriter; // null: no records
        bool saveGraphDef = true; // graph.pbtxt, and the graph among the records
        FileSystem* files = nullptr; // null: the local one
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: saver and scaffold; both periods or none; no directory.
    explicit CheckpointSaverHook(Options options);

    // Makes the directory. FailedPreconditionError: no global step.
    void begin(Graph& graph) override;
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;
    bool isSaver() const override { return true; }

    // Saves after the run that is going on or comes next. From any thread.
    void requestSave() { m_isSaveRequested = true; }
    // Saves now, unless this step was the last one saved. From the thread of the session, between
    // runs or from a hook. Returns whether a listener asks for a stop.
    bool saveNow(Session& session);
    // The model was changed between runs (a learning rate): what was saved at this step is out of
    // date, and is saved again when asked or at the end.
    void noteModelChanged() { m_isOutdated = true; }

private:
    void saveGraph();
    bool save(Session& session, std::int64_t step);

    Options m_options;
    OrDefault<FileSystem, LocalFileSystem> m_files;
    OrDefault<Logger, NullLogger> m_logger;
    SecondOrStepTimer m_timer;
    GlobalStepReader m_step;
    SessionRunArgs m_args;
    const Graph* m_graph = nullptr;
    std::atomic<bool> m_isSaveRequested{false};
    bool m_isOutdated = false;
    bool m_isGraphSaved = false;
};

} // namespace engine
