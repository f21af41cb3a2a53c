// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_editor.h"

#include "engine/base/errors.h"
#include "engine/summary/run_owner.h"
#include "engine/summary/schema.h"

#include <fmt/format.h>

namespace engine {

RunStoreEditor::RunStoreEditor(const std::filesystem::path& store, const Clock& clock)
    : m_database(openRunStore(store, Database::Access::ReadWrite)), m_clock(clock)
{ }

void RunStoreEditor::rename(RunId run, std::string_view name)
{
    update(run, "name = ?2", name);
}

void RunStoreEditor::setColourSlot(RunId run, int slot)
{
    update(run, "colour_slot = ?2", slot);
}

void RunStoreEditor::moveToTrash(RunId run)
{
    update(run, "deleted_us = ?2", m_clock.wallTime().count());
}

void RunStoreEditor::restore(RunId run)
{
    update(run, "deleted_us = ?2", nullptr);
}

bool RunStoreEditor::setCheckpointPinned(RunId run, std::string_view prefix, bool isPinned)
{
    Transaction transaction(m_database);
    Statement(m_database,
              "UPDATE checkpoint SET pinned = ? WHERE prefix = ? AND segment_id IN "
              "(SELECT segment_id FROM segment WHERE run_id = ?)")
        .run(isPinned ? 1 : 0, prefix, run);
    const bool isKnown = m_database.changeCount() > 0;
    if (isKnown) {
        Statement(m_database,
                  "INSERT INTO event (segment_id, step, wall_us, kind, message) "
                  "SELECT segment_id, last_step, ?, ?, ? FROM segment WHERE run_id = ? "
                  "ORDER BY number DESC LIMIT 1")
            .run(m_clock.wallTime().count(),
                 isPinned ? EventKind::kCheckpointPinned : EventKind::kCheckpointUnpinned, prefix,
                 run);
    }
    transaction.commit();
    return isKnown;
}

template <typename Value>
void RunStoreEditor::update(RunId run, std::string_view assignment, const Value& value)
{
    Statement statement(m_database, fmt::format("UPDATE run SET {} WHERE run_id = ?1", assignment));
    statement.run(run, value);
    if (m_database.changeCount() == 0) {
        throw NotFoundError(fmt::format("{}: there is no run {}", m_database.path().string(), run));
    }
}

int RunStoreEditor::emptyTrash()
{
    Transaction transaction(m_database);
    const std::vector<RunId> runs = deletableRuns();
    for (const RunId run : runs) {
        Statement(m_database,
                  "DELETE FROM point WHERE series_id IN (SELECT series_id FROM series "
                  "JOIN segment USING (segment_id) WHERE run_id = ?)")
            .run(run);
        Statement(m_database,
                  "DELETE FROM span WHERE series_id IN (SELECT series_id FROM series "
                  "JOIN segment USING (segment_id) WHERE run_id = ?)")
            .run(run);
        Statement(m_database, "DELETE FROM run WHERE run_id = ?").run(run);
    }
    transaction.commit();
    return static_cast<int>(runs.size());
}

std::vector<RunId> RunStoreEditor::deletableRuns()
{
    Statement select(m_database,
                     "SELECT run_id, status, host, pid, heartbeat_us FROM run "
                     "WHERE deleted_us IS NOT NULL");
    std::vector<RunId> runs;
    while (select.step()) {
        const RunOwner owner{select.text(2), select.integer(3), select.integer(4)};
        if (!isActive(runStatusFromName(select.text(1))) || isGone(owner, m_clock.wallTime())) {
            runs.push_back(select.integer(0));
        }
    }
    return runs;
}

} // namespace engine
