// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/series_recorder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace engine {

namespace {

constexpr std::size_t kSorted = 1U << 14U; // records that are sorted at a time

} // namespace

SeriesRecorder::SeriesRecorder(Database& database, const TagTable& tags)
    : m_tags(tags), m_spans(database),
      m_insertPoints(database, "point", "series_id, step, wall_us, value"),
      m_replacePoint(database,
                     "INSERT OR REPLACE INTO point (series_id, step, wall_us, value) "
                     "VALUES (?, ?, ?, ?)"),
      m_selectPoint(database, "SELECT value FROM point WHERE series_id = ? AND step = ?"),
      m_selectExtremes(database,
                       "SELECT min(value), max(value) FROM point WHERE series_id = ? "
                       "AND value BETWEEN -1.7976931348623157e308 "
                       "AND 1.7976931348623157e308"),
      m_insertTag(database, "INSERT OR IGNORE INTO tag (name) VALUES (?)"),
      m_insertSeries(database,
                     "INSERT OR IGNORE INTO series (segment_id, tag_id, point_count, "
                     "nonfinite_count, last_step, last_wall_us) "
                     "SELECT ?, tag_id, 0, 0, 0, 0 FROM tag WHERE name = ?"),
      m_selectSeries(database,
                     "SELECT series_id, point_count, nonfinite_count, last_step, "
                     "last_wall_us, last_value, min_value, max_value "
                     "FROM series JOIN tag USING (tag_id) "
                     "WHERE segment_id = ? AND name = ?"),
      m_updateSeries(database,
                     "UPDATE series SET point_count = ?, nonfinite_count = ?, last_step = ?, "
                     "last_wall_us = ?, last_value = ?, min_value = ?, max_value = ? "
                     "WHERE series_id = ?")
{ }

void SeriesRecorder::openSegment(std::int64_t segmentId)
{
    m_segmentId = segmentId;
    forget();
}

void SeriesRecorder::write(std::span<const ScalarRecord> records)
{
    for (std::size_t begin = 0; begin < records.size(); begin += kSorted) {
        writeSorted(records.subspan(begin, std::min(kSorted, records.size() - begin)));
    }
}

// Series by series: SQLite is a third faster where rows that lie side by side in the file come one
// after the other.
void SeriesRecorder::writeSorted(std::span<const ScalarRecord> records)
{
    for (std::vector<ScalarRecord>& ofTag : m_sorted) {
        ofTag.clear();
    }
    for (const ScalarRecord& record : records) {
        const auto tag = static_cast<std::size_t>(record.tag);
        if (tag >= m_sorted.size()) {
            m_sorted.resize(tag + 1);
        }
        m_sorted[tag].push_back(record);
    }
    for (const std::vector<ScalarRecord>& ofTag : m_sorted) {
        if (!ofTag.empty()) {
            writeSeries(digestOf(ofTag.front().tag), ofTag);
        }
    }
    flushInserts();
}

void SeriesRecorder::writeSeries(Digest& digest, std::span<const ScalarRecord> records)
{
    for (const ScalarRecord& record : records) {
        if (digest.pointCount == 0 || record.step > digest.lastStep) {
            m_insertPoints.add(digest.seriesId, record.step, record.wallMicros, record.value);
            takeIn(digest, record);
            m_spans.add(digest.seriesId, digest.tail, record);
        } else {
            flushInserts();
            takeOut(digest, record.step);
            m_replacePoint.run(digest.seriesId, record.step, record.wallMicros, record.value);
            takeIn(digest, record);
            m_spans.repair(digest.seriesId, digest.tail, record.step);
        }
    }
}

void SeriesRecorder::flushInserts()
{
    m_insertPoints.flush();
    m_spans.flush();
}

void SeriesRecorder::saveDigests()
{
    for (Digest& digest : m_digests) {
        if (digest.isChanged) {
            save(digest);
            digest.isChanged = false;
        }
    }
}

void SeriesRecorder::forget()
{
    m_digests.clear();
    m_insertPoints.forget();
    m_spans.forget();
}

SeriesRecorder::Digest& SeriesRecorder::digestOf(int tag)
{
    const auto index = static_cast<std::size_t>(tag);
    if (index >= m_digests.size()) {
        m_digests.resize(index + 1);
    }
    Digest& digest = m_digests[index];
    if (digest.seriesId == 0) {
        load(digest, tag);
    }
    return digest;
}

void SeriesRecorder::load(Digest& digest, int tag)
{
    const std::string name = m_tags.nameOf(tag);
    m_insertTag.run(name);
    m_insertSeries.run(m_segmentId, name);
    m_selectSeries.bindAll(m_segmentId, name);
    m_selectSeries.step();
    digest.seriesId = m_selectSeries.integer(0);
    digest.pointCount = m_selectSeries.integer(1);
    digest.nonFiniteCount = m_selectSeries.integer(2);
    digest.lastStep = m_selectSeries.integer(3);
    digest.lastWallMicros = m_selectSeries.integer(4);
    digest.lastValue = m_selectSeries.real(5);
    digest.minimum = m_selectSeries.real(6);
    digest.maximum = m_selectSeries.real(7);
    m_selectSeries.reset();
    digest.tail = m_spans.load(digest.seriesId);
}

void SeriesRecorder::takeOut(Digest& digest, std::int64_t step)
{
    m_selectPoint.bindAll(digest.seriesId, step);
    if (!m_selectPoint.step()) {
        return;
    }
    const double value = m_selectPoint.real(0);
    m_selectPoint.reset();
    --digest.pointCount;
    if (!std::isfinite(value)) {
        --digest.nonFiniteCount;
    } else if (value == digest.minimum || value == digest.maximum) {
        digest.hasLostExtreme = true;
    }
}

void SeriesRecorder::takeIn(Digest& digest, const ScalarRecord& record)
{
    const bool isNewest = digest.pointCount == 0 || record.step >= digest.lastStep;
    ++digest.pointCount;
    if (std::isfinite(record.value)) {
        // fmin and fmax take the other number where one is NaN.
        digest.minimum = std::fmin(digest.minimum, record.value);
        digest.maximum = std::fmax(digest.maximum, record.value);
    } else {
        ++digest.nonFiniteCount;
    }
    if (isNewest) {
        digest.lastStep = record.step;
        digest.lastWallMicros = record.wallMicros;
        digest.lastValue = record.value;
    }
    digest.isChanged = true;
}

void SeriesRecorder::save(Digest& digest)
{
    if (digest.hasLostExtreme) {
        m_selectExtremes.bindAll(digest.seriesId);
        m_selectExtremes.step();
        digest.minimum = m_selectExtremes.real(0);
        digest.maximum = m_selectExtremes.real(1);
        m_selectExtremes.reset();
        digest.hasLostExtreme = false;
    }
    m_updateSeries.run(digest.pointCount, digest.nonFiniteCount, digest.lastStep,
                       digest.lastWallMicros, digest.lastValue, digest.minimum, digest.maximum,
                       digest.seriesId);
}

} // namespace engine
