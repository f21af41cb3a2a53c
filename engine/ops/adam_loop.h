// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// What all elements of one update share.
struct AdamStep
{
    float alpha; // learning rate with the corrections of the bias
    float beta1;
    float beta2;
    float epsilon;
};

// m += (g - m)(1 - beta1); v += (g² - v)(1 - beta2); x -= m alpha / (√v + epsilon)
// An element's bits do not depend on where in the arrays it stands.
void adamLoop(const AdamStep& step, const float* gradient, float* m, float* v, float* x,
              std::int64_t count);

} // namespace engine
