// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/attributes.h"
#include "engine/graph/op_def.h"

#include <algorithm>
#include <cstdint>

namespace engine {

// Windows that move over pictures [batch, height, width, channels], as in convolutions and pools.
// The attributes are "strides" and, if there are any, "dilations" (both [height, width]), and
// "padding": SAME (ceil(size / stride) windows, the odd padding cell behind) or VALID (windows that
// lie within the picture). Only for the sources of engine/ops.

struct WindowAxis
{
    std::int64_t input = 0;
    std::int64_t window = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t output = 0;
    std::int64_t before = 0; // padding cells in front

    // The input cell under the first cell of a window; outside of the picture in the padding.
    std::int64_t start(std::int64_t position) const { return position * stride - before; }
    // The window's cells [firstInside, endInside) that lie within the picture.
    std::int64_t firstInside(std::int64_t position) const
    {
        const std::int64_t missing = std::max<std::int64_t>(-start(position), 0);
        return std::min((missing + dilation - 1) / dilation, window);
    }
    std::int64_t endInside(std::int64_t position) const
    {
        const std::int64_t room = input - start(position);
        const std::int64_t end = room <= 0 ? 0 : (room + dilation - 1) / dilation;
        return std::min(end, window);
    }
};

struct Window
{
    WindowAxis height;
    WindowAxis width;

    std::int64_t cells() const { return height.window * width.window; }
    std::int64_t positions() const { return height.output * width.output; }
};

struct WindowSize // height and width
{
    std::int64_t height;
    std::int64_t width;
};

// Sizes of `input` [batch, height, width, …] may be unknown; those of the output then are, too.
// InvalidArgumentError naming the operation, the picture and the window: strides or dilations that
// are not positive, another padding, a window that does not fit.
Window windowFor(std::string_view operationName, const Attributes& attributes, const Shape& input,
                 const WindowSize& size);

} // namespace engine
