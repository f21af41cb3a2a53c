// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// y = op(a) · op(b), all float32 in row-major order: op(a) [m, k], op(b) [k, n], y [m, n]. The
// strides are between rows of the matrices as they lie in memory.
struct SmallProduct
{
    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    const float* a;
    std::int64_t aStride;
    bool transposesA;
    const float* b;
    std::int64_t bStride;
    bool transposesB;
    float* y;
    std::int64_t yStride;
};

// Whether multiplySmall() beats multiplyPacked(), whose preparations take longer than these.
bool isSmallProduct(const SmallProduct& product);

// On the calling thread, without allocation; for products that isSmallProduct().
void multiplySmall(const SmallProduct& product);

} // namespace engine
