// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/gradient_norm_hook.h"

#include "engine/base/errors.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/unary_ops.h"

namespace engine {

GradientNormHook::GradientNormHook(const Options& options)
    : PeriodicScalarHook("GradientNormHook", "gradient_norm", options.period, options.summaryWriter,
                         options.clock)
{
    for (const Output& gradient : options.gradients) {
        if (gradient.isValid()) {
            m_gradients.push_back(gradient);
        }
    }
    if (m_gradients.empty()) {
        throw InvalidArgumentError("GradientNormHook needs gradients");
    }
}

void GradientNormHook::begin(Graph& graph)
{
    if (!watched().isValid()) {
        const NameScope scope(graph, "gradient_norm");
        std::vector<Output> squares;
        for (const Output& gradient : m_gradients) {
            squares.push_back(cast(reduceSum(square(gradient)), DataType::Double));
        }
        watch(sqrt(addN(squares)));
    }
    PeriodicScalarHook::begin(graph);
}

} // namespace engine
