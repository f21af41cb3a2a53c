// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/optimizer.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace engine {

// What optimizers share that keep the same slots for every variable.
class SlotOptimizer : public Optimizer
{
protected:
    struct SlotSpec
    {
        std::string name;
        double initial = 0;
    };

    SlotOptimizer(Output learningRate, std::vector<SlotSpec> specs)
        : Optimizer(learningRate), m_specs(std::move(specs))
    { }

    // Those of a variable, in order.
    const std::vector<Output>& slotsOf(const Variable& variable) const
    {
        return m_slots.at(variable.name());
    }

private:
    void prepare(std::span<const GradientAndVariable> gradients) override;

    std::vector<SlotSpec> m_specs;
    std::map<std::string, std::vector<Output>> m_slots; // by the variable's name
};

} // namespace engine
