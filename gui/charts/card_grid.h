// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QRect>

namespace gui {

// Measures of the charts page in logical pixels (design/README.md §3).
struct GridMeasures
{
    int margin = 8;
    int gap = 8;
    int minWidth = 232;
    int firstHeader = 32;
    int header = 44; // of the others
    int axis = 32; // labels and edges below and above a plot
    int minPlot = 96;
    int rowHeight = 212; // of the narrow cards, when there is room
};

struct CardGrid
{
    QList<QRect> cards; // in order; the first takes the whole width
    int height = 0; // of the page, margins included
};

// Places `count` cards on a page as large as `viewport` or, if they do not fit, higher: then the
// page scrolls. The first takes the whole width, the others stand three in a row, two below 700 and
// one below 480 pixels of page width.
CardGrid layOutCards(int count, const QSize& viewport, const GridMeasures& measures);

} // namespace gui
