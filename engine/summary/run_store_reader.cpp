// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_reader.h"

#include "engine/base/errors.h"
#include "engine/formats/summary_content.h"
#include "engine/summary/run_owner.h"
#include "engine/summary/schema.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string>

namespace engine {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Columns in the order in which infoOf() reads them.
constexpr std::string_view kSelectRuns = R"sql(
SELECT r.run_id, r.name, r.status, r.created_us, r.heartbeat_us, r.target_steps, r.colour_slot,
    r.deleted_us IS NOT NULL, r.host, r.pid,
    coalesce((SELECT g.last_step FROM segment g WHERE g.run_id = r.run_id
        ORDER BY g.number DESC LIMIT 1), 0),
    coalesce((SELECT c.step FROM segment g JOIN checkpoint c USING (segment_id)
        WHERE g.run_id = r.run_id AND c.complete ORDER BY g.number DESC, c.step DESC LIMIT 1), -1),
    loss.series_id IS NOT NULL, loss.last_value,
    r.job, r.checkpoint_dir, r.seed
FROM run r LEFT JOIN series loss ON loss.series_id =
    (SELECT s.series_id FROM segment g JOIN series s USING (segment_id) JOIN tag t USING (tag_id)
        WHERE g.run_id = r.run_id AND t.name = 'train/loss' ORDER BY g.number DESC LIMIT 1)
)sql";

double seconds(std::int64_t micros)
{
    return static_cast<double>(micros) / 1e6;
}

double secondsOrNan(const Statement& row, int column)
{
    return row.isNull(column) ? kNaN : seconds(row.integer(column));
}

} // namespace

RunStoreReader::RunStoreReader(const std::filesystem::path& store, const Clock& clock,
                               Database::Access access)
    : m_database(openRunStore(store, access)), m_spans(m_database), m_histograms(m_database),
      m_clock(clock)
{ }

RunInfo RunStoreReader::infoOf(const Statement& row) const
{
    RunInfo info;
    info.id = row.integer(0);
    info.name = row.text(1);
    info.status = runStatusFromName(row.text(2));
    info.createdSeconds = seconds(row.integer(3));
    info.lastUsedSeconds = seconds(row.integer(4));
    info.targetSteps = row.integer(5);
    info.colourSlot = static_cast<int>(row.integer(6));
    info.isInTrash = row.integer(7) != 0;
    const RunOwner owner{row.text(8), row.integer(9), row.integer(4)};
    if (isActive(info.status) && isGone(owner, m_clock.wallTime())) {
        info.status = RunStatus::Ended;
    }
    info.lastStep = row.integer(10);
    info.lastCheckpointStep = row.integer(11);
    info.hasLoss = row.integer(12) != 0;
    info.lastLoss = info.hasLoss ? row.real(13) : 0;
    return info;
}

std::vector<RunInfo> RunStoreReader::runs(bool alsoInTrash)
{
    Statement select(
        m_database,
        fmt::format("{} WHERE ?1 OR r.deleted_us IS NULL ORDER BY r.run_id DESC", kSelectRuns));
    select.bindAll(alsoInTrash ? 1 : 0);
    std::vector<RunInfo> runs;
    while (select.step()) {
        runs.push_back(infoOf(select));
    }
    return runs;
}

RunDetails RunStoreReader::details(RunId run)
{
    Statement select(m_database, fmt::format("{} WHERE r.run_id = ?", kSelectRuns));
    select.bindAll(run);
    if (!select.step()) {
        throw NotFoundError(fmt::format("{}: there is no run {}", m_database.path().string(), run));
    }
    RunDetails details{infoOf(select), select.text(14), {}, select.text(15), select.integer(16)};
    Statement parameters(m_database,
                         "SELECT key, value FROM run_parameter WHERE run_id = ? "
                         "ORDER BY position");
    parameters.bindAll(run);
    while (parameters.step()) {
        details.parameters.emplace_back(parameters.text(0), parameters.text(1));
    }
    return details;
}

HyperParameters RunStoreReader::hyperParameters(RunId run)
{
    Statement select(m_database,
                     "SELECT key, value FROM hyper_parameter WHERE run_id = ? ORDER BY position");
    select.bindAll(run);
    HyperParameters parameters;
    while (select.step()) {
        parameters.emplace_back(select.text(0),
                                select.isInteger(1)    ? HyperParameter(select.integer(1) != 0)
                                    : select.isText(1) ? HyperParameter(select.text(1))
                                                       : HyperParameter(select.real(1)));
    }
    return parameters;
}

std::vector<StoredSegment> RunStoreReader::segments(RunId run)
{
    Statement select(m_database,
                     "SELECT number, first_step, last_step, started_us, ended_us, "
                     "stop_reason FROM segment WHERE run_id = ? ORDER BY number");
    select.bindAll(run);
    std::vector<StoredSegment> segments;
    while (select.step()) {
        segments.push_back({static_cast<int>(select.integer(0)), select.integer(1),
                            select.integer(2), secondsOrNan(select, 3), secondsOrNan(select, 4),
                            select.text(5)});
    }
    return segments;
}

std::vector<StoredSeries> RunStoreReader::series(RunId run)
{
    Statement select(m_database,
                     "SELECT g.number, t.name, s.point_count, s.nonfinite_count, "
                     "s.last_step, s.last_wall_us, s.last_value, s.min_value, "
                     "s.max_value FROM segment g JOIN series s USING (segment_id) "
                     "JOIN tag t USING (tag_id) WHERE g.run_id = ? ORDER BY 1, 2");
    select.bindAll(run);
    std::vector<StoredSeries> series;
    while (select.step()) {
        series.push_back({static_cast<int>(select.integer(0)), select.text(1), select.integer(2),
                          select.integer(3), select.integer(4), secondsOrNan(select, 5),
                          select.real(6), select.real(7), select.real(8)});
    }
    return series;
}

std::int64_t RunStoreReader::seriesId(RunId run, int segment, std::string_view tag)
{
    Statement select(
        m_database,
        "SELECT s.series_id FROM segment g JOIN series s USING (segment_id) "
        "JOIN tag t USING (tag_id) WHERE g.run_id = ? AND g.number = ? AND t.name = ?");
    select.bindAll(run, segment, tag);
    return select.step() ? select.integer(0) : 0;
}

std::vector<StoredPoint> RunStoreReader::points(RunId run, int segment, std::string_view tag,
                                                std::int64_t firstStep, std::int64_t lastStep)
{
    std::vector<StoredPoint> points;
    visitPoints(run, segment, tag, firstStep, lastStep, [&points](const StoredPoint& point) {
        points.push_back(point);
        return true;
    });
    return points;
}

void RunStoreReader::visitPoints(RunId run, int segment, std::string_view tag,
                                 std::int64_t firstStep, std::int64_t lastStep,
                                 const std::function<bool(const StoredPoint&)>& visit)
{
    Statement select(m_database,
                     "SELECT step, value, wall_us FROM point WHERE series_id = ? "
                     "AND step BETWEEN ? AND ? ORDER BY step");
    select.bindAll(seriesId(run, segment, tag), firstStep, lastStep);
    bool isWanted = true;
    while (isWanted && select.step()) {
        isWanted = visit({select.integer(0), select.real(1), seconds(select.integer(2))});
    }
}

std::vector<StoredSpan> RunStoreReader::spans(RunId run, int segment, std::string_view tag,
                                              std::int64_t firstStep, std::int64_t lastStep,
                                              std::int64_t maxRows)
{
    // All levels as of one moment: a writer may finish spans between two questions.
    const ReadTransaction moment(m_database);
    return m_spans.read(seriesId(run, segment, tag), firstStep, lastStep, maxRows);
}

std::vector<StoredSummary> RunStoreReader::summaries(RunId run)
{
    Statement select(m_database,
                     "SELECT s.summary_id, g.number, t.name, s.step, s.wall_us, s.kind, "
                     "length(s.content) FROM segment g JOIN summary s USING (segment_id) "
                     "JOIN tag t USING (tag_id) WHERE g.run_id = ? ORDER BY 2, 3, 4");
    select.bindAll(run);
    std::vector<StoredSummary> summaries;
    while (select.step()) {
        summaries.push_back({select.integer(0), static_cast<int>(select.integer(1)), select.text(2),
                             select.integer(3), secondsOrNan(select, 4), select.text(5),
                             select.integer(6)});
    }
    return summaries;
}

SummaryContent RunStoreReader::summary(std::int64_t id)
{
    Statement select(m_database, "SELECT kind, content FROM summary WHERE summary_id = ?");
    select.bindAll(id);
    if (!select.step()) {
        throw NotFoundError(
            fmt::format("{}: there is no summary {}", m_database.path().string(), id));
    }
    return readContent(select.text(0), select.text(1));
}

std::vector<std::string> RunStoreReader::histogramTags(RunId run)
{
    return m_histograms.tags(run);
}

std::vector<StoredHistogram> RunStoreReader::histograms(RunId run, std::string_view tag,
                                                        int maxCount)
{
    return m_histograms.read(run, tag, maxCount);
}

std::vector<StoredEvent> RunStoreReader::events(RunId run)
{
    Statement select(m_database,
                     "SELECT g.number, e.step, e.wall_us, e.kind, e.message "
                     "FROM segment g JOIN event e USING (segment_id) "
                     "WHERE g.run_id = ? ORDER BY g.number, e.event_id");
    select.bindAll(run);
    std::vector<StoredEvent> events;
    while (select.step()) {
        events.push_back({static_cast<int>(select.integer(0)), select.integer(1),
                          secondsOrNan(select, 2), select.text(3), select.text(4)});
    }
    return events;
}

std::vector<StoredCheckpoint> RunStoreReader::checkpoints(RunId run)
{
    Statement select(m_database,
                     "SELECT g.number, c.step, c.wall_us, c.prefix, c.bytes, c.loss, "
                     "c.complete, c.pinned FROM segment g JOIN checkpoint c USING (segment_id) "
                     "WHERE g.run_id = ? ORDER BY g.number DESC, c.step DESC");
    select.bindAll(run);
    std::vector<StoredCheckpoint> checkpoints;
    while (select.step()) {
        checkpoints.push_back({static_cast<int>(select.integer(0)), select.integer(1),
                               secondsOrNan(select, 2), select.text(3), select.integer(4),
                               select.real(5), select.integer(6) != 0, select.integer(7) != 0});
    }
    return checkpoints;
}

std::int64_t RunStoreReader::dataVersion()
{
    return m_database.queryInteger("PRAGMA data_version");
}

std::int64_t RunStoreReader::sizeInBytes() const
{
    std::int64_t bytes = 0;
    for (const char* const ending : {"", "-wal"}) {
        std::filesystem::path file = m_database.path();
        file += ending;
        std::error_code isAbsent;
        const std::uintmax_t size = std::filesystem::file_size(file, isAbsent);
        bytes += isAbsent ? 0 : static_cast<std::int64_t>(size);
    }
    return bytes;
}

} // namespace engine
