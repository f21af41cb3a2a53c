// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gemm.h"

#include "engine/ops/eigen_maps.h"

#include <dnnl.h>

#include <algorithm>

namespace engine {

namespace {

template <typename T>
void clear(const ProductShape& shape, MatrixRef<T> c)
{
    for (std::int64_t row = 0; row < shape.m; ++row) {
        std::fill_n(c.data + row * c.stride, shape.n, T(0));
    }
}

template <typename T>
void multiplyByEigen(const ProductShape& shape, MatrixRef<const T> a, MatrixRef<const T> b,
                     MatrixRef<T> c, bool accumulate)
{
    using Stride = Eigen::OuterStride<>;
    using ConstMap = Eigen::Map<const RowMajorMatrix<T>, 0, Stride>;
    const auto [m, n, k, transposeA, transposeB] = shape;
    const ConstMap left(a.data, transposeA ? k : m, transposeA ? m : k, Stride(a.stride));
    const ConstMap right(b.data, transposeB ? n : k, transposeB ? k : n, Stride(b.stride));
    Eigen::Map<RowMajorMatrix<T>, 0, Stride> result(c.data, m, n, Stride(c.stride));
    if (!accumulate) {
        clear(shape, c);
    }
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

// Whether there is nothing to multiply; the result is then complete.
template <typename T>
bool isTrivial(const ProductShape& shape, MatrixRef<T> c, bool accumulate)
{
    const bool isEmpty = shape.m == 0 || shape.n == 0;
    if (shape.k == 0 && !isEmpty && !accumulate) {
        clear(shape, c);
    }
    return isEmpty || shape.k == 0;
}

} // namespace

void multiplyMatrices(const ProductShape& shape, MatrixRef<const float> a, MatrixRef<const float> b,
                      MatrixRef<float> c, bool accumulate)
{
    if (isTrivial(shape, c, accumulate)) {
        return;
    }
    const dnnl_status_t status = dnnl_sgemm(
        shape.transposeA ? 'T' : 'N', shape.transposeB ? 'T' : 'N', shape.m, shape.n, shape.k, 1.0F,
        a.data, a.stride, b.data, b.stride, accumulate ? 1.0F : 0.0F, c.data, c.stride);
    if (status != dnnl_success) { // threads of a pool must not throw
        multiplyByEigen(shape, a, b, c, accumulate);
    }
}

void multiplyMatrices(const ProductShape& shape, MatrixRef<const double> a,
                      MatrixRef<const double> b, MatrixRef<double> c, bool accumulate)
{
    if (!isTrivial(shape, c, accumulate)) {
        multiplyByEigen(shape, a, b, c, accumulate);
    }
}

} // namespace engine
