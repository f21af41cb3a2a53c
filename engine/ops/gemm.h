// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// A matrix in memory, row by row; `stride` elements from row to row.
template <typename T>
struct MatrixRef
{
    T* data;
    std::int64_t stride;
};

// What a product multiplies: a [m, k] (or [k, m] if transposed) times b [k, n] (or [n, k]).
struct ProductShape
{
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    bool transposeA = false;
    bool transposeB = false;
};

// c = a · b, or c += a · b if `accumulate`, on the calling thread. For kernels that cut their work
// into products; float32 by multiplyPacked() (see there), float64 by Eigen. Sizes may be 0. Throws
// nothing on a thread that prepareProducts() was called on.
void multiplyMatrices(const ProductShape& shape, MatrixRef<const float> a, MatrixRef<const float> b,
                      MatrixRef<float> c, bool accumulate);
void multiplyMatrices(const ProductShape& shape, MatrixRef<const double> a,
                      MatrixRef<const double> b, MatrixRef<double> c, bool accumulate);

} // namespace engine
