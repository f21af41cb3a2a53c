// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace engine {

// What a file is and holds. `facts` is an object with `path` and `kind`; its other members are
// described with the functions. Values that are not finite are "NaN", "Infinity" and "-Infinity" in
// it; of numbers of which none is finite, minimum, maximum and mean are null.
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
// complete}] oldest first, `event_files` [name], and `tensors` of the newest complete one.
Inspection inspectCheckpointDirectory(const FileSystem& files,
                                      const std::filesystem::path& directory);
// "event file": `bytes`, `compression` (none, gzip, zlib), `records`, `good_bytes` (decompressed,
// up to the end of the last whole record), `end` (clean, truncated, corrupted), `version`,
// `session_log` [{step, status}], `graphs`, `tags` [{tag, type, count, first_step, last_step, and
// of scalars last_value}].
Inspection inspectEventFile(const std::filesystem::path& path);
// "directory of event files": `files`, each as above.
Inspection inspectEventDirectory(const FileSystem& files, const std::filesystem::path& directory);
bool isEventFile(const std::filesystem::path& path); // by its name, as TensorBoard does
// "run store": `format` (of the file), `runs` [{run, name, status, steps, target_steps, last_loss,
// in_trash, parameters {key: value}, segments [{number, first_step, last_step, stop_reason}],
// series [{segment, tag, points, nonfinite, last_step, last_value, min, max}], summaries [{segment,
// tag, step, kind, bytes}], events [{segment, step, kind, message}], checkpoints [{segment, step,
// prefix, loss (null: not known), complete, pinned}]}]. The store is not changed, whatever its
// format.
Inspection inspectStore(const std::filesystem::path& path);
// "job": `settings` {dotted path: value}.
Inspection inspectJob(const std::filesystem::path& path);
// "IDX array": `dtype`, `shape`, `min`, `max`, `mean`.
Inspection inspectIdx(const std::filesystem::path& path);
// "CIFAR-10 pictures", "CIFAR-100 pictures": `dtype`, `shape`, `classes` [how many pictures each
// has]. Nothing if the file is neither.
std::optional<Inspection> inspectCifar(const std::filesystem::path& path);
// "CSV table": `rows`, `separator`, `header`, `left_out_rows`, `columns` [{name, type; min, max,
// mean of numbers, values of texts}].
Inspection inspectCsv(const std::filesystem::path& path);

// By what is in the file, then by its name. NotFoundError without one; InvalidArgumentError if
// nothing here knows it; otherwise errors of the readers.
Inspection inspect(const FileSystem& files, const std::filesystem::path& path);

} // namespace engine
