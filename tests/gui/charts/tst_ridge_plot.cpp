// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A card of distributions on the offscreen screen: what is drawn, and what a pointer finds.
#include "gui/charts/distribution_card.h"
#include "gui/charts/ridge_plot.h"
#include "gui/settings/theme_source.h"
#include "tests/gui/support/sample_distributions.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace gui;

class TestRidgePlot : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theNewestIsInFrontInFullColour_data();
    void theNewestIsInFrontInFullColour();
    void aPointerIsToldStepAndCount();
    void theKeyboardPoints();
    void whatIsPointedAtStays();
    void theHeaderTellsWhatHasChanged();
    void damageIsSaid();
    void nothingIsDrawnOfNothing();

private:
    RidgePlot& plot() const { return *m_card->findChild<RidgePlot*>(); }
    QColor at(const QPointF& place) const
    {
        return plot().grab().toImage().pixelColor(place.toPoint());
    }

    ThemeSource m_source{StyleChoice::Light, true};
    std::unique_ptr<DistributionCard> m_card;
    TagDistributions m_weights;
};

void TestRidgePlot::init()
{
    m_source.setChoice(StyleChoice::Light);
    m_weights = sampleDistributions().first();
    m_card = std::make_unique<DistributionCard>(m_weights.tag, m_source, nullptr);
    m_card->resize(500, 300);
    m_card->showDistributions(m_weights);
    m_card->show();
    m_card->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_card.get()));
}

void TestRidgePlot::theNewestIsInFrontInFullColour_data()
{
    QTest::addColumn<StyleChoice>("style");
    QTest::addColumn<int>("slot");
    QTest::newRow("light") << StyleChoice::Light << 0;
    QTest::newRow("light, another run") << StyleChoice::Light << 3;
    QTest::newRow("dark") << StyleChoice::Dark << 0;
}

void TestRidgePlot::theNewestIsInFrontInFullColour()
{
    QFETCH(StyleChoice, style);
    QFETCH(int, slot);
    m_source.setChoice(style);
    m_card->setColourSlot(slot);
    const QColor full = m_source.theme().series(slot + 1).line;
    const QPointF newest = plot().placeOf(4200, 0);
    QVERIFY(!newest.isNull());
    QCOMPARE(at(newest).rgb(), full.rgb());
    // The oldest stands higher and is paler, but there.
    const QPointF oldest = plot().placeOf(0, 0);
    QVERIFY(oldest.y() < newest.y() - 40);
    const QColor pale = at(oldest);
    QVERIFY(pale.rgb() != full.rgb());
    QVERIFY(pale.rgb() != at({oldest.x(), 2}).rgb()); // of the background
}

void TestRidgePlot::aPointerIsToldStepAndCount()
{
    QSignalSpy pointed(&plot(), &RidgePlot::pointed);
    QTest::mouseMove(&plot(), plot().placeOf(4200, 0.05).toPoint());
    QTRY_VERIFY(!pointed.isEmpty());
    const QString readout = pointed.last()[0].toString();
    QVERIFY2(readout.startsWith(QStringLiteral("step 4\u202f200: ")), qPrintable(readout));
    QVERIFY2(readout.contains(QStringLiteral(" of 4\u202f000 from 0.0")), qPrintable(readout));
    QCOMPARE(m_card->caption(), readout);
    QTest::mouseMove(m_card.get(), QPoint(30, 10));
    QTRY_VERIFY(m_card->caption() != readout);
    QCOMPARE(pointed.last()[0].toString(), QString());
}

void TestRidgePlot::theKeyboardPoints()
{
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_Up);
    QVERIFY2(m_card->caption().startsWith(QStringLiteral("step 4\u202f200: ")),
             qPrintable(m_card->caption()));
    QTest::keyClick(&plot(), Qt::Key_Up);
    QVERIFY2(m_card->caption().startsWith(QStringLiteral("step 4\u202f000: ")),
             qPrintable(m_card->caption()));
    QCOMPARE(plot().accessibleDescription(), m_card->caption());
    const QString before = m_card->caption();
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(&plot(), Qt::Key_Right);
    }
    QVERIFY(m_card->caption() != before);
    for (int i = 0; i < 200; ++i) {
        QTest::keyClick(&plot(), Qt::Key_Right);
    }
    QVERIFY2(m_card->caption().startsWith(QStringLiteral("step 4\u202f000: none of 4\u202f000")),
             qPrintable(m_card->caption())); // beside the values
    QTest::keyClick(&plot(), Qt::Key_Escape);
    QVERIFY(m_card->caption().startsWith(QStringLiteral("mean ")));
    QVERIFY(plot().accessibleDescription().isEmpty());
}

void TestRidgePlot::whatIsPointedAtStays()
{
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_Up);
    m_weights.distributions.append(normalDistribution(4400, 0, .07));
    m_card->showDistributions(m_weights);
    QVERIFY(m_card->caption().startsWith(QStringLiteral("step 4\u202f200: ")));
    m_weights.distributions = {normalDistribution(1, 0, 1)}; // it is gone
    m_card->showDistributions(m_weights);
    QVERIFY(m_card->caption().startsWith(QStringLiteral("mean ")));
}

void TestRidgePlot::theHeaderTellsWhatHasChanged()
{
    const QString caption = m_card->caption();
    QCOMPARE(caption,
             QStringLiteral("mean \u22120.0004, was 0.0003 · deviation 0.0695, was 0.0441"));
    QVERIFY(plot().accessibleName().startsWith(QStringLiteral("hidden1/weights, mean ")));
    m_weights.distributions = {m_weights.distributions.first()};
    m_card->showDistributions(m_weights);
    QCOMPARE(m_card->caption(), QStringLiteral("mean 0.0003 · deviation 0.0441"));
    m_card->showDistributions({m_weights.tag, {normalDistribution(1, 0, 3e-5)}, {}});
    QVERIFY2(m_card->caption().contains(QStringLiteral("10⁻⁵")), qPrintable(m_card->caption()));
}

void TestRidgePlot::damageIsSaid()
{
    m_card->showDistributions({m_weights.tag, {}, QStringLiteral("summary 5 is cut off")});
    QCOMPARE(m_card->caption(), QStringLiteral("These histograms are damaged."));
    QCOMPARE(m_card->toolTip(), QStringLiteral("summary 5 is cut off"));
}

void TestRidgePlot::nothingIsDrawnOfNothing()
{
    m_card->showDistributions({m_weights.tag, {}, {}});
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_Up);
    QTest::mouseMove(&plot(), plot().rect().center());
    plot().grab();
    QCOMPARE(m_card->caption(), QString());
    QVERIFY(plot().placeOf(1, 0).isNull());
}

QTEST_MAIN(TestRidgePlot)
#include "tst_ridge_plot.moc"
