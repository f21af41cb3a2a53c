// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>
#include <string_view>

namespace engine {

// Pictures [height, width, channels] or batches of them [batch, height, width, channels] prepared
// for a net (tf.image; from bytes to numbers from 0 to 1: image_type_op.h). Errors:
// InvalidArgumentError naming the operation and the shape.

struct CropBox
{
    std::int64_t top = 0;
    std::int64_t left = 0;
    std::int64_t height = 0;
    std::int64_t width = 0;
};
Output cropToBoundingBox(Output images, const CropBox& box,
                         std::string_view name = "crop_to_bounding_box");

// The middle of the picture, or the picture in the middle of zeros: a crop begins at
// (size - wanted) / 2, a padding at (wanted - size) / 2. Height and width must be known.
Output resizeWithCropOrPad(Output images, std::int64_t height, std::int64_t width,
                           std::string_view name = "resize_image_with_crop_or_pad");

Output flipLeftRight(Output images, std::string_view name = "flip_left_right");
Output flipUpDown(Output images, std::string_view name = "flip_up_down");

// Of floating-point pictures. Nothing is clipped.
Output adjustBrightness(Output images, double delta, std::string_view name = "adjust_brightness");
// (x - mean) * factor + mean, with the mean of each channel of each picture.
Output adjustContrast(Output images, double factor, std::string_view name = "adjust_contrast");
// (x - mean) / max(deviation, 1 / sqrt(n)) over the n values of each picture. Integers are to be
// cast before, unscaled.
Output perImageStandardization(Output images, std::string_view name = "per_image_standardization");

} // namespace engine
