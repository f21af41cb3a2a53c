// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/directory_lock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/data/dataset_split.h"
#include "engine/hooks/checkpoint_saver_hook.h"
#include "engine/hooks/weight_histogram_hook.h"
#include "engine/jobs/evaluation_hook.h"
#include "engine/jobs/job_config.h"
#include "engine/jobs/job_graph.h"
#include "engine/jobs/job_hooks.h"
#include "engine/jobs/job_recorder.h"
#include "engine/jobs/job_request.h"
#include "engine/jobs/progress_hook.h"
#include "engine/jobs/timed_session.h"
#include "engine/session/monitored_session.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// The name in the event when recordHistograms() changes how often there are histograms.
inline constexpr std::string_view kHistogramControl = "histograms_every_n_steps";

struct JobResult
{
    RunId run = 0;
    int segment = 0;
    RunStatus status = RunStatus::Finished; // Finished, Stopped or Halted
    std::string stopReason;
    std::int64_t firstStep = 0; // of this segment
    std::int64_t step = 0; // updates done in all
    double loss = 0; // training loss of the last step
    double learningRate = 0; // of the last step
    double baseLearningRate = 0; // what the schedule multiplied then
    Metrics metrics; // "PART/METRIC"
    std::string storeFailure; // why the store does not hold all of this; empty: it does
    double seconds = 0; // in the loop
    double stepsPerSecond = 0;
    double examplesPerSecond = 0;
};

// One training run, from a job's settings to its end: what the window and the command line both
// start. Makes data and graph when constructed, trains in run().
//
// Thread rule: one thread constructs, opens and trains; where not said otherwise, calls are its.
class TrainingJob
{
public:
    // Errors of the readers and of the graph; InvalidArgumentError for settings that do not fit;
    // AlreadyExistsError: a new run in a directory that holds checkpoints.
    TrainingJob(JobRequest request, const JobEnvironment& environment);
    ~TrainingJob();

    const JobConfig& config() const { return m_request.config; }
    const JobRequest& request() const { return m_request; } // with the paths that are used
    bool isOpen() const { return m_progress != nullptr; }
    const JobGraph& graph() const { return m_graph; }
    std::int64_t trainingExamples() const { return m_splits.train.size(); }
    // Settings for people: name and value in display order.
    std::vector<std::pair<std::string, std::string>> parameters() const;
    // What people should know of the data before they trust the training, a line each: how a table
    // was read, what was left out. Logged when constructed.
    const std::vector<std::string>& remarks() const { return m_remarks; }
    RunId run() const { return m_run; } // 0 before open()
    int segment() const { return m_segment; }
    std::int64_t firstStep() const { return m_firstStep; }
    // That the segment starts with: the request's, the checkpoint's or the job's. After open().
    double startLearningRate() const { return m_startLearningRate; }
    // Step of the newest checkpoint of what led here that was made at `step` or before; -1: none.
    std::int64_t newestCheckpointUpTo(std::int64_t step) const;
    const ProgressHook& progress() const { return *m_progress; } // after open()
    JobRecorder& recorder() { return *m_recorder; } // after open()
    RunStoreWriter& store() { return *m_store; } // after open()

    // Enters run and segment in the store. Once, before train(). What is refused leaves directory
    // and store as they are: FailedPreconditionError if another training uses the directory,
    // InvalidArgumentError or NotFoundError for a checkpoint that does not fit the graph,
    // DataLossError if that of JobRequest::fromStep is damaged, and InvalidArgumentError if the run
    // is at its target already. Other settings or data than before are logged as warnings and
    // entered as an event; another learning rate is set.
    void open();
    // Hears why the store cannot be written, and nothing ("") once all that waited is written;
    // meanwhile the training goes on. On a thread of the store; must not throw. Before open().
    void onStoreTrouble(std::function<void(const std::string& reason)> listener)
    {
        m_storeTrouble = std::move(listener);
    }
    // Hears that the checkpoint of a step could not be saved, and the training goes on. On the
    // session's thread. Before train().
    void onCheckpointFailure(std::function<void(std::int64_t step)> listener)
    {
        m_checkpointFailure = std::move(listener);
    }
    // Hears of each step first; must not refuse it. Before train().
    void addObserver(HookPointer hook) { m_observers.push_back(std::move(hook)); }
    // Called last, after everything about a step is done. Before train().
    void addHook(HookPointer hook) { m_hooks.push_back(std::move(hook)); }

    // Trains until the target, a stop or a non-finite loss; then says so. A hook's CancelledError
    // is a stop without a final checkpoint. A checkpoint that cannot be saved while the loop runs
    // is entered as an event, and the training goes on; the last one must be saved. Any other error
    // is entered in the store and rethrown.
    JobResult train();

    // Saves unless this step was the last one saved, or the job saves no checkpoints; it is whole
    // when this returns. From a hook, once the loop runs.
    void saveCheckpoint(Session& session);
    // The same, but with session.async_checkpoint a thread writes while the training goes on, after
    // what is being written already. The recorder's onCheckpoint() or onCheckpointFailure() tells.
    void saveCheckpointSoon(Session& session);
    // Whether retention leaves the checkpoint of a step alone, also after a restart; entered in the
    // store and as an event. From a hook, once the loop runs; does not wait for a checkpoint that
    // is being written. NotFoundError; errors of writing the retention file. Caught by the caller,
    // they change nothing. Of a run that nobody trains: pinCheckpoint().
    void setCheckpointPinned(std::int64_t step, bool isPinned);
    // From the next step on there are histograms of the weights every so many steps, also when the
    // run goes on another time; entered as an event. From a hook. InvalidArgumentError below 1.
    void recordHistograms(std::int64_t everySteps);
    // A hook changed the model between steps; the next checkpoint of this step is not skipped.
    void noteModelChanged();
    // Share of the loop's time that hooks and records cost; -1 before it is known. From any thread.
    double monitoringShare() const { return m_times.monitoringShare(m_environment.clock); }
    // The loop ends after the step that is going on; hooks end, so a checkpoint is made. From any
    // thread.
    void requestStop(std::string reason);

private:
    std::optional<std::string> chooseCheckpoint();
    void openStore();
    void tellStoreTrouble(const std::string& reason);
    void enterFailure(const std::exception& error);
    std::unique_ptr<MonitoredSession> makeSession();
    std::shared_ptr<EvaluationHook> makeEvaluation(const char* part, const Dataset& data,
                                                   std::int64_t everySteps);
    std::vector<HookPointer> makeFirstHooks(const JobHookParts& parts);
    std::vector<HookPointer> makeHooks(const JobHookParts& parts);
    Scaffold::InitFn initialization();
    double checkpointMetric() const;
    bool toleratesCheckpointFailure(const Error& error, std::int64_t step);
    void loop(MonitoredSession& session, JobResult& result);
    void finish(JobResult& result, double seconds);

    JobRequest m_request;
    JobEnvironment m_environment;
    DatasetSplits m_splits;
    JobGraph m_graph;
    std::vector<std::string> m_remarks;
    DirectoryLock m_lock; // of the checkpoints' directory, once open
    std::function<void(const std::string&)> m_storeTrouble;
    std::function<void(std::int64_t)> m_checkpointFailure;
    std::shared_ptr<RunStoreWriter> m_store;
    std::shared_ptr<JobRecorder> m_recorder;
    std::shared_ptr<ProgressHook> m_progress;
    std::shared_ptr<EvaluationHook> m_validation;
    std::shared_ptr<EvaluationHook> m_test;
    std::vector<HookPointer> m_observers;
    std::vector<HookPointer> m_hooks;
    RunId m_run = 0;
    int m_segment = 0;
    std::vector<RejectedCheckpoint> m_rejected; // when it was opened
    std::int64_t m_firstStep = 0;
    double m_startLearningRate = 0;
    StepTimes m_times;
    bool m_isModelChanged = false; // before the loop had its saver
    bool m_isSavingFailed = false; // at the last try, which was told
    std::shared_ptr<CheckpointSaverHook> m_saver; // while the loop runs
    std::shared_ptr<WeightHistogramHook> m_histograms; // once there is a session
    std::shared_ptr<Saver> m_checkpoints; // the same
    std::mutex m_mutex; // guards the two below
    MonitoredSession* m_session = nullptr;
    std::string m_stopReason;
};

} // namespace engine
