// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/picture_bands.h"

#include <limits>

namespace engine {

namespace {

// Cells that `count` windows reach over along an axis.
std::int64_t reach(const WindowAxis& axis, std::int64_t count)
{
    return (count - 1) * axis.stride + (axis.window - 1) * axis.dilation + 1;
}

bool leavesPicture(const WindowAxis& axis)
{
    return axis.before > 0 || reach(axis, axis.output) - axis.before > axis.input;
}

bool isEmpty(const Window& window)
{
    return window.positions() == 0 || window.cells() == 0;
}

WindowAxis reversed(const WindowAxis& axis)
{
    return {.input = axis.output,
            .window = axis.window,
            .stride = 1,
            .dilation = axis.dilation,
            .output = axis.input,
            .before = (axis.window - 1) * axis.dilation - axis.before};
}

} // namespace

Starts startsOf(std::int64_t count, std::int64_t step)
{
    Starts starts;
    for (std::int64_t i = 0; i < count; ++i) {
        starts.push_back(static_cast<std::int32_t>(i * step));
    }
    return starts;
}

Window reversed(const Window& window)
{
    return {reversed(window.height), reversed(window.width)};
}

PictureBands::PictureBands(const Window& window, std::int64_t batch, std::int64_t channels,
                           std::int64_t mostWindows)
    : m_window(window), m_batch(batch), m_channels(channels),
      m_isPadded(leavesPicture(window.height) || leavesPicture(window.width))
{
    if (isEmpty(window)) {
        return;
    }
    const auto& [height, width] = window;
    // Bands of nearly the same height.
    const std::int64_t most =
        std::clamp<std::int64_t>(mostWindows / width.output, 1, height.output);
    m_bandsInPicture = (height.output + most - 1) / most;
    m_rows = (height.output + m_bandsInPicture - 1) / m_bandsInPicture;
    m_columns = m_isPadded ? reach(width, width.output) : width.input;
    const auto offset = [this](std::int64_t row, std::int64_t column) {
        return static_cast<std::int32_t>((row * m_columns + column) * m_channels);
    };
    for (std::int64_t row = 0; row < m_rows; ++row) {
        for (std::int64_t column = 0; column < width.output; ++column) {
            m_windows.push_back(offset(row * height.stride, column * width.stride));
        }
    }
    for (std::int64_t i = 0; i < height.window; ++i) {
        for (std::int64_t j = 0; j < width.window; ++j) {
            for (std::int64_t channel = 0; channel < channels; ++channel) {
                m_cells.push_back(offset(i * height.dilation, j * width.dilation)
                                  + static_cast<std::int32_t>(channel));
            }
        }
    }
}

std::int64_t PictureBands::windowsOf(std::int64_t band) const
{
    return std::min(m_rows, m_window.height.output - firstRow(band)) * m_window.width.output;
}

std::int64_t PictureBands::firstWindow(std::int64_t band) const
{
    return band / m_bandsInPicture * m_window.positions() + firstRow(band) * m_window.width.output;
}

std::int64_t PictureBands::inputRows() const
{
    return reach(m_window.height, m_rows);
}

std::int64_t PictureBands::roomSize() const
{
    return m_isPadded ? inputRows() * m_columns * m_channels : 0;
}

const float* PictureBands::base(const float* pictures, std::int64_t band, float* room) const
{
    const auto& [height, width] = m_window;
    const std::int64_t line = width.input * m_channels;
    const float* const picture = pictures + band / m_bandsInPicture * height.input * line;
    const std::int64_t top = height.start(firstRow(band));
    if (!m_isPadded) {
        return picture + top * line;
    }
    const std::int64_t size = m_columns * m_channels;
    const std::int64_t left = std::min(width.before * m_channels, size);
    const std::int64_t inside = std::min(line, size - left);
    float* target = room;
    for (std::int64_t row = top; row < top + inputRows(); ++row, target += size) {
        if (row < 0 || row >= height.input) {
            std::fill_n(target, size, 0.0F);
            continue;
        }
        std::fill_n(target, left, 0.0F);
        std::copy_n(picture + row * line, inside, target + left);
        std::fill_n(target + left + inside, size - left - inside, 0.0F);
    }
    return room;
}

bool PictureBands::areSmall(const Window& window, std::int64_t channels)
{
    const std::int64_t rows = reach(window.height, std::min(window.height.output, kMostWindows));
    const std::int64_t columns =
        std::max(reach(window.width, window.width.output), window.width.input);
    return rows * columns * channels < std::numeric_limits<std::int32_t>::max();
}

} // namespace engine
