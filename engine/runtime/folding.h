// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/schedule.h"

#include <cstddef>
#include <map>

namespace engine {

// Larger results are computed in each run, in memory that others use as well (TensorFlow's limit).
inline constexpr std::size_t kMostFoldedBytes = 10 * 1024 * 1024;

// Operations whose results are the same in each run, because they read constants only: their
// kernels run once, when the plan is made. Those that read nothing (Fill) are not among them: what
// they leave costs more memory than time.
std::set<const Operation*> findFoldable(const Schedule& schedule, const std::set<Output>& fed,
                                        const std::map<Output, OutputSpec>& specs);

} // namespace engine
