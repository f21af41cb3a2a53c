// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/histogram.h"
#include "engine/summary/run_store_types.h"
#include "engine/summary/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct StoredHistogram
{
    std::int64_t step = 0;
    double wallSeconds = 0;
    Histogram histogram;
};

// Reads a few of the histograms of a tag by looking each up, however many there are. The database
// must outlive it. Not thread-safe.
class HistogramReader
{
public:
    explicit HistogramReader(Database& database);

    // See RunStoreReader::histogramTags() and histograms().
    std::vector<std::string> tags(RunId run);
    std::vector<StoredHistogram> read(RunId run, std::string_view tag, int maxCount);

private:
    // What a segment has to the run as it went on in the end: its steps up to the one from which a
    // later segment started.
    struct Piece
    {
        std::int64_t segment = 0;
        std::int64_t lastStep = 0;
    };
    struct Place
    {
        std::int64_t segment = 0;
        std::int64_t step = 0;
    };

    std::vector<Piece> piecesOf(RunId run);
    std::optional<Place> first(const std::vector<Piece>& pieces, std::int64_t tag);
    std::optional<Place> firstFrom(const std::vector<Piece>& pieces, std::int64_t tag,
                                   std::int64_t step);
    std::optional<Place> lastUpTo(const std::vector<Piece>& pieces, std::int64_t tag,
                                  std::int64_t step);
    std::vector<Place> choose(const std::vector<Piece>& pieces, std::int64_t tag, int maxCount);

    Database& m_database;
    Statement m_selectTags;
    Statement m_selectTag;
    Statement m_selectSegments;
    Statement m_selectFrom;
    Statement m_selectUpTo;
    Statement m_selectContent;
};

} // namespace engine
