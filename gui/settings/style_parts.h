// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/settings/theme.h"

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionMenuItem;
class QStyleOptionToolButton;
class QWidget;

namespace gui {

// The parts of gui::Style, a file for each family of controls. A function named after a family
// paints the elements of that family into option.rect and returns false for any other element.

// Measures that sizes and painting share, in logical pixels.
constexpr int kButtonPadding = 12;
constexpr int kToolButtonPadding = 8;
constexpr int kIconTextGap = 6;
constexpr int kArrowWidth = 18; // column of a drop-down arrow or of steppers
constexpr int kGrooveHeight = 4;
constexpr int kHandleSize = 14;
constexpr int kCellPadding = 7; // beside the text of cells and headers

// style_buttons.cpp
bool paintButton(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                 const Theme& theme);
bool paintButton(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                 const Theme& theme);
void paintToolButton(QPainter& painter, const QStyleOptionToolButton& button, const Theme& theme);

// style_fields.cpp
bool paintField(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                const Theme& theme);
void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& box, const QRect& up,
                  const QRect& down, const Theme& theme);
void paintComboBox(QPainter& painter, const QStyleOptionComboBox& box, const QRect& arrow,
                   const Theme& theme);

// style_views.cpp: tabs, dock titles, headers and rows
bool paintView(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme);
bool paintView(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme);
QFont strongFont(const QFont& font);

// style_bars.cpp
void paintSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& groove,
                 const QRect& handle, const Theme& theme);
void paintProgress(QPainter& painter, const QStyleOptionProgressBar& bar, bool danger,
                   const Theme& theme);
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle,
                    const Theme& theme);

// style_menus.cpp: menus, the menu bar, tool tips
bool paintMenu(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme);
bool paintMenu(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
               const Theme& theme);
QSize menuItemSize(const QStyleOptionMenuItem& item, const QSize& contents, const Theme& theme);

// style_frames.cpp: frames, focus rings and dividing lines. `widget` tells cards from other frames.
bool paintFrame(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                const QWidget* widget, const Theme& theme);
bool paintFrame(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                const Theme& theme);

} // namespace gui
