// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/small_product.h"

#include "engine/ops/matrix_packing.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/small_product.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

#ifndef ENGINE_OPS_SMALL_PRODUCT_LIMITS
#define ENGINE_OPS_SMALL_PRODUCT_LIMITS
namespace engine {
inline constexpr std::int64_t kMostMultiplyAdds = 1 << 18;
inline constexpr std::int64_t kMostTransposed = 8192; // elements of a matrix, on the stack
inline constexpr std::int64_t kFewColumns = 4; // of y: too few for a vector
} // namespace engine
#endif

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

// With two vectors: as many sums as hide a multiply-add's latency, and fit the registers.
#if HWY_TARGET <= HWY_AVX3
constexpr std::int64_t kRows = 8;
#else
constexpr std::int64_t kRows = 4;
#endif

// A part of the product, as wide as some vectors: element (i, p) of op(a) is
// a[i * aRow + p * aColumn].
struct Part
{
    const float* a;
    std::int64_t aRow;
    std::int64_t aColumn;
    const float* b;
    std::int64_t bStride;
    float* y;
    std::int64_t yStride;
    std::int64_t k;
};

template <int kCount, int kVectors, typename D>
HWY_INLINE void multiplyBlock(D d, const Part& part)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    hn::Vec<D> sums[kCount][kVectors];
    for (auto& row : sums) {
        for (auto& sum : row) {
            sum = hn::Zero(d);
        }
    }
    const float* a = part.a;
    const float* b = part.b;
    for (std::int64_t p = 0; p < part.k; ++p, a += part.aColumn, b += part.bStride) {
        hn::Vec<D> right[kVectors];
        for (int v = 0; v < kVectors; ++v) {
            right[v] = hn::LoadU(d, b + v * lanes);
        }
        for (int i = 0; i < kCount; ++i) {
            const auto left = hn::Set(d, a[i * part.aRow]);
            for (int v = 0; v < kVectors; ++v) {
                sums[i][v] = hn::MulAdd(left, right[v], sums[i][v]);
            }
        }
    }
    for (int i = 0; i < kCount; ++i) {
        for (int v = 0; v < kVectors; ++v) {
            hn::StoreU(sums[i][v], d, part.y + i * part.yStride + v * lanes);
        }
    }
}

// At most kMost rows.
template <int kMost, int kVectors, typename D>
HWY_INLINE void multiplyFew(D d, const Part& part, std::int64_t rows)
{
    if constexpr (kMost > 0) {
        if (rows == kMost) {
            multiplyBlock<kMost, kVectors>(d, part);
        } else {
            multiplyFew<kMost - 1, kVectors>(d, part, rows);
        }
    }
}

template <int kVectors, typename D>
HWY_INLINE void multiplyRows(D d, Part part, std::int64_t rows)
{
    for (; rows >= kRows; rows -= kRows) {
        multiplyBlock<kRows, kVectors>(d, part);
        part.a += kRows * part.aRow;
        part.y += kRows * part.yStride;
    }
    multiplyFew<kRows - 1, kVectors>(d, part, rows);
}

// As many columns as fit kVectors vectors, as often as they fit; returns how many are left.
template <int kVectors, typename D>
HWY_INLINE std::int64_t multiplyColumns(D d, Part& part, std::int64_t rows, std::int64_t columns)
{
    const std::int64_t width = kVectors * static_cast<std::int64_t>(hn::Lanes(d));
    for (; columns >= width; columns -= width) {
        multiplyRows<kVectors>(d, part, rows);
        part.b += width;
        part.y += width;
    }
    return columns;
}

void multiplyWide(const SmallProduct& product)
{
    HWY_ALIGN float transposed[kMostTransposed + kPanelMargin];
    Part part{product.a,
              product.transposesA ? 1 : product.aStride,
              product.transposesA ? product.aStride : 1,
              product.b,
              product.bStride,
              product.y,
              product.yStride,
              product.k};
    if (product.transposesB) {
        packMatrix({product.b, product.bStride, true}, product.k, product.n, product.n, transposed);
        part.b = transposed;
        part.bStride = product.n;
    }
    const std::int64_t rows = product.m;
    std::int64_t left = multiplyColumns<2>(Floats(), part, rows, product.n);
    left = multiplyColumns<1>(Floats(), part, rows, left);
    left = multiplyColumns<1>(hn::CappedTag<float, 4>(), part, rows, left);
    multiplyColumns<1>(hn::CappedTag<float, 1>(), part, rows, left);
}

// yᵀ = op(b)ᵀ · op(a)ᵀ has the rows of y as columns, enough for vectors.
void multiplyNarrow(const SmallProduct& product)
{
    HWY_ALIGN float turned[kMostTransposed];
    multiplyWide({product.n, product.m, product.k, product.b, product.bStride, !product.transposesB,
                  product.a, product.aStride, !product.transposesA, turned, product.m});
    for (std::int64_t row = 0; row < product.m; ++row) {
        for (std::int64_t column = 0; column < product.n; ++column) {
            product.y[row * product.yStride + column] = turned[column * product.m + row];
        }
    }
}

void multiply(const SmallProduct& product)
{
    const bool fits = product.m * product.n <= kMostTransposed
        && (product.transposesA || product.m * product.k <= kMostTransposed);
    if (product.n < kFewColumns && product.m > product.n && fits) {
        multiplyNarrow(product);
    } else {
        multiplyWide(product);
    }
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

bool isSmallProduct(const SmallProduct& product)
{
    const std::int64_t multiplyAdds = product.m * product.n * product.k;
    return multiplyAdds <= kMostMultiplyAdds
        && (!product.transposesB || product.n * product.k <= kMostTransposed);
}

HWY_EXPORT(multiply);

void multiplySmall(const SmallProduct& product)
{
    HWY_DYNAMIC_DISPATCH(multiply)(product);
}

} // namespace engine
#endif
