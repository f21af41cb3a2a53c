// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/operation.h"

#include <cstddef>
#include <string>
#include <vector>

namespace engine {

// What one kernel of a plan does in a step.
struct PlanStepReport
{
    const Operation* operation = nullptr;
    std::vector<const Operation*> followers; // that its kernel does with it, in order
    std::string way; // in which it is computed, where there are several
    std::vector<OutputSpec> outputs; // of the last follower; an update has none
    double flops = 0; // floating-point operations of it and its followers (OpDef::flops)
    std::size_t bytes = 0; // of the tensors that it reads and writes
};

// What became of a set of fetches, feeds and shapes when it was compiled.
struct PlanReport
{
    std::vector<PlanStepReport> steps; // in the order of a run and of its timings
    std::size_t graphOperations = 0;
    std::size_t neededOperations = 0; // the rest was dropped
    std::size_t foldedOperations = 0; // computed once, when the plan was made
    std::size_t foldedBytes = 0; // of their results, which stay
    std::size_t resultBytes = 0; // of all results of a step that lie in the arena
    std::size_t arenaBytes = 0; // in which they take turns
    std::size_t variableBytes = 0; // of the variables that the plan touches
    int threads = 0;

    std::size_t fusedOperations() const;
    double flops() const;
    std::size_t bytes() const;
};

} // namespace engine
