// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

// Pixels [height, width, channels], row by row. 1 channel is grey, 2 grey and alpha, 3 RGB, 4 RGBA.
struct Pixels
{
    int height = 0;
    int width = 0;
    int channels = 0;
    std::vector<std::uint8_t> values;
};

// A picture as files hold it: PNG, unless another program wrote it.
struct EncodedImage
{
    int height = 0;
    int width = 0;
    int channels = 0; // TensorFlow's colorspace number
    std::string bytes;

    friend bool operator==(const EncodedImage&, const EncodedImage&) = default;
};

// What TensorFlow's image summary makes of real values [height, width, channels]: scaled to the
// range of a byte, about 128 if any is negative; pixels that are not finite are red (white in
// grey). InvalidArgumentError if the number of values is another one.
Pixels pixelsOf(std::span<const float> values, int height, int width, int channels);

// InvalidArgumentError for sizes that are not positive or do not fit the values; UnknownError with
// libpng's words.
EncodedImage encodePng(const Pixels& pixels);

} // namespace engine
