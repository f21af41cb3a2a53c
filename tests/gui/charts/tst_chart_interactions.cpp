// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Mouse and keys on real charts.
#include "trained_page.h"

#include <QMenu>
#include <QSignalSpy>

using namespace gui;

class TestChartInteractions : public QObject
{
    Q_OBJECT

private slots:
    void theWheelZoomsAboutTheCursor();
    void theWheelOverAnAxisZoomsThatAxis();
    void aRubberBandZoomsBothAxes();
    void escapeCancelsARubberBand();
    void middleDragPans();
    void doubleClickFits();
    void newDataNeverMoveAPersonsZoom();
    void endFollowsTheLiveEdge();
    void followingAWholeViewShowsTheLiveRun();
    void backspaceGoesBack();
    void keysToggle_data();
    void keysToggle();
    void arrowsMoveTheCrosshairByAPoint();
    void hoveringLinksTheCrosshair();
    void aClickOnACurveNamesTheRun();
    void pinAndMaximise();
};

namespace {

void wheel(QWidget& plot, const QPoint& at, int notches,
           Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWheelEvent event(at, plot.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt::NoButton,
                      modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot, &event);
}

void hover(QWidget& plot, const QPoint& at)
{
    QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&plot, &move);
}

} // namespace

void TestChartInteractions::theWheelZoomsAboutTheCursor()
{
    Page page;
    const double before = page.width();
    const QPoint at = inPlot(page, "loss", 700, 1.5);
    wheel(page.plot("loss"), at, 3);
    page.view.refreshNow();
    QVERIFY(page.width() < 0.6 * before);
    QVERIFY(near(inPlot(page, "loss", 700, 1.5).x(), at.x(), 1));
    QVERIFY(!page.view.follow());
    wheel(page.plot("loss"), at, -3);
    QVERIFY(near(page.width(), before, 1e-6));
}

void TestChartInteractions::theWheelOverAnAxisZoomsThatAxis()
{
    Page page;
    const auto x = page.view.xRange();
    const ValueRange y = page.card("loss").yRange();
    const ValueRange other = page.card("accuracy").yRange();
    wheel(page.plot("loss"), QPoint(5, 100), 2);
    page.view.refreshNow();
    QCOMPARE(page.view.xRange(), x);
    QVERIFY(page.card("loss").yRange().upper - page.card("loss").yRange().lower
            < 0.7 * (y.upper - y.lower));
    QCOMPARE(page.card("accuracy").yRange(), other);
    const ValueRange zoomed = page.card("loss").yRange();
    wheel(page.plot("loss"), QPoint(200, page.plot("loss").height() - 4), 2);
    page.view.refreshNow();
    QVERIFY(page.view.xRange() != x);
    QCOMPARE(page.card("loss").yRange(), zoomed);
}

void TestChartInteractions::aRubberBandZoomsBothAxes()
{
    Page page;
    drag(page.plot("loss"), Qt::LeftButton, inPlot(page, "loss", 200, 1.8),
         inPlot(page, "loss", 600, 1.4));
    page.view.refreshNow();
    QVERIFY(near(page.view.xRange().first, 200, 4) && near(page.view.xRange().second, 600, 4));
    QVERIFY(near(page.card("loss").yRange().lower, 1.4, 0.02));
    QVERIFY(near(page.card("loss").yRange().upper, 1.8, 0.02));
    // The other card shows the same steps, fitted to its own values.
    QVERIFY(page.card("accuracy").yRange().lower < 1.2);
    QVERIFY(page.card("accuracy").yRange().upper < 1.8);
}

void TestChartInteractions::escapeCancelsARubberBand()
{
    Page page;
    const auto before = page.view.xRange();
    QWidget& plot = page.plot("loss");
    QTest::mousePress(&plot, Qt::LeftButton, Qt::NoModifier, inPlot(page, "loss", 200, 1.8));
    QMouseEvent move(QEvent::MouseMove, inPlot(page, "loss", 600, 1.2), QCursor::pos(),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&plot, &move);
    page.press("loss", Qt::Key_Escape);
    QTest::mouseRelease(&plot, Qt::LeftButton, Qt::NoModifier, inPlot(page, "loss", 600, 1.2));
    QCOMPARE(page.view.xRange(), before);
}

void TestChartInteractions::middleDragPans()
{
    Page page;
    const double width = page.width();
    const QPoint from = inPlot(page, "loss", 500, 1.5);
    drag(page.plot("loss"), Qt::MiddleButton, from, inPlot(page, "loss", 300, 1.5));
    page.view.refreshNow();
    QVERIFY(near(page.width(), width, 1e-6));
    QVERIFY(near(page.view.xRange().first, 200, 5));
    page.view.previousView();
    QVERIFY(near(page.view.xRange().first, 0, 1e-6));
}

void TestChartInteractions::doubleClickFits()
{
    Page page;
    const auto whole = page.view.xRange();
    const ValueRange y = page.card("loss").yRange();
    page.view.setFollow(true);
    drag(page.plot("loss"), Qt::LeftButton, inPlot(page, "loss", 200, 1.8),
         inPlot(page, "loss", 600, 1.4));
    page.view.refreshNow();
    QTest::mouseDClick(&page.plot("loss"), Qt::LeftButton, Qt::NoModifier, QPoint(300, 100));
    page.view.refreshNow();
    QCOMPARE(page.view.xRange(), whole);
    QCOMPARE(page.card("loss").yRange(), y);
}

void TestChartInteractions::newDataNeverMoveAPersonsZoom()
{
    Page page;
    wheel(page.plot("loss"), inPlot(page, "loss", 800, 1.5), 4);
    page.view.refreshNow();
    const auto x = page.view.xRange();
    const ValueRange y = page.card("loss").yRange();
    const ValueRange other = page.card("accuracy").yRange();
    page.view.setLiveRun(1);
    page.append("train/loss", 1001, 5000, [](qint64) { return 99.0; });
    page.append("train/accuracy", 1001, 5000, [](qint64) { return -99.0; });
    page.append("validation/loss", 1001, 1001, [](qint64) { return 500.0; });
    page.view.refreshNow();
    page.view.resize(900, 700);
    page.view.refreshNow();
    QCOMPARE(page.view.xRange(), x);
    QCOMPARE(page.card("loss").yRange(), y);
    QCOMPARE(page.card("accuracy").yRange(), other);
}

void TestChartInteractions::endFollowsTheLiveEdge()
{
    Page page;
    page.view.setLiveRun(1);
    wheel(page.plot("loss"), inPlot(page, "loss", 300, 1.5), 4);
    const double width = page.width();
    QSignalSpy follow(&page.view, &ChartsView::followChanged);
    page.press("loss", Qt::Key_End);
    QCOMPARE(follow.size(), 1);
    QCOMPARE(follow[0][0].toBool(), true);
    page.append("train/loss", 1001, 3000, line);
    page.view.refreshNow();
    QVERIFY(page.view.xRange().second > 3000 && page.view.xRange().first > 2000);
    QVERIFY(near(page.width(), width, 1e-6));
    // y follows the values again.
    QVERIFY(page.card("loss").yRange().upper >= 4);
    wheel(page.plot("loss"), QPoint(300, 100), 1);
    QCOMPARE(follow.size(), 2);
    QCOMPARE(follow[1][0].toBool(), false);
}

void TestChartInteractions::followingAWholeViewShowsTheLiveRun()
{
    Page page;
    page.view.setRun(2, QStringLiteral("longer"), 1);
    page.append("train/loss", 1, 10'000, line, 2);
    page.view.setLiveRun(1);
    page.view.refreshNow();
    QVERIFY(page.view.xRange().second < 1200);
    page.view.setLiveRun(0);
    page.view.refreshNow();
    QVERIFY(page.view.xRange().second > 10'000);
}

void TestChartInteractions::backspaceGoesBack()
{
    Page page;
    const auto whole = page.view.xRange();
    drag(page.plot("loss"), Qt::LeftButton, inPlot(page, "loss", 200, 1.8),
         inPlot(page, "loss", 600, 1.4));
    page.view.refreshNow();
    page.press("loss", Qt::Key_Backspace);
    page.view.refreshNow();
    QCOMPARE(page.view.xRange(), whole);
    QVERIFY(page.view.follow());
    QVERIFY(!page.card("loss").options().y);
    page.press("loss", Qt::Key_Backspace); // nothing further: nothing happens
    QCOMPARE(page.view.xRange(), whole);
    // Ranges of another axis are none of this one.
    page.view.setXMode(XMode::RelativeTime);
    page.view.refreshNow();
    const auto seconds = page.view.xRange();
    page.press("loss", Qt::Key_Backspace);
    QCOMPARE(page.view.xRange(), seconds);
}

void TestChartInteractions::keysToggle_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("option");
    QTest::newRow("L log") << int(Qt::Key_L) << 0;
    QTest::newRow("R raw") << int(Qt::Key_R) << 1;
    QTest::newRow("O outlier-proof") << int(Qt::Key_O) << 2;
}

void TestChartInteractions::keysToggle()
{
    QFETCH(int, key);
    QFETCH(int, option);
    Page page;
    const auto value = [&](const char* name) {
        const CardOptions& options = page.card(name).options();
        return QList<bool>{options.logY, options.showRaw, options.outlierProof}[option];
    };
    const bool before = value("accuracy");
    page.press("accuracy", Qt::Key(key));
    QCOMPARE(value("accuracy"), !before);
    QCOMPARE(value("loss"), before); // that card only
    page.press("accuracy", Qt::Key(key));
    QCOMPARE(value("accuracy"), before);
}

void TestChartInteractions::arrowsMoveTheCrosshairByAPoint()
{
    Page page;
    QSignalSpy moved(&page.view, &ChartsView::crosshairMoved);
    page.view.setCrosshair(500);
    page.press("loss", Qt::Key_Right);
    QCOMPARE(page.view.crosshair(), 501.0);
    page.press("loss", Qt::Key_Left);
    page.press("loss", Qt::Key_Left);
    QCOMPARE(page.view.crosshair(), 499.0);
    page.press("loss", Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(page.view.crosshair(), 600.0);
    QVERIFY(page.card("loss").accessibleDescription().startsWith(
        QStringLiteral("step 600, first 1.6000")));
    page.press("loss", Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(page.view.crosshair(), 1000.0);
    page.press("loss", Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(page.view.crosshair(), 1.0);
    QCOMPARE(moved.last()[1].toBool(), true);
    page.press("loss", Qt::Key_Escape);
    QVERIFY(!page.view.crosshair());
    QCOMPARE(moved.last()[1].toBool(), false);
}

void TestChartInteractions::hoveringLinksTheCrosshair()
{
    Page page;
    const QImage before = page.image("accuracy");
    hover(page.plot("loss"), inPlot(page, "loss", 420, 1.5));
    QVERIFY(near(page.view.crosshair().value_or(0), 420, 2));
    QVERIFY(page.image("accuracy") != before);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&page.plot("loss"), &leave);
    QVERIFY(!page.view.crosshair());
    QCOMPARE(page.image("accuracy"), before);
}

void TestChartInteractions::aClickOnACurveNamesTheRun()
{
    Page page;
    page.view.setRun(2, QStringLiteral("second"), 1);
    page.append(
        "train/loss", 1, 1000, [](qint64) { return 3.0; }, 2);
    page.view.refreshNow();
    QSignalSpy clicked(&page.view, &ChartsView::runClicked);
    QTest::mouseClick(&page.plot("loss"), Qt::LeftButton, Qt::NoModifier,
                      inPlot(page, "loss", 500, 2.3));
    QCOMPARE(clicked.size(), 0);
    QTest::mouseClick(&page.plot("loss"), Qt::LeftButton, Qt::NoModifier,
                      inPlot(page, "loss", 500, 3.0));
    QCOMPARE(clicked.size(), 1);
    QCOMPARE(clicked[0][0].value<RunId>(), RunId(2));
    // The other run is dimmed.
    QVERIFY(hasColor(page.image("loss"), page.pixel("loss", 500, 1.5),
                     page.source.theme().series(1).ghost));
}

void TestChartInteractions::pinAndMaximise()
{
    Page page;
    const auto click = [&](const char* name) {
        QTest::mouseClick(page.view.findChild<QWidget*>(QLatin1String(name)), Qt::LeftButton);
        page.view.refreshNow();
    };
    QVERIFY(page.card("loss").y() < page.card("accuracy").y());
    page.press("accuracy", Qt::Key_P);
    QVERIFY(page.card("accuracy").y() < page.card("loss").y());
    QVERIFY(page.card("accuracy").width() > page.card("loss").width());
    click("charts.card.accuracy.pin");
    QVERIFY(page.card("loss").y() < page.card("accuracy").y());
    click("charts.card.loss.maximise");
    QVERIFY(!page.card("accuracy").isVisible());
    page.press("loss", Qt::Key_Return);
    QVERIFY(page.card("accuracy").isVisible());
}

QTEST_MAIN(TestChartInteractions)
#include "tst_chart_interactions.moc"
