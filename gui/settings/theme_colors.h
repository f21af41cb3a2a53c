// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/marker.h"

#include <QColor>

namespace gui {

// The colour groups of tokens.json under the same names; `use` there says what each is for.

struct SurfaceColors
{
    QColor window; // menu bar, toolbar, docks, tab bar, status bar, dialogs
    QColor page; // behind the cards of a page
    QColor base; // cards, tables, lists, text fields
    QColor alternate;
    QColor button;
    QColor sunken; // grooves and tracks
    QColor raised; // menus, tool tips
    QColor hover;
    QColor pressed;
    QColor selected; // selected row, checked tool button; text keeps text.primary
};

struct TextColors
{
    QColor primary;
    QColor secondary;
    QColor disabled;
};

struct OutlineColors
{
    QColor subtle; // card outline, dividers
    QColor strong; // push button outline
    QColor control; // things one types in or ticks
};

struct AccentColors
{
    QColor fill; // the one default button of a view, progress
    QColor fillHover;
    QColor fillPressed;
    QColor onFill;
    QColor line; // focus ring, selected tab line, live badge
    QColor text; // links, values that the person changed
};

// good, warning, danger and info.
struct SemanticColors
{
    QColor fg; // icon or word on base or window
    QColor tint; // banner or cell background
    QColor onTint;
    QColor solid; // badge
    QColor onSolid;
};

struct ChartColors
{
    QColor plot;
    QColor grid;
    QColor zero;
    QColor axis;
    QColor tickLabel;
    QColor crosshair;
    QColor selectionFill;
    QColor selectionLine;
    QColor event;
};

// How one run looks everywhere. All colours are opaque and pre-blended (wrong.md, 2).
struct SeriesLook
{
    QColor line; // smoothed line, marker glyph
    QColor raw; // raw values underneath
    QColor ghost; // abandoned tail; runs dimmed while another is selected
    QColor halo; // disc behind the live end
    QColor band; // min-max band
    Marker marker = Marker::Disc;
    bool filled = true; // hollow from the eleventh slot on
    qreal lineWidth = 0; // of the smoothed line; thinner from the twenty-first slot on
};

} // namespace gui
