// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/store_reader.h"

#include "engine/base/errors.h"
#include "engine/jobs/checkpoint_pins.h"
#include "engine/summary/run_store_editor.h"
#include "engine/summary/run_store_reader.h"
#include "gui/bridge/conversions.h"
#include "gui/bridge/span_mixture.h"

#include <algorithm>
#include <utility>

namespace gui {

namespace {

constexpr std::int64_t kNoVersion = -1; // that no store has

// A tag with more points in its run is drawn from spans, wherever a segment has many of them.
constexpr qint64 kLongSeries = 100'000;
constexpr qint64 kManyPoints = 4'000;
constexpr int kMostDistributions = 33; // as many as can be told apart one behind the other

std::optional<std::int64_t> versionOf(engine::RunStoreReader* store)
{
    return store != nullptr ? std::optional(store->dataVersion()) : std::nullopt;
}

// The step from which the first later segment went on.
qint64 keptUntil(int segment, const QList<SegmentInfo>& segments)
{
    qint64 step = kLastOfSteps;
    for (const SegmentInfo& info : segments) {
        if (info.segment > segment) {
            step = std::min(step, info.firstStep);
        }
    }
    return step;
}

// What has grown by a few points since it was read is no matter for spans.
void toPointsIfAllAre(MetricBatch& batch)
{
    if (std::all_of(batch.spans.cbegin(), batch.spans.cend(),
                    [](const MetricSpan& span) { return span.pointCount == 1; })) {
        for (const MetricSpan& span : std::as_const(batch.spans)) {
            batch.points.append({span.firstStep, span.firstValue, span.wallSeconds});
        }
        batch.spans.clear();
    }
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
    const std::vector<engine::StoredSeries> stored = m_reader->series(run);
    QHash<QString, qint64> counts; // by tag
    for (const engine::StoredSeries& series : stored) {
        counts[QString::fromStdString(series.tag)] += series.pointCount;
    }
    QList<MetricBatch> batches;
    for (const engine::StoredSeries& series : stored) {
        DetailRequest request{run, QString::fromStdString(series.tag), {series.segment}};
        const qint64 last = known.value({series.segment, request.tag}, kFirstOfSteps);
        if (last == kLastOfSteps) {
            continue; // there is none behind it
        }
        request.range.first = last + 1;
        if (counts.value(request.tag) <= kLongSeries || series.pointCount <= kManyPoints) {
            batches.append(readPoints(request));
            continue;
        }
        request.range.last = series.lastStep;
        request.keptUntil = keptUntil(series.segment, segments);
        batches.append({run, series.segment, request.tag, {}, readMixture(*m_reader, request)});
        toPointsIfAllAre(batches.last());
    }
    emit seriesRead(run, segments, batches);
}

MetricBatch StoreReader::readPoints(const DetailRequest& request)
{
    const std::vector<engine::StoredPoint> points = m_reader->points(
        request.run, request.range.segment, request.tag.toStdString(), request.range.first);
    MetricBatch batch{request.run, request.range.segment, request.tag};
    batch.points.reserve(qsizetype(points.size()));
    for (const engine::StoredPoint& point : points) {
        batch.points.append({point.step, point.value, point.wallSeconds});
    }
    return batch;
}

void StoreReader::loadDetail(const DetailRequest& request)
{
    QList<MetricSpan> spans;
    guarded([this, &request, &spans] {
        if (engine::RunStoreReader* const store = reader()) {
            spans = readMixture(*store, request);
        }
    });
    emit detailRead(request, spans);
}

void StoreReader::loadDistributions(RunId run, const QStringList& tags)
{
    guarded([this, run, &tags] {
        engine::RunStoreReader* const store = reader();
        RunDistributions all;
        all.run = run;
        if (store != nullptr) {
            for (const std::string& tag : store->histogramTags(run)) {
                all.tags.append(QString::fromStdString(tag));
            }
        }
        for (const QString& tag : tags) {
            if (all.tags.contains(tag)) {
                all.read.append(readDistributions(run, tag));
            }
        }
        emit distributionsRead(all);
    });
}

// One that is damaged is no reason to show none of the others.
TagDistributions StoreReader::readDistributions(RunId run, const QString& tag)
{
    TagDistributions read;
    read.tag = tag;
    try {
        for (const engine::StoredHistogram& stored :
             m_reader->histograms(run, tag.toStdString(), kMostDistributions)) {
            read.distributions.append(toDistribution(stored));
        }
    } catch (const engine::DataLossError& error) {
        read.distributions.clear();
        read.problem = QString::fromUtf8(error.what());
    }
    return read;
}

void StoreReader::setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned)
{
    guarded([this, &checkpoint, isPinned] {
        engine::LocalFileSystem files;
        engine::StderrLogger logger(engine::LogLevel::Warning);
        engine::PinRequest request;
        request.directory = toPath(checkpoint.path).parent_path();
        request.step = checkpoint.step;
        request.isPinned = isPinned;
        request.store = toPath(m_storePath);
        engine::pinCheckpoint(request, {m_clock, logger, files});
    });
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
