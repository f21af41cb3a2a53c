// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/settings/theme.h"

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionDockWidget;
class QStyleOptionFrame;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionToolButton;
class QStyleOptionViewItem;

namespace gui {

// The parts of gui::Style, a file for each family of controls. They paint into option.rect; where
// a control has several areas, the caller gives the rectangles.

// Measures that sizes and painting share, in logical pixels.
constexpr int kButtonPadding = 12;
constexpr int kToolButtonPadding = 8;
constexpr int kIconTextGap = 6;
constexpr int kArrowWidth = 18; // column of a drop-down arrow or of steppers
constexpr int kGrooveHeight = 4;
constexpr int kHandleSize = 14;

// style_buttons.cpp
void paintPushButton(QPainter& painter, const QStyleOptionButton& button, const Theme& theme);
void paintPushButtonLabel(QPainter& painter, const QStyleOptionButton& button, const Theme& theme);
void paintToolButton(QPainter& painter, const QStyleOptionToolButton& button, const Theme& theme);
void paintCheckBox(QPainter& painter, const QStyleOption& option, const Theme& theme);
void paintRadioButton(QPainter& painter, const QStyleOption& option, const Theme& theme);
bool isDefaultButton(const QStyleOptionButton& button);

// style_fields.cpp
void paintField(QPainter& painter, const QStyleOption& option, const Theme& theme);
void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& box, const QRect& up,
                  const QRect& down, const Theme& theme);
void paintComboBox(QPainter& painter, const QStyleOptionComboBox& box, const QRect& arrow,
                   const Theme& theme);

// style_tabs.cpp
void paintTab(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme);
void paintTabLabel(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme);
void paintDockTitle(QPainter& painter, const QStyleOptionDockWidget& dock, const Theme& theme);
void paintHeaderSection(QPainter& painter, const QStyleOption& option, const Theme& theme);
void paintItemPanel(QPainter& painter, const QStyleOptionViewItem& item, const Theme& theme);
void paintBranch(QPainter& painter, const QStyleOption& option, const Theme& theme);
QFont strongFont(const QFont& font);

// style_bars.cpp
void paintSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& groove,
                 const QRect& handle, const Theme& theme);
void paintProgress(QPainter& painter, const QStyleOptionProgressBar& bar, bool danger,
                   const Theme& theme);
void paintScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle,
                    const Theme& theme);

// style_menus.cpp
void paintMenuItem(QPainter& painter, const QStyleOptionMenuItem& item, const Theme& theme);
void paintMenuBarItem(QPainter& painter, const QStyleOptionMenuItem& item, const Theme& theme);
QSize menuItemSize(const QStyleOptionMenuItem& item, const QSize& contents, const Theme& theme);

// Lines that are sharp at fractional scales too: filled, not stroked.
void paintHorizontalLine(QPainter& painter, int left, int right, int y, const QColor& color);
void paintVerticalLine(QPainter& painter, int x, int top, int bottom, const QColor& color);

} // namespace gui
