// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_recorder.h"

#include "engine/base/errors.h"
#include "engine/summary/run_owner.h"
#include "engine/summary/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <type_traits>
#include <variant>

namespace engine {

namespace {

constexpr const char* kActive = "status IN ('ready', 'running', 'paused')";

RunOwner ownerOf(const Statement& row, int firstColumn)
{
    return {row.text(firstColumn), row.integer(firstColumn + 1), row.integer(firstColumn + 2)};
}

// Runs that nobody trains although their rows say so, after a process was killed.
std::vector<RunId> goneRuns(Database& database, std::chrono::microseconds now)
{
    std::vector<RunId> runs;
    Statement select(
        database, fmt::format("SELECT run_id, host, pid, heartbeat_us FROM run WHERE {}", kActive));
    while (select.step()) {
        if (isGone(ownerOf(select, 1), now)) {
            runs.push_back(select.integer(0));
        }
    }
    return runs;
}

void closeSegments(Database& database, RunId run)
{
    Statement(database,
              "UPDATE segment SET ended_us = (SELECT heartbeat_us FROM run "
              "WHERE run.run_id = segment.run_id), "
              "stop_reason = 'the process ended unexpectedly' "
              "WHERE run_id = ? AND ended_us IS NULL")
        .run(run);
}

void settleGoneRuns(Database& database, std::chrono::microseconds now)
{
    if (goneRuns(database, now).empty()) {
        return;
    }
    Transaction transaction(database);
    for (const RunId run : goneRuns(database, now)) {
        Statement(database, "UPDATE run SET status = ? WHERE run_id = ?")
            .run(runStatusName(RunStatus::Ended), run);
        closeSegments(database, run);
    }
    transaction.commit();
}

} // namespace

RunRecorder::RunRecorder(const std::filesystem::path& store, const TagTable& tags,
                         const Clock& clock)
    : m_clock(clock), m_database(openRunStore(store, Database::Access::Create)),
      m_series(m_database, tags)
{
    settleGoneRuns(m_database, m_clock.wallTime());
}

RunId RunRecorder::createRun(const RunSpec& spec)
{
    Transaction transaction(m_database);
    const int slot =
        spec.colourSlot == RunSpec::kAutomaticSlot ? freeColourSlot() : spec.colourSlot;
    Statement(m_database,
              "INSERT INTO run (name, status, created_us, target_steps, job, "
              "checkpoint_dir, seed, colour_slot, host, pid, heartbeat_us) "
              "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .run(spec.name, runStatusName(RunStatus::Ready), nowMicros(), spec.targetSteps, spec.job,
             spec.checkpointDirectory, spec.seed, slot, hostName(), processId(), nowMicros());
    const RunId run = m_database.lastInsertedRow();
    insertParameters(run, spec);
    transaction.commit();
    return run;
}

int RunRecorder::freeColourSlot()
{
    // Ten colours in three styles of line and marker can be told apart.
    constexpr int kSlotCount = 30;
    std::set<std::int64_t> taken;
    Statement select(m_database,
                     "SELECT colour_slot FROM run WHERE deleted_us IS NULL "
                     "ORDER BY run_id DESC LIMIT ?");
    select.bindAll(kSlotCount - 1);
    while (select.step()) {
        taken.insert(select.integer(0));
    }
    int slot = 0;
    while (taken.contains(slot)) {
        ++slot;
    }
    return slot;
}

void RunRecorder::insertParameters(RunId run, const RunSpec& spec)
{
    Statement insert(m_database, "INSERT INTO run_parameter VALUES (?, ?, ?, ?)");
    int position = 0;
    for (const auto& [key, value] : spec.parameters) {
        insert.run(run, position++, key, value);
    }
}

int RunRecorder::beginSegment(RunId run, std::int64_t firstStep)
{
    Transaction transaction(m_database);
    requireFree(run);
    closeSegments(m_database, run);
    Statement next(m_database, "SELECT coalesce(max(number) + 1, 0) FROM segment WHERE run_id = ?");
    next.bindAll(run);
    next.step();
    const std::int64_t number = next.integer(0);
    next.reset();
    Statement(m_database,
              "INSERT INTO segment (run_id, number, first_step, last_step, started_us, "
              "stop_reason) VALUES (?, ?, ?, ?, ?, '')")
        .run(run, number, firstStep, firstStep, nowMicros());
    const std::int64_t segmentId = m_database.lastInsertedRow();
    Statement(m_database,
              "UPDATE run SET status = ?, host = ?, pid = ?, heartbeat_us = ? WHERE run_id = ?")
        .run(runStatusName(RunStatus::Ready), hostName(), processId(), nowMicros(), run);
    transaction.commit();
    m_run = run;
    m_segmentId = segmentId;
    m_lastStep = firstStep;
    m_lastBeat = m_clock.monotonic();
    m_series.openSegment(segmentId);
    return static_cast<int>(number);
}

void RunRecorder::requireFree(RunId run)
{
    Statement select(m_database,
                     "SELECT host, pid, heartbeat_us, status FROM run WHERE run_id = ?");
    select.bindAll(run);
    if (!select.step()) {
        throw NotFoundError(fmt::format("{}: there is no run {}", m_database.path().string(), run));
    }
    const RunOwner owner = ownerOf(select, 0);
    const bool isTrained = isActive(runStatusFromName(select.text(3)));
    const bool isOurs = owner.host == hostName() && owner.pid == processId();
    if (isTrained && !isOurs && !isGone(owner, m_clock.wallTime())) {
        throw FailedPreconditionError(
            fmt::format("run {} is being trained by process {} on {}", run, owner.pid, owner.host));
    }
}

void RunRecorder::endSegment(RunStatus status, std::string_view reason, std::int64_t step)
{
    requireSegment();
    requireInPlace();
    Transaction transaction(m_database);
    setStatus(status, step);
    m_lastStep = step;
    Statement(m_database, "UPDATE segment SET ended_us = ?, stop_reason = ? WHERE segment_id = ?")
        .run(nowMicros(), reason, m_segmentId);
    beat();
    transaction.commit();
    m_segmentId = 0;
}

void RunRecorder::setStatus(RunStatus status, std::int64_t step)
{
    requireSegment();
    noteStep(step);
    Statement(m_database, "UPDATE run SET status = ? WHERE run_id = ?")
        .run(runStatusName(status), m_run);
}

void RunRecorder::setTargetSteps(std::int64_t steps)
{
    requireSegment();
    Statement(m_database, "UPDATE run SET target_steps = ? WHERE run_id = ?").run(steps, m_run);
}

void RunRecorder::setJob(const RunSpec& spec)
{
    requireSegment();
    Statement(m_database, "UPDATE run SET job = ?, seed = ? WHERE run_id = ?")
        .run(spec.job, spec.seed, m_run);
    Statement(m_database, "DELETE FROM run_parameter WHERE run_id = ?").run(m_run);
    insertParameters(m_run, spec);
}

void RunRecorder::setHyperParameters(const HyperParameters& parameters)
{
    requireSegment();
    Statement(m_database, "DELETE FROM hyper_parameter WHERE run_id = ?").run(m_run);
    Statement insert(m_database, "INSERT INTO hyper_parameter VALUES (?, ?, ?, ?)");
    int position = 0;
    for (const auto& [key, value] : parameters) {
        insert.bindAll(m_run, position++, key);
        std::visit(
            [&](const auto& known) {
                using Known = std::decay_t<decltype(known)>;
                if constexpr (std::is_same_v<Known, bool>) {
                    insert.bind(4, std::int64_t{known ? 1 : 0});
                } else if constexpr (std::is_same_v<Known, double>) {
                    insert.bind(4, known);
                } else {
                    insert.bind(4, std::string_view(known));
                }
            },
            value);
        insert.step();
        insert.reset();
    }
}

void RunRecorder::addEvent(std::string_view kind, std::string_view message, std::int64_t step,
                           std::int64_t wallMicros)
{
    requireSegment();
    noteStep(step);
    Statement(m_database,
              "INSERT INTO event (segment_id, step, wall_us, kind, message) "
              "VALUES (?, ?, ?, ?, ?)")
        .run(m_segmentId, step, wallMicros, kind, message);
}

void RunRecorder::addSummary(std::string_view tag, const StoredContent& content, std::int64_t step,
                             std::int64_t wallMicros)
{
    requireSegment();
    noteStep(step);
    Statement(m_database, "INSERT OR IGNORE INTO tag (name) VALUES (?)").run(tag);
    Statement(m_database,
              "INSERT OR REPLACE INTO summary (segment_id, tag_id, step, wall_us, kind, content) "
              "SELECT ?1, tag_id, ?3, ?4, ?5, ?6 FROM tag WHERE name = ?2")
        .run(m_segmentId, tag, step, wallMicros, content.kind, Blob{content.bytes});
}

void RunRecorder::addCheckpoint(const StoredCheckpoint& checkpoint, std::int64_t wallMicros)
{
    requireSegment();
    // Saved again, after a restore: the loss of the first time is still its loss.
    Statement(m_database,
              "UPDATE checkpoint SET segment_id = ?, step = ?, wall_us = ?, bytes = ?, "
              "loss = coalesce(?, loss), complete = ? WHERE prefix = ? AND segment_id "
              "IN (SELECT segment_id FROM segment WHERE run_id = ?)")
        .run(m_segmentId, checkpoint.step, wallMicros, checkpoint.bytes, checkpoint.loss,
             checkpoint.isComplete ? 1 : 0, checkpoint.prefix, m_run);
    if (m_database.changeCount() == 0) {
        Statement(m_database,
                  "INSERT INTO checkpoint (segment_id, step, wall_us, prefix, bytes, "
                  "loss, complete) VALUES (?, ?, ?, ?, ?, ?, ?)")
            .run(m_segmentId, checkpoint.step, wallMicros, checkpoint.prefix, checkpoint.bytes,
                 checkpoint.loss, checkpoint.isComplete ? 1 : 0);
    }
    addEvent(EventKind::kCheckpointSaved, checkpoint.prefix, checkpoint.step, wallMicros);
}

void RunRecorder::removeCheckpoint(std::string_view prefix)
{
    requireSegment();
    Statement(m_database,
              "DELETE FROM checkpoint WHERE prefix = ? AND segment_id IN "
              "(SELECT segment_id FROM segment WHERE run_id = ?)")
        .run(prefix, m_run);
}

void RunRecorder::markCheckpointDamaged(std::string_view prefix)
{
    requireSegment();
    Statement(m_database,
              "UPDATE checkpoint SET complete = 0 WHERE prefix = ? AND segment_id IN "
              "(SELECT segment_id FROM segment WHERE run_id = ?)")
        .run(prefix, m_run);
}

void RunRecorder::setCheckpointPinned(std::string_view prefix, bool isPinned)
{
    requireSegment();
    Statement(m_database,
              "UPDATE checkpoint SET pinned = ? WHERE prefix = ? AND segment_id IN "
              "(SELECT segment_id FROM segment WHERE run_id = ?)")
        .run(isPinned ? 1 : 0, prefix, m_run);
}

void RunRecorder::begin()
{
    requireInPlace();
    m_database.execute("BEGIN IMMEDIATE");
}

void RunRecorder::writeScalars(std::span<const ScalarRecord> records)
{
    requireSegment();
    m_series.write(records);
    for (const ScalarRecord& record : records) {
        noteStep(record.step);
    }
}

void RunRecorder::commit()
{
    if (m_segmentId != 0) {
        m_series.saveDigests();
        beat();
    }
    m_database.execute("COMMIT");
}

void RunRecorder::abandon() noexcept
{
    m_series.forget();
    try {
        if (m_database.isInTransaction()) {
            m_database.execute("ROLLBACK");
        }
    } catch (const Error&) { // the failure that brought us here is the one to tell
    }
}

bool RunRecorder::isDue()
{
    return m_segmentId != 0 && m_clock.monotonic() - m_lastBeat >= kHeartbeatPeriod;
}

void RunRecorder::requireSegment() const
{
    if (m_segmentId == 0) {
        throw FailedPreconditionError(fmt::format("{}: no segment of a run is open for recording",
                                                  m_database.path().string()));
    }
}

void RunRecorder::requireInPlace() const
{
    if (m_database.hasMoved()) {
        throw NotFoundError(
            fmt::format("{} was deleted, moved or replaced", m_database.path().string()));
    }
}

void RunRecorder::noteStep(std::int64_t step)
{
    m_lastStep = std::max(m_lastStep, step);
}

void RunRecorder::beat()
{
    Statement(m_database, "UPDATE run SET heartbeat_us = ? WHERE run_id = ?")
        .run(nowMicros(), m_run);
    Statement(m_database, "UPDATE segment SET last_step = ? WHERE segment_id = ?")
        .run(m_lastStep, m_segmentId);
    m_lastBeat = m_clock.monotonic();
}

} // namespace engine
