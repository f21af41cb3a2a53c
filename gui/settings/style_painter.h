// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/settings/theme.h"

#include <QIcon>
#include <QRectF>

class QPainter;
class QStyleOption;

namespace gui {

// The few shapes gui::Style is made of. All leave the painter as it was.

enum class Direction
{
    Up,
    Down,
    Left,
    Right
};

// Rounded rectangle with an outline that lies inside `rect`. An outline of width 0 is left out.
void paintBox(QPainter& painter, const QRectF& rect, qreal radius, const QColor& fill,
              const QColor& outline, qreal outlineWidth = 1);

// Focus ring along the inner edge of `rect`. What is focused stands `focusInset` further in.
void paintFocusRing(QPainter& painter, const QRectF& rect, const Theme& theme);
int focusInset(const Theme& theme);

// Small filled triangle (steppers, drop-downs) and open chevron (trees, sub-menus).
void paintArrow(QPainter& painter, const QPointF& center, Direction direction, const QColor& color);
void paintChevron(QPainter& painter, const QPointF& center, Direction direction,
                  const QColor& color);
// Hairlines that are sharp at fractional scales too: filled, not stroked. Both ends belong to them.
void paintHorizontalLine(QPainter& painter, int left, int right, int y, const QColor& color);
void paintVerticalLine(QPainter& painter, int x, int top, int bottom, const QColor& color);

void paintTick(QPainter& painter, const QRectF& square, const QColor& color);

// `icon` in one colour, whatever its own: on the accent fill of a default button.
void paintTintedIcon(QPainter& painter, const QIcon& icon, const QRect& rect, const QColor& color);

// One line of text, vertically centred; `&` marks the mnemonic, underlined when asked.
void paintText(QPainter& painter, const QRect& rect, Qt::Alignment horizontal, const QString& text,
               const QColor& color, bool underlineMnemonic = false);

// The parts of QStyleOption::state in words.
bool isEnabled(const QStyleOption& option);
bool isHovered(const QStyleOption& option); // and enabled
bool isPressed(const QStyleOption& option);
bool isOn(const QStyleOption& option);
bool hasFocus(const QStyleOption& option);
bool showsFocus(const QStyleOption& option); // focus that came by the keyboard

} // namespace gui
