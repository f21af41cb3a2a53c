// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/fine_parts.h"
#include "engine/ops/gathered_product.h"
#include "engine/ops/kernel.h"

namespace engine {

// What the kernels of a float32 matrix product share. Only for the sources of engine/ops.

struct Transposes
{
    bool a;
    bool b;
};

inline Transposes transposesOf(const Attributes& attributes)
{
    return {attributes.get<bool>("transpose_a"), attributes.get<bool>("transpose_b")};
}

struct MatMulSizes
{
    MatMulSizes(const OutputSpec& a, const OutputSpec& b, Transposes transposed)
        : m(a.shape.dim(transposed.a ? 1 : 0)), n(b.shape.dim(transposed.b ? 0 : 1)),
          k(a.shape.dim(transposed.a ? 0 : 1)), transposes(transposed)
    { }
    explicit MatMulSizes(const KernelRequest& request)
        : MatMulSizes(request.inputs[0], request.inputs[1],
                      transposesOf(request.operation.attributes()))
    { }

    std::int64_t aStride() const { return transposes.a ? m : k; }
    std::int64_t bStride() const { return transposes.b ? k : n; }

    std::int64_t m;
    std::int64_t n;
    std::int64_t k;
    Transposes transposes;
};

struct ProductBlock // of the result: rows and columns
{
    std::int64_t top;
    std::int64_t bottom;
    std::int64_t left;
    std::int64_t right;

    std::int64_t rows() const { return bottom - top; }
    std::int64_t columns() const { return right - left; }
};

// Shares the blocks of a product among the threads, by that side of the result which costs less.
template <typename Body>
void forEachProductBlock(const MatMulSizes& sizes, const Body& body)
{
    // A multiply-add in a product is this much cheaper than an element of an elementwise loop.
    constexpr std::int64_t kFlopsPerElement = 16;
    // Of a part. Every part lays out the whole of the other matrix for itself: fewer rows or
    // columns would not pay for that.
    constexpr std::int64_t kLeastRows = 192;
    constexpr std::int64_t kLeastColumns = 64;
    constexpr std::int64_t kLine = 16; // columns
    const auto [m, n, k, transposes] = sizes;
    const bool byRows = m >= (transposes.a ? 1 : 2) * n;
    const std::int64_t size = byRows ? m : n;
    const std::int64_t other = byRows ? n : m;
    forEachFinePart(
        size, byRows ? kLeastRows : kLeastColumns, byRows ? tileRows() : kLine,
        other * k / kFlopsPerElement, [&](std::int64_t begin, std::int64_t end) {
            body(byRows ? ProductBlock{begin, end, 0, other} : ProductBlock{0, other, begin, end});
        });
}

} // namespace engine
