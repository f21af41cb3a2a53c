// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hooks/periodic_scalar_hook.h"

#include <memory>
#include <vector>

namespace engine {

// Records the global norm of gradients, sqrt(sum of all squares), as "gradient_norm": 0 for a model
// that no longer learns, large before it diverges. Evaluated only when due.
class GradientNormHook final : public PeriodicScalarHook
{
public:
    struct Options
    {
        std::vector<Output>
            gradients; // of Optimizer::computeGradients(); invalid ones are left out
        Period period = Period::everySteps(100);
        std::shared_ptr<SummaryWriter> summaryWriter;
        Clock* clock = nullptr;
    };

    // InvalidArgumentError: no valid gradient; both periods or none.
    explicit GradientNormHook(const Options& options);

    // Adds the norm to the graph, the first time.
    void begin(Graph& graph) override;

private:
    std::vector<Output> m_gradients;
};

} // namespace engine
