// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What gui::Style hands out to the painters of style_parts.h. Sizes are in style_metrics.cpp.
#include "gui/settings/style.h"

#include "gui/settings/icons.h"
#include "gui/settings/style_painter.h"
#include "gui/settings/style_parts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFrame>
#include <QMenu>
#include <QPainter>
#include <QStatusBar>
#include <QStyleOption>
#include <QToolButton>
#include <QToolTip>

namespace gui {

namespace {

constexpr char kDangerProperty[] = "danger";
constexpr char kRequestedProperty[] = "requested";

bool isSet(const QWidget* widget, const char* property)
{
    return widget && widget->property(property).toBool();
}

void setFlag(QWidget& widget, const char* property, bool on)
{
    if (widget.property(property).toBool() != on) {
        widget.setProperty(property, on);
        widget.update();
    }
}

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

Style::Style(ThemeSource& source) : QProxyStyle(QStringLiteral("Fusion")), m_source(source)
{
    connect(&source, &ThemeSource::changed, this, &Style::setClassPalettes);
}

void Style::polish(QPalette& palette)
{
    // Qt 6 calls this with the desktop's palette whenever it builds the application's.
    m_source.noteDesktop(palette.color(QPalette::Window));
    palette = theme().palette();
}

void Style::polish(QApplication* application)
{
    QProxyStyle::polish(application);
    setClassPalettes();
}

void Style::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        view->viewport()->setAttribute(Qt::WA_Hover);
    } else if (qobject_cast<QStatusBar*>(widget)) {
        widget->setMinimumHeight(
            std::max(theme().size.statusBar, widget->fontMetrics().height() + 10));
    }
}

void Style::setClassPalettes()
{
    QApplication::setPalette(theme().itemViewPalette(), "QAbstractItemView");
    QToolTip::setPalette(theme().palette());
}

QIcon Style::standardIcon(StandardPixmap pixmap, const QStyleOption* option,
                          const QWidget* widget) const
{
    const auto named = [this](const char* name, IconRole role = IconRole::Normal) {
        return icon(QLatin1String(name), m_source, role);
    };
    switch (pixmap) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
    case SP_LineEditClearButton:
        return named("close", IconRole::Secondary);
    case SP_TitleBarNormalButton:
    case SP_TitleBarMaxButton:
        return named("maximise", IconRole::Secondary);
    case SP_ToolBarHorizontalExtensionButton:
    case SP_ToolBarVerticalExtensionButton:
        return named("more");
    case SP_MessageBoxInformation:
        return named("info", IconRole::Accent);
    case SP_MessageBoxQuestion:
        return named("help", IconRole::Accent);
    case SP_MessageBoxWarning:
        return named("alert", IconRole::Warning);
    case SP_MessageBoxCritical:
        return named("danger", IconRole::Danger);
    default:
        return QProxyStyle::standardIcon(pixmap, option, widget);
    }
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const
{
    const QRect& rect = option->rect;
    switch (element) {
    case PE_PanelButtonTool: // of widgets that paint only this part of a tool button
        if (isOn(*option) || isPressed(*option) || isHovered(*option)) {
            paintBox(*painter, rect, theme().radius.control,
                     isOn(*option) ? theme().surface.selected : theme().surface.hover, {}, 0);
        }
        return;
    case PE_PanelLineEdit: {
        // Inside spin boxes and combo boxes it has no line width: they paint the frame.
        const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        if (frame && frame->lineWidth > 0) {
            paintField(*painter, *frame, theme());
        }
        return;
    }
    case PE_FrameLineEdit:
    case PE_FrameStatusBarItem:
    case PE_FrameTabWidget:
    case PE_FrameDockWidget:
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return paintCheckBox(*painter, *option, theme());
    case PE_IndicatorRadioButton:
        return paintRadioButton(*painter, *option, theme());
    case PE_FrameFocusRect:
        if (option->state.testFlag(State_KeyboardFocusChange)) {
            paintFocusRing(*painter, rect, theme());
        }
        return;
    case PE_FrameTabBarBase:
        return paintHorizontalLine(*painter, rect.left(), rect.right(), rect.bottom(),
                                   theme().outline.subtle);
    case PE_IndicatorDockWidgetResizeHandle:
        return paintDivider(*painter, rect, rect.width() < rect.height(), theme());
    case PE_IndicatorToolBarSeparator:
        return paintDivider(*painter, rect.adjusted(0, 2, 0, -2),
                            option->state.testFlag(State_Horizontal), theme());
    case PE_PanelStatusBar:
        return paintHorizontalLine(*painter, rect.left(), rect.right(), rect.top(),
                                   theme().outline.subtle);
    case PE_PanelMenu:
        return painter->fillRect(rect, theme().surface.raised);
    case PE_PanelTipLabel:
        return paintBox(*painter, rect, 0, theme().surface.raised, theme().outline.strong);
    case PE_FrameMenu:
        return paintBox(*painter, rect, 0, Qt::transparent, theme().outline.strong);
    case PE_PanelScrollAreaCorner:
        return painter->fillRect(rect, theme().surface.window);
    case PE_Frame:
        return paintCardOrFrame(*painter, *option, widget, theme());
    case PE_PanelItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            paintItemPanel(*painter, *item, theme());
        }
        return;
    case PE_IndicatorBranch:
        return paintBranch(*painter, *option, theme());
    case PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            paintArrow(*painter, QRectF(rect).center(),
                       header->sortIndicator == QStyleOptionHeader::SortUp ? Direction::Up
                                                                           : Direction::Down,
                       theme().text.secondary);
        }
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const
{
    const QRect& rect = option->rect;
    switch (element) {
    case CE_PushButton:
    case CE_PushButtonBevel:
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            if (element != CE_PushButtonLabel) {
                paintPushButton(*painter, *button, theme());
            }
            if (element != CE_PushButtonBevel) {
                paintPushButtonLabel(*painter, *button, theme());
            }
        }
        return;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            paintTab(*painter, *tab, theme());
        }
        return;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            paintTabLabel(*painter, *tab, theme());
        }
        return;
    case CE_DockWidgetTitle:
        if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option)) {
            paintDockTitle(*painter, *dock, theme());
        }
        return;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        return paintHeaderSection(*painter, *option, theme());
    case CE_HeaderLabel: {
        QStyleOptionHeader header = *qstyleoption_cast<const QStyleOptionHeader*>(option);
        header.state &= ~(State_On | State_Sunken); // no bold when a cell is selected
        header.palette.setColor(QPalette::ButtonText, theme().text.secondary);
        QProxyStyle::drawControl(element, &header, painter, widget);
        return;
    }
    case CE_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            paintMenuItem(*painter, *item, theme());
        }
        return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            paintMenuBarItem(*painter, *item, theme());
        }
        return;
    case CE_MenuBarEmptyArea:
        return;
    case CE_ToolBar:
        paintHorizontalLine(*painter, rect.left(), rect.right(), rect.top(),
                            theme().outline.subtle);
        paintHorizontalLine(*painter, rect.left(), rect.right(), rect.bottom(),
                            theme().outline.subtle);
        return;
    case CE_Splitter:
        return paintDivider(*painter, rect, option->state.testFlag(State_Horizontal), theme());
    case CE_ProgressBarGroove:
        return;
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            paintProgress(*painter, *bar, isSet(widget, kDangerProperty), theme());
        }
        return;
    case CE_ShapedFrame:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame->frameShape == QFrame::HLine || frame->frameShape == QFrame::VLine) {
            return paintDivider(*painter, rect, frame->frameShape == QFrame::VLine, theme());
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                               QPainter* painter, const QWidget* widget) const
{
    const auto part = [&](SubControl subControl) {
        return subControlRect(control, option, subControl, widget);
    };
    switch (control) {
    case CC_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            QStyleOptionToolButton copy = *button;
            if (isSet(widget, kRequestedProperty)) {
                copy.state |= State_On;
            }
            paintToolButton(*painter, copy, theme());
        }
        return;
    case CC_SpinBox:
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            paintSpinBox(*painter, *box, part(SC_SpinBoxUp), part(SC_SpinBoxDown), theme());
        }
        return;
    case CC_ComboBox:
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            paintComboBox(*painter, *box, part(SC_ComboBoxArrow), theme());
        }
        return;
    case CC_Slider:
        if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            paintSlider(*painter, *slider, part(SC_SliderGroove), part(SC_SliderHandle), theme());
        }
        return;
    case CC_ScrollBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            paintScrollBar(*painter, *bar, part(SC_ScrollBarSlider), theme());
        }
        return;
    default:
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

void makeCard(QFrame& frame)
{
    frame.setFrameShape(QFrame::StyledPanel);
    frame.setBackgroundRole(QPalette::Base);
}

void setDanger(QWidget& progressBar, bool danger)
{
    setFlag(progressBar, kDangerProperty, danger);
}

void setRequested(QToolButton& button, bool requested)
{
    setFlag(button, kRequestedProperty, requested);
}

} // namespace gui
