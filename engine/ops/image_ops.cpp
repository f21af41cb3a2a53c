// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/image_ops.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/repeat_ops.h"
#include "engine/ops/slice_ops.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

#include <cmath>

namespace engine {

namespace {

void requirePictures(Output images, std::string_view name)
{
    const int rank = images.shape().rank();
    if (rank != 3 && rank != 4) {
        throw InvalidArgumentError(
            fmt::format("operation {}: {} is no picture [height, width, channels] nor a batch of "
                        "them",
                        name, images.shape().toString()));
    }
}

// The axis of the height; that of the width comes next.
std::size_t heightAxis(Output images)
{
    return static_cast<std::size_t>(images.shape().rank() - 3);
}

std::int64_t knownSize(Output images, std::size_t axis, std::string_view name)
{
    const std::int64_t size = images.shape().dim(static_cast<int>(axis));
    if (size == Shape::kUnknownDim) {
        throw InvalidArgumentError(fmt::format("operation {}: the size of {} is not known", name,
                                               images.shape().toString()));
    }
    return size;
}

} // namespace

Output cropToBoundingBox(Output images, const CropBox& box, std::string_view name)
{
    requirePictures(images, name);
    const auto rank = static_cast<std::size_t>(images.shape().rank());
    const std::size_t axis = heightAxis(images);
    std::vector<std::int64_t> begin(rank, 0);
    std::vector<std::int64_t> size(rank, -1);
    begin[axis] = box.top;
    begin[axis + 1] = box.left;
    size[axis] = box.height;
    size[axis + 1] = box.width;
    return slice(images, begin, size, name);
}

Output resizeWithCropOrPad(Output images, std::int64_t height, std::int64_t width,
                           std::string_view name)
{
    requirePictures(images, name);
    const NameScope scope(images.graph(), name);
    const auto rank = static_cast<std::size_t>(images.shape().rank());
    std::vector<std::int64_t> begin(rank, 0);
    std::vector<std::int64_t> size(rank, -1);
    std::vector<Padding> paddings(rank);
    std::size_t axis = heightAxis(images);
    for (const std::int64_t wanted : {height, width}) {
        const std::int64_t have = knownSize(images, axis, name);
        if (have > wanted) {
            begin[axis] = (have - wanted) / 2;
            size[axis] = wanted;
        } else {
            paddings[axis].before = (wanted - have) / 2;
            paddings[axis].after = wanted - have - paddings[axis].before;
        }
        ++axis;
    }
    return pad(slice(images, begin, size), paddings);
}

Output flipLeftRight(Output images, std::string_view name)
{
    requirePictures(images, name);
    return reverse(images, {-2}, name);
}

Output flipUpDown(Output images, std::string_view name)
{
    requirePictures(images, name);
    return reverse(images, {-3}, name);
}

Output adjustBrightness(Output images, double delta, std::string_view name)
{
    requirePictures(images, name);
    return shift(images, delta, name);
}

Output adjustContrast(Output images, double factor, std::string_view name)
{
    requirePictures(images, name);
    const NameScope scope(images.graph(), name);
    const Output mean = reduceMean(images, {-3, -2}, true);
    return add(scale(subtract(images, mean), factor), mean);
}

Output perImageStandardization(Output images, std::string_view name)
{
    requirePictures(images, name);
    const NameScope scope(images.graph(), name);
    const std::size_t axis = heightAxis(images);
    std::int64_t count = 1;
    for (std::size_t i = axis; i < axis + 3; ++i) {
        count *= knownSize(images, i, name);
    }
    const auto [mean, variance] = moments(images, {-3, -2, -1}, true);
    const Output least = scale(onesLike(variance), 1 / std::sqrt(static_cast<double>(count)));
    return divide(subtract(images, mean), maximum(sqrt(variance), least));
}

} // namespace engine
