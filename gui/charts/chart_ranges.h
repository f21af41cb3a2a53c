// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_scene.h"

namespace gui {

// Whether an axis can show it: finite, and longer than rounding.
bool isUsable(const ValueRange& range);

// Which part of the x axis all charts show. Three ways:
//   whole and following: from the start to beyond the live edge, growing in steps of 5 %;
//   following: a window of fixed width that ends at the live edge;
//   neither: where a person put it, and no data moves it.
class XView
{
public:
    const ValueRange& range() const { return m_range; }
    bool follows() const { return m_follows; }

    // What the data reach: everything, and the runs that are followed.
    void setExtents(const ValueRange& everything, const ValueRange& followed);

    void setFollows(bool on);
    void fit();
    void setRange(const ValueRange& range); // by a person: ends following

    // Everything but the extents.
    struct State
    {
        ValueRange range;
        bool follows = true;
        bool whole = true;

        bool operator==(const State&) const = default;
    };
    State state() const { return {m_range, m_follows, m_whole}; }
    void setState(const State& state);

private:
    void update();

    ValueRange m_range;
    ValueRange m_everything;
    ValueRange m_followed;
    bool m_follows = true;
    bool m_whole = true;
};

// The values that fit between the lanes of a plot of `height` pixels: `lane` at the top and `foot`
// at the bottom stay free. Limits are rounded outwards so that they move rarely.
ValueRange fittedValues(const ValueRange& values, bool logY, bool withZero, int height, int lane,
                        int foot);

} // namespace gui
