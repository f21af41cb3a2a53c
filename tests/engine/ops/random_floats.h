// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"

#include <algorithm>
#include <random>

// Of the standard normal distribution; the same for the same seed.
inline engine::Tensor randomFloats(const engine::Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    engine::Tensor tensor(engine::DataType::Float, shape);
    std::ranges::generate(tensor.values<float>(), [&] { return normal(random); });
    return tensor;
}
