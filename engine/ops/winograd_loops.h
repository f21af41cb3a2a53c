// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace engine {

// The transformations of Winograd's minimal filtering (A. Lavin and S. Gray, Fast Algorithms for
// Convolutional Neural Networks, 2015), float32, all channels of one tile. They are Toom and
// Cook's: filter and slopes are polynomials whose values at some points are multiplied. What is
// transformed are tile × tile values a channel; value i lies at i * stride. On the calling thread,
// without allocation; compiled for several kinds of processors.

// Tiles of tile × tile pixels give outputs × outputs results of windows of window × window cells:
// tile = outputs + window - 1.
struct WinogradForm
{
    int tile;
    int outputs;
    int window;

    std::int64_t values() const { return std::int64_t{tile} * tile; }
    friend bool operator==(const WinogradForm&, const WinogradForm&) = default;
};

// The forms that there are. Those with larger tiles ask for fewer products of larger numbers:
// rounding errors of results are about twice those of plain sums with tiles of 4, three to four
// times with tiles of 6, and more in the gradients of filters.
inline constexpr WinogradForm kWinograd2Of3{4, 2, 3};
inline constexpr WinogradForm kWinograd4Of3{6, 4, 3};
inline constexpr WinogradForm kWinograd2Of5{6, 2, 5};

inline constexpr std::size_t kMostWinogradOutputs = 16;

struct WinogradValues
{
    float* values;
    std::int64_t stride;
};

// v = Bᵀ d B of the pixels d, row by row at tile[pixels[k]].
void winogradTileLoop(const WinogradForm& form, const float* tile,
                      std::span<const std::int32_t> pixels, std::int64_t channels,
                      const WinogradValues& v);

// Pixels of a block of results, row by row; null outside of the picture.
template <typename T>
using WinogradBlock = std::array<T*, kMostWinogradOutputs>;

// y = Aᵀ m A, then the bias if there is one (null: none) and the relu.
void winogradResultLoop(const WinogradForm& form, const WinogradValues& m, std::int64_t channels,
                        const float* bias, bool relu, const WinogradBlock<float>& y);

// d = G dy Gᵀ: a block of slopes as the filter of the tile's gradient.
void winogradSlopeLoop(const WinogradForm& form, const WinogradBlock<const float>& dy,
                       std::int64_t channels, const WinogradValues& d);

// u = G g Gᵀ of `count` filters; cell k of filter i is filter[k * stride + i], that of the values
// likewise.
void winogradFilterLoop(const WinogradForm& form, const float* filter, std::int64_t stride,
                        std::int64_t count, const WinogradValues& u);

// The gradients of `count` filters from the sums of v times d: their cells are target[k * stride].
void winogradFilterGradientLoop(const WinogradForm& form, const WinogradValues& sums,
                                std::int64_t count, float* target, std::int64_t stride);

} // namespace engine
