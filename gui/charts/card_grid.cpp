// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/card_grid.h"

#include <algorithm>

namespace gui {

namespace {

int cardsInRow(int width, const GridMeasures& measures)
{
    const int wanted = width < 480 ? 1 : width < 700 ? 2 : 3;
    const int fitting = (width + measures.gap) / (measures.minWidth + measures.gap);
    return std::clamp(fitting, 1, wanted);
}

} // namespace

CardGrid layOutCards(int count, const QSize& viewport, const GridMeasures& measures)
{
    CardGrid grid;
    const int width = std::max(viewport.width() - 2 * measures.margin, measures.minWidth);
    const int inRow = cardsInRow(width, measures);
    const int rows = (std::max(0, count - 1) + inRow - 1) / inRow;
    const int room = viewport.height() - 2 * measures.margin;

    const int minFirst = measures.firstHeader + measures.axis + measures.minPlot;
    const int minRow = measures.header + measures.axis + measures.minPlot;
    int rowHeight = measures.rowHeight;
    if (room - rows * (rowHeight + measures.gap) < std::max(minFirst, rowHeight) && rows > 0) {
        rowHeight = std::clamp((room - minFirst) / rows - measures.gap, minRow, rowHeight);
    }
    const int first = std::max(minFirst, room - rows * (rowHeight + measures.gap));

    for (int i = 0; i < count; ++i) {
        if (i == 0) {
            grid.cards.append(QRect(measures.margin, measures.margin, width, first));
            continue;
        }
        const int row = (i - 1) / inRow;
        const int column = (i - 1) % inRow;
        // Edges from exact fractions, so that the last card ends where the first one does.
        const int space = width + measures.gap;
        const int left = column * space / inRow;
        const int right = (column + 1) * space / inRow - measures.gap;
        const int top = measures.margin + first + measures.gap + row * (rowHeight + measures.gap);
        grid.cards.append(QRect(measures.margin + left, top, right - left, rowHeight));
    }
    grid.height = 2 * measures.margin + first + rows * (rowHeight + measures.gap);
    return grid;
}

} // namespace gui
