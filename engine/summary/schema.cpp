// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/schema.h"

#include "engine/base/errors.h"
#include "engine/summary/span_recorder.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

namespace engine {

namespace {

// Points have no foreign key: looking up the parent would cost a tenth of the insert rate.
constexpr const char* kFormat1 = R"sql(
CREATE TABLE run (
    run_id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    created_us INTEGER NOT NULL,
    target_steps INTEGER NOT NULL,
    job TEXT NOT NULL,
    checkpoint_dir TEXT NOT NULL,
    seed INTEGER NOT NULL,
    colour_slot INTEGER NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    heartbeat_us INTEGER NOT NULL,
    deleted_us INTEGER);
CREATE TABLE run_parameter (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (run_id, position)) WITHOUT ROWID;
CREATE TABLE segment (
    segment_id INTEGER PRIMARY KEY,
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    number INTEGER NOT NULL,
    first_step INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    started_us INTEGER NOT NULL,
    ended_us INTEGER,
    stop_reason TEXT NOT NULL,
    UNIQUE (run_id, number));
CREATE TABLE tag (
    tag_id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE);
CREATE TABLE series (
    series_id INTEGER PRIMARY KEY,
    segment_id INTEGER NOT NULL REFERENCES segment ON DELETE CASCADE,
    tag_id INTEGER NOT NULL REFERENCES tag,
    point_count INTEGER NOT NULL,
    nonfinite_count INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    last_wall_us INTEGER NOT NULL,
    last_value REAL,
    min_value REAL,
    max_value REAL,
    UNIQUE (segment_id, tag_id));
CREATE INDEX series_by_tag ON series (tag_id);
CREATE TABLE point (
    series_id INTEGER NOT NULL,
    step INTEGER NOT NULL,
    wall_us INTEGER NOT NULL,
    value REAL,
    PRIMARY KEY (series_id, step)) WITHOUT ROWID;
CREATE TABLE event (
    event_id INTEGER PRIMARY KEY,
    segment_id INTEGER NOT NULL REFERENCES segment ON DELETE CASCADE,
    step INTEGER NOT NULL,
    wall_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL);
CREATE INDEX event_by_segment ON event (segment_id, step);
CREATE TABLE checkpoint (
    checkpoint_id INTEGER PRIMARY KEY,
    segment_id INTEGER NOT NULL REFERENCES segment ON DELETE CASCADE,
    step INTEGER NOT NULL,
    wall_us INTEGER NOT NULL,
    prefix TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    loss REAL,
    complete INTEGER NOT NULL,
    UNIQUE (segment_id, prefix));

CREATE VIEW runs (run_id, name, status, created, steps, last_loss) AS
SELECT run_id, name, status, created_us / 1e6,
    coalesce((SELECT g.last_step FROM segment g WHERE g.run_id = run.run_id
        ORDER BY g.number DESC LIMIT 1), 0),
    (SELECT s.last_value FROM segment g JOIN series s USING (segment_id) JOIN tag t USING (tag_id)
        WHERE g.run_id = run.run_id AND t.name = 'train/loss' ORDER BY g.number DESC LIMIT 1)
FROM run WHERE deleted_us IS NULL;

CREATE VIEW scalars (run_id, segment, tag, step, wall_time, value) AS
SELECT r.run_id, g.number, t.name, p.step, p.wall_us / 1e6, p.value
FROM point p JOIN series s USING (series_id) JOIN tag t USING (tag_id)
    JOIN segment g USING (segment_id) JOIN run r USING (run_id)
WHERE r.deleted_us IS NULL;

CREATE VIEW events (run_id, segment, step, wall_time, kind, message) AS
SELECT r.run_id, g.number, e.step, e.wall_us / 1e6, e.kind, e.message
FROM event e JOIN segment g USING (segment_id) JOIN run r USING (run_id)
WHERE r.deleted_us IS NULL;
)sql";

constexpr const char* kFormat2 = R"sql(
CREATE TABLE span (
    series_id INTEGER NOT NULL,
    level INTEGER NOT NULL,
    first_step INTEGER NOT NULL,
    last_step INTEGER NOT NULL,
    wall_us INTEGER NOT NULL,
    point_count INTEGER NOT NULL,
    nonfinite_count INTEGER NOT NULL,
    first_value REAL,
    last_value REAL,
    min_value REAL,
    max_value REAL,
    PRIMARY KEY (series_id, level, first_step)) WITHOUT ROWID;
CREATE TABLE summary (
    summary_id INTEGER PRIMARY KEY,
    segment_id INTEGER NOT NULL REFERENCES segment ON DELETE CASCADE,
    tag_id INTEGER NOT NULL REFERENCES tag,
    step INTEGER NOT NULL,
    wall_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    content BLOB NOT NULL,
    UNIQUE (segment_id, tag_id, step));
CREATE INDEX summary_by_tag ON summary (tag_id);
ALTER TABLE checkpoint ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;

CREATE VIEW summaries (run_id, segment, tag, step, wall_time, kind, bytes) AS
SELECT r.run_id, g.number, t.name, s.step, s.wall_us / 1e6, s.kind, length(s.content)
FROM summary s JOIN tag t USING (tag_id) JOIN segment g USING (segment_id)
    JOIN run r USING (run_id)
WHERE r.deleted_us IS NULL;

CREATE VIEW checkpoints (run_id, segment, step, wall_time, prefix, bytes, loss, complete, pinned)
AS SELECT r.run_id, g.number, c.step, c.wall_us / 1e6, c.prefix, c.bytes, c.loss, c.complete,
    c.pinned
FROM checkpoint c JOIN segment g USING (segment_id) JOIN run r USING (run_id)
WHERE r.deleted_us IS NULL;
)sql";

// The column value has no type: a number stays a number, a text a text.
constexpr const char* kFormat3 = R"sql(
CREATE TABLE hyper_parameter (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    position INTEGER NOT NULL,
    key TEXT NOT NULL,
    value,
    PRIMARY KEY (run_id, position)) WITHOUT ROWID;

CREATE VIEW parameters (run_id, key, value) AS
SELECT r.run_id, h.key, h.value FROM hyper_parameter h JOIN run r USING (run_id)
WHERE r.deleted_us IS NULL;
)sql";

void makeFormat1(Database& database)
{
    database.execute(kFormat1);
}

// Also builds the spans of the points there are.
void makeFormat2(Database& database)
{
    database.execute(kFormat2);
    SpanRecorder spans(database);
    SpanRecorder::Tail tail;
    std::int64_t series = 0;
    Statement points(database,
                     "SELECT series_id, step, wall_us, value FROM point ORDER BY series_id, step");
    while (points.step()) {
        if (points.integer(0) != series) {
            series = points.integer(0);
            tail = SpanRecorder::Tail();
        }
        spans.add(series, tail, {0, points.integer(1), points.integer(2), points.real(3)});
    }
    spans.flush();
}

void makeFormat3(Database& database)
{
    database.execute(kFormat3);
}

// kMigrations[n] turns format n into n + 1; an empty file is format 0.
constexpr std::array<void (*)(Database&), kStoreFormat> kMigrations = {makeFormat1, makeFormat2,
                                                                       makeFormat3};

// The format of the file; throws if it is not ours to read.
std::int64_t checkedFormat(Database& database)
{
    // As of one moment: another process may just be making it a store.
    std::optional<ReadTransaction> moment;
    if (!database.isInTransaction()) {
        moment.emplace(database);
    }
    const std::int64_t format = database.queryInteger("PRAGMA user_version");
    const std::int64_t application = database.queryInteger("PRAGMA application_id");
    const bool isEmpty = database.queryInteger("SELECT count(*) FROM sqlite_master") == 0;
    if (isEmpty && format == 0 && application == 0) {
        return 0;
    }
    if (application != kApplicationId) {
        throw FailedPreconditionError(
            fmt::format("{} is not a run store of Trainspotter (application_id {}). It was not "
                        "changed.",
                        database.path().string(), application));
    }
    if (format > kStoreFormat) {
        throw FailedPreconditionError(
            fmt::format("This run store was written by a newer version of Trainspotter (format {}, "
                        "this one reads up to {}). It was not changed.",
                        format, kStoreFormat));
    }
    return format;
}

void migrate(Database& database)
{
    // Asked again under the write lock: another process may have done it meanwhile.
    Transaction transaction(database);
    for (std::int64_t format = checkedFormat(database); format < kStoreFormat; ++format) {
        kMigrations.at(static_cast<std::size_t>(format))(database);
        database.execute(fmt::format("PRAGMA application_id = {}", kApplicationId));
        database.execute(fmt::format("PRAGMA user_version = {}", format + 1));
    }
    transaction.commit();
}

Database broughtUpCopy(const Database& database)
{
    Database copy = database.temporaryCopy();
    migrate(copy);
    return copy;
}

// SQLite does not wait where two change the kind of the journal at once: each could wait for the
// other. Whoever tries again finds it changed.
void useWriteAheadLog(Database& database)
{
    const auto deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(Database::kBusyTimeoutMs);
    for (;;) {
        try {
            database.execute("PRAGMA journal_mode = WAL");
            return;
        } catch (const UnavailableError&) {
            if (std::chrono::steady_clock::now() > deadline) {
                throw;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

// The file brought up, or a copy of it where it cannot be.
Database broughtUp(Database database)
{
    try {
        openRunStore(database.path(), Database::Access::ReadWrite);
        return database;
    } catch (const PermissionDeniedError&) { // a read-only file
    } catch (const NotFoundError&) { // no place for a journal
    }
    return broughtUpCopy(database);
}

} // namespace

Database openRunStore(const std::filesystem::path& path, Database::Access access)
{
    Database database(path, access);
    const bool isCurrent = checkedFormat(database) == kStoreFormat;
    if (access == Database::Access::Snapshot) {
        return isCurrent ? std::move(database) : broughtUpCopy(database);
    }
    if (access == Database::Access::ReadOnly) {
        return isCurrent ? std::move(database) : broughtUp(std::move(database));
    }
    useWriteAheadLog(database);
    database.execute("PRAGMA synchronous = NORMAL");
    if (!isCurrent) {
        migrate(database);
    }
    return database;
}

} // namespace engine
