// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Real charts drawn offscreen: what must be seen is seen, and the same data give the same picture.
#include "chart_page.h"

#include "gui/charts/chart_marks.h"

using namespace gui;

class TestChartDrawing : public QObject
{
    Q_OBJECT

private slots:
    void aSpikeAmongAMillionPointsIsDrawnAtItsHeight();
    void theSameDataGiveTheSamePixels();
    void aZoomAndBackGivesTheSamePixels();
    void aNanHasACrossAndALine();
    void anInfinityHasATriangle();
    void aLogarithmicAxisSaysWhatItHides();
    void outliersLeaveATriangleAtTheEdge();
    void aRunWithoutTheSelectionShowsNoRawValues();
    void anAbandonedTailIsPale();
    void theDivergenceIsTinted();
    void eventsAreDrawnOfThePrimaryRunOnly();
    void aControlChangeFromTwoSourcesIsOneLine();
    void aRunWithoutPointsHasAnEmptyLossCard();
    void cardsOffScreenHaveNoPlot();
    void plotsShareTheirLeftEdge();
    void headerButtonsAppearOnFocus();
    void theAccessibleNameTellsValueAndTrend();
    void aThemeChangeRepaints();
};

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double falling(qint64 step)
{
    return 0.2 + std::exp(-double(step) / 500) + 0.05 * std::sin(double(step) * 1.7);
}

SceneInput sceneOf(const ChartData& data, const QStringList& tags)
{
    SceneInput input;
    input.data = &data;
    input.tags = tags;
    input.x = {0, 100};
    input.columns = 500;
    input.primary = 1;
    return input;
}

} // namespace

void TestChartDrawing::aSpikeAmongAMillionPointsIsDrawnAtItsHeight()
{
    constexpr qint64 kSpike = 654'321;
    ChartPage page;
    page.append("train/loss", 1, 1'000'000, [](qint64 s) { return s == kSpike ? 9.0 : 1.0; });
    const QImage image = page.image("loss");
    const QColor raw = page.source.theme().series(1).raw;
    QVERIFY(hasColor(image, page.pixel("loss", kSpike, 9.0), raw));
    QVERIFY(hasColor(image, page.pixel("loss", kSpike, 5.0), raw));
    QVERIFY(!hasColor(image, page.pixel("loss", kSpike + 40'000, 5.0), raw));
}

void TestChartDrawing::theSameDataGiveTheSamePixels()
{
    ChartPage once;
    once.append("train/loss", 1, 20'000, falling);
    ChartPage pieces;
    for (qint64 first = 1; first <= 20'000; first += 333) {
        pieces.append("train/loss", first, std::min<qint64>(first + 332, 20'000), falling);
        pieces.view.refreshNow();
    }
    QCOMPARE(pieces.image("loss"), once.image("loss"));
    QCOMPARE(pieces.view.xRange(), once.view.xRange());
}

void TestChartDrawing::aZoomAndBackGivesTheSamePixels()
{
    ChartPage page;
    page.append("train/loss", 1, 20'000, falling);
    const QImage before = page.image("loss");
    emit page.card("loss").rangesWanted(ValueRange{300, 400}, ValueRange{0, 1}, true);
    QVERIFY(page.image("loss") != before);
    page.view.previousView();
    QCOMPARE(page.image("loss"), before);
}

void TestChartDrawing::aNanHasACrossAndALine()
{
    ChartPage page;
    page.append("train/loss", 1, 1000, [](qint64 s) { return s == 900 ? kNan : falling(s); });
    const QImage image = page.image("loss");
    const QColor danger = page.source.theme().danger.fg;
    const QPoint foot = page.pixel("loss", 900, page.card("loss").yRange().lower);
    const QRect plot = page.card("loss").plotRect();
    for (int y = plot.top() + 40; y < foot.y() - 2; y += 10) {
        QVERIFY(hasColor(image, QPoint(foot.x(), y), danger));
    }
    // The arms of the cross below the lane of event texts.
    int beside = 0;
    for (int y = plot.top(); y < plot.top() + 40; ++y) {
        beside += hasColor(image, QPoint(foot.x() + 4, y), danger, 0) ? 1 : 0;
    }
    QVERIFY(beside > 0);
    QVERIFY(countColor(page.image("loss"), page.source.theme().series(1).line, 90) > 100);
}

void TestChartDrawing::anInfinityHasATriangle()
{
    ChartData data;
    data.setRun(1, QStringLiteral("run"), 0);
    const QString tag = QStringLiteral("train/loss");
    data.append({1, 0, tag, {{1, 1, 1}, {50, kInfinity, 2}, {70, -kInfinity, 3}, {90, kNan, 4}}});
    data.catchUp(100);
    const ChartMarks marks = buildMarks(sceneOf(data, {tag}), {0, 2}, 500);
    QCOMPARE(marks.nonFinite.size(), 3);
    QCOMPARE(marks.nonFinite[0].value, kInfinity);
    QCOMPARE(marks.nonFinite[0].text, QStringLiteral("∞ at step 50"));
    QCOMPARE(marks.nonFinite[1].value, -kInfinity);
    QVERIFY(std::isnan(marks.nonFinite[2].value));
}

void TestChartDrawing::aLogarithmicAxisSaysWhatItHides()
{
    ChartData data;
    data.setRun(1, QStringLiteral("run"), 0);
    const QString tag = QStringLiteral("train/loss");
    data.append({1, 0, tag, {{1, 100, 1}, {2, 0, 2}, {3, -1, 3}, {4, 0.01, 4}}});
    data.catchUp(100);
    SceneInput input = sceneOf(data, {tag});
    QVERIFY(buildMarks(input, {0, 100}, 500).hiddenText.isEmpty());
    input.logY = true;
    QCOMPARE(buildMarks(input, {0.01, 100}, 500).hiddenText, QStringLiteral("2 points ≤ 0 hidden"));
    QCOMPARE(*visibleValues(input, false), (ValueRange{0.01, 100}));

    // On the screen: a value stands at its logarithm, and the chart is not blank.
    ChartPage page;
    page.view.setSmoothing(0);
    page.view.setLogScale(true);
    page.append("train/loss", 1, 1000, [](qint64 s) {
        return s % 100 == 0 ? -1.0 : s < 500 ? 100.0 : 0.01;
    });
    const QImage image = page.image("loss");
    const QColor line = page.source.theme().series(1).line;
    QVERIFY(hasColor(image, page.pixel("loss", 250, 100), line, 3));
    QVERIFY(hasColor(image, page.pixel("loss", 750, 0.01), line, 3));
}

void TestChartDrawing::outliersLeaveATriangleAtTheEdge()
{
    ChartPage page;
    page.append("train/loss", 1, 4000, [](qint64 s) { return s == 2000 ? 50.0 : falling(s); });
    page.view.refreshNow();
    QVERIFY(page.card("loss").yRange().upper > 50);
    CardOptions options = page.card("loss").options();
    QVERIFY(!options.outlierProof); // opt-in
    page.press("loss", Qt::Key_O);
    QVERIFY(page.card("loss").yRange().upper < 5);
    const QRect plot = page.card("loss").plotRect();
    const QPoint top(page.pixel("loss", 2000, 1).x(), plot.top() + 23);
    QVERIFY(hasColor(page.image("loss"), top, page.source.theme().series(1).line));
    // A click on it shows the value.
    const QPoint inPlot = page.plot("loss").mapFrom(&page.card("loss"), top);
    QTest::mouseClick(&page.plot("loss"), Qt::LeftButton, Qt::NoModifier, inPlot);
    page.view.refreshNow();
    QVERIFY(page.card("loss").yRange().upper > 50);
}

void TestChartDrawing::aRunWithoutTheSelectionShowsNoRawValues()
{
    ChartPage page;
    page.view.setRun(2, QStringLiteral("second"), 1);
    page.view.setSelectedRun(1);
    page.append("train/loss", 1, 2000, falling, 1);
    page.append(
        "train/loss", 1, 2000, [](qint64 s) { return falling(s) + 1; }, 2);
    const Theme& theme = page.source.theme();
    QVERIFY(countColor(page.image("loss"), theme.series(1).raw) > 100);
    QVERIFY(countColor(page.image("loss"), theme.series(2).raw) < 20);
    page.view.setSelectedRun(2);
    QVERIFY(countColor(page.image("loss"), theme.series(1).raw) < 20);
    QVERIFY(countColor(page.image("loss"), theme.series(2).raw) > 100);
    page.view.setShowRaw(false);
    QVERIFY(countColor(page.image("loss"), theme.series(2).raw) < 20);
}

void TestChartDrawing::anAbandonedTailIsPale()
{
    ChartPage page;
    page.view.setShowRaw(false);
    page.append("train/loss", 1, 1000, [](qint64) { return 2.0; });
    page.view.setSegments(1, {{0, 0}, {1, 600}});
    page.append(
        "train/loss", 601, 1200, [](qint64) { return 1.0; }, 1, 1);
    page.view.addEvent({1, 1, 600, 1e9 + 100.6, RunEventKind::Resumed, {}});
    const QImage image = page.image("loss");
    const SeriesLook look = page.source.theme().series(1);
    QVERIFY(hasColor(image, page.pixel("loss", 300, 2), look.line));
    QVERIFY(hasColor(image, page.pixel("loss", 900, 2), look.ghost));
    QVERIFY(!hasColor(image, page.pixel("loss", 900, 2), look.line));
}

void TestChartDrawing::theDivergenceIsTinted()
{
    ChartPage page;
    page.append("train/loss", 1, 1000, [](qint64 s) { return s == 1000 ? kNan : falling(s); });
    const QColor tint = page.source.theme().danger.tint;
    QCOMPARE(countColor(page.image("loss"), tint), 0);
    page.view.setDivergence(1, 800, 1000);
    const QImage image = page.image("loss");
    QVERIFY(hasColor(image, page.pixel("loss", 900, 0.9), tint, 0, 3));
    QVERIFY(!hasColor(image, page.pixel("loss", 700, 0.9), tint, 0, 3));
    page.view.setDivergence(1, -1, -1);
    QCOMPARE(countColor(page.image("loss"), tint), 0);
}

void TestChartDrawing::eventsAreDrawnOfThePrimaryRunOnly()
{
    ChartData data;
    const QString tag = QStringLiteral("train/loss");
    for (const RunId run : {1, 2}) {
        ChartRun& added = data.setRun(run, QStringLiteral("run"), int(run));
        added.events.append({run, 0, 10 * run, 1, RunEventKind::CheckpointSaved, {}});
        added.events.append({run, 0, 10 * run, 1, RunEventKind::Paused, {}});
        added.controls.append({{20.0 * double(run), 1, 0.1}, QStringLiteral("learning rate")});
        data.append({run, 0, tag, {{1, 1, 1}, {99, 1, 2}}});
    }
    data.catchUp(100);
    const ChartMarks marks = buildMarks(sceneOf(data, {tag}), {0, 2}, 500);
    QCOMPARE(marks.checkpoints, QList<double>{10});
    QCOMPARE(marks.lines.size(), 1);
    QCOMPARE(marks.lines[0].x, 20.0);
    QCOMPARE(marks.endLabels.size(), 2);
}

void TestChartDrawing::aControlChangeFromTwoSourcesIsOneLine()
{
    ChartPage live;
    live.append("train/loss", 1, 1000, falling);
    live.view.addControlChange(1, {QStringLiteral("learning_rate"), 0.1, double(0.05f), 600});
    ChartPage both;
    both.append("train/loss", 1, 1000, falling);
    both.view.addEvent({1, 0, 600, 1e9 + 0.6, RunEventKind::ControlChanged,
                        QStringLiteral("learning_rate 0.1 -> 0.05")});
    const QImage stored = both.image("loss");
    QCOMPARE(live.image("loss"), stored);
    both.view.addControlChange(1, {QStringLiteral("learning_rate"), 0.1, double(0.05f), 600});
    QCOMPARE(both.image("loss"), stored);
}

void TestChartDrawing::aRunWithoutPointsHasAnEmptyLossCard()
{
    ChartPage page;
    const QImage empty = page.image("loss");
    QCOMPARE(page.card("loss").accessibleName(), QStringLiteral("loss, 1 run, last —"));
    page.append("train/loss", 1, 100, falling);
    QVERIFY(page.image("loss") != empty);
}

void TestChartDrawing::cardsOffScreenHaveNoPlot()
{
    ChartPage page({500, 260});
    for (const char* tag : {"train/loss", "train/accuracy", "learning_rate", "weights/norm"}) {
        page.append(tag, 1, 100, falling);
    }
    page.view.refreshNow();
    QVERIFY(page.card("loss").hasPlot());
    QVERIFY(!page.card("weights/norm").hasPlot());
    page.view.ensureWidgetVisible(&page.card("weights/norm"));
    QVERIFY(page.card("weights/norm").hasPlot());
    QVERIFY(!page.card("loss").hasPlot());
    page.view.hide();
}

void TestChartDrawing::plotsShareTheirLeftEdge()
{
    ChartPage page;
    page.append("train/loss", 1, 100, [](qint64 s) { return 1e6 * falling(s); });
    page.append("train/accuracy", 1, 100, falling);
    page.view.refreshNow();
    QCOMPARE(page.card("loss").plotRect().left(), page.card("accuracy").plotRect().left());
    QVERIFY(page.card("loss").plotRect().left() > 50);
}

void TestChartDrawing::headerButtonsAppearOnFocus()
{
    ChartPage page;
    page.append("train/loss", 1, 100, falling);
    page.append("train/accuracy", 1, 100, falling);
    page.view.resize(440, 600); // both cards are narrow
    page.view.activateWindow();
    page.card("accuracy").setFocus();
    page.view.refreshNow();
    auto* pin = page.view.findChild<QWidget*>(QStringLiteral("charts.card.accuracy.pin"));
    QTRY_VERIFY(pin->isVisible());
    page.card("loss").setFocus();
    QTRY_VERIFY(!pin->isVisible());
}

void TestChartDrawing::theAccessibleNameTellsValueAndTrend()
{
    ChartPage page;
    page.view.setSmoothing(0);
    page.append("train/loss", 1, 1000, [](qint64 s) { return 10 - 0.005 * double(s); });
    page.view.refreshNow();
    QTRY_COMPARE(page.card("loss").accessibleName(),
                 QStringLiteral("loss, 1 run, last 5.0000, falling"));
}

void TestChartDrawing::aThemeChangeRepaints()
{
    ChartPage page;
    page.append("train/loss", 1, 1000, falling);
    QVERIFY(countColor(page.image("loss"), page.source.theme().chart.plot) > 1000);
    page.source.setChoice(StyleChoice::Dark);
    page.source.applicationChanged();
    QVERIFY(countColor(page.image("loss"), Theme::builtIn(ThemeKind::Dark).chart.plot) > 1000);
}

QTEST_MAIN(TestChartDrawing)
#include "tst_chart_drawing.moc"
