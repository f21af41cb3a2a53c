// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/window.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

namespace {

std::int64_t numberOf(const Attributes& attributes, std::string_view name, std::size_t axis)
{
    return attributes.has(name) ? attributes.get<std::vector<std::int64_t>>(name).at(axis) : 1;
}

bool place(WindowAxis& axis, bool isSame)
{
    const std::int64_t reach = (axis.window - 1) * axis.dilation + 1;
    if (axis.stride < 1 || axis.dilation < 1 || axis.window == 0) {
        return false;
    }
    if (axis.input == Shape::kUnknownDim) {
        axis.output = Shape::kUnknownDim;
        return true;
    }
    if (isSame) {
        axis.output = (axis.input + axis.stride - 1) / axis.stride;
        const std::int64_t padding = (axis.output - 1) * axis.stride + reach - axis.input;
        axis.before = std::max<std::int64_t>(padding, 0) / 2;
        return true;
    }
    if (axis.window == Shape::kUnknownDim) {
        axis.output = Shape::kUnknownDim;
        return true;
    }
    axis.output = (axis.input - reach) / axis.stride + 1;
    return axis.input >= reach;
}

} // namespace

Window windowFor(std::string_view operationName, const Attributes& attributes, const Shape& input,
                 const WindowSize& size)
{
    const std::string& padding = attributes.get<std::string>("padding");
    Window window;
    window.height = {.input = input.dim(1),
                     .window = size.height,
                     .stride = numberOf(attributes, "strides", 0),
                     .dilation = numberOf(attributes, "dilations", 0)};
    window.width = {.input = input.dim(2),
                    .window = size.width,
                    .stride = numberOf(attributes, "strides", 1),
                    .dilation = numberOf(attributes, "dilations", 1)};
    const bool isSame = padding == "SAME";
    if ((!isSame && padding != "VALID") || !place(window.height, isSame)
        || !place(window.width, isSame)) {
        throw InvalidArgumentError(fmt::format(
            "operation {}: a window of {} x {} (strides {} and {}, dilations {} and {}, padding "
            "{}) does not fit {}",
            operationName, size.height, size.width, window.height.stride, window.width.stride,
            window.height.dilation, window.width.dilation, padding, input.toString()));
    }
    return window;
}

} // namespace engine
