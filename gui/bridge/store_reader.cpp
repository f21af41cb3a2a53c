// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/store_reader.h"

#include "engine/base/errors.h"
#include "engine/summary/run_store_editor.h"
#include "engine/summary/run_store_reader.h"
#include "gui/bridge/conversions.h"

#include <limits>

namespace gui {

namespace {

constexpr std::int64_t kNoVersion = -1; // that no store has
constexpr qint64 kBeforeAll = std::numeric_limits<qint64>::min(); // steps

std::optional<std::int64_t> versionOf(engine::RunStoreReader* store)
{
    return store != nullptr ? std::optional(store->dataVersion()) : std::nullopt;
}

} // namespace

StoreReader::StoreReader(QString storePath) : m_storePath(std::move(storePath)) { }

StoreReader::~StoreReader() = default;

template <typename Action>
void StoreReader::guarded(Action&& action)
{
    try {
        action();
    } catch (const engine::Error& error) {
        emit failed(toFailure(error));
    } catch (const std::exception& error) {
        emit failed({QStringLiteral("Internal"), QString::fromUtf8(error.what())});
    }
}

engine::RunStoreReader* StoreReader::reader()
{
    const std::filesystem::path path = toPath(m_storePath);
    if (m_reader && m_reader->hasMoved()) {
        m_reader.reset();
        m_version = kNoVersion; // whatever is there now is to be read
        emit runsRead({}); // its runs are others, though they may have the same numbers
    }
    if (!m_reader && std::filesystem::exists(path)) {
        m_reader = std::make_unique<engine::RunStoreReader>(path, m_clock);
    }
    return m_reader.get();
}

void StoreReader::refresh()
{
    guarded([this] { readRuns(); });
}

void StoreReader::refreshIfChanged()
{
    guarded([this] {
        engine::RunStoreReader* const store = reader();
        if (versionOf(store) != m_version) {
            readRuns();
        }
    });
}

void StoreReader::readRuns()
{
    QList<RunSummary> summaries;
    engine::RunStoreReader* const store = reader();
    m_version = versionOf(store);
    if (store != nullptr) {
        for (const engine::RunInfo& info : store->runs()) {
            summaries.append(toRunSummary(info));
        }
        emit sizeRead(store->sizeInBytes());
    }
    emit runsRead(summaries);
}

void StoreReader::load(RunId run, const LastSteps& known)
{
    guarded([this, run, &known] {
        engine::RunStoreReader* store = reader();
        if (store == nullptr) {
            throw engine::NotFoundError("there is no store " + m_storePath.toStdString());
        }
        readDetails(run);
        readSeries(run, known);
        QList<RunEvent> events;
        for (const engine::StoredEvent& event : store->events(run)) {
            events.append(toRunEvent(run, event.segment, event.step, event.wallSeconds, event.kind,
                                     event.message));
        }
        emit eventsRead(run, events);
        QList<CheckpointInfo> checkpoints;
        for (const engine::StoredCheckpoint& checkpoint : store->checkpoints(run)) {
            checkpoints.append(toCheckpointInfo(run, checkpoint));
        }
        emit checkpointsRead(run, checkpoints);
    });
}

void StoreReader::readDetails(RunId run)
{
    const engine::RunDetails stored = m_reader->details(run);
    RunDetails details;
    details.id = run;
    details.hyperParameters = toParameterList(stored.parameters);
    if (stored.info.status == engine::RunStatus::Failed) {
        const std::vector<engine::StoredSegment> segments = m_reader->segments(run);
        details.failure = segments.empty() ? QString() : toQString(segments.back().stopReason);
    }
    emit detailsRead(details);
}

void StoreReader::readSeries(RunId run, const LastSteps& known)
{
    QList<SegmentInfo> segments;
    for (const engine::StoredSegment& segment : m_reader->segments(run)) {
        segments.append({segment.number, segment.firstStep});
    }
    QList<MetricBatch> batches;
    for (const engine::StoredSeries& series : m_reader->series(run)) {
        MetricBatch batch;
        batch.run = run;
        batch.segment = series.segment;
        batch.tag = QString::fromStdString(series.tag);
        const qint64 last = known.value({batch.segment, batch.tag}, kBeforeAll);
        if (last == std::numeric_limits<qint64>::max()) {
            continue; // there is none behind it
        }
        const std::vector<engine::StoredPoint> points =
            m_reader->points(run, series.segment, series.tag, last + 1);
        batch.points.reserve(qsizetype(points.size()));
        for (const engine::StoredPoint& point : points) {
            batch.points.append({point.step, point.value, point.wallSeconds});
        }
        batches.append(std::move(batch));
    }
    emit seriesRead(run, segments, batches);
}

void StoreReader::moveToTrash(RunId run)
{
    guarded([this, run] {
        engine::RunStoreEditor(toPath(m_storePath), m_clock).moveToTrash(run);
        readRuns();
    });
}

void StoreReader::restore(RunId run)
{
    guarded([this, run] {
        engine::RunStoreEditor(toPath(m_storePath), m_clock).restore(run);
        readRuns();
    });
}

} // namespace gui
