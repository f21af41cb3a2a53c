// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/session/session_run_hook.h"

#include <optional>
#include <vector>

namespace engine {

// Runs something when training ends cleanly (tf.train.FinalOpsHook).
class FinalOpsHook final : public SessionRunHook
{
public:
    explicit FinalOpsHook(std::vector<Fetch> finalOps, std::vector<Feed> feeds = {},
                          Logger* logger = nullptr);

    // OutOfRangeError is rethrown with a warning about its likely cause.
    void end(Session& session) override;

    // Nothing before the end.
    const std::optional<std::vector<Tensor>>& finalOpsValues() const { return m_values; }

private:
    std::vector<Fetch> m_finalOps;
    std::vector<Feed> m_feeds;
    OrDefault<Logger, NullLogger> m_logger;
    std::optional<std::vector<Tensor>> m_values;
};

} // namespace engine
