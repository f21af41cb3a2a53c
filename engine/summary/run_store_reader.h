// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/formats/summary_value.h"
#include "engine/summary/histogram_reader.h"
#include "engine/summary/run_store_types.h"
#include "engine/summary/span_reader.h"
#include "engine/summary/sqlite.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <vector>

namespace engine {

// Reads a run store while others write it; never blocks them and is never blocked. What a call
// returns is what was committed when it began.
//
// A run that is active by its row but whose process is gone is given as RunStatus::Ended.
// Errors of Database; NotFoundError for a run that does not exist.
//
// Thread rule: one thread at a time; open a reader per thread.
class RunStoreReader
{
public:
    // Errors of openRunStore(); NotFoundError if there is no such file. `clock` must outlive this.
    // Access::ReadOnly, or Access::Snapshot for one look that changes nothing.
    RunStoreReader(const std::filesystem::path& store, const Clock& clock,
                   Database::Access access = Database::Access::ReadOnly);

    // Newest first.
    std::vector<RunInfo> runs(bool alsoInTrash = false);
    RunDetails details(RunId run);
    HyperParameters hyperParameters(RunId run);
    std::vector<StoredSegment> segments(RunId run); // by number
    std::vector<StoredSeries> series(RunId run); // by segment and tag
    // Points with firstStep ≤ step ≤ lastStep, by step. Empty if there is no such series.
    std::vector<StoredPoint>
    points(RunId run, int segment, std::string_view tag,
           std::int64_t firstStep = std::numeric_limits<std::int64_t>::min(),
           std::int64_t lastStep = std::numeric_limits<std::int64_t>::max());
    // The same points one at a time, in constant memory, until `visit` returns false.
    void visitPoints(RunId run, int segment, std::string_view tag, std::int64_t firstStep,
                     std::int64_t lastStep, const std::function<bool(const StoredPoint&)>& visit);
    // The same points, and in their stead spans of them wherever the points are more than about
    // `maxRows`: the finest spans of which no more are needed, at the edges finer ones and points.
    // Every point of the range is in exactly one.
    std::vector<StoredSpan> spans(RunId run, int segment, std::string_view tag,
                                  std::int64_t firstStep, std::int64_t lastStep,
                                  std::int64_t maxRows);
    std::vector<StoredSummary> summaries(RunId run); // by segment, tag and step
    // By its id. NotFoundError; DataLossError if it is damaged.
    SummaryContent summary(std::int64_t id);
    // Tags with histograms, in the order in which the store came to know them.
    std::vector<std::string> histogramTags(RunId run);
    // Of a tag, along the steps that led to the newest one: the oldest, the newest and some between
    // at even distances, by step, at most `maxCount`. DataLossError if one is damaged.
    std::vector<StoredHistogram> histograms(RunId run, std::string_view tag, int maxCount);
    std::vector<StoredEvent> events(RunId run); // by segment, in the order in which they happened
    std::vector<StoredCheckpoint> checkpoints(RunId run); // newest first
    // True if another file, or none, is at the path now.
    bool hasMoved() const { return m_database.hasMoved(); }
    // Changes whenever another connection has committed something.
    std::int64_t dataVersion();
    // Bytes of the file and of its journal.
    std::int64_t sizeInBytes() const;

private:
    RunInfo infoOf(const Statement& row) const;
    std::int64_t seriesId(RunId run, int segment, std::string_view tag); // 0: none

    Database m_database;
    SpanReader m_spans;
    HistogramReader m_histograms;
    const Clock& m_clock;
};

} // namespace engine
