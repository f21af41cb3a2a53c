// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/fine_parts.h"
#include "engine/ops/kernel.h"
#include "engine/ops/packed_product.h"

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
    explicit MatMulSizes(const KernelRequest& request)
        : transposes(transposesOf(request.operation.attributes()))
    {
        const Shape& a = request.inputs[0].shape;
        m = a.dim(transposes.a ? 1 : 0);
        n = request.inputs[1].shape.dim(transposes.b ? 0 : 1);
        k = a.dim(transposes.a ? 0 : 1);
    }

    std::int64_t aStride() const { return transposes.a ? m : k; }
    std::int64_t bStride() const { return transposes.b ? k : n; }

    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
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

// Shares the blocks of a product among the threads: by columns, or by rows where that costs less.
// With a transposed, as for the gradient of a variable, the rows are cut and the columns, too: so a
// thread has mostly those that it had in the product that read the variable and in the one that
// made b, and they are in its caches.
// `endCost` is that of what happens to each element of the result, in elements of a plain loop.
// Calls body(block, number): for ProductEnd::number.
template <typename Body>
void forEachProductBlock(const MatMulSizes& sizes, std::int64_t endCost, const Body& body)
{
    // A multiply-add in a product is this much cheaper than an element of an elementwise loop.
    constexpr std::int64_t kFlopsPerElement = 16;
    // Of a part. Every part lays out the whole of the other matrix for itself, unless a thread can
    // keep that: fewer rows or columns would not pay for it.
    constexpr std::int64_t kLeastRows = 192;
    constexpr std::int64_t kLeastRowsOfKept = 64;
    constexpr std::int64_t kLeastColumns = 64;
    constexpr std::int64_t kLeastColumnsOfRows = 128; // of blocks that are cut both ways
    constexpr std::int64_t kUnitOfColumns = 64;
    constexpr std::int64_t kLine = 16; // columns
    const auto [m, n, k, transposes] = sizes;
    const bool byRows = m >= (transposes.a ? 1 : 2) * n;
    const std::int64_t itemCost =
        (byRows ? n : m) * (k + endCost * kFlopsPerElement) / kFlopsPerElement;
    if (!byRows) {
        forEachFinePart(n, kLeastColumns, kLine, itemCost,
                        [&](std::int64_t left, std::int64_t right) {
                            body(ProductBlock{0, m, left, right}, std::uint64_t{0});
                        });
        return;
    }
    const std::int64_t mostGroups =
        transposes.a ? std::clamp<std::int64_t>(n / kLeastColumnsOfRows, 1, usableThreads()) : 1;
    const std::int64_t columns = wholeUnits((n + mostGroups - 1) / mostGroups, kUnitOfColumns);
    const bool isKept = keepsRight(std::min(columns, n), k);
    const std::int64_t rows =
        finePart(m, isKept ? kLeastRowsOfKept : kLeastRows, tileRows(), itemCost);
    if (rows >= m || columns == 0) {
        body(ProductBlock{0, m, 0, n}, std::uint64_t{0});
        return;
    }
    const std::int64_t groups = (n + columns - 1) / columns;
    const std::uint64_t numbers = isKept ? newProductNumbers(groups) : 0;
    const std::int64_t parts = (m + rows - 1) / rows; // of a group
    ThreadPool::current()->run(groups * parts, [&](std::int64_t i) {
        const std::int64_t group = i / parts;
        const std::int64_t top = i % parts * rows;
        body(ProductBlock{top, std::min(top + rows, m), group * columns,
                          std::min((group + 1) * columns, n)},
             isKept ? numbers + static_cast<std::uint64_t>(group) : 0);
    });
}

} // namespace engine
