// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// Plain values that the run store takes and gives. Times are seconds since 1970-01-01 UTC; steps
// count updates done. schema.h says what each means in the file.

using RunId = std::int64_t; // 0: none

// What a run is doing or how it ended.
enum class RunStatus
{
    Ready, // prepared, no step of this segment done
    Running,
    Paused,
    Halted, // by a non-finite loss; waits for an answer
    Finished, // reached its target
    Stopped, // as asked, before its target
    Failed, // by an error
    Ended // unexpectedly: the process that trained it is gone
};

// "running" for RunStatus::Running, as in the view `runs`.
std::string_view runStatusName(RunStatus status);
// DataLossError if there is no such status.
RunStatus runStatusFromName(std::string_view name);
// True for Ready, Running and Paused: a process is expected to be there.
bool isActive(RunStatus status);

// The kinds of events that the program itself records.
struct EventKind
{
    static constexpr std::string_view kStarted = "started";
    static constexpr std::string_view kInitialized = "initialized"; // from a checkpoint
    static constexpr std::string_view kResumed = "resumed";
    static constexpr std::string_view kControlChanged = "control_changed";
    static constexpr std::string_view kSettingsChanged = "settings_changed"; // when it went on
    static constexpr std::string_view kCheckpointSaved = "checkpoint_saved";
    static constexpr std::string_view kCheckpointFailed = "checkpoint_failed";
    static constexpr std::string_view kCheckpointDamaged = "checkpoint_damaged"; // and set aside
    static constexpr std::string_view kCheckpointPinned = "checkpoint_pinned";
    static constexpr std::string_view kCheckpointUnpinned = "checkpoint_unpinned";
    static constexpr std::string_view kPaused = "paused";
    static constexpr std::string_view kAlert = "alert";
    static constexpr std::string_view kStopped = "stopped";
    static constexpr std::string_view kFinished = "finished";
    static constexpr std::string_view kFailed = "failed";
};

// What is known of a run before it starts.
struct RunSpec
{
    static constexpr int kAutomaticSlot = -1; // the lowest that no recent run has

    std::string name;
    std::int64_t targetSteps = 0; // 0: unknown
    std::string job; // TOML
    std::vector<std::pair<std::string, std::string>> parameters; // resolved, in display order
    std::string checkpointDirectory;
    std::int64_t seed = 0;
    int colourSlot = kAutomaticSlot;
};

// A row of a list of runs; read without looking at any point.
struct RunInfo
{
    RunId id = 0;
    std::string name;
    RunStatus status = RunStatus::Ready;
    double createdSeconds = 0;
    double lastUsedSeconds = 0; // last sign of life
    std::int64_t lastStep = 0;
    std::int64_t targetSteps = 0;
    bool hasLoss = false;
    double lastLoss = 0; // newest train/loss; may be NaN
    std::int64_t lastCheckpointStep = -1; // newest that is whole; -1: none
    int colourSlot = 0;
    bool isInTrash = false;
};

struct RunDetails
{
    RunInfo info;
    std::string job;
    std::vector<std::pair<std::string, std::string>> parameters;
    std::string checkpointDirectory;
    std::int64_t seed = 0;
};

struct StoredSegment
{
    int number = 0;
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
    double startedSeconds = 0;
    double endedSeconds = 0; // NaN while it runs
    std::string stopReason;
};

// A series and its digest. Without finite values minimum and maximum are NaN.
struct StoredSeries
{
    int segment = 0;
    std::string tag;
    std::int64_t pointCount = 0;
    std::int64_t nonFiniteCount = 0;
    std::int64_t lastStep = 0;
    double lastSeconds = 0;
    double lastValue = 0;
    double minimum = 0;
    double maximum = 0;
};

struct StoredPoint
{
    std::int64_t step = 0;
    double value = 0;
    double wallSeconds = 0;
};

struct StoredEvent
{
    int segment = 0;
    std::int64_t step = 0;
    double wallSeconds = 0;
    std::string kind;
    std::string message;
};

struct StoredCheckpoint
{
    int segment = 0; // of the start during which it was saved
    std::int64_t step = 0;
    double wallSeconds = 0;
    std::string prefix; // "…/model.ckpt-4000"
    std::int64_t bytes = 0;
    double loss = 0; // NaN when not known
    bool isComplete = true;
    bool isPinned = false;
};

// Neighbouring points of a series as one: what a chart needs of a column of pixels. A single point
// is its own first, last, smallest and largest.
struct StoredSpan
{
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
    double wallSeconds = 0; // of the first point
    std::int64_t pointCount = 0;
    std::int64_t nonFiniteCount = 0;
    double firstValue = 0;
    double lastValue = 0;
    double minimum = 0; // of the finite values; NaN: none
    double maximum = 0;
};

// A summary without its content.
struct StoredSummary
{
    std::int64_t id = 0;
    int segment = 0;
    std::string tag;
    std::int64_t step = 0;
    double wallSeconds = 0;
    std::string kind; // see StoredContent
    std::int64_t bytes = 0;
};

} // namespace engine
