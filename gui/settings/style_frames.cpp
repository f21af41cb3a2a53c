// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Frames, focus rings and the lines that divide the window.
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QStyleOption>

namespace gui {

namespace {

// Separator, splitter and dock handle: one line through the middle of the area.
void paintDivider(QPainter& painter, const QRect& rect, bool upright, const Theme& theme)
{
    if (upright) {
        paintVerticalLine(painter, rect.center().x(), rect.top(), rect.bottom(),
                          theme.outline.subtle);
    } else {
        paintHorizontalLine(painter, rect.left(), rect.right(), rect.center().y(),
                            theme.outline.subtle);
    }
}

// Cards fill their own rounded shape; every other frame is an outline only.
void paintCardOrFrame(QPainter& painter, const QStyleOption& option, const QWidget* widget,
                      const Theme& theme)
{
    const bool card = widget && widget->backgroundRole() == QPalette::Base
        && !qobject_cast<const QAbstractScrollArea*>(widget);
    paintBox(painter, option.rect, theme.radius.card,
             card ? theme.surface.base : QColor(Qt::transparent), theme.outline.subtle);
}

} // namespace

bool paintFrame(QStyle::PrimitiveElement element, const QStyleOption& option, QPainter& painter,
                const QWidget* widget, const Theme& theme)
{
    const QRect& rect = option.rect;
    switch (element) {
    case QStyle::PE_Frame:
        paintCardOrFrame(painter, option, widget, theme);
        return true;
    case QStyle::PE_FrameFocusRect:
        if (option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
            paintFocusRing(painter, rect, theme);
        }
        return true;
    case QStyle::PE_IndicatorDockWidgetResizeHandle:
        paintDivider(painter, rect, rect.width() < rect.height(), theme);
        return true;
    case QStyle::PE_IndicatorToolBarSeparator:
        paintDivider(painter, rect.adjusted(0, 2, 0, -2),
                     option.state.testFlag(QStyle::State_Horizontal), theme);
        return true;
    case QStyle::PE_PanelStatusBar:
        paintHorizontalLine(painter, rect.left(), rect.right(), rect.top(), theme.outline.subtle);
        return true;
    case QStyle::PE_PanelScrollAreaCorner:
        painter.fillRect(rect, theme.surface.window);
        return true;
    case QStyle::PE_FrameStatusBarItem:
        return true;
    default:
        return false;
    }
}

bool paintFrame(QStyle::ControlElement element, const QStyleOption& option, QPainter& painter,
                const Theme& theme)
{
    const QRect& rect = option.rect;
    switch (element) {
    case QStyle::CE_ToolBar:
        paintHorizontalLine(painter, rect.left(), rect.right(), rect.top(), theme.outline.subtle);
        paintHorizontalLine(painter, rect.left(), rect.right(), rect.bottom(),
                            theme.outline.subtle);
        return true;
    case QStyle::CE_Splitter:
        paintDivider(painter, rect, option.state.testFlag(QStyle::State_Horizontal), theme);
        return true;
    case QStyle::CE_ShapedFrame: {
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(&option);
        const bool upright = frame && frame->frameShape == QFrame::VLine;
        if (upright || (frame && frame->frameShape == QFrame::HLine)) {
            paintDivider(painter, rect, upright, theme);
            return true;
        }
        return false;
    }
    default:
        return false;
    }
}

} // namespace gui
