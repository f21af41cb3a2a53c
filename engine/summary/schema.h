// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/sqlite.h"

namespace engine {

// The run store is one SQLite file in WAL mode. `PRAGMA application_id` is kApplicationId,
// `PRAGMA user_version` counts the format up. Names of tables are singular; people and tools read
// the views (plural), which do not change when the tables do.
//
// Format 2 added the tables span and summary, checkpoint.pinned and the views summaries and
// checkpoints; format 3 the table hyper_parameter and the view parameters.
//
// Times are microseconds since 1970-01-01 UTC in the tables (`*_us`), seconds as a real number in
// the views. Steps count updates done. SQLite has no NaN: a NULL in point.value, series.last_value,
// span.first_value, span.last_value, checkpoint.loss means NaN. Infinities are stored as they are.
//
// run         One training, however often it is stopped and continued.
//   run_id          key; never used twice
//   name            for people; need not be unique
//   status          ready running paused halted finished stopped failed ended, see RunStatus
//   created_us      when it was created
//   target_steps    steps at which it is finished; 0 unknown
//   job             the job file's text (TOML)
//   checkpoint_dir  where its checkpoints are
//   seed            of all its random streams
//   colour_slot     0-based place among the colours and markers of the charts
//   host, pid       the process that trains it, or did so last
//   heartbeat_us    when that process last said that it lives
//   deleted_us      when it was moved to the trash; NULL otherwise. The views leave such runs out.
// run_parameter  The values a job resolved to, in the order in which they are shown.
//   run_id, position, key, value
// hyper_parameter  The settings of a run, for tools that compare runs (format 3).
//   run_id, position, key
//   value           a REAL, a TEXT, or an INTEGER 0 or 1 for a truth
// segment     A stretch of a run between a start and an end. A run that continues at step S gets a
//             new one; what an older segment has beyond S is its abandoned tail and stays.
//   segment_id      key
//   run_id
//   number          0 for the first start of the run, then 1, 2 …
//   first_step      steps done when it began
//   last_step       steps done, as far as is known
//   started_us
//   ended_us        NULL while it runs, and after a process was killed until the store is next
//                   opened for writing
//   stop_reason     in words; empty while it runs
// tag         Names of what is measured: train/loss, validation/accuracy, global_step/sec …
//   tag_id, name
// series      The values of one tag in one segment, with a digest, so that a list of runs need not
//             look at the points. min_value and max_value are of the finite values, NULL if none.
//   series_id, segment_id, tag_id
//   point_count, nonfinite_count, last_step, last_wall_us, last_value, min_value, max_value
// point       One value; a second one for the same step replaces the first.
//   series_id, step, wall_us, value
// span        Neighbouring points of a series in one row, for charts that show more points than
//             there are pixels: 16 points at level 1, four spans of the level below at the next
//             ones (one more for each point that came late). What is not in a span of a level,
//             since it is not whole or lies outside, is in the levels below.
//   series_id, level, first_step, last_step, wall_us (of the first point), point_count,
//   nonfinite_count, first_value, last_value, min_value, max_value (of finite values; NULL: none)
// summary     What is measured besides scalars; a second one of the same tag and step replaces the
//             first.
//   summary_id, segment_id, tag_id, step, wall_us
//   kind      histogram, image, text or confusion_matrix
//   content   histogram: TensorFlow's HistogramProto; image: PNG; text: UTF-8;
//             confusion_matrix: JSON {"classes": [name…], "counts": [[of one true class…]…]}
// event       Something that happened: started, control_changed, alert …, see EventKind.
//   event_id, segment_id, step, wall_us, kind, message
// checkpoint  A checkpoint that was announced and not deleted since.
//   checkpoint_id, segment_id, step, wall_us
//   prefix          path without the endings: …/model.ckpt-4000
//   bytes           of all its files
//   loss            training loss when it was saved; NULL: not known or NaN
//   complete        1 whole, 0 found damaged
//   pinned          1: retention never deletes it (format 2)
//
// Views:
//   runs(run_id, name, status, created, steps, last_loss)
//     steps      last_step of the newest segment
//     last_loss  newest value of train/loss; NULL if there is none or it is NaN
//   scalars(run_id, segment, tag, step, wall_time, value)
//   events(run_id, segment, step, wall_time, kind, message)
//   summaries(run_id, segment, tag, step, wall_time, kind, bytes)
//   checkpoints(run_id, segment, step, wall_time, prefix, bytes, loss, complete, pinned)
//   parameters(run_id, key, value)
inline constexpr int kApplicationId = 0x54535031; // "TSP1"
inline constexpr int kStoreFormat = 3;

// Opens the store at `path`. Except for Access::ReadOnly the connection is in WAL mode with
// synchronous=NORMAL. A store of an older format is brought up to kStoreFormat first, also for
// Access::ReadOnly; for Access::Snapshot, and where nothing can be written, it is a copy in a
// temporary file that is brought up. These two need a file that is there.
//
// Errors: FailedPreconditionError if the file was written by a newer version (it is not changed) or
// is the database of another program; otherwise those of Database.
Database openRunStore(const std::filesystem::path& path, Database::Access access);

} // namespace engine
