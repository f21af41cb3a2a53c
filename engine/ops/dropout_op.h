// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace engine {

struct DropoutOptions
{
    double rate = 0.5; // probability that an element is dropped, in [0, 1)
    std::optional<std::int64_t> seed; // none: the operation's name
    std::string_view name = "Dropout";
};

// Srivastava et al., "Dropout", 2014, in the form that scales while training: elements are dropped
// or multiplied by 1 / (1 - rate). Where the bool scalar `training` is false: x itself.
//
// `counter` is an int64 scalar variable. An execution with `training` true takes its numbers from
// the stream of that number and advances it by one, so a checkpoint of the counter resumes the
// series exactly, whatever the number of threads. Output 1 of the operation is the mask (0 or
// 1 / (1 - rate), everywhere 1 where `training` is false).
// InvalidArgumentError: the rate is out of range, types or shapes do not fit.
Output dropoutWithCounter(Output counter, Output x, Output training, const DropoutOptions& options);

} // namespace engine
