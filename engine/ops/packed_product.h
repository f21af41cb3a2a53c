// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/gathered_product.h"
#include "engine/ops/gemm.h"

namespace engine {

// What happens to c while it lies in the cache.
struct ProductEnd
{
    bool accumulate = false; // c += a · b
    const float* bias = nullptr; // [n], added to each row
    bool relu = false; // of the sum; a NaN stays
    const float* reluOutput = nullptr; // see GatheredProduct; laid out as c is
    // c is a variable and the product its gradient, see GatheredProduct. For at most kTermsAtOnce
    // terms, and without the others.
    const AdamUpdate* adam = nullptr;
    // Products of one number have the same b and the same shape but for m: a thread lays out b for
    // the first one. 0: no such products. See newProductNumbers().
    std::uint64_t number = 0;
};
// So many terms of a sum are added while it is in a register.
constexpr std::int64_t kTermsAtOnce = 256;

// c = a · b on the calling thread, by panels of b that are laid out some at a time (see
// gathered_product.h). Sums are added in the order of their terms: whoever shares out rows or
// columns gets the same bits. Sizes may be 0. Blocks as in K. Goto and R. van de Geijn, Anatomy of
// High-Performance Matrix Multiplication (2008), and F. Van Zee and R. van de Geijn, BLIS (2015).
void multiplyPacked(const ProductShape& shape, MatrixRef<const float> a, MatrixRef<const float> b,
                    MatrixRef<float> c, const ProductEnd& end = {});

// Whether b is laid out as a whole, so that ProductEnd::number saves something.
bool keepsRight(std::int64_t n, std::int64_t k);
// The first of so many that no other products have. Thread-safe.
std::uint64_t newProductNumbers(std::int64_t count);

// Allocates the megabyte that a thread keeps for its products. Otherwise its first one does.
// ResourceExhaustedError.
void prepareProducts();

} // namespace engine
