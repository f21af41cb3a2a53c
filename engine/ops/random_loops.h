// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// Loops over random numbers, several blocks of Philox (base/random.h) at a time; compiled for
// several kinds of processors. Element i takes number i % 4 of block i / 4. On the calling thread,
// without allocation.

template <typename T>
struct DropoutLoop
{
    std::uint64_t key;
    std::uint64_t stream;
    std::uint32_t largest; // number that keeps an element
    T kept; // its mask; others have 0
};

// y = x * mask for `count` elements, of which the first takes number 0 of `block`.
void dropoutLoop(const DropoutLoop<float>& loop, std::int64_t block, const float* x, float* mask,
                 float* y, std::int64_t count);
void dropoutLoop(const DropoutLoop<double>& loop, std::int64_t block, const double* x, double* mask,
                 double* y, std::int64_t count);

} // namespace engine
