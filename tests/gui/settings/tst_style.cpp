// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The style on real widgets: pixel colours, sizes, and no Qt warning in any theme or scale.
#include "tests/gui/settings/gallery.h"

#include "gui/settings/style.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestStyle : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanupTestCase();

    void theWholeGalleryIsPaintedWithoutAWarning_data();
    void theWholeGalleryIsPaintedWithoutAWarning();
    void theDefaultButtonIsTheAccent();
    void aHoveredButtonChangesItsSurface();
    void onlyTheKeyboardGivesAButtonAFocusRing();
    void aFieldShowsEveryFocus();
    void aCheckedToolButtonIsTinted();
    void aRequestIsTintedUntilItIsTakenBack();
    void aTickedBoxIsTheAccent();
    void aHaltedProgressBarIsRed();
    void theSelectedTabIsUnderlined();
    void aSelectedRowIsTintedAndKeepsItsTextColour();
    void selectedRowsStayReadableWhenTheStyleIsChosenAgain();
    void heightsAreThoseOfTheDesign_data();
    void heightsAreThoseOfTheDesign();
    void heightsGrowWithTheFont();
    void aDarkDesktopGivesADarkWindow();
    void theChosenStyleWinsOverTheDesktop();

private:
    template <typename Widget>
    Widget& find(const char* name)
    {
        return *m_gallery->findChild<Widget*>(QLatin1String(name));
    }
    const Theme& theme() const { return m_source->theme(); }
    void focusByKeyboard(QWidget& widget);

    std::unique_ptr<ThemeSource> m_source;
    std::unique_ptr<Gallery> m_gallery;
    Style* m_style = nullptr;
};

namespace {

QImage picture(QWidget& widget, qreal scale = 1)
{
    QImage image(widget.size() * scale, QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    widget.render(&image);
    return image;
}

// How many pixels have exactly this colour.
qsizetype count(const QImage& image, const QColor& color)
{
    qsizetype found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            found += image.pixelColor(x, y) == color;
        }
    }
    return found;
}

void hover(QWidget& widget, bool on)
{
    widget.setAttribute(Qt::WA_UnderMouse, on);
    widget.update();
}

} // namespace

void TestStyle::initTestCase()
{
    QFont font = QApplication::font();
    font.setFamily(QStringLiteral("Noto Sans"));
    font.setPointSizeF(10);
    QApplication::setFont(font);
    m_source = std::make_unique<ThemeSource>(StyleChoice::Light);
    m_style = new Style(*m_source);
    QApplication::setStyle(m_style);
}

void TestStyle::init()
{
    // Every warning but that of the offscreen platform about window managers.
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
    m_source->setChoice(StyleChoice::Light);
    m_gallery = std::make_unique<Gallery>(*m_source);
    m_gallery->show();
    QVERIFY(QTest::qWaitForWindowActive(m_gallery.get()));
    m_gallery->setFocus();
}

void TestStyle::cleanupTestCase()
{
    m_gallery.reset();
    QApplication::setStyle(QStringLiteral("Fusion"));
}

void TestStyle::focusByKeyboard(QWidget& widget)
{
    widget.setFocus(Qt::TabFocusReason);
    m_gallery->setAttribute(Qt::WA_KeyboardFocusChange);
}

void TestStyle::theWholeGalleryIsPaintedWithoutAWarning_data()
{
    QTest::addColumn<StyleChoice>("choice");
    QTest::addColumn<qreal>("scale");
    QTest::newRow("light") << StyleChoice::Light << 1.0;
    QTest::newRow("dark") << StyleChoice::Dark << 1.0;
    QTest::newRow("light-125") << StyleChoice::Light << 1.25;
    QTest::newRow("light-200") << StyleChoice::Light << 2.0;
    QTest::newRow("dark-200") << StyleChoice::Dark << 2.0;
}

void TestStyle::theWholeGalleryIsPaintedWithoutAWarning()
{
    QFETCH(StyleChoice, choice);
    QFETCH(qreal, scale);
    m_source->setChoice(choice);
    QCoreApplication::processEvents(); // Qt hands the palette to widgets by events
    const QImage image = picture(*m_gallery, scale);
    QVERIFY(count(image, theme().surface.window) > image.width());
    QVERIFY(count(image, theme().surface.page) > image.width());
    QVERIFY(count(image, theme().surface.base) > image.width());
    const QString folder = qEnvironmentVariable("TRAINSPOTTER_PICTURES");
    if (!folder.isEmpty()) {
        image.save(QStringLiteral("%1/gallery-%2.png")
                       .arg(folder, QLatin1String(QTest::currentDataTag())));
        QMenu& menu = find<QMenu>("File");
        menu.ensurePolished();
        menu.setActiveAction(menu.actions().first());
        menu.resize(menu.sizeHint());
        picture(menu, scale)
            .save(QStringLiteral("%1/menu-%2.png")
                      .arg(folder, QLatin1String(QTest::currentDataTag())));
    }
}

void TestStyle::theDefaultButtonIsTheAccent()
{
    const QImage image = picture(find<QPushButton>("default"));
    QCOMPARE(image.pixelColor(4, image.height() / 2), theme().accent.fill);
    QVERIFY(count(image, theme().accent.onFill) > 20); // icon and text
    const QImage plain = picture(find<QPushButton>("cancel"));
    QCOMPARE(plain.pixelColor(4, plain.height() / 2), theme().surface.button);
    QCOMPARE(plain.pixelColor(0, plain.height() / 2), theme().outline.strong);
}

void TestStyle::aHoveredButtonChangesItsSurface()
{
    auto& button = find<QPushButton>("default");
    hover(button, true);
    QCOMPARE(picture(button).pixelColor(4, button.height() / 2), theme().accent.fillHover);
    button.setDown(true);
    QCOMPARE(picture(button).pixelColor(4, button.height() / 2), theme().accent.fillPressed);
}

void TestStyle::onlyTheKeyboardGivesAButtonAFocusRing()
{
    auto& button = find<QPushButton>("cancel");
    m_gallery->setAttribute(Qt::WA_KeyboardFocusChange, false);
    button.setFocus(Qt::MouseFocusReason);
    QVERIFY(button.hasFocus());
    QCOMPARE(count(picture(button), theme().accent.line), 0);

    focusByKeyboard(button);
    const QImage image = picture(button);
    const int middle = image.height() / 2;
    QCOMPARE(image.pixelColor(0, middle), theme().accent.line);
    QCOMPARE(image.pixelColor(1, middle), theme().accent.line);
    QVERIFY(image.pixelColor(2, middle) != theme().accent.line);
}

void TestStyle::aFieldShowsEveryFocus()
{
    auto& field = find<QLineEdit>("field");
    const int middle = field.height() / 2;
    QCOMPARE(picture(field).pixelColor(0, middle), theme().outline.control);
    field.setFocus(Qt::MouseFocusReason);
    QCOMPARE(picture(field).pixelColor(0, middle), theme().accent.line);
    QCOMPARE(picture(field).pixelColor(1, middle), theme().accent.line);
}

void TestStyle::aCheckedToolButtonIsTinted()
{
    auto& follow = find<QToolButton>("follow");
    const int middle = follow.height() / 2;
    QCOMPARE(picture(follow).pixelColor(3, middle), theme().surface.selected);
    QCOMPARE(picture(follow).pixelColor(0, middle), theme().outline.strong);
    follow.click();
    QVERIFY(picture(follow).pixelColor(3, middle) != theme().surface.selected);
}

void TestStyle::aRequestIsTintedUntilItIsTakenBack()
{
    auto& button = find<QToolButton>("requested");
    const int middle = button.height() / 2;
    QCOMPARE(picture(button).pixelColor(3, middle), theme().surface.selected);
    setRequested(button, false);
    QVERIFY(picture(button).pixelColor(3, middle) != theme().surface.selected);
}

void TestStyle::aTickedBoxIsTheAccent()
{
    auto& box = find<QCheckBox>("checked");
    QVERIFY(count(picture(box), theme().accent.fill) > 80);
    box.setChecked(false);
    QCOMPARE(count(picture(box), theme().accent.fill), 0);
}

void TestStyle::aHaltedProgressBarIsRed()
{
    auto& bar = find<QProgressBar>("halted");
    const int middle = bar.height() / 2;
    QCOMPARE(picture(bar).pixelColor(bar.width() / 4, middle), theme().danger.fg);
    QCOMPARE(picture(bar).pixelColor(bar.width() * 3 / 4, middle), theme().surface.sunken);
    setDanger(bar, false);
    QCOMPARE(picture(bar).pixelColor(bar.width() / 4, middle), theme().accent.fill);
}

void TestStyle::theSelectedTabIsUnderlined()
{
    QTabBar& tabs = *find<QTabWidget>("pages").tabBar();
    const QImage image = picture(tabs);
    const auto underline = [&](int tab) {
        const QRect rect = tabs.tabRect(tab);
        return image.pixelColor(rect.center().x(), rect.bottom());
    };
    QCOMPARE(underline(0), theme().accent.line);
    QVERIFY(underline(1) != theme().accent.line);
}

void TestStyle::aSelectedRowIsTintedAndKeepsItsTextColour()
{
    auto& table = *m_gallery->findChild<QTableWidget*>();
    const QImage image = picture(*table.viewport());
    const QRect row = table.visualItemRect(table.item(0, 0));
    QCOMPARE(image.pixelColor(row.left() + 3, row.center().y()), theme().surface.selected);
    QVERIFY(count(image.copy(row), theme().text.primary) > 0);
}

void TestStyle::selectedRowsStayReadableWhenTheStyleIsChosenAgain()
{
    // From what follows a light desktop to light: the colours stay, Qt's palettes are set anew.
    m_source->noteDesktop(Qt::white);
    m_source->setChoice(StyleChoice::FollowDesktop);
    m_source->setChoice(StyleChoice::Light);
    const QPalette palette = m_gallery->findChild<QTableWidget*>()->palette();
    QCOMPARE(palette.color(QPalette::Active, QPalette::Highlight), theme().surface.selected);
    QCOMPARE(palette.color(QPalette::Active, QPalette::HighlightedText), theme().text.primary);
}

void TestStyle::heightsAreThoseOfTheDesign_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("height");
    QTest::newRow("button") << "cancel" << 28;
    QTest::newRow("tool button") << "follow" << 28;
    QTest::newRow("field") << "field" << 26;
    QTest::newRow("toolbar") << "toolbar" << 40;
}

void TestStyle::heightsAreThoseOfTheDesign()
{
    if (QFontMetrics(QApplication::font()).height() > 18) {
        QSKIP("This machine's font is taller than the design's.");
    }
    QFETCH(QString, name);
    QTEST(m_gallery->findChild<QWidget*>(name)->height(), "height");
}

void TestStyle::heightsGrowWithTheFont()
{
    for (const char* name : {"cancel", "follow", "field", "checked"}) {
        auto& widget = find<QWidget>(name);
        const int before = widget.sizeHint().height();
        QFont large = widget.font();
        large.setPointSizeF(18);
        widget.setFont(large);
        QVERIFY2(widget.sizeHint().height() > before, name);
        QVERIFY2(widget.sizeHint().height() >= widget.fontMetrics().height(), name);
    }
}

void TestStyle::aDarkDesktopGivesADarkWindow()
{
    m_source->setChoice(StyleChoice::FollowDesktop);
    QPalette desktop(Qt::black);
    m_style->polish(desktop);
    QCOMPARE(m_source->theme().kind, ThemeKind::Dark);
    QCOMPARE(desktop.color(QPalette::Window), theme().surface.window);
    QPalette bright(Qt::white);
    m_style->polish(bright);
    QCOMPARE(m_source->theme().kind, ThemeKind::Light);
}

void TestStyle::theChosenStyleWinsOverTheDesktop()
{
    QSignalSpy changed(m_source.get(), &ThemeSource::changed);
    m_source->setChoice(StyleChoice::Dark);
    QCoreApplication::processEvents();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_gallery->palette().color(QPalette::Window), theme().surface.window);
    QCOMPARE(QApplication::palette().color(QPalette::Window), theme().surface.window);
    QCOMPARE(QApplication::palette().color(QPalette::Window),
             Theme::builtIn(ThemeKind::Dark).surface.window);
    QCOMPARE(find<QWidget>("page").palette().color(QPalette::Window), theme().surface.page);
    QVERIFY(count(picture(find<QFrame>("card")), theme().surface.base) > 100);
}

QTEST_MAIN(TestStyle)
#include "tst_style.moc"
