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

bool hasData(const engine::JobConfig& config)
{
    try {
        for (const std::string& name :
             {config.data.trainImages, config.data.trainLabels, config.data.file}) {
            if (!name.empty()) {
                static_cast<void>(engine::findDataFile(config, name));
            }
        }
    } catch (const engine::NotFoundError&) {
        return false;
    }
    return true;
}

} // namespace

QList<PresetInfo> availablePresets()
{
    QList<PresetInfo> presets;
    for (const std::string& name : engine::presetNames()) {
        const engine::JobConfig config = engine::parseJobFile(engine::findJobFile(name));
        if (hasData(config)) {
            presets.append({QString::fromStdString(name), QString::fromStdString(config.run.name),
                            config.run.steps});
        }
    }
    return presets;
}

StoreRunLibrary::StoreRunLibrary(QString storePath, QObject* parent)
    : RunLibrary(parent),
      m_storePath(storePath.isEmpty() ? QString::fromStdString(engine::defaultStorePath().string())
                                      : std::move(storePath)),
      m_presets(availablePresets()), m_reader(new StoreReader(m_storePath))
{
    m_thread.setObjectName(QStringLiteral("store reader"));
    m_reader->moveToThread(&m_thread);
    connectReader();
    m_thread.start();
    m_watchTimer.setInterval(kWatchMilliseconds);
    connect(&m_watchTimer, &QTimer::timeout, m_reader, &StoreReader::refreshIfChanged);
    m_watchTimer.start();
}

StoreRunLibrary::~StoreRunLibrary()
{
    m_thread.quit();
    m_thread.wait();
}

void StoreRunLibrary::connectReader()
{
    connect(&m_thread, &QThread::finished, m_reader, &QObject::deleteLater);
    connect(m_reader, &StoreReader::runsRead, this, [this](const QList<RunSummary>& runs) {
        m_runs = runs;
        emit runsChanged();
    });
    connect(m_reader, &StoreReader::seriesRead, this, &RunLibrary::seriesLoaded);
    connect(m_reader, &StoreReader::eventsRead, this, &RunLibrary::eventsLoaded);
    connect(m_reader, &StoreReader::checkpointsRead, this, &RunLibrary::checkpointsLoaded);
    connect(m_reader, &StoreReader::sizeRead, this, &RunLibrary::storeSizeChanged);
    connect(m_reader, &StoreReader::failed, this, &RunLibrary::failed);
}

void StoreRunLibrary::refresh()
{
    QMetaObject::invokeMethod(m_reader, &StoreReader::refresh);
}

void StoreRunLibrary::load(RunId run)
{
    QMetaObject::invokeMethod(m_reader, [reader = m_reader, run] { reader->load(run); });
}

void StoreRunLibrary::removeRun(RunId run)
{
    QMetaObject::invokeMethod(m_reader, [reader = m_reader, run] { reader->moveToTrash(run); });
}

void StoreRunLibrary::restoreRun(RunId run)
{
    QMetaObject::invokeMethod(m_reader, [reader = m_reader, run] { reader->restore(run); });
}

} // namespace gui
