// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gemm.h"

#include "engine/ops/eigen_maps.h"
#include "engine/ops/packed_product.h"

#include <algorithm>

namespace engine {

void multiplyMatrices(const ProductShape& shape, MatrixRef<const float> a, MatrixRef<const float> b,
                      MatrixRef<float> c, bool accumulate)
{
    multiplyPacked(shape, a, b, c, {.accumulate = accumulate});
}

void multiplyMatrices(const ProductShape& shape, MatrixRef<const double> a,
                      MatrixRef<const double> b, MatrixRef<double> c, bool accumulate)
{
    using Stride = Eigen::OuterStride<>;
    using ConstMap = Eigen::Map<const RowMajorMatrix<double>, 0, Stride>;
    const auto [m, n, k, transposeA, transposeB] = shape;
    if (!accumulate) {
        for (std::int64_t row = 0; row < m; ++row) {
            std::fill_n(c.data + row * c.stride, n, 0.0);
        }
    }
    if (m == 0 || n == 0 || k == 0) {
        return;
    }
    const ConstMap left(a.data, transposeA ? k : m, transposeA ? m : k, Stride(a.stride));
    const ConstMap right(b.data, transposeB ? n : k, transposeB ? k : n, Stride(b.stride));
    Eigen::Map<RowMajorMatrix<double>, 0, Stride> result(c.data, m, n, Stride(c.stride));
    if (transposeA && transposeB) {
        result.noalias() += left.transpose() * right.transpose();
    } else if (transposeA) {
        result.noalias() += left.transpose() * right;
    } else if (transposeB) {
        result.noalias() += left * right.transpose();
    } else {
        result.noalias() += left * right;
    }
}

} // namespace engine
