// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sizes, rectangles and hints of gui::Style.
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

namespace gui {

namespace {

constexpr int kIndicator = 14;
constexpr int kSliderLane = 20; // height of a slider across its direction
constexpr int kCellPadding = 7;
constexpr int kSortArrow = 12;
constexpr int kDockIcon = 12;

bool isDockButton(const QWidget* widget)
{
    return widget && qobject_cast<const QDockWidget*>(widget->parentWidget())
        && qobject_cast<const QAbstractButton*>(widget);
}

// Two buttons of the smallest target size at the end of a dock's title.
QRect dockButton(const QStyleOption& option, int fromEnd, const Theme& theme)
{
    const int side = theme.size.target;
    const int gap = theme.space.xs;
    QRect place(0, 0, side, side);
    place.moveCenter(option.rect.center());
    place.moveRight(option.rect.right() - gap - fromEnd * (side + gap));
    return QStyle::visualRect(option.direction, option.rect, place);
}

// The sort arrow stands opposite the text, so that sorting does not move the text away from the
// numbers below it.
QRect headerPart(const QStyleOptionHeader& header, bool arrow)
{
    QRect text = header.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    QRect mark = text;
    const bool textAtRight =
        QStyle::visualAlignment(header.direction, header.textAlignment) & Qt::AlignRight;
    if (textAtRight) {
        mark.setWidth(kSortArrow);
    } else {
        mark.setLeft(text.right() + 1 - kSortArrow);
    }
    if (header.sortIndicator != QStyleOptionHeader::None) {
        text.adjust(textAtRight ? kSortArrow : 0, 0, textAtRight ? 0 : -kSortArrow, 0);
    }
    return arrow ? mark : text;
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

QRect spinBoxPart(const QStyleOptionSpinBox& box, QStyle::SubControl control)
{
    const QRect inside = box.rect.adjusted(1, 1, -1, -1);
    const bool buttons = box.buttonSymbols != QAbstractSpinBox::NoButtons;
    QRect column = inside;
    column.setLeft(inside.right() + 1 - (buttons ? kArrowWidth : 0));
    QRect part = box.rect;
    switch (control) {
    case QStyle::SC_SpinBoxUp:
        part = column.adjusted(0, 0, 0, -column.height() / 2);
        break;
    case QStyle::SC_SpinBoxDown:
        part = column.adjusted(0, column.height() - column.height() / 2, 0, 0);
        break;
    case QStyle::SC_SpinBoxEditField:
        part = inside;
        part.setRight(column.left() - 2);
        break;
    default:
        break;
    }
    return QStyle::visualRect(box.direction, box.rect, part);
}

QRect comboBoxPart(const QStyleOptionComboBox& box, QStyle::SubControl control)
{
    QRect part = box.rect;
    if (control == QStyle::SC_ComboBoxArrow) {
        part.setLeft(part.right() - kArrowWidth - 1);
    } else if (control == QStyle::SC_ComboBoxEditField) {
        part.adjust(box.editable ? 2 : 7, 1, -kArrowWidth - 2, -1);
    }
    return QStyle::visualRect(box.direction, box.rect, part);
}

// A scroll bar without arrow buttons: the groove is all of it.
QRect scrollBarPart(const QStyleOptionSlider& bar, QStyle::SubControl control)
{
    constexpr int kShortestHandle = 24;
    const bool horizontal = bar.orientation == Qt::Horizontal;
    const int length = horizontal ? bar.rect.width() : bar.rect.height();
    const qint64 range = qint64(bar.maximum) - bar.minimum;
    int handle = length;
    if (range > 0) {
        handle = int(length * qint64(bar.pageStep) / (range + bar.pageStep));
        handle = std::min(std::max(handle, kShortestHandle), length);
    }
    const int start = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition,
                                                      length - handle, bar.upsideDown);
    int from = 0;
    int to = length;
    switch (control) {
    case QStyle::SC_ScrollBarSlider:
        from = start;
        to = start + handle;
        break;
    case QStyle::SC_ScrollBarSubPage:
        to = start;
        break;
    case QStyle::SC_ScrollBarAddPage:
        from = start + handle;
        break;
    case QStyle::SC_ScrollBarGroove:
        break;
    default:
        to = 0;
        break;
    }
    QRect part = bar.rect;
    if (horizontal) {
        part.setLeft(bar.rect.left() + from);
        part.setWidth(to - from);
    } else {
        part.setTop(bar.rect.top() + from);
        part.setHeight(to - from);
    }
    return QStyle::visualRect(bar.direction, bar.rect, part);
}

} // namespace

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
        return qobject_cast<const QDialog*>(widget) ? theme().space.l : theme().space.s;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return theme().space.s;
    case PM_SmallIconSize:
        return isDockButton(widget) ? kDockIcon : theme().iconSize.toolBar;
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize:
    case PM_ListViewIconSize:
    case PM_TreeViewIndentation:
        return theme().iconSize.toolBar;
    case PM_ToolBarItemSpacing:
    case PM_MenuVMargin:
    case PM_MenuBarHMargin:
    case PM_DockWidgetTitleBarButtonMargin:
        return theme().space.xs;
    case PM_ToolBarItemMargin:
    case PM_DockWidgetTitleMargin:
        return 5;
    case PM_ToolBarSeparatorExtent:
        return 2 * theme().space.s + 1;
    case PM_ToolBarExtensionExtent:
    case PM_TabBarScrollButtonWidth:
        return theme().size.target;
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth:
        return theme().size.splitter;
    case PM_DefaultFrameWidth:
    case PM_SpinBoxFrameWidth:
    case PM_ComboBoxFrameWidth:
    case PM_DockWidgetFrameWidth:
    case PM_MenuPanelWidth:
    case PM_ToolBarFrameWidth:
        return 1;
    case PM_TabBarTabHSpace:
        return theme().space.xl;
    case PM_TabBarTabVSpace:
        return 14;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
        return kSliderLane;
    case PM_SliderLength:
        return kHandleSize;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return kIndicator;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
        return theme().space.s;
    case PM_ScrollBarExtent:
        return theme().size.scrollBar;
    case PM_FocusFrameHMargin: // text inset of item views, less one
        return kCellPadding - 1;
    case PM_HeaderMargin: // also above and below; headerPart() gives the inset at the sides
        return 3;
    case PM_ToolTipLabelFrameWidth:
        return 7;
    case PM_TabBarBaseOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_MenuBarItemSpacing:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuHMargin:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
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

QRect Style::subElementRect(SubElement element, const QStyleOption* option,
                            const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    switch (element) {
    case SE_ProgressBarGroove:
    case SE_ProgressBarContents:
        return option->rect;
    case SE_LineEditContents: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        const int inset = frame && frame->lineWidth > 0 ? theme().space.xs : 0;
        return rect.adjusted(inset, 0, -inset, 0);
    }
    case SE_HeaderLabel:
    case SE_HeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            return headerPart(*header, element == SE_HeaderArrow);
        }
        return rect;
    case SE_DockWidgetCloseButton:
        return dockButton(*option, 0, theme());
    case SE_DockWidgetFloatButton:
        return dockButton(*option, 1, theme());
    default:
        return rect;
    }
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                            SubControl subControl, const QWidget* widget) const
{
    if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
        return spinBoxPart(*box, subControl);
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        box && subControl != SC_ComboBoxListBoxPopup) {
        return comboBoxPart(*box, subControl);
    }
    if (control == CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            return scrollBarPart(*bar, subControl);
        }
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

} // namespace gui
