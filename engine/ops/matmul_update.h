// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/kernel.h"

namespace engine {

// A product that is the gradient of a variable, and the update of the variable by Adam, in one:
// the gradient is not written to memory (a narrow one stays in the cache), and what the update
// reads is fetched while the product is calculated. Only for the sources of engine/ops.

// For FusionRule::canUpdate: float32, the product of a transposed matrix, as gradients of weights
// are, of nothing that the update might change, and of no more examples than are summed at once.
bool canUpdate(const Operation& matMul, std::span<const OutputSpec> inputs,
               const Operation& update);

std::unique_ptr<Kernel> makeMatMulUpdate(const KernelRequest& request, const Operation& update);

} // namespace engine
