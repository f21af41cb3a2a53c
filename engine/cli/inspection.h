// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace engine {

// What a file is and holds. `facts` is an object with `path` and `kind`; its other members are
// described with the functions. Numbers that are not finite are null in it.
struct Inspection
{
    nlohmann::ordered_json facts;
    std::string text; // for people
    std::string damage; // what is wrong with it; empty if nothing is
};

// "checkpoint": `step` (null without one), `shards`, `bytes`, `tensors` [{name, dtype, shape,
// bytes, and of numbers that can be read: min, max, mean, std, nonfinite}]. `prefix` is the path
// without endings.
Inspection inspectCheckpoint(const FileSystem& files, const std::string& prefix);
// "checkpoint directory": `newest` (as the state file says; null), `checkpoints` [{prefix, step,
// complete}] oldest first, and `tensors` of the newest complete one.
Inspection inspectCheckpointDirectory(const FileSystem& files,
                                      const std::filesystem::path& directory);
// "event file": `bytes`, `records`, `good_bytes` (up to the end of the last whole record), `end`
// (clean, truncated, corrupted), `version`, `session_log` [{step, status}], `graphs`, `tags` [{tag,
// type, count, first_step, last_step, and of scalars last_value}].
Inspection inspectEventFile(const std::filesystem::path& path);
// "run store": `format`, `runs` [{run, name, status, steps, target_steps, last_loss, segments,
// series [{segment, tag, points, nonfinite, last_step, last_value, min, max}], summaries, events,
// checkpoints [{step, prefix, complete}]}].
Inspection inspectStore(const std::filesystem::path& path);
// "job": `settings` {dotted path: value}.
Inspection inspectJob(const std::filesystem::path& path);
// "IDX array": `dtype`, `shape`, `min`, `max`, `mean`.
Inspection inspectIdx(const std::filesystem::path& path);
// "CSV table": `rows`, `separator`, `header`, `left_out_rows`, `columns` [{name, type; min, max,
// mean of numbers, values of texts}].
Inspection inspectCsv(const std::filesystem::path& path);

// By what is in the file, then by its name. NotFoundError without one; InvalidArgumentError if
// nothing here knows it; otherwise errors of the readers.
Inspection inspect(const FileSystem& files, const std::filesystem::path& path);

} // namespace engine
