// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_colors.h"
#include "gui/settings/theme_measures.h"

#include <QPalette>
#include <QPen>

#include <array>

namespace gui {

enum class ThemeKind
{
    Light,
    Dark
};

// Every colour and measure of the window as plain values, made from design/tokens.json.
// Nothing else in the program names a colour: charts, delegates and the style read them here.
// Copyable; GUI thread only (fonts).
class Theme
{
public:
    // Throws std::runtime_error that names the token when one is missing or of the wrong kind.
    // `reducedMotion` sets all durations to 0.
    static Theme fromTokens(const QByteArray& json, ThemeKind kind, bool reducedMotion = false);
    // The tokens that are built into the program.
    static Theme builtIn(ThemeKind kind, bool reducedMotion = false);

    // Dark when the desktop's window colour is darker than its middle grey (relative luminance of
    // WCAG 2.1); Qt 6.4 has no QStyleHints::colorScheme.
    static ThemeKind kindForWindow(const QColor& desktopWindow);

    ThemeKind kind = ThemeKind::Light;

    SurfaceColors surface;
    TextColors text;
    OutlineColors outline;
    AccentColors accent;
    SemanticColors good;
    SemanticColors warning;
    SemanticColors danger;
    SemanticColors info;
    ChartColors chart;
    std::array<SeriesLook, kMarkerCount> seriesSlots;
    QList<QColor> sequential; // low to high
    QList<QColor> diverging; // negative to positive, the middle is neutral

    Space space;
    Radius radius;
    FocusRing focusRing;
    Sizes size;
    IconSizes iconSize;
    Motion motion;
    SeriesLines lines;
    MarkerMeasures marker;
    std::array<FontLook, 6> fontLooks; // by FontRole

    // Look of the run in `slot`, counted from 1. Slots 11–20 repeat the colours with hollow
    // markers, later ones with thinner lines as well.
    SeriesLook series(int slot) const;

    // Pen for a line of a chart: flat cap, round join, the pattern of `look`.
    static QPen pen(const QColor& color, const LineLook& look);

    QPalette palette() const;
    // For QAbstractItemView: selected rows are tinted and text keeps its colour.
    QPalette itemViewPalette() const;

    // Sizes follow QApplication::font().
    QFont font(FontRole role) const;
};

} // namespace gui
