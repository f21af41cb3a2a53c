// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/errors.h"
#include "engine/summary/histogram_reader.h"
#include "engine/summary/run_store_types.h"
#include "gui/bridge/distribution_values.h"
#include "gui/bridge/run_values.h"

#include <filesystem>
#include <string_view>

namespace gui {

// Values of the engine as values of the window.

// Message of the event "resumed" that ends a pause; others of this kind begin a segment.
inline constexpr std::string_view kAfterPause = "after a pause";

QString toQString(std::string_view text); // UTF-8
std::filesystem::path toPath(const QString& path);
EngineFailure toFailure(const engine::Error& error);
RunState toRunState(engine::RunStatus status);
RunEvent toRunEvent(RunId run, int segment, qint64 step, double wallSeconds, std::string_view kind,
                    std::string_view message);
CheckpointInfo toCheckpointInfo(RunId run, const engine::StoredCheckpoint& checkpoint);
Distribution toDistribution(const engine::StoredHistogram& stored);
RunSummary toRunSummary(const engine::RunInfo& info);
QList<QPair<QString, QString>>
toParameterList(const std::vector<std::pair<std::string, std::string>>& parameters);

} // namespace gui
