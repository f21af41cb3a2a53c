// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/kernel.h"

#include <string_view>

namespace engine {

// An operation whose kernel can do operations behind it, so that the results between them are never
// written to memory. Each of these "followers" reads the result of the one before.
struct FusionRule
{
    std::string_view type; // of the first operation
    // Whether a kernel of `operation` can do `next`, which reads the result so far, behind the
    // operations `taken` already.
    bool (*canTake)(const Operation& operation, std::span<Operation* const> taken,
                    const Operation& next);
    // The kernel for the operation and its followers, of which there is one at least. The inputs
    // of the request are those of the operation and then, follower by follower, what else they
    // have, variables that an update writes among them; the outputs are those of the last, none
    // if that is an update.
    std::unique_ptr<Kernel> (*makeKernel)(const KernelRequest& request,
                                          std::span<Operation* const> followers);
    // The same as canTake for an update of variables by the operation's result. Null: for none.
    bool (*canUpdate)(const Operation& operation, std::span<const OutputSpec> inputs,
                      const Operation& update) = nullptr;
};

// Null for an operation whose kernel does nothing else.
const FusionRule* findFusionRule(const OpDef& def);

// The rules stand beside their operations; fusion_rules.cpp lists them.
extern const FusionRule kMatMulFusion;
extern const FusionRule kConv2dFusion;
extern const FusionRule kConv2dTransposeFusion;
extern const FusionRule kMaxPoolGradFusion;

} // namespace engine
