// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QList>
#include <QSize>

namespace gui {

// Lengths of tokens.json in logical pixels at 10 pt, durations in milliseconds. Heights of anything
// that holds text grow with the font: see rowHeight() and controlHeight() in fonts.h.

struct Space
{
    int xxs = 0;
    int xs = 0;
    int s = 0;
    int m = 0;
    int l = 0;
    int xl = 0;
    int xxl = 0;
};

struct Radius
{
    int control = 0;
    int card = 0;
    int popup = 0;
    int swatch = 0;
};

struct FocusRing
{
    int width = 0;
    int offset = 0;
    int radius = 0;
};

struct DockSize
{
    int preferred = 0; // "default" in the tokens
    int min = 0;
    int max = 0; // 0: no limit
};

struct CardSize
{
    int minWidth = 0;
    int minPlotHeight = 0;
    int headerWide = 0;
    int headerNarrow = 0;
    int wideFrom = 0;
    int gap = 0;
    int pageMargin = 0;
};

struct Sizes
{
    int menuBar = 0;
    int toolBar = 0;
    int toolButton = 0;
    int tabBar = 0;
    int dockTitle = 0;
    int statusBar = 0;
    int row = 0;
    int rowTwoLine = 0;
    int field = 0;
    int button = 0;
    int dialogButtonMinWidth = 0;
    int scrollBar = 0;
    int splitter = 0;
    int target = 0; // nothing that one clicks is smaller
    DockSize dockLeft;
    DockSize dockRight;
    DockSize dockBottom;
    CardSize card;
    QSize window;
    QSize windowMin;
};

struct IconSizes
{
    int toolBar = 0;
    int startPage = 0;
    int emptyState = 0;
};

// All zero when the desktop asks for no animations. Data never animates.
struct Motion
{
    int bannerSlide = 0;
    int dockShow = 0;
    int toast = 0;
    bool reduced = false;
};

// Line pattern of a split within a card. Dash lengths are in pen widths; empty means solid.
struct LineLook
{
    QList<qreal> dash;
    qreal width = 0;
};

struct SeriesLines
{
    LineLook training;
    LineLook validation;
    LineLook test;
    LineLook fourthTag;
    LineLook raw;
    LineLook selected;
};

struct MarkerMeasures
{
    qreal size = 0;
    qreal outline = 0;
    qreal spacing = 0; // least distance of two markers on a curve
};

enum class FontRole
{
    Caption,
    Body,
    Strong,
    Title,
    Display,
    Mono
};

// Size relative to the application's font, rounded to half a point.
struct FontLook
{
    qreal ratio = 1;
    QFont::Weight weight = QFont::Normal;
    bool fixedPitch = false;
};

} // namespace gui
