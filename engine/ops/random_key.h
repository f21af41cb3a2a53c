// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/operation.h"

#include <cstdint>

namespace engine {

// The Philox key of a random operation: mixes the graph's seed with the operation's attribute
// "seed" (int64) or, without one, its name. So every operation has numbers of its own, and adding
// other operations to the graph does not change them.
std::uint64_t randomKey(const Operation& operation);

} // namespace engine
