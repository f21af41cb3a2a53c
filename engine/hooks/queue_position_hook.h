// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/session_run_hook.h"

#include <vector>

namespace engine {

// A run that is continued takes from its queues what it would have taken undisturbed. A checkpoint
// does not hold what is in queues, which begin anew with each session; so before the first step as
// many batches are taken and dropped as were taken before.
//
// It is exact where elements come in one order: one thread a queue, and a random-shuffle queue with
// minAfterDequeue (see randomShuffleQueue()). It costs reading that input again.
class QueuePositionHook final : public SessionRunHook
{
public:
    // `batch`: the outputs of the dequeue that a step runs once. `position`: how many steps have,
    // an int64 scalar variable that is saved (the global step, if nothing else raises it).
    QueuePositionHook(std::vector<Output> batch, Output position);

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;

private:
    std::vector<Fetch> m_batch;
    Output m_position;
};

} // namespace engine
