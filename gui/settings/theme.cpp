// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/theme.h"

#include <QApplication>
#include <QFontDatabase>

#include <cmath>

namespace gui {

namespace {

// From the twenty-first run on (tokens.json, series.assignment).
constexpr qreal kThinLine = 1.25;

// WCAG 2.1, "relative luminance".
double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

} // namespace

ThemeKind Theme::kindForWindow(const QColor& desktopWindow)
{
    // Black and white text have the same contrast on a surface of this luminance.
    constexpr double kMiddle = 0.179;
    return luminance(desktopWindow) < kMiddle ? ThemeKind::Dark : ThemeKind::Light;
}

SeriesLook Theme::series(int slot) const
{
    const int index = std::max(slot, 1) - 1;
    SeriesLook look = seriesSlots[static_cast<std::size_t>(index % kMarkerCount)];
    look.filled = index < kMarkerCount;
    look.lineWidth = index < 2 * kMarkerCount ? lines.training.width : kThinLine;
    return look;
}

QPen Theme::pen(const QColor& color, const LineLook& look)
{
    QPen pen(color, look.width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!look.dash.isEmpty()) {
        pen.setDashPattern(look.dash);
    }
    return pen;
}

QPalette Theme::palette() const
{
    const std::pair<QPalette::ColorRole, QColor> roles[] = {
        {QPalette::Window, surface.window},
        {QPalette::WindowText, text.primary},
        {QPalette::Base, surface.base},
        {QPalette::AlternateBase, surface.alternate},
        {QPalette::Text, text.primary},
        {QPalette::PlaceholderText, text.secondary},
        {QPalette::Button, surface.button},
        {QPalette::ButtonText, text.primary},
        {QPalette::BrightText, danger.fg},
        {QPalette::Highlight, accent.fill},
        {QPalette::HighlightedText, accent.onFill},
        {QPalette::Link, accent.text},
        {QPalette::LinkVisited, accent.text},
        {QPalette::ToolTipBase, surface.raised},
        {QPalette::ToolTipText, text.primary},
        {QPalette::Light, surface.raised},
        {QPalette::Midlight, surface.hover},
        {QPalette::Mid, outline.strong},
        {QPalette::Dark, outline.control},
        {QPalette::Shadow, outline.subtle},
    };
    QPalette palette;
    for (const auto& [role, color] : roles) {
        palette.setColor(QPalette::All, role, color);
    }
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, text.disabled);
    }
    palette.setColor(QPalette::Disabled, QPalette::Highlight, outline.strong);
    palette.setColor(QPalette::Inactive, QPalette::Highlight, surface.selected);
    palette.setColor(QPalette::Inactive, QPalette::HighlightedText, text.primary);
    return palette;
}

QPalette Theme::itemViewPalette() const
{
    QPalette views = palette();
    views.setColor(QPalette::All, QPalette::Highlight, surface.selected);
    views.setColor(QPalette::All, QPalette::HighlightedText, text.primary);
    return views;
}

QFont Theme::font(FontRole role) const
{
    const FontLook& look = fontLooks[static_cast<std::size_t>(role)];
    const QFont body = QApplication::font();
    QFont font = look.fixedPitch ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : body;
    font.setPointSizeF(std::round(body.pointSizeF() * look.ratio * 2) / 2);
    font.setWeight(look.weight);
    return font;
}

} // namespace gui
