// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QProxyStyle>

class QFrame;
class QToolButton;

namespace gui {

// Fusion with flat, outlined controls: what the palette alone cannot say. Shapes follow
// design/README.md §3, heights follow the font. It also gives the application its palette, so
// nobody calls QApplication::setPalette. `source` outlives the style.
class Style : public QProxyStyle
{
    Q_OBJECT

public:
    explicit Style(ThemeSource& source);

    using QProxyStyle::polish;
    void polish(QPalette& palette) override;
    void polish(QApplication* application) override;
    void polish(QWidget* widget) override;

    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* result) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                         SubControl subControl, const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap pixmap, const QStyleOption* option,
                       const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;

private:
    const Theme& theme() const { return m_source.theme(); }
    void setClassPalettes();

    ThemeSource& m_source;
};

// A card: rounded outline and surface.base behind its children. `frame` needs no palette.
void makeCard(QFrame& frame);

// Draws a progress bar in danger.fg, as when a run is halted.
void setDanger(QWidget& progressBar, bool danger);

// A run button whose request is not acknowledged yet: accent tint, as when checked.
void setRequested(QToolButton& button, bool requested);

} // namespace gui
