// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sizes and hints of gui::Style.
#include "gui/settings/fonts.h"
#include "gui/settings/style.h"
#include "gui/settings/style_parts.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QFormLayout>
#include <QMenu>
#include <QStyleOption>

#include <algorithm>
#include <array>
#include <optional>

namespace gui {

namespace {

constexpr int kIndicator = 14;
constexpr int kSliderLane = 20; // height of a slider across its direction
constexpr int kDockIcon = 12;

bool isDockButton(const QWidget* widget)
{
    return widget && qobject_cast<const QDockWidget*>(widget->parentWidget())
        && qobject_cast<const QAbstractButton*>(widget);
}

// Toolbar buttons have the width of icon, text and paddings.
QSize toolButtonSize(const QStyleOptionToolButton& button, int height)
{
    const bool hasText = button.toolButtonStyle != Qt::ToolButtonIconOnly && !button.text.isEmpty();
    if (!hasText) {
        const int side = std::max(height, button.iconSize.height() + kToolButtonPadding);
        return {std::max(side, button.iconSize.width() + kToolButtonPadding), side};
    }
    int width =
        2 * kToolButtonPadding + button.fontMetrics.size(Qt::TextShowMnemonic, button.text).width();
    if (button.toolButtonStyle != Qt::ToolButtonTextOnly && !button.icon.isNull()) {
        width += button.iconSize.width() + kIconTextGap;
    }
    if (button.features & QStyleOptionToolButton::HasMenu) {
        width += kArrowWidth;
    }
    return {width, height};
}

QSize pushButtonSize(const QStyleOptionButton& button, const QWidget* widget, int height,
                     const Theme& theme)
{
    int width =
        2 * kButtonPadding + button.fontMetrics.size(Qt::TextShowMnemonic, button.text).width();
    if (!button.icon.isNull()) {
        width += button.iconSize.width() + (button.text.isEmpty() ? 0 : kIconTextGap);
    }
    if (widget && qobject_cast<QDialogButtonBox*>(widget->parentWidget())) {
        width = std::max(width, theme.size.dialogButtonMinWidth);
    }
    return {width, height};
}

// Selected tabs are strong: room for that in every tab, so that nothing moves.
int strongTabGrowth(const QStyleOptionTab& tab, const QWidget* widget)
{
    if (!widget) {
        return 0;
    }
    const QFontMetrics strong(strongFont(widget->font()));
    return std::max(
        0, strong.horizontalAdvance(tab.text) - widget->fontMetrics().horizontalAdvance(tab.text));
}

// Margins, gaps and frames.
std::optional<int> spacing(QStyle::PixelMetric metric, const QWidget* widget, const Theme& theme)
{
    switch (metric) {
    case QStyle::PM_LayoutLeftMargin:
    case QStyle::PM_LayoutTopMargin:
    case QStyle::PM_LayoutRightMargin:
    case QStyle::PM_LayoutBottomMargin:
        return qobject_cast<const QDialog*>(widget) ? theme.space.l : theme.space.s;
    case QStyle::PM_LayoutHorizontalSpacing:
    case QStyle::PM_LayoutVerticalSpacing:
    case QStyle::PM_CheckBoxLabelSpacing:
    case QStyle::PM_RadioButtonLabelSpacing:
        return theme.space.s;
    case QStyle::PM_ToolBarItemSpacing:
    case QStyle::PM_MenuVMargin:
    case QStyle::PM_MenuBarHMargin:
    case QStyle::PM_DockWidgetTitleBarButtonMargin:
        return theme.space.xs;
    case QStyle::PM_ToolBarSeparatorExtent:
        return 2 * theme.space.s + 1;
    case QStyle::PM_TabBarTabHSpace:
        return theme.space.xl;
    case QStyle::PM_DefaultFrameWidth:
    case QStyle::PM_SpinBoxFrameWidth:
    case QStyle::PM_ComboBoxFrameWidth:
    case QStyle::PM_DockWidgetFrameWidth:
    case QStyle::PM_MenuPanelWidth:
    case QStyle::PM_ToolBarFrameWidth:
        return 1;
    case QStyle::PM_ToolBarItemMargin: // with the frame (40 − 28) / 2
    case QStyle::PM_DockWidgetTitleMargin: // 28 at 10 pt
        return 5;
    case QStyle::PM_TabBarTabVSpace: // 32 at 10 pt
        return 14;
    case QStyle::PM_FocusFrameHMargin: // text inset of item views, less one
        return kCellPadding - 1;
    case QStyle::PM_HeaderMargin: // above and below; style_rects.cpp gives the inset at the sides
        return 3;
    case QStyle::PM_ToolTipLabelFrameWidth:
        return 7;
    default:
        return std::nullopt;
    }
}

std::optional<int> controlLength(QStyle::PixelMetric metric, const QWidget* widget,
                                 const Theme& theme)
{
    switch (metric) {
    case QStyle::PM_SmallIconSize:
        return isDockButton(widget) ? kDockIcon : theme.iconSize.toolBar;
    case QStyle::PM_ToolBarIconSize:
    case QStyle::PM_ButtonIconSize:
    case QStyle::PM_TabBarIconSize:
    case QStyle::PM_ListViewIconSize:
    case QStyle::PM_TreeViewIndentation:
        return theme.iconSize.toolBar;
    case QStyle::PM_ToolBarExtensionExtent:
    case QStyle::PM_TabBarScrollButtonWidth:
        return theme.size.target;
    case QStyle::PM_DockWidgetSeparatorExtent:
    case QStyle::PM_SplitterWidth:
        return theme.size.splitter;
    case QStyle::PM_SliderThickness:
    case QStyle::PM_SliderControlThickness:
        return kSliderLane;
    case QStyle::PM_SliderLength:
        return kHandleSize;
    case QStyle::PM_IndicatorWidth:
    case QStyle::PM_IndicatorHeight:
    case QStyle::PM_ExclusiveIndicatorWidth:
    case QStyle::PM_ExclusiveIndicatorHeight:
        return kIndicator;
    case QStyle::PM_ScrollBarExtent:
        return theme.size.scrollBar;
    default:
        return std::nullopt;
    }
}

// What Fusion leaves room for and this look does not.
bool isZero(QStyle::PixelMetric metric)
{
    constexpr std::array kZero{QStyle::PM_TabBarBaseOverlap,
                               QStyle::PM_TabBarTabShiftVertical,
                               QStyle::PM_MenuBarItemSpacing,
                               QStyle::PM_MenuBarPanelWidth,
                               QStyle::PM_MenuBarVMargin,
                               QStyle::PM_MenuHMargin,
                               QStyle::PM_ButtonShiftVertical,
                               QStyle::PM_ButtonShiftHorizontal,
                               QStyle::PM_ScrollView_ScrollBarSpacing};
    return std::find(kZero.begin(), kZero.end(), metric) != kZero.end();
}

} // namespace

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    if (const auto length = spacing(metric, widget, theme())) {
        return *length;
    }
    if (const auto length = controlLength(metric, widget, theme())) {
        return *length;
    }
    return isZero(metric) ? 0 : QProxyStyle::pixelMetric(metric, option, widget);
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* result) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ComboBox_Popup:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ScrollBar_Transient:
    case SH_DockWidget_ButtonsHaveFrame:
        return 0;
    case SH_UnderlineShortcut:
        return qobject_cast<const QMenu*>(widget) ? 1 : 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_ToolTipLabel_Opacity:
        return 255;
    case SH_FormLayoutFieldGrowthPolicy:
        return QFormLayout::FieldsStayAtSizeHint;
    case SH_FormLayoutLabelAlignment:
        return Qt::AlignRight | Qt::AlignVCenter;
    case SH_Table_GridLineColor:
        return int(theme().outline.subtle.rgb());
    default:
        return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                              const QWidget* widget) const
{
    const QSize base = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (!option) {
        return base;
    }
    const int buttonHeight = controlHeight(option->fontMetrics);
    const int fieldHeight = std::max(theme().size.field, option->fontMetrics.height() + 8);
    switch (type) {
    case CT_PushButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            return pushButtonSize(*button, widget, buttonHeight, theme());
        }
        return base;
    case CT_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            return toolButtonSize(*button, buttonHeight);
        }
        return base;
    case CT_LineEdit:
    case CT_ComboBox:
        return {base.width(), fieldHeight};
    case CT_SpinBox:
        return {contents.width() + kArrowWidth + 8, fieldHeight};
    case CT_ItemViewItem:
        return {base.width(), std::max(base.height(), rowHeight(option->fontMetrics))};
    case CT_HeaderSection:
        return {base.width(), rowHeight(option->fontMetrics)};
    case CT_TabBarTab:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            return {base.width() + strongTabGrowth(*tab, widget), base.height()};
        }
        return base;
    case CT_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            return menuItemSize(*item, contents, theme());
        }
        return base;
    case CT_MenuBarItem:
        return {contents.width() + 2 * kToolButtonPadding, buttonHeight};
    default:
        return base;
    }
}

} // namespace gui
