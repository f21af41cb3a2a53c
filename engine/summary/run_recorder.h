// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/formats/summary_content.h"
#include "engine/summary/run_store_types.h"
#include "engine/summary/series_recorder.h"
#include "engine/summary/sqlite.h"
#include "engine/summary/tag_table.h"
#include "engine/summary/writer_thread.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace engine {

// The statements by which RunStoreWriter changes a store; knows the open run and segment. Its
// contract is RunStoreWriter's. Not thread-safe.
class RunRecorder final : public RecordSink
{
public:
    RunRecorder(const std::filesystem::path& store, const TagTable& tags, const Clock& clock);

    // Each in a transaction of its own.
    RunId createRun(const RunSpec& spec);
    int beginSegment(RunId run, std::int64_t firstStep);
    void endSegment(RunStatus status, std::string_view reason, std::int64_t step);

    // Within begin() and commit().
    void setStatus(RunStatus status, std::int64_t step);
    void setTargetSteps(std::int64_t steps);
    void setJob(const RunSpec& spec);
    void setHyperParameters(const HyperParameters& parameters);
    void addEvent(std::string_view kind, std::string_view message, std::int64_t step,
                  std::int64_t wallMicros);
    void addSummary(std::string_view tag, const StoredContent& content, std::int64_t step,
                    std::int64_t wallMicros);
    void addCheckpoint(const StoredCheckpoint& checkpoint, std::int64_t wallMicros);
    void removeCheckpoint(std::string_view prefix);
    void markCheckpointDamaged(std::string_view prefix);
    void setCheckpointPinned(std::string_view prefix, bool isPinned);

    void begin() override;
    void writeScalars(std::span<const ScalarRecord> records) override;
    void commit() override;
    void abandon() noexcept override;
    bool isDue() override;

private:
    std::int64_t nowMicros() const { return m_clock.wallTime().count(); }
    int freeColourSlot();
    void insertParameters(RunId run, const RunSpec& spec);
    void requireFree(RunId run);
    void requireSegment() const;
    void requireInPlace() const;
    void noteStep(std::int64_t step);
    void beat();

    const Clock& m_clock;
    Database m_database;
    SeriesRecorder m_series;
    RunId m_run = 0; // of the open segment
    std::int64_t m_segmentId = 0; // 0: none is open
    std::int64_t m_lastStep = 0; // newest in this transaction
    std::chrono::nanoseconds m_lastBeat{0};
};

} // namespace engine
