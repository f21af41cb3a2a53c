// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/nan_tensor_hook.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <cmath>

namespace engine {

NanTensorHook::NanTensorHook(Output loss, const Options& options)
    : m_options(options), m_logger(options.logger)
{
    m_args.fetches = {loss};
}

const SessionRunArgs* NanTensorHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void NanTensorHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    const double loss = values.results[0].scalarAsDouble();
    const bool isBad = std::isnan(loss) || (m_options.failOnInfinity && std::isinf(loss));
    if (!isBad) {
        return;
    }
    const char* text = std::isnan(loss) ? "NaN" : loss > 0 ? "infinity" : "-infinity";
    const std::string message = fmt::format("Model diverged with loss = {}.", text);
    if (m_options.failOnNanLoss) {
        m_logger->error(message);
        throw NanLossDuringTrainingError(std::isnan(loss) ? "NaN loss during training."
                                                          : "Infinite loss during training.");
    }
    m_logger->warning(message);
    context.requestStop(message);
}

} // namespace engine
