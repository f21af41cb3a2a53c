// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/store_run_library.h"

#include "engine/base/errors.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/resources.h"
#include "gui/bridge/conversions.h"
#include "gui/bridge/point_streamer.h"
#include "gui/bridge/store_reader.h"

#include <algorithm>
#include <utility>

namespace gui {

namespace {

// None where there is no folder of resources: the window opens jobs all the same.
std::vector<std::string> presetNames()
{
    try {
        return engine::presetNames();
    } catch (const std::exception& error) {
        qWarning("There are no presets: %s", error.what());
        return {};
    }
}

} // namespace

QList<PresetInfo> availablePresets()
{
    QList<PresetInfo> presets;
    for (const std::string& name : presetNames()) {
        try {
            const engine::JobConfig config = engine::parseJobFile(engine::findJobFile(name));
            if (engine::hasDataFiles(config)) {
                presets.append({QString::fromStdString(name),
                                QString::fromStdString(config.run.name), config.run.steps});
            }
        } catch (const engine::Error& error) { // a damaged installation is no reason not to start
            qWarning("The preset %s cannot be offered: %s", name.c_str(), error.what());
        }
    }
    return presets;
}

StoreRunLibrary::StoreRunLibrary(QString storePath, QObject* parent,
                                 std::chrono::milliseconds watchPeriod)
    : RunLibrary(parent),
      m_storePath(storePath.isEmpty() ? QString::fromStdString(engine::defaultStorePath().string())
                                      : std::move(storePath)),
      m_presets(availablePresets()), m_reader(std::make_unique<StoreReader>(m_storePath))
{
    connectReader();
    m_watchTimer.setInterval(watchPeriod);
    connect(&m_watchTimer, &QTimer::timeout, this, &StoreRunLibrary::watch);
    m_watchTimer.start();
}

StoreRunLibrary::~StoreRunLibrary()
{
    m_isEnding = true;
}

void StoreRunLibrary::connectReader()
{
    StoreReader* reader = m_reader.get();
    m_mailbox.deliver(reader, &StoreReader::runsRead, [this](const QList<RunSummary>& runs) {
        m_runs = runs;
        m_unread.removeIf([&runs](const auto& unread) {
            return std::none_of(runs.cbegin(), runs.cend(), [&unread](const RunSummary& run) {
                return run.id == unread.key();
            });
        });
        emit runsChanged();
    });
    m_mailbox.deliver(reader, &StoreReader::detailsRead,
                      [this](const RunDetails& details) { emit detailsLoaded(details); });
    m_mailbox.deliver(
        reader, &StoreReader::seriesRead,
        [this](RunId run, const QList<SegmentInfo>& segments, const QList<MetricBatch>& batches) {
            emit seriesLoaded(run, segments, batches);
        });
    m_mailbox.deliver(reader, &StoreReader::detailRead,
                      [this](const DetailRequest& request, const QList<MetricSpan>& spans) {
                          emit detailLoaded(request, spans);
                      });
    m_mailbox.deliver(
        reader, &StoreReader::distributionsRead,
        [this](const RunDistributions& distributions) { emit distributionsLoaded(distributions); });
    m_mailbox.deliver(
        reader, &StoreReader::eventsRead,
        [this](RunId run, const QList<RunEvent>& events) { emit eventsLoaded(run, events); });
    m_mailbox.deliver(reader, &StoreReader::checkpointsRead,
                      [this](RunId run, const QList<CheckpointInfo>& checkpoints) {
                          emit checkpointsLoaded(run, checkpoints);
                      });
    m_mailbox.deliver(reader, &StoreReader::sizeRead,
                      [this](qint64 bytes) { emit storeSizeChanged(bytes); });
    connect(
        reader, &StoreReader::failed, reader,
        [this](const EngineFailure& failure) { m_failure = failure; }, Qt::DirectConnection);
}

void StoreRunLibrary::post(std::function<void()> task, std::function<void(const Failure&)> outcome)
{
    m_thread.post([this, task = std::move(task), outcome = std::move(outcome)] {
        m_failure.reset();
        task();
        m_mailbox.post([outcome, failure = m_failure] { outcome(failure); });
    });
}

void StoreRunLibrary::watch()
{
    if (std::exchange(m_isWatching, true)) {
        return;
    }
    for (auto unread = m_unread.cbegin(); unread != m_unread.cend(); ++unread) {
        load(unread.key(), unread.value());
    }
    // A trainer that was killed writes nothing: whether it lives has to be looked up.
    const bool somebodyTrains = std::any_of(
        m_runs.cbegin(), m_runs.cend(), [](const RunSummary& run) { return isActive(run.state); });
    post(
        [this, always = somebodyTrains || !m_unread.isEmpty()] {
            if (always) {
                m_reader->refresh();
            } else {
                m_reader->refreshIfChanged();
            }
        },
        [this](const Failure& failure) {
            m_isWatching = false;
            noteReading(failure);
        });
}

void StoreRunLibrary::noteReading(const Failure& failure)
{
    if (failure && !m_isReadingBroken) {
        m_isReadingBroken = true;
        emit readingFailed(*failure);
    } else if (!failure && m_isReadingBroken && m_unread.isEmpty()) {
        m_isReadingBroken = false;
        emit readingWorks();
    }
}

void StoreRunLibrary::refresh()
{
    post([this] { m_reader->refresh(); }, [this](const Failure& failure) { noteReading(failure); });
}

void StoreRunLibrary::load(RunId run, const LastSteps& known)
{
    post([this, run, known] { m_reader->load(run, known); },
         [this, run, known](const Failure& failure) {
             if (failure) {
                 // Who asked for everything gets everything.
                 m_unread.insert(run, m_unread.value(run, known).isEmpty() ? LastSteps() : known);
                 emit loadFailed(run);
             } else {
                 m_unread.remove(run);
             }
             noteReading(failure);
         });
}

void StoreRunLibrary::loadDetail(const DetailRequest& request)
{
    post([this, request] { m_reader->loadDetail(request); },
         [this](const Failure& failure) { noteReading(failure); });
}

void StoreRunLibrary::loadDistributions(RunId run, const QStringList& tags)
{
    post([this, run, tags] { m_reader->loadDistributions(run, tags); },
         [this, run](const Failure& failure) {
             noteReading(failure);
             if (failure) {
                 emit distributionsNotLoaded(run);
             }
         });
}

void StoreRunLibrary::stream(const PointStream& points)
{
    m_streams.post([this, points] {
        const bool isComplete = streamPoints(m_storePath, points, m_isEnding);
        m_mailbox.post([this, points, isComplete] { emit streamEnded(points, isComplete); });
    });
}

void StoreRunLibrary::setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned)
{
    const CheckpointPin pin{checkpoint.run, checkpoint.step, isPinned};
    post([this, checkpoint, isPinned] { m_reader->setCheckpointPinned(checkpoint, isPinned); },
         [this, pin](const Failure& failure) {
             if (failure) {
                 emit checkpointNotPinned(pin, *failure);
             } else {
                 emit checkpointPinned(pin);
             }
         });
}

void StoreRunLibrary::removeRun(RunId run)
{
    post([this, run] { m_reader->moveToTrash(run); },
         [this, run](const Failure& failure) {
             if (failure) {
                 emit runNotRemoved(run, *failure);
             } else {
                 emit runRemoved(run);
             }
         });
}

void StoreRunLibrary::restoreRun(RunId run)
{
    post([this, run] { m_reader->restore(run); },
         [this](const Failure& failure) {
             if (failure) {
                 emit failed(*failure);
             }
         });
}

} // namespace gui
