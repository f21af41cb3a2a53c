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
#include <functional>
#include <memory>
#include <optional>
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
        // Saves while training copy the variables and go on; a thread writes. Record and afterSave
        // of a listener come with the first run after the checkpoint is whole, at the latest with
        // the end. A save that is due or asked for meanwhile comes after that.
        bool asyncCheckpoint = false;
        // Asked when a save failed that is neither the first of a session nor that of the end: true
        // if the training is to go on without it. It is then tried again at the end.
        std::function<bool(const Error&, std::int64_t step)> toleratesFailure;
        bool saveGraphDef = true; // graph.pbtxt, and the graph among the records
        FileSystem* files = nullptr; // null: the local one
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: saver and scaffold; both periods or none; no directory.
    explicit CheckpointSaverHook(Options options);

    // Makes the directory; so does a save if it is gone since. FailedPreconditionError: no global
    // step.
    void begin(Graph& graph) override;
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;
    // Records a checkpoint that was being written, if it is whole.
    void onError(const Error& error) override;
    bool isSaver() const override { return true; }

    // saveSoon() after the run that is going on or comes next. From any thread.
    void requestSave() { m_isSaveRequested = true; }
    // As a periodic save, unless this step was the last one saved. From the thread of the session,
    // between runs or from a hook. Returns whether a listener asks for a stop.
    bool saveSoon(Session& session);
    // Saves now, unless this step was the last one saved; it is whole when this returns. From the
    // thread of the session, between runs or from a hook. Returns whether a listener asks for a
    // stop.
    bool saveNow(Session& session);
    // The model was changed between runs (a learning rate): what was saved at this step is out of
    // date, and is saved again when asked or at the end.
    void noteModelChanged() { m_isOutdated = true; }

private:
    // A save whose files are being written.
    struct Pending
    {
        Saver* saver = nullptr;
        std::shared_ptr<PendingSave> save;
        std::int64_t step = 0;
    };

    SaveRequest beginSave(Session& session, std::int64_t step);
    void makeDirectoryAgain();
    // These return whether a listener asks for a stop.
    void saveGraph();
    bool save(Session& session, std::int64_t step);
    bool trySave(Session& session, std::int64_t step);
    bool savePeriodically(Session& session, std::int64_t step);
    bool settleIfWritten(Session& session);
    bool settle(Session& session);
    bool announce(Session& session, std::int64_t step);
    void record(std::int64_t step);
    bool isDue(Session& session, std::int64_t predicted);
    bool isSaved(std::int64_t step) const;
    bool isTolerated(const Error& error, std::int64_t step);

    Options m_options;
    OrDefault<FileSystem, LocalFileSystem> m_files;
    OrDefault<Logger, NullLogger> m_logger;
    SecondOrStepTimer m_timer;
    GlobalStepReader m_step;
    SessionRunArgs m_args;
    const Graph* m_graph = nullptr;
    std::optional<Pending> m_pending;
    std::optional<std::int64_t> m_failedStep; // its save is to be tried again at the end
    std::atomic<bool> m_isSaveRequested{false};
    std::optional<std::int64_t> m_savedStep; // the last one whose save was begun
    bool m_isOverdue = false; // a periodic save
    bool m_isOutdated = false;
    bool m_isGraphSaved = false;
};

} // namespace engine
