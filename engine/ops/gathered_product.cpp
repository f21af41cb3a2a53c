// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/gathered_product.h"

#include "engine/ops/hot_loops.h"
#include "engine/ops/matrix_packing.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/gathered_product.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>
// Behind foreach_target.h.
#include "engine/ops/adam_vectors-inl.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;

// As many sums as the registers hold, and enough to hide a multiply-add's latency.
#if HWY_TARGET <= HWY_AVX3
constexpr std::int64_t kRows = 8;
#else
constexpr std::int64_t kRows = 6;
#endif
constexpr int kVectors = 2;

// Some rows and one panel of a product, and some of its terms.
struct Tile
{
    const float* a;
    const std::int32_t* rows;
    const std::int32_t* terms;
    std::int64_t termCount;
    const float* panel;
    float* y;
    std::int64_t yStride;
    bool accumulate;
    const float* bias;
    bool relu;
    std::int64_t step; // see stepOf()
    const AdamUpdate* adam; // null: the sums are stored in y
    const float* reluOutput;
    const float* start; // where the product's y begins: these two are laid out as that is
    UnpackedMatrix b; // the part of it that the panel is to hold
};

// How far the terms lie apart in a, if it is not a number that the compiler knows.
constexpr int kAnyStep = 0; // Tile::step
constexpr int kNoStep = -1; // as the table says

// Rows of b ahead of the one that is laid out, for which memory is asked.
constexpr std::int64_t kRowsAhead = 16;

// Vector `index` of what an update of the tile reads and writes.
template <int kCount, int kWide>
HWY_INLINE void askForVector(const Tile& tile, std::int64_t index)
{
    if (index < kCount * kWide) {
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(Floats()));
        const float* const y = tile.y + index / kWide * tile.yStride + index % kWide * lanes;
        hwy::Prefetch(y);
        hwy::Prefetch(tile.adam->m + (y - tile.start));
        hwy::Prefetch(tile.adam->v + (y - tile.start));
    }
}

// What happens to the sums of a tile, which go from the registers to where they belong.
template <int kCount, int kWide>
HWY_INLINE void endTile(const Tile& tile, const hn::Vec<Floats> (&sums)[kCount][kWide])
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (tile.adam != nullptr) {
        const AdamVectors adam(tile.adam->step);
        for (int i = 0; i < kCount; ++i) {
            for (int v = 0; v < kWide; ++v) {
                float* const y = tile.y + i * tile.yStride + v * lanes;
                const std::int64_t place = y - tile.start;
                adam.update(sums[i][v], tile.adam->m + place, tile.adam->v + place, y);
            }
        }
        return;
    }
    for (int i = 0; i < kCount; ++i) {
        for (int v = 0; v < kWide; ++v) {
            auto sum = sums[i][v];
            if (tile.bias != nullptr) {
                sum = hn::Add(sum, hn::LoadU(d, tile.bias + v * lanes));
            }
            if (tile.relu) { // a NaN stays
                sum = hn::IfThenZeroElse(hn::Lt(sum, hn::Zero(d)), sum);
            }
            float* const y = tile.y + i * tile.yStride + v * lanes;
            if (tile.reluOutput != nullptr) {
                const auto output = hn::LoadU(d, tile.reluOutput + (y - tile.start));
                sum = hn::IfThenElseZero(hn::Gt(output, hn::Zero(d)), sum);
            }
            hn::StoreU(sum, d, y);
        }
    }
}

// With kLaysOut the panel is written on the way.
template <int kCount, int kWide, int kStep, bool kLaysOut = false>
HWY_INLINE void multiplyTile(const Tile& tile)
{
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const float* a[kCount];
    hn::Vec<Floats> sums[kCount][kWide];
    for (int i = 0; i < kCount; ++i) {
        a[i] = tile.a + tile.rows[i];
        for (int v = 0; v < kWide; ++v) {
            sums[i][v] =
                tile.accumulate ? hn::LoadU(d, tile.y + i * tile.yStride + v * lanes) : hn::Zero(d);
        }
    }
    const float* b = tile.panel;
    const float* unpacked = tile.b.data;
    float* panel = tile.b.panels;
    const auto addTerm = [&](std::int64_t offset, const float* row) HWY_ATTR {
        hn::Vec<Floats> right[kWide];
        for (int v = 0; v < kWide; ++v) {
            right[v] = hn::LoadU(d, (kLaysOut ? unpacked : row) + v * lanes);
            if constexpr (kLaysOut) {
                hwy::Prefetch(unpacked + kRowsAhead * tile.b.stride + v * lanes);
                hn::StoreU(right[v], d, panel + v * lanes);
            }
        }
        if constexpr (kLaysOut) {
            unpacked += tile.b.stride;
            panel += kWide * lanes;
        }
        for (int i = 0; i < kCount; ++i) {
            const auto left = hn::Set(d, a[i][offset]);
            for (int v = 0; v < kWide; ++v) {
                sums[i][v] = hn::MulAdd(left, right[v], sums[i][v]);
            }
        }
    };
    if constexpr (kStep == kNoStep) {
        for (std::int64_t t = 0; t < tile.termCount; ++t, b += kWide * lanes) {
            addTerm(tile.terms[t], b);
        }
    } else {
        const std::int64_t step = kStep == kAnyStep ? tile.step : kStep;
        std::int64_t offset = tile.terms[0];
        std::int64_t t = 0;
        for (; kStep != kAnyStep && t + 4 <= tile.termCount;
             t += 4, offset += 4 * step, b += 4 * kWide * lanes) {
            addTerm(offset, b);
            addTerm(offset + step, b + kWide * lanes);
            addTerm(offset + 2 * step, b + 2 * kWide * lanes);
            addTerm(offset + 3 * step, b + 3 * kWide * lanes);
            if (tile.adam != nullptr) {
                askForVector<kCount, kWide>(tile, t / 4);
            }
        }
        for (; t < tile.termCount; ++t, offset += step, b += kWide * lanes) {
            addTerm(offset, b);
        }
    }
    endTile<kCount, kWide>(tile, sums);
}

void goDown(Tile& tile, std::int64_t rows)
{
    tile.rows += rows;
    tile.y += rows * tile.yStride;
}

template <int kWide, int kStep>
void multiplyRows(Tile tile, std::int64_t rows)
{
    while (rows > 0) {
        // The last two tiles are alike: a tile of one row would wait for its sums.
        const std::int64_t count =
            rows > kRows && rows < 2 * kRows ? (rows + 1) / 2 : std::min(rows, kRows);
        switch (count) {
#if HWY_TARGET <= HWY_AVX3
        case 8:
            multiplyTile<8, kWide, kStep>(tile);
            break;
        case 7:
            multiplyTile<7, kWide, kStep>(tile);
            break;
#endif
        case 6:
            multiplyTile<6, kWide, kStep>(tile);
            break;
        case 5:
            multiplyTile<5, kWide, kStep>(tile);
            break;
        case 4:
            multiplyTile<4, kWide, kStep>(tile);
            break;
        case 3:
            multiplyTile<3, kWide, kStep>(tile);
            break;
        case 2:
            multiplyTile<2, kWide, kStep>(tile);
            break;
        default:
            multiplyTile<1, kWide, kStep>(tile);
            break;
        }
        rows -= count;
        goDown(tile, count);
    }
}

// kNoStep if the terms lie at different distances.
std::int64_t stepOf(const std::int32_t* terms, std::int64_t count)
{
    if (count < 2) {
        return kNoStep;
    }
    const std::int64_t step = terms[1] - terms[0];
    for (std::int64_t t = 2; t < count; ++t) {
        if (terms[t] - terms[t - 1] != step) {
            return kNoStep;
        }
    }
    return step;
}

template <int kWide>
void multiplyRows(const Tile& tile, std::int64_t rows)
{
    switch (tile.step) {
    case kNoStep:
        multiplyRows<kWide, kNoStep>(tile, rows);
        break;
    case 1: // as in a matrix
        multiplyRows<kWide, 1>(tile, rows);
        break;
    case kRows: // as in strips of a matrix
        multiplyRows<kWide, kRows>(tile, rows);
        break;
    default:
        multiplyRows<kWide, kAnyStep>(tile, rows);
        break;
    }
}

// Lays out the panel, and may multiply the first rows meanwhile: returns how many.
template <int kWide>
std::int64_t layOutPanel(const Tile& tile, std::int64_t rows, std::int64_t columns)
{
    constexpr std::int64_t kLeastRows = 2 * kRows; // then a whole tile does not spoil the last two
    const auto width = kWide * static_cast<std::int64_t>(hn::Lanes(Floats()));
    if constexpr (kWide == kVectors) {
        const bool isWhole = columns == width && rows >= kLeastRows;
        if (isWhole && tile.step == 1) {
            multiplyTile<kRows, kWide, 1, true>(tile);
            return kRows;
        }
        if (isWhole && tile.step == kRows) {
            multiplyTile<kRows, kWide, kRows, true>(tile);
            return kRows;
        }
    }
    packMatrix({tile.b.data, tile.b.stride, false}, tile.termCount, columns, width, tile.b.panels);
    return 0;
}

// A panel of which some columns are missing: y is as wide only in `room`.
template <int kWide>
void multiplyPartly(const Tile& tile, std::int64_t rows, std::int64_t columns)
{
    constexpr std::int64_t kMostWide = HWY_MAX_BYTES / sizeof(float) * kVectors;
    HWY_ALIGN float room[kRows * kMostWide];
    HWY_ALIGN float bias[kMostWide] = {};
    const auto width = kWide * static_cast<std::int64_t>(hn::Lanes(Floats()));
    Tile part = tile;
    part.y = room;
    part.yStride = width;
    part.adam = nullptr;
    part.reluOutput = nullptr;
    if (tile.bias != nullptr) {
        std::copy_n(tile.bias, columns, bias);
        part.bias = bias;
    }
    for (std::int64_t row = 0; row < rows; row += kRows) {
        const std::int64_t count = std::min(kRows, rows - row);
        float* const y = tile.y + row * tile.yStride;
        std::fill_n(room, count * width, 0.0F);
        for (std::int64_t i = 0; tile.accumulate && i < count; ++i) {
            std::copy_n(y + i * tile.yStride, columns, room + i * width);
        }
        part.rows = tile.rows + row;
        multiplyRows<kWide>(part, count);
        for (std::int64_t i = 0; i < count; ++i) {
            float* const to = y + i * tile.yStride;
            const float* const sums = room + i * width;
            const std::int64_t place = to - tile.start;
            if (tile.adam != nullptr) {
                adamLoop(tile.adam->step, sums, tile.adam->m + place, tile.adam->v + place, to,
                         columns);
            } else if (tile.reluOutput != nullptr) {
                reluGradientLoop(tile.reluOutput + place, sums, to, columns);
            } else {
                std::copy_n(sums, columns, to);
            }
        }
    }
}

// `panelElements` of a panel stay in the first-level cache.
template <int kWide>
void multiplyPanel(const GatheredProduct& product, const float* panel, std::int64_t column,
                   std::int64_t panelElements)
{
    const auto width = kWide * static_cast<std::int64_t>(hn::Lanes(Floats()));
    const auto rows = static_cast<std::int64_t>(product.rows.size());
    const auto terms = static_cast<std::int64_t>(product.terms.size());
    const std::int64_t columns = std::min(product.columns - column, width);
    const std::int64_t most = product.adam != nullptr ? terms : panelElements / width;
    const std::int64_t blocks = terms <= most ? 1 : (terms + most - 1) / most;
    const std::int64_t block = (terms + blocks - 1) / blocks;
    for (std::int64_t first = 0; first == 0 || first < terms; first += block) {
        const std::int64_t count = std::min(block, terms - first);
        const bool isLast = first + count >= terms;
        Tile tile{product.a,
                  product.rows.data(),
                  product.terms.data() + first,
                  count,
                  panel + first * width,
                  product.y + column,
                  product.yStride,
                  product.accumulate || first > 0,
                  product.bias != nullptr && isLast ? product.bias + column : nullptr,
                  product.relu && isLast,
                  stepOf(product.terms.data() + first, count),
                  product.adam,
                  isLast ? product.reluOutput : nullptr,
                  product.y,
                  {}};
        std::int64_t done = 0;
        if (product.b.data != nullptr) {
            assert(product.b.panels == product.panels);
            tile.b = {product.b.data + first * product.b.stride + column, product.b.stride,
                      product.b.panels + (tile.panel - product.panels)};
            done = layOutPanel<kWide>(tile, rows, columns);
            goDown(tile, done);
        }
        if (columns == width) {
            multiplyRows<kWide>(tile, rows - done);
        } else {
            multiplyPartly<kWide>(tile, rows, columns);
        }
        if (block == 0) {
            break;
        }
    }
}

void multiply(const GatheredProduct& product, std::int64_t panelElements)
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Floats()));
    const auto terms = static_cast<std::int64_t>(product.terms.size());
    const float* panel = product.panels;
    for (std::int64_t column = 0; column < product.columns; column += kVectors * lanes) {
        if (product.columns - column <= lanes) {
            multiplyPanel<1>(product, panel, column, panelElements);
        } else {
            multiplyPanel<kVectors>(product, panel, column, panelElements);
        }
        panel += terms * kVectors * lanes;
    }
}

PanelWidths widths()
{
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Floats()));
    return {kVectors * lanes, lanes};
}

std::int64_t rowsOfTile()
{
    return kRows;
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(multiply);
HWY_EXPORT(rowsOfTile);
HWY_EXPORT(widths);

namespace {

// Two thirds of the first-level cache, of 32 KiB if the system does not say.
std::int64_t panelElementsInCache()
{
    const std::int64_t bytes = sysconf(_SC_LEVEL1_DCACHE_SIZE);
    return std::max<std::int64_t>(bytes, 32768) / 3 * 2 / static_cast<std::int64_t>(sizeof(float));
}

} // namespace

PanelWidths panelWidths()
{
    return HWY_DYNAMIC_DISPATCH(widths)();
}

std::int64_t tileRows()
{
    return HWY_DYNAMIC_DISPATCH(rowsOfTile)();
}

void multiplyGathered(const GatheredProduct& product)
{
    static const std::int64_t panelElements = panelElementsInCache();
    HWY_DYNAMIC_DISPATCH(multiply)(product, panelElements);
}

} // namespace engine
#endif
