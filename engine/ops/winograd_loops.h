// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace engine {

// The transformations of Winograd's minimal filtering for windows of 3 × 3 on tiles of 4 × 4 pixels
// (A. Lavin and S. Gray, Fast Algorithms for Convolutional Neural Networks, 2015), float32, all
// channels of one tile. What is transformed are 16 values a channel; value i lies at i * stride.
// On the calling thread, without allocation; compiled for several kinds of processors.

inline constexpr std::int64_t kWinogradValues = 16;

struct WinogradValues
{
    float* values;
    std::int64_t stride;
};

// v = Bᵀ d B of the pixels d, row by row at tile[pixels[k]].
void winogradTileLoop(const float* tile, std::span<const std::int32_t> pixels,
                      std::int64_t channels, const WinogradValues& v);

// Pixels of a 2 × 2 block, row by row; null outside of the picture.
template <typename T>
using WinogradBlock = std::array<T*, 4>;

// y = Aᵀ m A, then the bias if there is one (null: none) and the relu.
void winogradResultLoop(const WinogradValues& m, std::int64_t channels, const float* bias,
                        bool relu, const WinogradBlock<float>& y);

// d = G dy Gᵀ: a block of slopes as the filter of the tile's gradient.
void winogradSlopeLoop(const WinogradBlock<const float>& dy, std::int64_t channels,
                       const WinogradValues& d);

// u = G g Gᵀ of `count` filters; cell k of filter i is filter[k * stride + i], that of the values
// likewise.
void winogradFilterLoop(const float* filter, std::int64_t stride, std::int64_t count,
                        const WinogradValues& u);

// The gradients of `count` filters from the sums of v times d: their cells are target[k * stride].
void winogradFilterGradientLoop(const WinogradValues& sums, std::int64_t count, float* target,
                                std::int64_t stride);

} // namespace engine
