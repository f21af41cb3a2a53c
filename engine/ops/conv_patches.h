// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/window.h"

#include <algorithm>
#include <cstdint>

namespace engine {

// What a convolution multiplies: for a pixel of the output the cells of the input under its window,
// as one row ("patch") in the order of the filter's rows. Only for the sources of engine/ops.

// Sizes of a convolution of pictures [batch, height, width, channels] with a filter [window height,
// window width, channels / groups, outputs].
struct ConvGeometry
{
    Window window;
    std::int64_t batch = 0;
    std::int64_t channels = 0;
    std::int64_t outputs = 0;
    std::int64_t groups = 1;

    std::int64_t groupChannels() const { return groups == 0 ? 0 : channels / groups; }
    std::int64_t groupOutputs() const { return groups == 0 ? 0 : outputs / groups; }
    std::int64_t patchSize() const { return window.cells() * groupChannels(); }
    std::int64_t pixels() const { return batch * window.positions(); }
    std::int64_t pictureSize() const { return window.height.input * window.width.input * channels; }
    // Whether patches are the input's pixels as they lie there.
    bool isPointwise() const
    {
        return window.cells() == 1 && window.height.stride == 1 && window.width.stride == 1;
    }
};

// Calls segment(offset in the patch, offset in the input, count) for each run of cells that lie in
// the picture, and gap(offset, count) for the others. `pixel` counts through the batch.
template <typename Segment, typename Gap>
void forEachSegment(const ConvGeometry& geometry, std::int64_t group, std::int64_t pixel,
                    const Segment& segment, const Gap& gap)
{
    const auto& [height, width] = geometry.window;
    const std::int64_t cell = geometry.groupChannels();
    const std::int64_t picture = pixel / geometry.window.positions();
    const std::int64_t row = pixel % geometry.window.positions() / width.output;
    const std::int64_t column = pixel % width.output;
    const std::int64_t first = width.firstInside(column);
    const std::int64_t end = std::max(width.endInside(column), first);
    const bool isRun = width.dilation == 1 && geometry.groups == 1;
    for (std::int64_t i = 0; i < height.window; ++i) {
        const std::int64_t offset = i * width.window * cell;
        const std::int64_t y = height.start(row) + i * height.dilation;
        if (y < 0 || y >= height.input) {
            gap(offset, width.window * cell);
            continue;
        }
        const std::int64_t line = (picture * height.input + y) * width.input;
        const std::int64_t start = (line + width.start(column)) * geometry.channels + group * cell;
        if (first > 0) {
            gap(offset, first * cell);
        }
        if (isRun && end > first) {
            segment(offset + first * cell, start + first * cell, (end - first) * cell);
        }
        for (std::int64_t j = first; !isRun && j < end; ++j) {
            segment(offset + j * cell, start + j * width.dilation * geometry.channels, cell);
        }
        if (end < width.window) {
            gap(offset + end * cell, (width.window - end) * cell);
        }
    }
}

// patches [end - begin, patchSize] of the pixels [begin, end).
template <typename T>
void gatherPatches(const ConvGeometry& geometry, std::int64_t group, const T* input,
                   std::int64_t begin, std::int64_t end, T* patches)
{
    for (std::int64_t pixel = begin; pixel < end; ++pixel) {
        forEachSegment(
            geometry, group, pixel,
            [&](std::int64_t offset, std::int64_t source, std::int64_t count) {
                std::copy_n(input + source, count, patches + offset);
            },
            [&](std::int64_t offset, std::int64_t count) {
                std::fill_n(patches + offset, count, T(0));
            });
        patches += geometry.patchSize();
    }
}

// Adds the patches to the places of the input that they came from.
template <typename T>
void scatterPatches(const ConvGeometry& geometry, std::int64_t group, const T* patches,
                    std::int64_t begin, std::int64_t end, T* input)
{
    for (std::int64_t pixel = begin; pixel < end; ++pixel) {
        forEachSegment(
            geometry, group, pixel,
            [&](std::int64_t offset, std::int64_t target, std::int64_t count) {
                const T* source = patches + offset;
                T* sum = input + target;
                for (std::int64_t i = 0; i < count; ++i) {
                    sum[i] += source[i];
                }
            },
            [](std::int64_t, std::int64_t) {});
        patches += geometry.patchSize();
    }
}

} // namespace engine
