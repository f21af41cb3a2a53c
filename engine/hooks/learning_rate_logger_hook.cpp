// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/learning_rate_logger_hook.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

LearningRateLoggerHook::LearningRateLoggerHook(const Options& options)
    : PeriodicScalarHook("LearningRateLoggerHook", "learning_rate", options.period,
                         options.summaryWriter, options.clock),
      m_logger(options.logger)
{
    if (!options.learningRate.isValid()) {
        throw InvalidArgumentError("LearningRateLoggerHook needs a learning rate");
    }
    watch(options.learningRate);
}

void LearningRateLoggerHook::record(double value, std::int64_t step)
{
    PeriodicScalarHook::record(value, step);
    if (m_last && *m_last != value) {
        m_logger->info(
            fmt::format("learning rate {:g} at step {}, before {:g}", value, step, *m_last));
    }
    m_last = value;
}

} // namespace engine
