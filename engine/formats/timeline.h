// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/session.h"

#include <cstdint>
#include <string>

namespace engine {

// The times of a traced run (RunOptions::traceLevel > 0) in the forms that other programs show.

// Chrome's trace-event format (chrome://tracing, Perfetto): JSON with one complete event ("X") for
// each operation, times in microseconds from the start of the run. `showDataflow`: arrows from an
// operation to those that read its outputs.
std::string chromeTrace(const RunMetadata& metadata, bool showDataflow = true);

// TensorFlow's RunMetadata, serialised, as TensorBoard reads it from event files. `startMicros`:
// when the run began, since 1970 UTC.
std::string encodeRunMetadata(const RunMetadata& metadata, std::int64_t startMicros);

} // namespace engine
