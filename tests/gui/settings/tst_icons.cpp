// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Icons and markers as pixels: tint by state and theme, sharpness by scale, ten distinct shapes.
#include "gui/settings/icons.h"
#include "gui/settings/marker.h"

#include <QPainter>
#include <QtTest>
#include <QtWidgets/QApplication>

using namespace gui;

class TestIcons : public QObject
{
    Q_OBJECT

private slots:
    void everyDrawingIsBuiltIn();
    void theTintSaysTheState_data();
    void theTintSaysTheState();
    void rolesHaveTheirOwnColour_data();
    void rolesHaveTheirOwnColour();
    void anIconFollowsTheTheme();
    void anIconHasThePixelsOfTheScale();
    void largeIconsUseTheFineGrid();
    void anUnknownNameIsReported();
    void theApplicationIconHasEverySize();
    void allMarkersAreDistinct();
    void aHollowMarkerShowsWhatIsInside();
    void hiddenRunsHaveAGreyHollowMarker();
    void theRingTurns();

private:
    ThemeSource m_source{StyleChoice::Light};
};

namespace {

// The colour of the pixels that are not see-through at all.
QSet<QRgb> solidColors(const QImage& image)
{
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor color = image.pixelColor(x, y);
            if (color.alpha() == 255) {
                colors.insert(color.rgb());
            }
        }
    }
    return colors;
}

QImage markerPicture(Marker marker, bool filled)
{
    QImage image(21, 21, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintMarker(painter, marker, {10.5, 10.5}, 14, filled, Qt::black, Qt::white);
    return image;
}

qsizetype differingPixels(const QImage& a, const QImage& b)
{
    qsizetype differing = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            differing += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 128;
        }
    }
    return differing;
}

} // namespace

void TestIcons::everyDrawingIsBuiltIn()
{
    QDir folder(qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR")
                + QStringLiteral("/resources/icons/16"));
    const QStringList files = folder.entryList({QStringLiteral("*.svg")});
    QVERIFY(files.size() > 60);
    for (const QString& file : files) {
        const QIcon drawn = icon(QFileInfo(file).baseName(), m_source);
        QVERIFY2(!drawn.isNull(), qPrintable(file));
        for (int size : {16, 24}) {
            const QImage image = drawn.pixmap(size).toImage();
            QImage nothing(image.size(), image.format());
            nothing.fill(Qt::transparent);
            QVERIFY2(image != nothing, qPrintable(file));
        }
    }
}

void TestIcons::theTintSaysTheState_data()
{
    QTest::addColumn<QIcon::Mode>("mode");
    QTest::addColumn<QIcon::State>("state");
    QTest::addColumn<QColor>("color");
    const Theme& theme = m_source.theme();
    QTest::newRow("normal") << QIcon::Normal << QIcon::Off << theme.text.primary;
    QTest::newRow("disabled") << QIcon::Disabled << QIcon::Off << theme.text.disabled;
    QTest::newRow("checked") << QIcon::Normal << QIcon::On << theme.accent.text;
    QTest::newRow("disabled and checked") << QIcon::Disabled << QIcon::On << theme.text.disabled;
    QTest::newRow("selected row") << QIcon::Selected << QIcon::Off << theme.text.primary;
}

void TestIcons::theTintSaysTheState()
{
    QFETCH(QIcon::Mode, mode);
    QFETCH(QIcon::State, state);
    QFETCH(QColor, color);
    const QImage image =
        icon(QStringLiteral("stop"), m_source).pixmap(QSize(16, 16), mode, state).toImage();
    QCOMPARE(solidColors(image), QSet<QRgb>{color.rgb()});
}

void TestIcons::rolesHaveTheirOwnColour_data()
{
    QTest::addColumn<IconRole>("role");
    QTest::addColumn<QColor>("color");
    const Theme& theme = m_source.theme();
    QTest::newRow("secondary") << IconRole::Secondary << theme.text.secondary;
    QTest::newRow("accent") << IconRole::Accent << theme.accent.line;
    QTest::newRow("good") << IconRole::Good << theme.good.fg;
    QTest::newRow("warning") << IconRole::Warning << theme.warning.fg;
    QTest::newRow("danger") << IconRole::Danger << theme.danger.fg;
}

void TestIcons::rolesHaveTheirOwnColour()
{
    QFETCH(IconRole, role);
    QFETCH(QColor, color);
    const QImage image = icon(QStringLiteral("running"), m_source, role).pixmap(16).toImage();
    QCOMPARE(solidColors(image), QSet<QRgb>{color.rgb()});
}

void TestIcons::anIconFollowsTheTheme()
{
    ThemeSource source(StyleChoice::Light);
    const QIcon stop = icon(QStringLiteral("stop"), source);
    const QRgb light = source.theme().text.primary.rgb();
    QCOMPARE(solidColors(stop.pixmap(16).toImage()), QSet<QRgb>{light});
    source.setChoice(StyleChoice::Dark);
    const QRgb dark = source.theme().text.primary.rgb();
    QVERIFY(dark != light);
    QCOMPARE(solidColors(stop.pixmap(16).toImage()), QSet<QRgb>{dark});
}

void TestIcons::anIconHasThePixelsOfTheScale()
{
    const QPixmap pixmap = icon(QStringLiteral("start"), m_source).pixmap(QSize(16, 16), 2.0);
    QCOMPARE(pixmap.size(), QSize(32, 32));
    QCOMPARE(pixmap.devicePixelRatio(), 2.0);
}

void TestIcons::largeIconsUseTheFineGrid()
{
    // The stroke is 1.5 px in both drawings, so the 24 px one has lighter lines for its size.
    const QIcon search = icon(QStringLiteral("search"), m_source);
    const auto coverage = [&](int size) {
        const QImage image = search.pixmap(size).toImage();
        double sum = 0;
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x) {
                sum += image.pixelColor(x, y).alphaF();
            }
        }
        return sum / (size * size);
    };
    QVERIFY(coverage(24) < 0.85 * coverage(16));
}

void TestIcons::anUnknownNameIsReported()
{
    QTest::ignoreMessage(QtWarningMsg, "There is no icon named teapot.");
    QVERIFY(icon(QStringLiteral("teapot"), m_source).isNull());
}

void TestIcons::theApplicationIconHasEverySize()
{
    const QIcon application = applicationIcon();
    for (int size : {16, 24, 32, 48, 64, 128, 256}) {
        QVERIFY(application.availableSizes().contains(QSize(size, size)));
    }
    QCOMPARE(application.pixmap(256).size(), QSize(256, 256));
}

void TestIcons::allMarkersAreDistinct()
{
    for (int a = 0; a < kMarkerCount; ++a) {
        const QImage filled = markerPicture(Marker(a), true);
        const QImage hollow = markerPicture(Marker(a), false);
        QVERIFY2(differingPixels(filled, hollow) >= 9, qPrintable(QString::number(a)));
        for (int b = a + 1; b < kMarkerCount; ++b) {
            // The two closest are disc and hexagon.
            const qsizetype differing = differingPixels(filled, markerPicture(Marker(b), true));
            QVERIFY2(differing >= 6,
                     qPrintable(QStringLiteral("%1 and %2: %3").arg(a).arg(b).arg(differing)));
        }
    }
}

void TestIcons::aHollowMarkerShowsWhatIsInside()
{
    QImage image(21, 21, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintMarker(painter, Marker::Disc, {10.5, 10.5}, 14, false, Qt::black);
    QCOMPARE(image.pixelColor(10, 10), QColor(Qt::white));
    paintMarker(painter, Marker::Disc, {10.5, 10.5}, 14, false, Qt::black, Qt::yellow);
    QCOMPARE(image.pixelColor(10, 10), QColor(Qt::yellow));
}

void TestIcons::hiddenRunsHaveAGreyHollowMarker()
{
    const auto center = [this](int slot, bool shown) {
        return markerIcon(slot, shown, m_source).pixmap(16).toImage().pixelColor(8, 8);
    };
    QCOMPARE(center(2, true), m_source.theme().series(2).line);
    QCOMPARE(center(2, false).alpha(), 0);
    QCOMPARE(center(12, true).alpha(), 0);
}

void TestIcons::theRingTurns()
{
    const Theme& theme = m_source.theme();
    const QImage start = requestRing(theme, 16, 0, 2).toImage();
    QCOMPARE(start.size(), QSize(32, 32));
    QVERIFY(solidColors(start).contains(theme.accent.line.rgb()));
    QVERIFY(start != requestRing(theme, 16, 0.25, 2).toImage());
    QCOMPARE(start, requestRing(theme, 16, 1, 2).toImage());
}

QTEST_MAIN(TestIcons)
#include "tst_icons.moc"
