// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/session/session_run_hook.h"

namespace engine {

// Watches the loss (tf.train.NanTensorHook, spec section 2.7). A guard: called ahead of savers.
class NanTensorHook final : public SessionRunHook
{
public:
    struct Options
    {
        bool failOnNanLoss = true; // false: ask for a stop, a clean end
        bool failOnInfinity = false; // infinities count as NaN
        Logger* logger = nullptr;
    };

    // `loss`: a scalar.
    explicit NanTensorHook(Output loss) : NanTensorHook(loss, Options()) { }
    NanTensorHook(Output loss, const Options& options);

    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    // NanLossDuringTrainingError.
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    bool isGuard() const override { return true; }

private:
    Options m_options;
    OrDefault<Logger, NullLogger> m_logger;
    SessionRunArgs m_args;
};

} // namespace engine
