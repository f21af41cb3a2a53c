// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/store_run_library.h"

#include "engine/base/errors.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/resources.h"
#include "gui/bridge/conversions.h"
#include "gui/bridge/store_reader.h"

namespace gui {

namespace {

constexpr int kWatchMilliseconds = 2000;

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

StoreRunLibrary::StoreRunLibrary(QString storePath, QObject* parent)
    : RunLibrary(parent),
      m_storePath(storePath.isEmpty() ? QString::fromStdString(engine::defaultStorePath().string())
                                      : std::move(storePath)),
      m_presets(availablePresets()), m_reader(std::make_unique<StoreReader>(m_storePath))
{
    connectReader();
    m_watchTimer.setInterval(kWatchMilliseconds);
    connect(&m_watchTimer, &QTimer::timeout, this,
            [this] { m_thread.post([this] { m_reader->refreshIfChanged(); }); });
    m_watchTimer.start();
}

StoreRunLibrary::~StoreRunLibrary() = default;

void StoreRunLibrary::connectReader()
{
    StoreReader* reader = m_reader.get();
    m_mailbox.deliver(reader, &StoreReader::runsRead, [this](const QList<RunSummary>& runs) {
        m_runs = runs;
        emit runsChanged();
    });
    m_mailbox.deliver(reader, &StoreReader::detailsRead,
                      [this](const RunDetails& details) { emit detailsLoaded(details); });
    m_mailbox.deliver(
        reader, &StoreReader::seriesRead,
        [this](RunId run, const QList<SegmentInfo>& segments, const QList<MetricBatch>& batches) {
            emit seriesLoaded(run, segments, batches);
        });
    m_mailbox.deliver(
        reader, &StoreReader::eventsRead,
        [this](RunId run, const QList<RunEvent>& events) { emit eventsLoaded(run, events); });
    m_mailbox.deliver(reader, &StoreReader::checkpointsRead,
                      [this](RunId run, const QList<CheckpointInfo>& checkpoints) {
                          emit checkpointsLoaded(run, checkpoints);
                      });
    m_mailbox.deliver(reader, &StoreReader::sizeRead,
                      [this](qint64 bytes) { emit storeSizeChanged(bytes); });
    m_mailbox.deliver(reader, &StoreReader::failed,
                      [this](const EngineFailure& failure) { emit failed(failure); });
}

void StoreRunLibrary::refresh()
{
    m_thread.post([this] { m_reader->refresh(); });
}

void StoreRunLibrary::load(RunId run)
{
    m_thread.post([this, run] { m_reader->load(run); });
}

void StoreRunLibrary::removeRun(RunId run)
{
    m_thread.post([this, run] { m_reader->moveToTrash(run); });
}

void StoreRunLibrary::restoreRun(RunId run)
{
    m_thread.post([this, run] { m_reader->restore(run); });
}

} // namespace gui
