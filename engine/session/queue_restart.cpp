// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/queue_restart.h"

#include "engine/runtime/queue_runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace engine {

std::vector<std::string> remarksOnQueues(const Graph& graph, bool isPositioned)
{
    std::vector<std::string> queues;
    std::vector<std::string> remarks;
    for (const auto& runner : graph.collectionOf<QueueRunner>(keys::kQueueRunners)) {
        queues.push_back(runner->queueName());
        if (runner->threadCount() > 1) {
            remarks.push_back(
                fmt::format("{} threads fill the queue {}: the order of its elements depends on "
                            "their speed, so "
                            "the steps from here on are not exactly those of an undisturbed run",
                            runner->threadCount(), runner->queueName()));
        }
    }
    if (!isPositioned && !queues.empty()) {
        remarks.push_back(fmt::format(
            "The input of the queues {} begins anew, and not where it was when the checkpoint was "
            "saved; a QueuePositionHook takes what was taken before",
            fmt::join(queues, ", ")));
    }
    return remarks;
}

} // namespace engine
