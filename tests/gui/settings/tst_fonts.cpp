// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/fonts.h"

#include <QFontDatabase>
#include <QProxyStyle>
#include <QtTest>
#include <QtWidgets/QApplication>

using namespace gui;

class TestFonts : public QObject
{
    Q_OBJECT

private slots:
    void fixedPitchDigitsAreTabular();
    void valuesKeepATabularFont();
    void valuesLeaveAFontWhoseDigitsDiffer();
    void theWidestTextGivesTheWidth();
    void heightsFollowTheFont();
    void reducedMotionIsReadFromTheDesktop_data();
    void reducedMotionIsReadFromTheDesktop();
    void aStyleWithoutAnimationsReducesMotion();
};

namespace {

class TimedStyle : public QProxyStyle
{
public:
    explicit TimedStyle(int milliseconds) : m_milliseconds(milliseconds) { }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* result) const override
    {
        return hint == SH_Widget_Animation_Duration
            ? m_milliseconds
            : QProxyStyle::styleHint(hint, option, widget, result);
    }

private:
    int m_milliseconds;
};

// A font of this machine whose digits have different widths; empty when there is none.
QString proportionalDigits()
{
    for (const QString& family : QFontDatabase::families(QFontDatabase::Latin)) {
        if (QFontDatabase::isScalable(family) && !digitsAreTabular(QFont(family, 20))) {
            return family;
        }
    }
    return {};
}

} // namespace

void TestFonts::fixedPitchDigitsAreTabular()
{
    QVERIFY(digitsAreTabular(QFontDatabase::systemFont(QFontDatabase::FixedFont)));
}

void TestFonts::valuesKeepATabularFont()
{
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(13);
    QCOMPARE(valueFont(fixed), fixed);
}

void TestFonts::valuesLeaveAFontWhoseDigitsDiffer()
{
    const QString family = proportionalDigits();
    if (family.isEmpty()) {
        QSKIP("Every font of this machine has tabular digits.");
    }
    QFont font(family, 13, QFont::DemiBold);
    const QFont values = valueFont(font);
    QVERIFY(values.family() != family);
    QVERIFY(digitsAreTabular(values));
    QCOMPARE(values.pointSizeF(), 13.0);
    QCOMPARE(values.weight(), int(QFont::DemiBold));
}

void TestFonts::theWidestTextGivesTheWidth()
{
    const QFontMetrics metrics{QFont()};
    const QStringList words{QStringLiteral("Pause"), QStringLiteral("Pausing")};
    QCOMPARE(widestText(metrics, words), metrics.horizontalAdvance(words[1]));
    QCOMPARE(widestText(metrics, {}), 0);
}

void TestFonts::heightsFollowTheFont()
{
    const QFontMetrics small{QFont(QString(), 8)};
    const QFontMetrics large{QFont(QString(), 18)};
    QCOMPARE(rowHeight(small), 24);
    QCOMPARE(controlHeight(small), 28);
    QVERIFY(rowHeight(large) > large.height());
    QVERIFY(controlHeight(large) > rowHeight(large));
}

void TestFonts::reducedMotionIsReadFromTheDesktop_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("reduced");
    QTest::newRow("no file") << QString() << QByteArray() << false;
    QTest::newRow("GTK off") << "gtk-3.0/settings.ini"
                             << QByteArray("[Settings]\ngtk-enable-animations=0\n") << true;
    QTest::newRow("GTK false") << "gtk-3.0/settings.ini"
                               << QByteArray("[Settings]\ngtk-enable-animations=false\n") << true;
    QTest::newRow("GTK on") << "gtk-3.0/settings.ini"
                            << QByteArray("[Settings]\ngtk-enable-animations=1\n") << false;
    QTest::newRow("KDE instant") << "kdeglobals" << QByteArray("[KDE]\nAnimationDurationFactor=0\n")
                                 << true;
    QTest::newRow("KDE slow") << "kdeglobals" << QByteArray("[KDE]\nAnimationDurationFactor=1.41\n")
                              << false;
}

void TestFonts::reducedMotionIsReadFromTheDesktop()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QTemporaryDir folder;
    if (!file.isEmpty()) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(file).path()));
        QFile out(folder.filePath(file));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    QTEST(reducedMotion(TimedStyle(200), folder.path()), "reduced");
}

void TestFonts::aStyleWithoutAnimationsReducesMotion()
{
    const QTemporaryDir folder;
    QVERIFY(reducedMotion(TimedStyle(0), folder.path()));
}

QTEST_MAIN(TestFonts)
#include "tst_fonts.moc"
