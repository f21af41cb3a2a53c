// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/queue_position_hook.h"

namespace engine {

QueuePositionHook::QueuePositionHook(std::vector<Output> batch, Output position)
    : m_batch(batch.begin(), batch.end()), m_position(position)
{ }

// The queues' threads run by now. That the input ends earlier is for the first step to find.
void QueuePositionHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    const auto taken = context.session().run(m_position).scalarValue<std::int64_t>();
    try {
        for (std::int64_t i = 0; i < taken; ++i) {
            context.session().run(m_batch);
        }
    } catch (const OutOfRangeError&) { // nothing is left
    }
}

} // namespace engine
