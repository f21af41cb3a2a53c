// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/picture_preparation.h"

#include "engine/ops/image_type_op.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine {

namespace {

void reversePixels(const std::uint8_t* from, std::int64_t pixels, std::int64_t channels,
                   std::uint8_t* to)
{
    if (channels == 1) {
        std::reverse_copy(from, from + pixels, to);
        return;
    }
    const std::uint8_t* pixel = from + (pixels - 1) * channels;
    for (std::int64_t i = 0; i < pixels; ++i, pixel -= channels) {
        for (std::int64_t channel = 0; channel < channels; ++channel) {
            *to++ = pixel[channel];
        }
    }
}

} // namespace

PicturePreparation::PicturePreparation(const PictureAugmentation& augmentation,
                                       const Shape& picture)
    : m_augmentation(augmentation), m_picture(picture)
{
    m_augmentation.requireFits(m_picture);
    const Shape result = m_augmentation.resultShape(m_picture);
    m_channels = result.rank() == 3 ? result.dim(2) : 1;
    m_height = result.dim(0);
    m_width = result.dim(1);
    const auto rowSize = static_cast<std::size_t>(m_width * m_channels);
    m_window.resize(static_cast<std::size_t>(m_height) * rowSize);
    m_sums.resize(static_cast<std::size_t>(m_channels));
    m_shift.resize(rowSize);
    m_offset.resize(rowSize);
}

void PicturePreparation::apply(const PictureChange& change, const std::uint8_t* bytes,
                               float* result)
{
    cut(change, bytes);
    const bool isMeasured = m_augmentation.standardizes || change.contrast != 1;
    if (isMeasured) {
        measure();
    }
    const float factor = planValues(change);
    const float* shift = m_shift.data();
    const float* offset = m_offset.data();
    if (m_channels == 1 || !isMeasured) { // alike for all values: one long loop
        std::ranges::transform(m_window, result,
                               [factor, first = *shift, last = *offset](std::uint8_t value) {
                                   return (static_cast<float>(value) - first) * factor + last;
                               });
        return;
    }
    const std::size_t rowSize = m_shift.size();
    for (std::size_t begin = 0; begin < m_window.size(); begin += rowSize) {
        const std::uint8_t* const values = m_window.data() + begin;
        float* const row = result + begin;
        for (std::size_t i = 0; i < rowSize; ++i) {
            row[i] = (static_cast<float>(values[i]) - shift[i]) * factor + offset[i];
        }
    }
}

void PicturePreparation::cut(const PictureChange& change, const std::uint8_t* bytes)
{
    const std::int64_t height = m_picture.dim(0);
    const std::int64_t width = m_picture.dim(1);
    const std::int64_t left = std::max<std::int64_t>(change.left, 0);
    const std::int64_t right = std::min(change.left + m_width, width);
    const std::int64_t before = left - change.left; // pixels of padding
    const std::int64_t after = change.left + m_width - right;
    const bool isPadded =
        before > 0 || after > 0 || change.top < 0 || change.top + m_height > height;
    if (isPadded) {
        std::ranges::fill(m_window, std::uint8_t{0});
    }
    for (std::int64_t number = 0; number < m_height; ++number) {
        const std::int64_t y = change.top + (change.isUpsideDown ? m_height - 1 - number : number);
        if (y < 0 || y >= height) {
            continue;
        }
        const std::uint8_t* const from = bytes + (y * width + left) * m_channels;
        std::uint8_t* const row = m_window.data() + number * m_width * m_channels;
        if (change.isMirrored) {
            reversePixels(from, right - left, m_channels, row + after * m_channels);
        } else {
            std::copy_n(from, (right - left) * m_channels, row + before * m_channels);
        }
    }
}

void PicturePreparation::measure()
{
    const auto count = static_cast<double>(m_height * m_width);
    const std::size_t step = m_sums.size();
    for (std::size_t channel = 0; channel < step; ++channel) {
        std::uint64_t sum = 0;
        std::uint64_t squares = 0;
        for (std::size_t i = channel; i < m_window.size(); i += step) {
            const std::uint32_t value = m_window[i];
            sum += value;
            squares += value * value;
        }
        const double mean = static_cast<double>(sum) / count;
        m_sums[channel] = {mean, std::max(static_cast<double>(squares) / count - mean * mean, 0.0)};
    }
}

// Brightness d and contrast f make f x + (1 - f) mean + d of each byte x. They leave the channel's
// mean where it is, but for d, and standardization takes the mean of the channels away.
float PicturePreparation::planValues(const PictureChange& change)
{
    const double contrast = change.contrast;
    const auto fill = [&](auto valuesOf) {
        const std::size_t channelCount = m_sums.size();
        for (std::size_t i = 0; i < channelCount; ++i) {
            const auto [shift, offset] = valuesOf(m_sums[i]);
            m_shift[i] = static_cast<float>(shift);
            m_offset[i] = static_cast<float>(offset);
        }
        for (std::size_t i = channelCount; i < m_shift.size(); ++i) {
            m_shift[i] = m_shift[i - channelCount];
            m_offset[i] = m_offset[i - channelCount];
        }
    };
    if (!m_augmentation.standardizes) {
        fill([&](const Sums& sums) {
            const double offset = (1 - contrast) * sums.mean + change.brightness;
            return std::pair(0.0, offset * kByteScale);
        });
        return kByteScale * static_cast<float>(contrast);
    }
    const auto channels = static_cast<double>(m_channels);
    double mean = 0;
    for (const Sums& sums : m_sums) {
        mean += sums.mean / channels;
    }
    double variance = 0;
    for (const Sums& sums : m_sums) {
        const double distance = sums.mean - mean;
        variance += (contrast * contrast * sums.variance + distance * distance) / channels;
    }
    const double least = 1 / std::sqrt(static_cast<double>(m_height * m_width) * channels);
    const double deviation = std::max(std::sqrt(variance), least);
    const double factor = contrast / deviation;
    fill([&](const Sums& sums) {
        // A whole number near the mean: the difference is exact, and no digits are lost.
        const double shift = std::round(sums.mean);
        const double rest = (1 - contrast) * sums.mean - mean;
        return std::pair(shift, rest / deviation + factor * shift);
    });
    return static_cast<float>(factor);
}

} // namespace engine
