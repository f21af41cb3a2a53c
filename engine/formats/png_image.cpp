// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/png_image.h"

#include "engine/base/errors.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace engine {

namespace {

constexpr std::array<std::uint8_t, 4> kBadColour = {255, 0, 0, 255};

void requireSizes(int height, int width, int channels, std::size_t count)
{
    const bool isPossible = height > 0 && width > 0 && channels >= 1 && channels <= 4;
    if (!isPossible || std::size_t(height) * std::size_t(width) * std::size_t(channels) != count) {
        throw InvalidArgumentError(fmt::format("{} values are no picture of {} x {} x {}", count,
                                               height, width, channels));
    }
}

bool isFinite(std::span<const float> pixel)
{
    return std::ranges::all_of(pixel, [](float value) { return std::isfinite(value); });
}

struct Scale
{
    float factor = 0;
    float offset = 0;
};

// In float32 as TensorFlow; extremes are those of pixels that are wholly finite.
Scale scaleOf(std::span<const float> values, std::size_t channels)
{
    float minimum = std::numeric_limits<float>::max();
    float maximum = std::numeric_limits<float>::lowest();
    for (std::size_t i = 0; i < values.size(); i += channels) {
        const std::span<const float> pixel = values.subspan(i, channels);
        if (isFinite(pixel)) {
            minimum = std::min(minimum, *std::ranges::min_element(pixel));
            maximum = std::max(maximum, *std::ranges::max_element(pixel));
        }
    }
    constexpr float kTooSmall = 1e-6F;
    if (minimum < 0) {
        const float largest = std::max(std::abs(minimum), std::abs(maximum));
        return {largest < kTooSmall ? 0 : 127.0F / largest, 128.0F};
    }
    return {maximum < kTooSmall ? 0 : 255.0F / maximum, 0};
}

} // namespace

Pixels pixelsOf(std::span<const float> values, int height, int width, int channels)
{
    requireSizes(height, width, channels, values.size());
    const auto step = static_cast<std::size_t>(channels);
    const Scale scale = scaleOf(values, step);
    Pixels pixels{height, width, channels, std::vector<std::uint8_t>(values.size())};
    for (std::size_t i = 0; i < values.size(); i += step) {
        const bool isGood = isFinite(values.subspan(i, step));
        for (std::size_t channel = 0; channel < step; ++channel) {
            pixels.values[i + channel] = isGood
                ? static_cast<std::uint8_t>(values[i + channel] * scale.factor + scale.offset)
                : kBadColour[channel];
        }
    }
    return pixels;
}

EncodedImage encodePng(const Pixels& pixels)
{
    requireSizes(pixels.height, pixels.width, pixels.channels, pixels.values.size());
    constexpr std::array<png_uint_32, 4> kFormats = {PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB,
                                                     PNG_FORMAT_RGBA};
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(pixels.width);
    image.height = static_cast<png_uint_32>(pixels.height);
    image.format = kFormats.at(static_cast<std::size_t>(pixels.channels - 1));
    EncodedImage encoded{pixels.height, pixels.width, pixels.channels, {}};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    encoded.bytes.resize(size);
    if (png_image_write_to_memory(&image, encoded.bytes.data(), &size, 0, pixels.values.data(), 0,
                                  nullptr)
        == 0) {
        throw UnknownError(fmt::format("cannot make a PNG of {} x {}: {}", pixels.height,
                                       pixels.width, image.message));
    }
    encoded.bytes.resize(size);
    return encoded;
}

} // namespace engine
