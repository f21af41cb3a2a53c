// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Hands elements out to the families of style_parts.h. Sizes are in style_metrics.cpp, rectangles
// in style_rects.cpp.
#include "gui/settings/style.h"

#include "gui/settings/icons.h"
#include "gui/settings/style_parts.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFrame>
#include <QStatusBar>
#include <QStyleOption>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <functional>
#include <utility>

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

// Qt forgets the palettes of classes whenever the application gets another palette, also one of the
// same colours; this one asks for them again.
class ClassPaletteKeeper final : public QObject
{
public:
    ClassPaletteKeeper(std::function<void()> setAgain, const ThemeSource& source, QObject* parent)
        : QObject(parent), m_setAgain(std::move(setAgain)), m_source(source)
    { }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == qApp && event->type() == QEvent::ApplicationPaletteChange) {
            const QPalette views = QApplication::palette("QAbstractItemView");
            const QColor shown = views.color(QPalette::Active, QPalette::Highlight);
            if (shown != m_source.theme().surface.selected) {
                m_setAgain();
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_setAgain;
    const ThemeSource& m_source;
};

} // namespace

Style::Style(ThemeSource& source) : QProxyStyle(QStringLiteral("Fusion")), m_source(source)
{
    connect(&source, &ThemeSource::changed, this, &Style::setClassPalettes);
}

void Style::polish(QPalette& palette)
{
    if (palette == theme().itemViewPalette()) {
        return; // of setClassPalettes()
    }
    // Qt 6 calls this with the desktop's palette whenever it builds the application's.
    m_source.noteDesktop(palette.color(QPalette::Window));
    palette = theme().palette();
}

void Style::polish(QApplication* application)
{
    QProxyStyle::polish(application);
    setClassPalettes();
    application->installEventFilter(
        new ClassPaletteKeeper([this] { setClassPalettes(); }, m_source, this));
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
    if (!paintButton(element, *option, *painter, theme())
        && !paintField(element, *option, *painter, theme())
        && !paintView(element, *option, *painter, theme())
        && !paintMenu(element, *option, *painter, theme())
        && !paintFrame(element, *option, *painter, widget, theme())) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const
{
    if (paintButton(element, *option, *painter, theme())
        || paintView(element, *option, *painter, theme())
        || paintMenu(element, *option, *painter, theme())
        || paintFrame(element, *option, *painter, theme())) {
        return;
    }
    if (element == CE_ProgressBarGroove) {
        return; // the contents paint their track
    }
    if (element == CE_ProgressBarContents) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            paintProgress(*painter, *bar, isSet(widget, kDangerProperty), theme());
        }
        return;
    }
    if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
        header && element == CE_HeaderLabel) {
        QStyleOptionHeader quiet = *header;
        quiet.state &= ~(State_On | State_Sunken); // no bold when a cell is selected
        quiet.palette.setColor(QPalette::ButtonText, theme().text.secondary);
        QProxyStyle::drawControl(element, &quiet, painter, widget);
        return;
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
