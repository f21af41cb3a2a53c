// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/product_panels.h"

#include "engine/ops/gathered_product.h"

#include <algorithm>

namespace engine {

std::int64_t PanelWidths::sizeOf(std::int64_t terms, std::int64_t columns) const
{
    const std::int64_t last = columns % wide;
    return terms * (columns / wide * wide + (last == 0 ? 0 : widthFor(last)));
}

void packPanels(const PanelSource& source, std::int64_t columns, float* panels)
{
    const PanelWidths widths = panelWidths();
    for (std::int64_t column = 0; column < columns; column += widths.wide) {
        const std::int64_t width = widths.widthFor(columns - column);
        const std::int64_t count = std::min(width, columns - column);
        for (const std::int32_t start : source.starts) {
            const float* from = source.source + start + column * source.columnStride;
            if (source.columnStride == 1) {
                std::copy_n(from, count, panels);
            } else {
                for (std::int64_t i = 0; i < count; ++i) {
                    panels[i] = from[i * source.columnStride];
                }
            }
            std::fill_n(panels + count, width - count, 0.0F);
            panels += width;
        }
    }
}

} // namespace engine
