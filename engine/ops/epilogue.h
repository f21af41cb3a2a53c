// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/float_activation.h"
#include "engine/ops/kernel.h"

#include <memory>

namespace engine {

// What a product or a convolution does with its result while it lies in the cache: BiasAdd, an
// activation or both, float32. The sums and their order stay the same, so no bit of the result
// changes. Only for the sources of engine/ops.
struct Epilogue
{
    Epilogue() = default; // nothing
    // Of operations that canTake() agreed to, behind this one.
    Epilogue(const Operation& operation, std::span<Operation* const> followers);

    // For FusionRule::canTake.
    static bool canTake(const Operation& operation, std::span<Operation* const> taken,
                        const Operation& next);

    bool isEmpty() const { return biasInput < 0 && !relu && !activation; }
    const float* bias(const KernelContext& context) const;
    // The activation of a part of the result to which bias and relu have been applied.
    void activate(float* y, std::int64_t stride, std::int64_t rows, std::int64_t columns) const;

    int biasInput = -1; // of the kernel; -1: no bias
    bool relu = false;
    std::optional<FloatActivation> activation; // any other
};

// `inner`, and then the epilogue over its output 0; `inner` itself if there is none.
std::unique_ptr<Kernel> withEpilogue(const Epilogue& epilogue, std::unique_ptr<Kernel> inner);

} // namespace engine
