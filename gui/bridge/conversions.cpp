// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/conversions.h"

#include "engine/jobs/training_job.h"

#include <QHash>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

// By the sums, whose digits cancel where the mean is large: at most half of the range.
double deviationOf(const engine::Histogram& histogram, double mean)
{
    if (histogram.minimum == histogram.maximum) {
        return 0;
    }
    const double variance = histogram.sumOfSquares / histogram.count - mean * mean;
    const double most = histogram.maximum / 2 - histogram.minimum / 2;
    return variance < 0 ? 0 : std::min(std::sqrt(variance), most);
}

} // namespace

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::filesystem::path toPath(const QString& path)
{
    return std::filesystem::path(path.toStdU16String());
}

EngineFailure toFailure(const engine::Error& error)
{
    return {toQString(engine::errorCodeName(error.code())), QString::fromUtf8(error.what())};
}

RunState toRunState(engine::RunStatus status)
{
    switch (status) {
    case engine::RunStatus::Ready:
        return RunState::Ready;
    case engine::RunStatus::Running:
        return RunState::Running;
    case engine::RunStatus::Paused:
        return RunState::Paused;
    case engine::RunStatus::Halted:
        return RunState::Halted;
    case engine::RunStatus::Finished:
        return RunState::Finished;
    case engine::RunStatus::Stopped:
        return RunState::Stopped;
    case engine::RunStatus::Failed:
        return RunState::Failed;
    case engine::RunStatus::Ended:
        return RunState::EndedUnexpectedly;
    }
    return RunState::None;
}

RunEvent toRunEvent(RunId run, int segment, qint64 step, double wallSeconds, std::string_view kind,
                    std::string_view message)
{
    using engine::EventKind;
    static const QHash<QString, RunEventKind> kKinds{
        {toQString(EventKind::kStarted), RunEventKind::Started},
        {toQString(EventKind::kResumed), RunEventKind::Resumed},
        {toQString(EventKind::kControlChanged), RunEventKind::ControlChanged},
        {toQString(EventKind::kSettingsChanged), RunEventKind::SettingsChanged},
        {toQString(EventKind::kCheckpointSaved), RunEventKind::CheckpointSaved},
        {toQString(EventKind::kCheckpointFailed), RunEventKind::CheckpointFailed},
        {toQString(EventKind::kCheckpointDamaged), RunEventKind::CheckpointDamaged},
        {toQString(EventKind::kCheckpointPinned), RunEventKind::CheckpointPinned},
        {toQString(EventKind::kCheckpointUnpinned), RunEventKind::CheckpointUnpinned},
        {toQString(EventKind::kInitialized), RunEventKind::Initialized},
        {toQString(EventKind::kPaused), RunEventKind::Paused},
        {toQString(EventKind::kAlert), RunEventKind::Alert},
        {toQString(EventKind::kStopped), RunEventKind::Stopped},
        {toQString(EventKind::kFinished), RunEventKind::Finished},
        {toQString(EventKind::kFailed), RunEventKind::Failed}};
    RunEvent event;
    event.run = run;
    event.segment = segment;
    event.step = step;
    event.wallSeconds = wallSeconds;
    event.kind = kKinds.value(toQString(kind), RunEventKind::Other);
    if (event.kind == RunEventKind::Resumed && message == kAfterPause) {
        event.kind = RunEventKind::PauseEnded;
    } else {
        event.message = toQString(message);
    }
    return event;
}

CheckpointInfo toCheckpointInfo(RunId run, const engine::StoredCheckpoint& checkpoint)
{
    CheckpointInfo info;
    info.run = run;
    info.step = checkpoint.step;
    info.loss = checkpoint.loss;
    info.bytes = checkpoint.bytes;
    info.complete = checkpoint.isComplete;
    info.path = QString::fromStdString(checkpoint.prefix);
    info.isPinned = checkpoint.isPinned;
    return info;
}

const QString kHistogramControlName =
    QString::fromUtf8(engine::kHistogramControl.data(), engine::kHistogramControl.size());

Distribution toDistribution(const engine::StoredHistogram& stored)
{
    const engine::Histogram& histogram = stored.histogram;
    Distribution distribution;
    distribution.step = stored.step;
    distribution.minimum = histogram.minimum;
    distribution.maximum = histogram.maximum;
    distribution.count = histogram.count;
    if (histogram.count > 0) {
        distribution.mean = histogram.sum / histogram.count;
        distribution.deviation = deviationOf(histogram, distribution.mean);
    }
    distribution.limits = {histogram.limits.begin(), histogram.limits.end()};
    distribution.counts = {histogram.counts.begin(), histogram.counts.end()};
    return distribution;
}

RunSummary toRunSummary(const engine::RunInfo& info)
{
    const auto toTime = [](double seconds) {
        return QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1000));
    };
    RunSummary summary;
    summary.id = info.id;
    summary.name = QString::fromStdString(info.name);
    summary.state = toRunState(info.status);
    summary.lastStep = info.lastStep;
    summary.targetSteps = info.targetSteps;
    summary.lastLoss = info.lastLoss;
    summary.hasLoss = info.hasLoss;
    summary.created = toTime(info.createdSeconds);
    summary.lastUsed = toTime(info.lastUsedSeconds);
    summary.lastCheckpointStep = info.lastCheckpointStep;
    summary.colourSlot = info.colourSlot;
    return summary;
}

QList<QPair<QString, QString>>
toParameterList(const std::vector<std::pair<std::string, std::string>>& parameters)
{
    QList<QPair<QString, QString>> list;
    for (const auto& [name, value] : parameters) {
        list.append({QString::fromStdString(name), QString::fromStdString(value)});
    }
    return list;
}

} // namespace gui
