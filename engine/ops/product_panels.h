// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace engine {

// How the right matrix of a gathered product is laid out (see gathered_product.h).

// b [terms, columns], cut into panels of columns that follow one another; within one its rows.
struct PanelWidths
{
    std::int64_t wide; // of all panels but the last
    std::int64_t narrow; // of the last one if its columns fit

    std::int64_t widthFor(std::int64_t columnsLeft) const
    {
        return columnsLeft <= narrow ? narrow : wide;
    }
    // Elements that the panels take.
    std::int64_t sizeOf(std::int64_t terms, std::int64_t columns) const;
};

// Where an element of b lies: element (t, n) is source[starts[t] + n * columnStride].
struct PanelSource
{
    const float* source;
    std::span<const std::int32_t> starts;
    std::int64_t columnStride;
};
// Lays out the panels, as wide as panelWidths() says; columns that are missing in the last one
// become 0.
void packPanels(const PanelSource& source, std::int64_t columns, float* panels);

} // namespace engine
