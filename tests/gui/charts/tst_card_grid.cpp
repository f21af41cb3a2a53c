// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The page's layout rules.
#include "gui/charts/card_grid.h"

#include <QtTest>

using namespace gui;

class TestCardGrid : public QObject
{
    Q_OBJECT

private slots:
    void cardsInARow_data();
    void cardsInARow();
    void aLonelyCardFillsThePage();
    void theMockupsPage();
    void aSmallPageScrolls();
    void nothingOverlaps();
};

namespace {

constexpr GridMeasures kMeasures;

} // namespace

void TestCardGrid::cardsInARow_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("inRow");
    QTest::newRow("wide") << 1200 << 3;
    QTest::newRow("enough for three") << 752 << 3;
    QTest::newRow("three would be too narrow") << 716 << 2;
    QTest::newRow("below 700") << 690 << 2;
    QTest::newRow("below 480") << 470 << 1;
    QTest::newRow("less than a card") << 100 << 1;
}

void TestCardGrid::cardsInARow()
{
    QFETCH(int, width);
    QFETCH(int, inRow);
    const CardGrid grid = layOutCards(5, {width, 900}, kMeasures);
    const int top = grid.cards[1].top();
    const auto count = std::count_if(grid.cards.begin(), grid.cards.end(),
                                     [top](const QRect& card) { return card.top() == top; });
    QCOMPARE(int(count), inRow);
    QVERIFY(grid.cards[1].width() >= kMeasures.minWidth);
}

void TestCardGrid::aLonelyCardFillsThePage()
{
    const CardGrid grid = layOutCards(1, {600, 400}, kMeasures);
    QCOMPARE(grid.cards, QList<QRect>{QRect(8, 8, 584, 384)});
    QCOMPARE(grid.height, 400);
}

void TestCardGrid::theMockupsPage()
{
    const CardGrid grid = layOutCards(4, {766, 535}, kMeasures);
    QCOMPARE(grid.cards[0], QRect(8, 8, 750, 299));
    QCOMPARE(grid.cards[1].height(), 212);
    QCOMPARE(grid.cards[3].right(), grid.cards[0].right());
    QCOMPARE(grid.height, 535);
}

void TestCardGrid::aSmallPageScrolls()
{
    const CardGrid grid = layOutCards(4, {500, 300}, kMeasures);
    QVERIFY(grid.height > 300);
    QVERIFY(grid.cards[0].height() - kMeasures.firstHeader - kMeasures.axis >= kMeasures.minPlot);
    QVERIFY(grid.cards[1].height() - kMeasures.header - kMeasures.axis >= kMeasures.minPlot);
}

void TestCardGrid::nothingOverlaps()
{
    for (int count = 0; count < 9; ++count) {
        for (int width = 240; width < 1500; width += 61) {
            const CardGrid grid = layOutCards(count, {width, 640}, kMeasures);
            QCOMPARE(grid.cards.size(), count);
            for (qsizetype i = 0; i < grid.cards.size(); ++i) {
                QVERIFY(grid.cards[i].bottom() < grid.height);
                for (qsizetype k = 0; k < i; ++k) {
                    QVERIFY(!grid.cards[i].intersects(grid.cards[k]));
                }
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestCardGrid)
#include "tst_card_grid.moc"
