// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string>
#include <vector>

namespace engine {

// What people should know when a session of `graph` goes on from a checkpoint, which does not hold
// what is in queues: a line each. `isPositioned`: something (QueuePositionHook) takes from the
// queues what was taken before.
std::vector<std::string> remarksOnQueues(const Graph& graph, bool isPositioned);

} // namespace engine
