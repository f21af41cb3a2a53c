// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of a control lie.
#include "gui/settings/style.h"
#include "gui/settings/style_parts.h"

#include <QStyleOption>

namespace gui {

namespace {

constexpr int kSortArrow = 12;

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
