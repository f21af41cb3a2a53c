// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Theme and tokens: both themes load whole, and what is missing is named.
#include "gui/settings/theme.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMetaEnum>
#include <QtTest>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace gui;

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theBuiltInTokensAreThoseOfTheDesign();
    void thePaletteFollowsTheTokensTable_data();
    void thePaletteFollowsTheTokensTable();
    void rawCurvesAreSeenInTheDark();
    void selectedRowsAreTintedAndKeepTheirTextColour();
    void measuresComeFromTheTokens();
    void aMissingTokenIsNamed_data();
    void aMissingTokenIsNamed();
    void runsShareColoursFromTheEleventhOn();
    void everyRunOfTheFirstTenLooksDifferent();
    void pensHaveThePatternOfTheSplit();
    void fontsFollowTheApplicationFont();
    void lightOrDarkIsReadFromTheWindowColour_data();
    void lightOrDarkIsReadFromTheWindowColour();
    void reducedMotionStopsEveryAnimation();

private:
    QByteArray m_json;
    QJsonObject m_tokens;
};

namespace {

// "surface.window" of one theme, read without the code under test.
QColor token(const QJsonObject& tokens, const char* theme, const QString& path)
{
    const QJsonObject colors =
        tokens[QStringLiteral("themes")].toObject()[QLatin1String(theme)].toObject();
    const QStringList parts = path.split(QLatin1Char('.'));
    return QColor(colors[parts[0]].toObject()[parts[1]].toString());
}

// Of WCAG 2.1.
double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a) + 0.05;
    const double second = luminance(b) + 0.05;
    return std::max(first, second) / std::min(first, second);
}

// `object` without the value at `path`.
QJsonObject without(QJsonObject object, QStringList path)
{
    const QString key = path.takeFirst();
    if (path.isEmpty()) {
        object.remove(key);
    } else {
        object[key] = without(object[key].toObject(), path);
    }
    return object;
}

} // namespace

void TestTheme::initTestCase()
{
    QFile file(qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR")
               + QStringLiteral("/resources/design/tokens.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    m_json = file.readAll();
    m_tokens = QJsonDocument::fromJson(m_json).object();
}

void TestTheme::theBuiltInTokensAreThoseOfTheDesign()
{
    for (ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const char* name = kind == ThemeKind::Dark ? "dark" : "light";
        const Theme theme = Theme::builtIn(kind);
        QCOMPARE(theme.kind, kind);
        QCOMPARE(theme.surface.page, token(m_tokens, name, QStringLiteral("surface.page")));
        QCOMPARE(theme.danger.onTint, token(m_tokens, name, QStringLiteral("danger.onTint")));
        QCOMPARE(theme.chart.selectionLine,
                 token(m_tokens, name, QStringLiteral("chart.selectionLine")));
        QCOMPARE(theme.sequential.size(), 9);
        QCOMPARE(theme.diverging.size(), 9);
    }
}

void TestTheme::thePaletteFollowsTheTokensTable_data()
{
    QTest::addColumn<ThemeKind>("kind");
    QTest::newRow("light") << ThemeKind::Light;
    QTest::newRow("dark") << ThemeKind::Dark;
}

// tokens.json, qPalette: "Window": "surface.window", "Inactive/Highlight": "surface.selected" …
void TestTheme::thePaletteFollowsTheTokensTable()
{
    QFETCH(ThemeKind, kind);
    const char* name = kind == ThemeKind::Dark ? "dark" : "light";
    const QPalette palette = Theme::builtIn(kind).palette();
    const QJsonObject table = m_tokens[QStringLiteral("qPalette")].toObject();
    const QMetaEnum roles = QMetaEnum::fromType<QPalette::ColorRole>();
    const QMetaEnum groups = QMetaEnum::fromType<QPalette::ColorGroup>();
    int compared = 0;
    for (const QString& key : table.keys()) {
        const QString path = table[key].toString();
        if (path.count(QLatin1Char('.')) != 1) {
            continue; // a remark
        }
        const QStringList parts = key.split(QLatin1Char('/'));
        const int group =
            parts.size() > 1 ? groups.keyToValue(parts[0].toLatin1()) : QPalette::Active;
        for (const QString& role : parts.last().split(QStringLiteral(", "))) {
            const int value = roles.keyToValue(role.toLatin1());
            QVERIFY2(group >= 0 && value >= 0, qPrintable(key));
            QCOMPARE(palette.color(QPalette::ColorGroup(group), QPalette::ColorRole(value)),
                     token(m_tokens, name, path));
            ++compared;
        }
    }
    QVERIFY(compared >= 25);
}

void TestTheme::rawCurvesAreSeenInTheDark()
{
    const QJsonObject dark =
        m_tokens[QStringLiteral("themes")].toObject()[QStringLiteral("dark")].toObject();
    const QColor plot = token(m_tokens, "dark", QStringLiteral("chart.plot"));
    const QJsonArray series = dark[QStringLiteral("series")].toArray();
    QCOMPARE(series.size(), 10);
    for (const QJsonValue& run : series) {
        const QColor raw(run[QStringLiteral("raw")].toString());
        const QColor line(run[QStringLiteral("line")].toString());
        const QByteArray name = run[QStringLiteral("name")].toString().toLatin1();
        QVERIFY2(contrast(raw, plot) >= 2, name.constData());
        QVERIFY2(contrast(raw, line) >= 1.6, name.constData()); // the smoothed line stands out
    }
}

void TestTheme::selectedRowsAreTintedAndKeepTheirTextColour()
{
    const Theme theme = Theme::builtIn(ThemeKind::Dark);
    const QPalette palette = theme.itemViewPalette();
    for (auto group : {QPalette::Active, QPalette::Inactive}) {
        QCOMPARE(palette.color(group, QPalette::Highlight), theme.surface.selected);
        QCOMPARE(palette.color(group, QPalette::HighlightedText), theme.text.primary);
    }
}

void TestTheme::measuresComeFromTheTokens()
{
    const Theme theme = Theme::builtIn(ThemeKind::Light);
    QCOMPARE(theme.space.s, 8);
    QCOMPARE(theme.size.toolBar, 40);
    QCOMPARE(theme.size.dockLeft.preferred, 240);
    QCOMPARE(theme.size.dockBottom.max, 0);
    QCOMPARE(theme.size.card.headerNarrow, 44);
    QCOMPARE(theme.size.window, QSize(1280, 800));
    QCOMPARE(theme.motion.bannerSlide, 160);
    QCOMPARE(theme.marker.spacing, 120.0);
    QCOMPARE(theme.lines.selected.width, 2.5);
}

void TestTheme::aMissingTokenIsNamed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* path) {
        QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(path);
    };
    row("themes.light");
    row("themes.light.surface.page");
    row("themes.light.accent.onFill");
    row("themes.light.series");
    row("grid.space.m");
    row("size.card.gap");
    row("type.scale.mono.ratio");
    row("motion.toast");
}

void TestTheme::aMissingTokenIsNamed()
{
    QFETCH(QString, path);
    QFETCH(QString, named);
    const QJsonObject damaged = without(m_tokens, path.split(QLatin1Char('.')));
    try {
        Theme::fromTokens(QJsonDocument(damaged).toJson(), ThemeKind::Light);
        QFAIL("loaded although a token is missing");
    } catch (const std::runtime_error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(named), error.what());
    }
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, Theme::fromTokens("not JSON", ThemeKind::Light));
}

void TestTheme::runsShareColoursFromTheEleventhOn()
{
    const Theme theme = Theme::builtIn(ThemeKind::Light);
    const SeriesLook first = theme.series(1);
    const SeriesLook eleventh = theme.series(11);
    const SeriesLook twentyFirst = theme.series(21);
    QCOMPARE(first.marker, Marker::Disc);
    QVERIFY(first.filled);
    QCOMPARE(first.lineWidth, 1.75);
    QCOMPARE(eleventh.line, first.line);
    QVERIFY(!eleventh.filled);
    QCOMPARE(eleventh.lineWidth, 1.75);
    QVERIFY(!twentyFirst.filled);
    QCOMPARE(twentyFirst.lineWidth, 1.25);
}

void TestTheme::everyRunOfTheFirstTenLooksDifferent()
{
    for (ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const Theme theme = Theme::builtIn(kind);
        QSet<QRgb> colors;
        QSet<int> markers;
        for (int slot = 1; slot <= 10; ++slot) {
            colors.insert(theme.series(slot).line.rgb());
            markers.insert(int(theme.series(slot).marker));
            QCOMPARE(theme.series(slot).raw.alpha(), 255);
        }
        QCOMPARE(colors.size(), 10);
        QCOMPARE(markers.size(), 10);
    }
}

void TestTheme::pensHaveThePatternOfTheSplit()
{
    const Theme theme = Theme::builtIn(ThemeKind::Light);
    const QPen training = Theme::pen(theme.series(1).line, theme.lines.training);
    QCOMPARE(training.style(), Qt::SolidLine);
    QCOMPARE(training.widthF(), 1.75);
    const QPen validation = Theme::pen(theme.series(1).line, theme.lines.validation);
    QCOMPARE(validation.dashPattern(), (QList<qreal>{5, 3}));
    QCOMPARE(validation.capStyle(), Qt::FlatCap);
    QCOMPARE(Theme::pen(theme.series(1).raw, theme.lines.raw).widthF(), 1.0);
}

void TestTheme::fontsFollowTheApplicationFont()
{
    const QFont before = QApplication::font();
    QFont large = before;
    large.setPointSizeF(15);
    QApplication::setFont(large);
    const Theme theme = Theme::builtIn(ThemeKind::Light);
    QCOMPARE(theme.font(FontRole::Body).pointSizeF(), 15.0);
    QCOMPARE(theme.font(FontRole::Caption).pointSizeF(), 13.5);
    QCOMPARE(theme.font(FontRole::Title).pointSizeF(), 18.0);
    QCOMPARE(theme.font(FontRole::Display).pointSizeF(), 24.0);
    QCOMPARE(theme.font(FontRole::Mono).pointSizeF(), 14.5); // 14.25, to the next half point
    QCOMPARE(theme.font(FontRole::Strong).weight(), QFont::DemiBold);
    QCOMPARE(theme.font(FontRole::Body).family(), large.family());
    QApplication::setFont(before);
}

void TestTheme::lightOrDarkIsReadFromTheWindowColour_data()
{
    QTest::addColumn<QColor>("window");
    QTest::addColumn<ThemeKind>("kind");
    QTest::newRow("white") << QColor(Qt::white) << ThemeKind::Light;
    QTest::newRow("light grey") << QColor(0xef, 0xf0, 0xf1) << ThemeKind::Light;
    QTest::newRow("dark grey") << QColor(0x2a, 0x2e, 0x32) << ThemeKind::Dark;
    QTest::newRow("black") << QColor(Qt::black) << ThemeKind::Dark;
    QTest::newRow("saturated blue") << QColor(Qt::blue) << ThemeKind::Dark;
    QTest::newRow("yellow") << QColor(Qt::yellow) << ThemeKind::Light;
}

void TestTheme::lightOrDarkIsReadFromTheWindowColour()
{
    QFETCH(QColor, window);
    QTEST(Theme::kindForWindow(window), "kind");
}

void TestTheme::reducedMotionStopsEveryAnimation()
{
    const Theme theme = Theme::builtIn(ThemeKind::Light, true);
    QVERIFY(theme.motion.reduced);
    QCOMPARE(theme.motion.bannerSlide, 0);
    QCOMPARE(theme.motion.dockShow, 0);
    QCOMPARE(theme.motion.toast, 0);
}

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
