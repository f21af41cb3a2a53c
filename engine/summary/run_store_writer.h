// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/errors.h"
#include "engine/summary/run_store_types.h"
#include "engine/summary/summary_writer.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

namespace engine {

class RunRecorder;
class TagTable;
class WriterThread;

// Records runs in a store. A thread of its own has the only connection of this process that writes
// points; it commits what was handed over every 250 ms or 8192 values. A killed process
// loses at most what was not committed.
//
// Calls marked "hands over" never wait for the disk: an append under a short lock, and for values
// of known tags no allocation once warm. If the disk fails, or the file is no longer where it was
// opened (NotFoundError), records are kept and tried again; beyond `capacity` values are dropped,
// and flush() and close() say how many.
//
// One run at a time: createRun() or a RunId from before, then beginSegment(), values and events,
// endSegment(). While a run is open its heartbeat is renewed every 2 s.
//
// Thread rule: any thread; createRun(), beginSegment(), endSegment() and close() by one of them.
class RunStoreWriter final : public SummaryWriter
{
public:
    using TagId = int;

    struct Options
    {
        std::chrono::milliseconds commitInterval{250};
        std::size_t capacity = 1U << 22U; // values that wait for the disk
        // On the writer's thread: when writing begins to fail, once per streak of failures, and
        // when everything that waited is written. Must not throw or call this.
        std::function<void(const Error&)> onError;
        std::function<void()> onRecovery;
    };

    // Creates the file if absent. Errors of openRunStore(). Runs whose process is gone are set to
    // RunStatus::Ended. `clock` must outlive this.
    RunStoreWriter(const std::filesystem::path& store, const Clock& clock, Options options);
    RunStoreWriter(const std::filesystem::path& store, const Clock& clock);
    ~RunStoreWriter() override;

    // These three wait until they are committed.
    RunId createRun(const RunSpec& spec);
    // Opens the next segment of `run` after `firstStep` steps; returns its number. NotFoundError;
    // FailedPreconditionError if another process trains this run now.
    int beginSegment(RunId run, std::int64_t firstStep);
    // Ends it after `step` steps with Finished, Stopped, Failed or Halted. FailedPreconditionError
    // if no segment is open; so do all below, at the next flush().
    void endSegment(RunStatus status, std::string_view stopReason, std::int64_t step);

    TagId registerTag(std::string_view tag);

    // All of these hand over.
    void scalar(TagId tag, double value, std::int64_t step); // at the clock's time
    void scalar(TagId tag, double value, std::int64_t step, std::chrono::microseconds wallTime);
    void setStatus(RunStatus status, std::int64_t step);
    void setTargetSteps(std::int64_t steps);
    // The open run is trained by this job from now on; `spec`'s job, parameters and seed are taken.
    void setJob(const RunSpec& spec);
    // A checkpoint that is whole on the disk; also records the event checkpoint_saved. The time of
    // `checkpoint` is the clock's, its segment the open one. The same prefix again replaces; a loss
    // that is not known then leaves the former.
    void addCheckpoint(const StoredCheckpoint& checkpoint);
    void removeCheckpoint(std::string_view prefix); // deleted by retention
    void markCheckpointDamaged(std::string_view prefix);
    void setCheckpointPinned(std::string_view prefix, bool isPinned); // retention never deletes it

    // SummaryWriter. Session logs are for event files; the store has segments and checkpoints.
    void addScalar(std::string_view tag, double value, std::int64_t step) override;
    void addScalars(std::span<const TaggedScalar> scalars, std::int64_t step) override;
    void addSummary(std::string_view tag, const SummaryContent& content,
                    std::int64_t step) override;
    // Of the open run, whatever `name` is, in the place of those that it had.
    void addHyperParameters(std::string_view name, const HyperParameters& parameters) override;
    void addSessionLog(SessionLogKind, std::string_view, std::int64_t) override { }
    void addEvent(std::string_view kind, std::string_view message, std::int64_t step) override;
    void flush() override;
    void close() override;

private:
    const Clock& m_clock;
    std::unique_ptr<TagTable> m_tags;
    std::unique_ptr<RunRecorder> m_recorder;
    std::unique_ptr<WriterThread> m_thread; // last: it uses the recorder
};

} // namespace engine
