// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// Loops over float32 elements in which a training step spends its time beside the products,
// compiled for several kinds of processors. On the calling thread, without allocation.

// y[i] = max(x[i], 0); a NaN stays
void reluLoop(const float* x, float* y, std::int64_t count);

// y = x + bias in each row of `columns`
void biasAddLoop(const float* x, const float* bias, float* y, std::int64_t rows,
                 std::int64_t columns);

// In each row of y, `stride` apart: adds the bias if there is one (null: none), and then, with
// `relu`, takes the larger of it and 0; a NaN stays.
void epilogueLoop(const float* bias, bool relu, float* y, std::int64_t stride, std::int64_t rows,
                  std::int64_t columns);

// sums[j] = Σ x[i, j] over the rows, which are `stride` apart, in their order
void columnSumsLoop(const float* x, float* sums, std::int64_t rows, std::int64_t columns,
                    std::int64_t stride);

// y[i] = bytes[i] * scale
void scaleBytesLoop(const std::uint8_t* bytes, float scale, float* y, std::int64_t count);

// slope[i] = output[i] > 0 ? upper[i] : 0; slope may be upper
void reluGradientLoop(const float* output, const float* upper, float* slope, std::int64_t count);

} // namespace engine
