// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/window.h"

#include <cstdint>
#include <vector>

namespace engine {

using Starts = std::vector<std::int32_t>;

// Where `count` items of `step` elements begin.
Starts startsOf(std::int64_t count, std::int64_t step);

// The windows over the gradient of a result, under which the pixels of the picture lie: each sees
// those of `window`, of strides 1, that saw the pixel.
Window reversed(const Window& window);

// Pictures [batch, height, width, channels] under moving windows, cut into bands of some rows of
// windows that fit a processor's caches. Within a band, cell t of window r lies at
// base()[windows()[r] + cells()[t]]. Only for the sources of engine/ops.
class PictureBands
{
public:
    // Of `mostWindows` in a band, if a row has no more.
    PictureBands(const Window& window, std::int64_t batch, std::int64_t channels,
                 std::int64_t mostWindows = kMostWindows);

    std::int64_t count() const { return m_batch * m_bandsInPicture; }
    std::int64_t mostWindows() const { return m_rows * m_window.width.output; } // of a band
    std::int64_t windowsOf(std::int64_t band) const;
    // The first window of a band, counted through the batch.
    std::int64_t firstWindow(std::int64_t band) const;

    const Starts& windows() const { return m_windows; } // row by row
    // Of a window: row by row, in a cell channel by channel.
    const Starts& cells() const { return m_cells; }

    // Elements of the memory for one band that base() asks for; 0 if windows stay in the picture.
    std::int64_t roomSize() const;
    // Where the band begins: in `pictures`, or in `room`, filled with the band and its padding.
    const float* base(const float* pictures, std::int64_t band, float* room) const;

    // Whether the places of a band of kMostWindows fit the type of the offsets.
    static bool areSmall(const Window& window, std::int64_t channels);

private:
    static constexpr std::int64_t kMostWindows = 192;

    std::int64_t firstRow(std::int64_t band) const { return band % m_bandsInPicture * m_rows; }
    std::int64_t inputRows() const;

    Window m_window;
    std::int64_t m_batch;
    std::int64_t m_channels;
    bool m_isPadded;
    std::int64_t m_rows = 1; // of windows in a band
    std::int64_t m_bandsInPicture = 0;
    std::int64_t m_columns = 0; // pixels in a row of the band
    Starts m_windows;
    Starts m_cells;
};

} // namespace engine
