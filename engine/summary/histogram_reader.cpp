// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/histogram_reader.h"

#include "engine/formats/summary_content.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

constexpr std::int64_t kFirstOfSteps = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLastOfSteps = std::numeric_limits<std::int64_t>::max();

// Whatever steps a damaged file has.
std::uint64_t distance(std::int64_t from, std::int64_t to)
{
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
}

} // namespace

HistogramReader::HistogramReader(Database& database)
    : m_database(database),
      m_selectTags(database,
                   "SELECT name FROM tag WHERE EXISTS (SELECT 1 FROM segment g JOIN summary s "
                   "USING (segment_id) WHERE g.run_id = ? AND s.tag_id = tag.tag_id "
                   "AND s.kind = 'histogram') ORDER BY tag_id"),
      m_selectTag(database, "SELECT tag_id FROM tag WHERE name = ?"),
      m_selectSegments(
          database, "SELECT segment_id, first_step FROM segment WHERE run_id = ? ORDER BY number"),
      m_selectFrom(database,
                   "SELECT min(step) FROM summary WHERE segment_id = ? AND tag_id = ? "
                   "AND step >= ?"),
      m_selectUpTo(database,
                   "SELECT max(step) FROM summary WHERE segment_id = ? AND tag_id = ? "
                   "AND step <= ?"),
      m_selectContent(database,
                      "SELECT wall_us, kind, content FROM summary WHERE segment_id = ? "
                      "AND tag_id = ? AND step = ?")
{ }

std::vector<std::string> HistogramReader::tags(RunId run)
{
    std::vector<std::string> tags;
    m_selectTags.bindAll(run);
    while (m_selectTags.step()) {
        tags.push_back(m_selectTags.text(0));
    }
    return tags;
}

std::vector<StoredHistogram> HistogramReader::read(RunId run, std::string_view tag, int maxCount)
{
    m_selectTag.bindAll(tag);
    const std::int64_t tagId = m_selectTag.step() ? m_selectTag.integer(0) : 0;
    m_selectTag.reset();
    std::vector<StoredHistogram> histograms;
    for (const Place& place : choose(piecesOf(run), tagId, maxCount)) {
        m_selectContent.bindAll(place.segment, tagId, place.step);
        if (m_selectContent.step()) {
            const double seconds = static_cast<double>(m_selectContent.integer(0)) / 1e6;
            const std::string kind = m_selectContent.text(1);
            const std::string bytes = m_selectContent.text(2);
            m_selectContent.reset();
            SummaryContent content = readContent(kind, bytes);
            if (auto* histogram = std::get_if<Histogram>(&content)) {
                histograms.push_back({place.step, seconds, std::move(*histogram)});
            }
        }
    }
    return histograms;
}

std::vector<HistogramReader::Piece> HistogramReader::piecesOf(RunId run)
{
    std::vector<Piece> pieces;
    m_selectSegments.bindAll(run);
    while (m_selectSegments.step()) {
        const std::int64_t firstStep = m_selectSegments.integer(1);
        for (Piece& earlier : pieces) {
            earlier.lastStep = std::min(earlier.lastStep, firstStep);
        }
        pieces.push_back({m_selectSegments.integer(0), kLastOfSteps});
    }
    return pieces;
}

// The earliest of all pieces: of one that was abandoned as a whole nothing is left.
std::optional<HistogramReader::Place> HistogramReader::first(const std::vector<Piece>& pieces,
                                                             std::int64_t tag)
{
    return firstFrom(pieces, tag, kFirstOfSteps);
}

std::optional<HistogramReader::Place>
HistogramReader::firstFrom(const std::vector<Piece>& pieces, std::int64_t tag, std::int64_t step)
{
    std::optional<Place> found;
    for (const Piece& piece : pieces) {
        m_selectFrom.bindAll(piece.segment, tag, step);
        const bool isThere = m_selectFrom.step() && !m_selectFrom.isNull(0);
        const std::int64_t next = isThere ? m_selectFrom.integer(0) : 0;
        m_selectFrom.reset();
        if (isThere && next <= piece.lastStep && (!found || next <= found->step)) {
            found = Place{piece.segment, next};
        }
    }
    return found;
}

std::optional<HistogramReader::Place> HistogramReader::lastUpTo(const std::vector<Piece>& pieces,
                                                                std::int64_t tag, std::int64_t step)
{
    std::optional<Place> found;
    for (const Piece& piece : pieces) {
        m_selectUpTo.bindAll(piece.segment, tag, std::min(step, piece.lastStep));
        const bool isThere = m_selectUpTo.step() && !m_selectUpTo.isNull(0);
        const std::int64_t last = isThere ? m_selectUpTo.integer(0) : 0;
        m_selectUpTo.reset();
        if (isThere && (!found || last >= found->step)) {
            found = Place{piece.segment, last};
        }
    }
    return found;
}

// All that may be; if there are more, from the first one on at the distance of the first two,
// doubled until they are few enough, or halved as long as they are: the later ones may be closer
// together. So what was chosen stays chosen while the run goes on, until the distance changes.
std::vector<HistogramReader::Place> HistogramReader::choose(const std::vector<Piece>& pieces,
                                                            std::int64_t tag, int maxCount)
{
    const ReadTransaction moment(m_database);
    const std::optional<Place> oldest = first(pieces, tag);
    const std::optional<Place> newest = lastUpTo(pieces, tag, kLastOfSteps);
    if (!oldest || !newest || maxCount < 2 || oldest->step == newest->step) {
        return newest && maxCount > 0 ? std::vector<Place>{*newest} : std::vector<Place>();
    }
    const auto most = static_cast<std::uint64_t>(maxCount);
    std::vector<Place> all{*oldest};
    while (all.back().step < newest->step && all.size() < most) {
        const std::optional<Place> next = firstFrom(pieces, tag, all.back().step + 1);
        all.push_back(next.value_or(*newest));
    }
    if (all.back().step >= newest->step) {
        return all;
    }
    const std::uint64_t length = distance(oldest->step, newest->step);
    const auto isFew = [&](std::uint64_t stride) {
        return length / stride + (length % stride > 0 ? 2 : 1) <= most;
    };
    std::uint64_t stride = distance(oldest->step, all[1].step);
    while (!isFew(stride) && stride < length) {
        stride = stride > length / 2 ? length : stride * 2;
    }
    while (stride > 1 && isFew(stride / 2)) {
        stride /= 2;
    }
    std::vector<Place> chosen;
    for (std::uint64_t offset = 0;
         offset<length; offset = length - offset> stride ? offset + stride : length) {
        const auto wanted =
            static_cast<std::int64_t>(static_cast<std::uint64_t>(oldest->step) + offset);
        const std::optional<Place> place = lastUpTo(pieces, tag, wanted);
        if (place && (chosen.empty() || place->step > chosen.back().step)) {
            chosen.push_back(*place);
        }
    }
    if (chosen.empty() || newest->step > chosen.back().step) {
        chosen.push_back(*newest);
    }
    return chosen;
}

} // namespace engine
