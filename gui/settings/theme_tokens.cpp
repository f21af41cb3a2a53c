// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Theme::fromTokens: one line for each token, under the names of tokens.json.
#include "gui/settings/resources.h"
#include "gui/settings/theme.h"
#include "gui/settings/token_reader.h"

#include <QFile>
#include <QJsonDocument>

#include <algorithm>
#include <stdexcept>

namespace gui {

namespace {

SurfaceColors readSurface(const TokenReader& group)
{
    return {.window = group.color("window"),
            .page = group.color("page"),
            .base = group.color("base"),
            .alternate = group.color("alternate"),
            .button = group.color("button"),
            .sunken = group.color("sunken"),
            .raised = group.color("raised"),
            .hover = group.color("hover"),
            .pressed = group.color("pressed"),
            .selected = group.color("selected")};
}

TextColors readText(const TokenReader& group)
{
    return {.primary = group.color("primary"),
            .secondary = group.color("secondary"),
            .disabled = group.color("disabled")};
}

OutlineColors readOutline(const TokenReader& group)
{
    return {.subtle = group.color("subtle"),
            .strong = group.color("strong"),
            .control = group.color("control")};
}

AccentColors readAccent(const TokenReader& group)
{
    return {.fill = group.color("fill"),
            .fillHover = group.color("fillHover"),
            .fillPressed = group.color("fillPressed"),
            .onFill = group.color("onFill"),
            .line = group.color("line"),
            .text = group.color("text")};
}

SemanticColors readSemantic(const TokenReader& group)
{
    return {.fg = group.color("fg"),
            .tint = group.color("tint"),
            .onTint = group.color("onTint"),
            .solid = group.color("solid"),
            .onSolid = group.color("onSolid")};
}

ChartColors readChart(const TokenReader& group)
{
    return {.plot = group.color("plot"),
            .grid = group.color("grid"),
            .zero = group.color("zero"),
            .axis = group.color("axis"),
            .tickLabel = group.color("tickLabel"),
            .crosshair = group.color("crosshair"),
            .selectionFill = group.color("selectionFill"),
            .selectionLine = group.color("selectionLine"),
            .event = group.color("event")};
}

Marker readMarker(const QString& name)
{
    constexpr std::array<const char*, kMarkerCount> kNames{
        "disc", "square", "triangleUp", "diamond", "triangleDown",
        "plus", "cross",  "pentagon",   "star",    "hexagon"};
    const auto found = std::find(kNames.begin(), kNames.end(), name.toStdString());
    if (found == kNames.end()) {
        throw std::runtime_error("design tokens: no marker is named " + name.toStdString());
    }
    return static_cast<Marker>(found - kNames.begin());
}

SeriesLook readSeries(const TokenReader& entry)
{
    return {.line = entry.color("line"),
            .raw = entry.color("raw"),
            .ghost = entry.color("ghost"),
            .halo = entry.color("halo"),
            .band = entry.color("band"),
            .marker = readMarker(entry.text("marker"))};
}

Space readSpace(const TokenReader& group)
{
    return {.xxs = group.length("xxs"),
            .xs = group.length("xs"),
            .s = group.length("s"),
            .m = group.length("m"),
            .l = group.length("l"),
            .xl = group.length("xl"),
            .xxl = group.length("xxl")};
}

Radius readRadius(const TokenReader& group)
{
    return {.control = group.length("control"),
            .card = group.length("card"),
            .popup = group.length("popup"),
            .swatch = group.length("swatch")};
}

FocusRing readFocusRing(const TokenReader& group)
{
    return {.width = group.length("width"),
            .offset = group.length("offset"),
            .radius = group.length("radius")};
}

DockSize readDock(const TokenReader& group)
{
    return {.preferred = group.length("default"),
            .min = group.length("min"),
            .max = group.has("max") ? group.length("max") : 0};
}

CardSize readCard(const TokenReader& group)
{
    return {.minWidth = group.length("minWidth"),
            .minPlotHeight = group.length("minPlotHeight"),
            .headerWide = group.length("headerWide"),
            .headerNarrow = group.length("headerNarrow"),
            .wideFrom = group.length("wideFrom"),
            .gap = group.length("gap"),
            .pageMargin = group.length("pageMargin")};
}

QSize readSize(const TokenReader& group, const char* name)
{
    const QList<qreal> pair = group.numbers(name);
    if (pair.size() != 2) {
        throw std::runtime_error(std::string("design token size.window.") + name
                                 + " should be a width and a height");
    }
    return QSizeF(pair[0], pair[1]).toSize();
}

Sizes readSizes(const TokenReader& group)
{
    return {.menuBar = group.length("menuBar"),
            .toolBar = group.length("toolBar"),
            .toolButton = group.length("toolButton"),
            .tabBar = group.length("tabBar"),
            .dockTitle = group.length("dockTitle"),
            .statusBar = group.length("statusBar"),
            .row = group.length("row"),
            .rowTwoLine = group.length("rowTwoLine"),
            .field = group.length("field"),
            .button = group.length("button"),
            .dialogButtonMinWidth = group.length("dialogButtonMinWidth"),
            .scrollBar = group.length("scrollBar"),
            .splitter = group.length("splitter"),
            .target = group.length("target.min"),
            .dockLeft = readDock(group.at("dockLeft")),
            .dockRight = readDock(group.at("dockRight")),
            .dockBottom = readDock(group.at("dockBottom")),
            .card = readCard(group.at("card")),
            .window = readSize(group.at("window"), "default"),
            .windowMin = readSize(group.at("window"), "min")};
}

LineLook readLine(const TokenReader& group)
{
    return {.dash = group.has("dash") ? group.numbers("dash") : QList<qreal>{},
            .width = group.number("widthPx")};
}

SeriesLines readLines(const TokenReader& group)
{
    return {.training = readLine(group.at("training")),
            .validation = readLine(group.at("validation")),
            .test = readLine(group.at("test")),
            .fourthTag = readLine(group.at("fourthTag")),
            .raw = readLine(group.at("raw")),
            .selected = readLine(group.at("selected"))};
}

FontLook readFont(const TokenReader& group)
{
    const bool demiBold = group.text("weight") == QLatin1String("demibold");
    return {.ratio = group.number("ratio"),
            .weight = demiBold ? QFont::DemiBold : QFont::Normal,
            .fixedPitch =
                group.has("family") && group.text("family") == QLatin1String("FixedFont")};
}

Motion readMotion(const TokenReader& group, bool reduced)
{
    const auto duration = [&](const char* name) { return reduced ? 0 : group.length(name); };
    return {.bannerSlide = duration("bannerSlide"),
            .dockShow = duration("dockShow"),
            .toast = duration("toast"),
            .reduced = reduced};
}

void readColors(const TokenReader& tokens, Theme& theme)
{
    theme.surface = readSurface(tokens.at("surface"));
    theme.text = readText(tokens.at("text"));
    theme.outline = readOutline(tokens.at("outline"));
    theme.accent = readAccent(tokens.at("accent"));
    theme.good = readSemantic(tokens.at("good"));
    theme.warning = readSemantic(tokens.at("warning"));
    theme.danger = readSemantic(tokens.at("danger"));
    theme.info = readSemantic(tokens.at("info"));
    theme.chart = readChart(tokens.at("chart"));
    const QList<TokenReader> series = tokens.list("series");
    if (series.size() != kMarkerCount) {
        throw std::runtime_error("design tokens: there should be ten series, found "
                                 + std::to_string(series.size()));
    }
    std::transform(series.begin(), series.end(), theme.seriesSlots.begin(), readSeries);
    theme.sequential = tokens.colors("sequential");
    theme.diverging = tokens.colors("diverging");
}

void readMeasures(const TokenReader& tokens, bool reducedMotion, Theme& theme)
{
    theme.space = readSpace(tokens.at("grid.space"));
    theme.radius = readRadius(tokens.at("grid.radius"));
    theme.focusRing = readFocusRing(tokens.at("grid.focusRing"));
    theme.size = readSizes(tokens.at("size"));
    theme.iconSize = {.toolBar = tokens.length("icon.toolbar"),
                      .startPage = tokens.length("icon.startPage"),
                      .emptyState = tokens.length("icon.emptyState")};
    theme.motion = readMotion(tokens.at("motion"), reducedMotion);
    theme.lines = readLines(tokens.at("series.lines"));
    theme.marker = {.size = tokens.number("series.markers.sizePx"),
                    .outline = tokens.number("series.markers.outlinePx"),
                    .spacing = tokens.number("series.markers.spacingPx")};
    constexpr std::array kFontNames{"caption", "body", "strong", "title", "display", "mono"};
    const TokenReader scale = tokens.at("type.scale");
    std::transform(kFontNames.begin(), kFontNames.end(), theme.fontLooks.begin(),
                   [&](const char* name) { return readFont(scale.at(name)); });
}

} // namespace

Theme Theme::fromTokens(const QByteArray& json, ThemeKind kind, bool reducedMotion)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (!document.isObject()) {
        throw std::runtime_error("design tokens: " + error.errorString().toStdString());
    }
    const TokenReader tokens(document.object());
    Theme theme;
    theme.kind = kind;
    readColors(tokens.at(kind == ThemeKind::Dark ? "themes.dark" : "themes.light"), theme);
    readMeasures(tokens, reducedMotion, theme);
    return theme;
}

Theme Theme::builtIn(ThemeKind kind, bool reducedMotion)
{
    initResources();
    QFile file(QStringLiteral(":/design/tokens.json"));
    if (!file.open(QIODevice::ReadOnly)) {
        throw std::runtime_error("design tokens: " + file.errorString().toStdString());
    }
    return fromTokens(file.readAll(), kind, reducedMotion);
}

} // namespace gui
