// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/event_codec.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace engine {

struct TaggedScalar
{
    std::string_view tag;
    double value = 0;
};

// Where hooks leave what they measured: an event file, a run of the store, or both. The time of a
// record is the moment at which it is handed over. `step` counts updates done.
//
// The add functions only hand over; the disk is written by a thread of the writer's own. They
// throw nothing but std::bad_alloc, where nothing else is said. Text is copied, so it need not
// outlive the call.
//
// Thread rule: all functions may be called from any thread; close() once, after the last add.
class SummaryWriter
{
public:
    SummaryWriter() = default;
    SummaryWriter(const SummaryWriter&) = delete;
    SummaryWriter& operator=(const SummaryWriter&) = delete;
    virtual ~SummaryWriter() = default; // closes; errors are lost

    // NaN and infinities are kept. A tag is any UTF-8 text: "train/loss", "global_step/sec".
    virtual void addScalar(std::string_view tag, double value, std::int64_t step) = 0;
    // All that a step has, at one moment; the same as one after the other, but sooner done.
    virtual void addScalars(std::span<const TaggedScalar> scalars, std::int64_t step)
    {
        for (const TaggedScalar& scalar : scalars) {
            addScalar(scalar.tag, scalar.value, step);
        }
    }
    // A writer that is for scalars only takes no notice of these two. InvalidArgumentError, at the
    // next flush(), for a confusion matrix that is not square.
    virtual void addSummary(std::string_view /*tag*/, const SummaryContent& /*content*/,
                            std::int64_t /*step*/)
    { }
    // Of the run called `name`; once, before its steps.
    virtual void addHyperParameters(std::string_view /*name*/,
                                    const HyperParameters& /*parameters*/)
    { }
    // `checkpointPath` is the prefix without "-STEP" for Checkpoint, empty otherwise.
    virtual void addSessionLog(SessionLogKind kind, std::string_view checkpointPath,
                               std::int64_t step) = 0;
    // A serialised GraphDef (engine/formats/graph_def.h). Writers that have no place for graphs
    // leave it.
    virtual void addGraph(std::string_view) { }
    // What a traced run took, serialised (engine/formats/timeline.h); left as graphs are.
    // InvalidArgumentError: the tag was given before.
    virtual void addRunMetadata(std::string_view, std::string_view, std::int64_t) { }
    // Something that happened to the run: a kind in lower_snake_case and a text for people.
    virtual void addEvent(std::string_view kind, std::string_view message, std::int64_t step) = 0;

    // Returns when everything handed over before is readable by others; throws what keeps it from
    // being so: ResourceExhaustedError (disk full, or the writer fell so far behind that values
    // were dropped), PermissionDeniedError, NotFoundError, DataLossError, UnavailableError,
    // UnknownError. Unwritten records are kept and tried again.
    virtual void flush() = 0;
    // flush(), then ends the writer's thread and closes the file, also when flush() throws. What
    // is added later is dropped; a second close() does nothing.
    virtual void close() = 0;
};

} // namespace engine
