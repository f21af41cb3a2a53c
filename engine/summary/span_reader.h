// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/run_store_types.h"
#include "engine/summary/sqlite.h"

#include <cstdint>
#include <vector>

namespace engine {

// Reads a range of a series from the level of its pyramid that fits. The database must outlive it.
// Not thread-safe.
class SpanReader
{
public:
    explicit SpanReader(Database& database);

    // See RunStoreReader::spans(). DataLossError if there are more levels than can be.
    std::vector<StoredSpan> read(std::int64_t series, std::int64_t firstStep, std::int64_t lastStep,
                                 std::int64_t maxRows);

private:
    struct Level
    {
        int number = 0; // 0: the points
        std::int64_t rows = 0; // about
    };

    int topLevel(std::int64_t series);
    Level fittingLevel(std::int64_t series, std::int64_t firstStep, std::int64_t lastStep,
                       std::int64_t maxRows);
    void readPoints(std::int64_t series, std::int64_t firstStep, std::int64_t lastStep,
                    std::vector<StoredSpan>& out);
    void readLevel(std::int64_t series, int level, std::int64_t firstStep, std::int64_t lastStep,
                   std::vector<StoredSpan>& out);

    Database& m_database;
    Statement m_selectTop;
    Statement m_selectSizes;
    Statement m_selectSpans;
    Statement m_selectPoints;
};

} // namespace engine
