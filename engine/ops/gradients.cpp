// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gradients.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"

namespace engine {

std::vector<Output> gradients(Output y, std::span<const Output> xs)
{
    const GradientBuilders builders{
        .onesLike = [](Output like) { return onesLike(like); },
        .addN = [](std::span<const Output> parts) { return addN(parts); }};
    return addGradients(y, xs, builders);
}

std::vector<Output> gradients(Output y, std::initializer_list<Output> xs)
{
    return gradients(y, std::span<const Output>(xs.begin(), xs.size()));
}

} // namespace engine
