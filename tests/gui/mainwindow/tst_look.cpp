// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What holds for every widget of the window: nothing is cut, everything has a name and is reached
// by the keyboard, and it paints in both themes without a warning.
#include "gui/charts/distribution_card.h"
#include "tests/gui/support/sample_distributions.h"
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

namespace {

struct Page
{
    const char* name;
    void (*show)(WindowFixture& fixture);
};

void showRunning(WindowFixture& fixture)
{
    fixture.openRun();
    RunProgress progress;
    progress.step = 4210;
    progress.targetSteps = 10'000;
    progress.stepsPerSecond = 812;
    progress.examplesPerSecond = 104'000;
    progress.secondsLeft = 7;
    fixture.controller.answerProgress(progress);
}

void showHalted(WindowFixture& fixture)
{
    showRunning(fixture);
    NonFiniteAlert alert;
    alert.run = 7;
    alert.step = 4210;
    alert.value = qQNaN();
    alert.climbingSince = 4100;
    alert.rewindStep = 4000;
    alert.suggestedLearningRate = 0.05;
    fixture.controller.answerState(RunState::Halted);
    emit fixture.controller.lossBecameNonFinite(alert);
}

void showDistributions(WindowFixture& fixture)
{
    fixture.store(7, sampleDistributions());
    showRunning(fixture);
    fixture.find<QAction>("view.distributions")->trigger();
    auto* card = fixture.find<DistributionCard>("distributions.card.hidden1/weights");
    QTRY_VERIFY(card && card->isRead());
}

void showRecordingOffer(WindowFixture& fixture)
{
    showRunning(fixture);
    fixture.find<QAction>("view.distributions")->trigger();
}

constexpr Page kPages[] = {
    {"start page", [](WindowFixture&) {}},
    {"running", showRunning},
    {"halted", showHalted},
    {"distributions", showDistributions},
    {"histograms are off", showRecordingOffer},
};

// A short name for messages.
QString nameOf(const QWidget& widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const auto* label = qobject_cast<const QLabel*>(&widget);
    return QStringLiteral("%1 \"%2\" %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
             button      ? button->text()
                 : label ? label->text()
                         : QString());
}

// A language whose texts are 40 % longer, as German's and Finnish's are: letters are doubled,
// placeholders, mnemonics and line breaks stay.
class LongTexts final : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int) const override
    {
        constexpr double kLonger = 0.4;
        const QString text = QString::fromUtf8(source);
        QString longer;
        double owed = 0;
        for (qsizetype i = 0; i < text.size(); ++i) {
            longer.append(text[i]);
            owed += kLonger;
            const bool isPlaceholder = i > 0 && text[i - 1] == u'%';
            if (owed >= 1 && text[i].isLetter() && !isPlaceholder) {
                longer.append(text[i]);
                owed -= 1;
            }
        }
        return longer;
    }
};

bool showsText(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        return !label->text().isEmpty();
    }
    if (const auto* button = qobject_cast<const QToolButton*>(&widget)) {
        return button->toolButtonStyle() != Qt::ToolButtonIconOnly;
    }
    return qobject_cast<const QAbstractButton*>(&widget)
        || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QComboBox*>(&widget);
}

bool isOperable(const QWidget& widget)
{
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget)
        || qobject_cast<const QAbstractSlider*>(&widget)
        || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QAbstractItemView*>(&widget)
        || (qobject_cast<const QLineEdit*>(&widget)
            && !qobject_cast<const QAbstractSpinBox*>(widget.parent()));
}

// Parts that Qt builds into its own widgets: buttons of docks, toolbars, tabs and line edits,
// scroll bars, header views.
bool isPartOfQt(const QWidget& widget)
{
    return widget.objectName().startsWith(u"qt_") || qobject_cast<const QScrollBar*>(&widget)
        || qobject_cast<const QHeaderView*>(&widget)
        || qobject_cast<const QLineEdit*>(widget.parent())
        || qobject_cast<const QTabBar*>(widget.parent())
        || (qobject_cast<const QDockWidget*>(widget.parent())
            && qobject_cast<const QAbstractButton*>(&widget))
        || widget.inherits("QTableCornerButton") || widget.inherits("QToolBarExtension")
        || widget.inherits("QComboBoxListView");
}

// Neighbours with words that lie over each other.
QStringList overlaps(const QWidget& window)
{
    QStringList all;
    const auto parents = window.findChildren<QWidget*>();
    for (const QWidget* parent : parents) {
        QList<const QWidget*> children;
        for (const QWidget* child : parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (child->isVisible() && showsText(*child) && !isPartOfQt(*child)) {
                children.append(child);
            }
        }
        for (qsizetype i = 0; i < children.size(); ++i) {
            for (qsizetype j = i + 1; j < children.size(); ++j) {
                if (children[i]->geometry().intersects(children[j]->geometry())) {
                    all.append(nameOf(*children[i]) + QStringLiteral(" over ")
                               + nameOf(*children[j]));
                }
            }
        }
    }
    return all;
}

} // namespace

class TestLooks : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void cleanup();

    void nothingIsCut_data();
    void nothingIsCut();
    void everyControlHasANameAndAnAccessibleName();
    void theTabKeyReachesEveryControl();
    void nothingOneClicksIsTooSmall();
    void noPlaceholderIsLeftInATranslatedText();
    void bothThemesPaint_data();
    void bothThemesPaint();
};

void TestLooks::cleanup()
{
    TestLook::source().setChoice(StyleChoice::Light);
}

void TestLooks::nothingIsCut_data()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("points");
    QTest::addColumn<bool>("longTexts");
    for (int page = 0; page < int(std::size(kPages)); ++page) {
        const auto row = [page](const char* what, const QSize& size, double points,
                                bool longTexts = false) {
            QTest::addRow("%s, %s", kPages[page].name, what) << page << size << points << longTexts;
        };
        row("1280 x 800", {1280, 800}, 10);
        row("960 x 540", {960, 540}, 10);
        row("1280 x 800, 14 pt", {1280, 800}, 14);
        row("960 x 540, 12 pt", {960, 540}, 12);
        row("1280 x 800, texts 40 % longer", {1280, 800}, 10, true);
    }
}

void TestLooks::nothingIsCut()
{
    QFETCH(int, page);
    QFETCH(QSize, size);
    QFETCH(double, points);
    QFETCH(bool, longTexts);
    LongTexts language;
    if (longTexts) {
        QVERIFY(QCoreApplication::installTranslator(&language)); // its destructor removes it
    }
    const QFont before = QApplication::font();
    QFont font = before;
    font.setPointSizeF(points);
    QApplication::setFont(font);
    {
        WindowFixture fixture(size);
        kPages[page].show(fixture);
        QCoreApplication::processEvents();
        QCOMPARE(fixture.window->size(), size); // nothing forces it to be larger
        QStringList cut;
        const auto widgets = fixture.window->findChildren<QWidget*>();
        for (const QWidget* widget : widgets) {
            if (!showsText(*widget) || !widget->isVisible() || isPartOfQt(*widget)) {
                continue;
            }
            const auto* label = qobject_cast<const QLabel*>(widget);
            const bool wraps = label && label->wordWrap();
            const QSize wanted =
                wraps ? QSize(0, widget->heightForWidth(widget->width())) : widget->sizeHint();
            if (widget->width() < wanted.width() || widget->height() < wanted.height()) {
                cut.append(QStringLiteral("%1: %2 x %3, wants %4 x %5")
                               .arg(nameOf(*widget))
                               .arg(widget->width())
                               .arg(widget->height())
                               .arg(wanted.width())
                               .arg(wanted.height()));
            }
        }
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
        const QStringList overlapping = overlaps(*fixture.window);
        QVERIFY2(overlapping.isEmpty(), qPrintable(overlapping.join(u'\n')));
    }
    QApplication::setFont(before);
}

void TestLooks::everyControlHasANameAndAnAccessibleName()
{
    WindowFixture fixture;
    showHalted(fixture);
    QStringList nameless;
    const auto widgets = fixture.window->findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        if (!isOperable(*widget) || isPartOfQt(*widget)) {
            continue;
        }
        // A button with words is read by its words.
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool speaks =
            !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        if (widget->objectName().isEmpty() || !speaks) {
            nameless.append(nameOf(*widget));
        }
    }
    QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u'\n')));
}

void TestLooks::theTabKeyReachesEveryControl()
{
    WindowFixture fixture;
    showHalted(fixture);
    QCoreApplication::processEvents();
    fixture.find<QWidget>("runs.filter")->setFocus();
    QStringList reached;
    for (int i = 0; i < 80; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(QApplication::focusWidget());
        reached.append(QApplication::focusWidget()->objectName());
    }
    for (const char* name : {"runs.list",
                             "runs.showOnly",
                             "inspector.copyParameters",
                             "inspector.parameters",
                             "inspector.checkpoints",
                             "readout.table",
                             "readout.freeze",
                             "readout.copy",
                             "banner.default",
                             "banner.inspect",
                             "banner.close",
                             "toolbar.stop",
                             "toolbar.xaxis",
                             "toolbar.smoothing",
                             "toolbar.smoothingSteps",
                             "toolbar.log",
                             "toolbar.fit",
                             "toolbar.follow",
                             "toolbar.findAction",
                             "pages"}) {
        QVERIFY2(reached.contains(QLatin1String(name)), name);
    }
    // In the order in which the eye goes over the window.
    qsizetype last = -1;
    for (const char* name : {"runs.list", "pages", "charts.card.loss", "readout.table",
                             "inspector.parameters", "banner.default", "banner.close"}) {
        const qsizetype place = reached.indexOf(QLatin1String(name));
        QVERIFY2(place > last, qPrintable(reached.join(u' ')));
        last = place;
    }
}

void TestLooks::nothingOneClicksIsTooSmall()
{
    WindowFixture fixture;
    showHalted(fixture);
    QCoreApplication::processEvents();
    const int target = TestLook::source().theme().size.target;
    const auto buttons = fixture.window->findChildren<QAbstractButton*>();
    for (const QAbstractButton* button : buttons) {
        if (button->isVisible() && !isPartOfQt(*button)) {
            QVERIFY2(button->width() >= target && button->height() >= target,
                     qPrintable(nameOf(*button)));
        }
    }
}

void TestLooks::noPlaceholderIsLeftInATranslatedText()
{
    static const QRegularExpression kPlaceholder(QStringLiteral("%[0-9n]"));
    WindowFixture fixture; // on the start page
    showHalted(fixture);
    for (const QObject* object : fixture.window->findChildren<QObject*>()) {
        for (const char* property : {"text", "title", "toolTip", "accessibleName", "windowTitle"}) {
            const QString text = object->property(property).toString();
            QVERIFY2(!text.contains(kPlaceholder), qPrintable(text));
        }
    }
}

void TestLooks::bothThemesPaint_data()
{
    QTest::addColumn<int>("page");
    QTest::addColumn<StyleChoice>("style");
    for (int page = 0; page < int(std::size(kPages)); ++page) {
        QTest::addRow("%s, light", kPages[page].name) << page << StyleChoice::Light;
        QTest::addRow("%s, dark", kPages[page].name) << page << StyleChoice::Dark;
    }
}

void TestLooks::bothThemesPaint()
{
    QFETCH(int, page);
    QFETCH(StyleChoice, style);
    WindowFixture fixture;
    kPages[page].show(fixture);
    TestLook::source().setChoice(style); // while the window is on screen
    QCoreApplication::processEvents();
    const QImage picture = fixture.window->grab().toImage();
    const Theme& theme = TestLook::source().theme();
    QCOMPARE(theme.kind == ThemeKind::Dark, style == StyleChoice::Dark);
    QCOMPARE(picture.pixelColor(640, 30), theme.surface.window); // toolbar, above its buttons
    const auto* status = fixture.find<QWidget>("status");
    const QPoint corner = status->mapTo(fixture.window.get(), QPoint(2, 10));
    QCOMPARE(picture.pixelColor(corner), theme.surface.window);
}

QTEST_MAIN(TestLooks)
#include "tst_look.moc"
