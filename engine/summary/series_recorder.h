// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/bulk_insert.h"
#include "engine/summary/span_recorder.h"
#include "engine/summary/sqlite.h"
#include "engine/summary/tag_table.h"
#include "engine/summary/writer_thread.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

// Writes points of one segment and keeps digest and spans of each of its series (schema.h).
// Called within a transaction. Not thread-safe.
class SeriesRecorder
{
public:
    // Both must outlive this.
    SeriesRecorder(Database& database, const TagTable& tags);

    void openSegment(std::int64_t segmentId);
    // In any order of tags; of one tag in the order given.
    void write(std::span<const ScalarRecord> records);
    // Before the transaction's commit: writes what changed in the digests.
    void saveDigests();
    // After a rollback: digests are read from the file again.
    void forget();

private:
    struct Digest
    {
        std::int64_t seriesId = 0; // 0: not read yet
        std::int64_t pointCount = 0;
        std::int64_t nonFiniteCount = 0;
        std::int64_t lastStep = 0;
        std::int64_t lastWallMicros = 0;
        double lastValue = 0;
        double minimum = 0; // NaN: no finite value
        double maximum = 0;
        SpanRecorder::Tail tail;
        bool isChanged = false;
        bool hasLostExtreme = false; // a replaced value was the minimum or maximum
    };

    void writeSorted(std::span<const ScalarRecord> records);
    void writeSeries(Digest& digest, std::span<const ScalarRecord> records);
    void flushInserts();
    Digest& digestOf(int tag);
    void load(Digest& digest, int tag);
    void takeOut(Digest& digest, std::int64_t step);
    static void takeIn(Digest& digest, const ScalarRecord& record);
    void save(Digest& digest);

    const TagTable& m_tags;
    std::int64_t m_segmentId = 0;
    std::vector<Digest> m_digests; // by tag
    std::vector<std::vector<ScalarRecord>> m_sorted; // by tag: what is being written

    SpanRecorder m_spans;
    BulkInsert<std::int64_t, std::int64_t, std::int64_t, double> m_insertPoints;
    Statement m_replacePoint;
    Statement m_selectPoint;
    Statement m_selectExtremes;
    Statement m_insertTag;
    Statement m_insertSeries;
    Statement m_selectSeries;
    Statement m_updateSeries;
};

} // namespace engine
