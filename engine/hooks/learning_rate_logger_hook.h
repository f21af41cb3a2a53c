// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/periodic_scalar_hook.h"

#include <memory>

namespace engine {

// Records the learning rate as "learning_rate" and says when it changes.
class LearningRateLoggerHook final : public PeriodicScalarHook
{
public:
    struct Options
    {
        Output learningRate; // a scalar
        Period period = Period::everySteps(100);
        std::shared_ptr<SummaryWriter> summaryWriter; // null: only said
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // InvalidArgumentError: no learning rate; both periods or none.
    explicit LearningRateLoggerHook(const Options& options);

private:
    void record(double value, std::int64_t step) override;

    OrDefault<Logger, NullLogger> m_logger;
    std::optional<double> m_last;
};

} // namespace engine
