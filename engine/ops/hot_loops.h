// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// Loops over float32 elements in which a training step spends its time beside the products,
// compiled for several kinds of processors. On the calling thread, without allocation.

// slope[i] = output[i] > 0 ? upper[i] : 0
void reluGradientLoop(const float* output, const float* upper, float* slope, std::int64_t count);

struct AdamLoop
{
    float alpha; // learning rate with the corrections of the bias
    float beta1;
    float beta2;
    float epsilon;
};

// m += (g - m)(1 - beta1); v += (g² - v)(1 - beta2); x -= m alpha / (√v + epsilon)
void adamLoop(const AdamLoop& parameters, const float* gradient, float* m, float* v, float* x,
              std::int64_t count);

} // namespace engine
