// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/span_recorder.h"

#include <vector>

namespace engine {

// Reads a range of a series from the level of its pyramid that fits. Not thread-safe.
class SpanReader
{
public:
    SpanReader(Database& database, std::int64_t series);

    // See RunStoreReader::spans().
    std::vector<Span> read(std::int64_t firstStep, std::int64_t lastStep, std::int64_t maxRows);

private:
    int topLevel();
    int fittingLevel(std::int64_t firstStep, std::int64_t lastStep, std::int64_t maxRows);
    void readLevel(int level, std::int64_t firstStep, std::int64_t lastStep,
                   std::vector<Span>& out);

    std::int64_t m_series;
    Statement m_selectTop;
    Statement m_selectSizes;
    Statement m_selectSpans;
    Statement m_selectPoints;
};

} // namespace engine
