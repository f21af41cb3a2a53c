// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hooks/global_step_reader.h"
#include "engine/session/session_run_hook.h"

#include <cstdint>
#include <optional>

namespace engine {

// Asks for a stop at a global step (tf.train.StopAtStepHook, spec section 2.3). A model restored
// at or past that step is not trained at all.
class StopAtStepHook final : public SessionRunHook
{
public:
    struct Options
    {
        std::optional<std::int64_t> numSteps; // counted from the first session's step
        std::optional<std::int64_t> lastStep;
    };

    // InvalidArgumentError unless exactly one is given.
    explicit StopAtStepHook(const Options& options);

    void begin(Graph& graph) override; // FailedPreconditionError: no global step
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;

    std::optional<std::int64_t> lastStep() const { return m_lastStep; }

private:
    void stopIfReached(SessionRunContext& context);

    std::optional<std::int64_t> m_numSteps;
    std::optional<std::int64_t> m_lastStep;
    GlobalStepReader m_step;
    SessionRunArgs m_args;
};

} // namespace engine
