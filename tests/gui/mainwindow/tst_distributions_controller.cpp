// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The Distributions page in the window: when the store is asked, what is shown of the answer, and
// how recording is turned on.
#include "gui/charts/distribution_card.h"
#include "gui/charts/ridge_plot.h"
#include "gui/pages/distributions_page.h"
#include "tests/gui/support/sample_distributions.h"
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

#include <algorithm>
#include <limits>

using namespace gui;

class TestDistributionsController : public WindowTest
{
    Q_OBJECT

private slots:
    void theStoreIsAskedOnceThePageIsSeen();
    void aRunThatGoesOnIsFollowed();
    void oneQuestionAtATime();
    void onlyCardsInSightAreRead();
    void layersAreFiltered();
    void aCardIsMaximised();
    void recordingIsTurnedOn();
    void twentyToFiftyAreRecordedUntilTheEnd_data();
    void twentyToFiftyAreRecordedUntilTheEnd();
    void whatIsRefusedIsOfferedAgain();
    void whatCannotBeTurnedOnHasNoButton_data();
    void whatCannotBeTurnedOnHasNoButton();
    void aStoreThatCannotBeReadIsAskedAgain();
    void anotherRunTakesThePlace();

private:
    void showPage() { QTest::keyClick(&window(), Qt::Key_6, Qt::ControlModifier); }
    QStringList questions() const
    {
        return library().calls.filter(QStringLiteral("loadDistributions"));
    }
    DistributionCard* card(const char* tag) const
    {
        return m_fixture->find<DistributionCard>(
            QByteArray("distributions.card.").append(tag).constData());
    }
    bool sees(const QString& text) const
    {
        const auto labels =
            m_fixture->find<DistributionsPage>("page.distributions")->findChildren<QLabel*>();
        return std::any_of(labels.cbegin(), labels.cend(), [&text](const QLabel* label) {
            return label->isVisible() && label->text().contains(text);
        });
    }
};

void TestDistributionsController::theStoreIsAskedOnceThePageIsSeen()
{
    library().distributions[7] = sampleDistributions();
    m_fixture->click("start.run.7");
    QVERIFY(questions().isEmpty());
    showPage();
    QVERIFY(m_fixture->find<QWidget>("page.distributions")->isVisible());
    QTRY_COMPARE(questions().size(), 2); // which there are, and those in sight
    QCOMPARE(questions().last(),
             QStringLiteral("loadDistributions 7: hidden1/weights hidden1/biases output/weights"));
    QVERIFY(card("hidden1/weights")->isVisible());
    QVERIFY(card("hidden1/weights")->isRead());
    QVERIFY2(card("hidden1/weights")->caption().contains(QStringLiteral("was 0.0441")),
             qPrintable(card("hidden1/weights")->caption()));
    QVERIFY(sees(QStringLiteral("fashion-mlp")));
    QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
    library().stored[0].lastStep += 100;
    library().refresh();
    QCOMPARE(questions().size(), 2); // nobody looks
    showPage();
    QCOMPARE(questions().size(), 3);
}

void TestDistributionsController::aRunThatGoesOnIsFollowed()
{
    library().distributions[7] = sampleDistributions(2000);
    m_fixture->click("start.run.7");
    showPage();
    QTRY_VERIFY(card("hidden1/weights") && card("hidden1/weights")->isRead());
    auto* plot = card("hidden1/weights")->findChild<RidgePlot*>();
    QVERIFY(plot->placeOf(2200, 0).isNull());
    const auto before = questions().size();
    library().refresh();
    QCOMPARE(questions().size(), before); // it has not
    library().distributions[7] = sampleDistributions(2200);
    library().stored[0].lastStep += 200;
    library().refresh();
    QCOMPARE(questions().size(), before + 1);
    QVERIFY(!plot->placeOf(2200, 0).isNull());
}

void TestDistributionsController::oneQuestionAtATime()
{
    m_fixture->click("start.run.7");
    library().holdsAnswers = true;
    showPage();
    QCOMPARE(questions().size(), 1);
    for (int i = 0; i < 5; ++i) {
        ++library().stored[0].lastStep;
        library().refresh();
    }
    QCOMPARE(questions().size(), 1);
    emit library().distributionsLoaded({7, {}, {}});
    QCOMPARE(questions().size(), 2); // once more for all of them
    emit library().distributionsLoaded({7, {}, {}});
    QCOMPARE(questions().size(), 2);
}

void TestDistributionsController::onlyCardsInSightAreRead()
{
    for (int i = 0; i < 40; ++i) {
        library().distributions[7].append(
            {QStringLiteral("layer%1/weights").arg(i), {normalDistribution(1, 0, 1)}, {}});
    }
    m_fixture->click("start.run.7");
    showPage();
    QTRY_VERIFY(card("layer0/weights") && card("layer0/weights")->isRead());
    QVERIFY(!card("layer39/weights")->isRead());
    QVERIFY(questions().last().count(u' ') < 12);
    auto* bar = m_fixture->find<QScrollArea>("distributions.view")->verticalScrollBar();
    bar->setValue(bar->maximum());
    QTRY_VERIFY(card("layer39/weights")->isRead());
    QVERIFY(!card("layer20/weights")->isRead());
}

void TestDistributionsController::layersAreFiltered()
{
    library().distributions[7] = sampleDistributions();
    m_fixture->click("start.run.7");
    showPage();
    QTRY_VERIFY(card("output/weights"));
    auto* filter = m_fixture->find<QLineEdit>("distributions.filter");
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("Hidden"));
    QVERIFY(!card("output/weights")->isVisible());
    QVERIFY(card("hidden1/biases")->isVisible());
    QTest::keyClicks(filter, QStringLiteral("x"));
    QVERIFY(sees(QStringLiteral("No layer matches “Hiddenx”.")));
    m_fixture->click("distributions.clearFilter");
    QVERIFY(card("output/weights")->isVisible());
}

void TestDistributionsController::aCardIsMaximised()
{
    library().distributions[7] = sampleDistributions();
    m_fixture->click("start.run.7");
    showPage();
    QTRY_VERIFY(card("hidden1/biases") && card("hidden1/biases")->isRead());
    const int width = card("hidden1/biases")->width();
    m_fixture->click("distributions.card.hidden1/biases.maximise");
    QVERIFY(!card("hidden1/weights")->isVisible());
    QVERIFY(card("hidden1/biases")->width() > 1.8 * width);
    m_fixture->click("distributions.card.hidden1/biases.maximise");
    QVERIFY(card("hidden1/weights")->isVisible());
    QCOMPARE(card("hidden1/biases")->width(), width);
}

void TestDistributionsController::recordingIsTurnedOn()
{
    m_fixture->openRun();
    showPage();
    QVERIFY(sees(QStringLiteral("Histograms are off for this run.")));
    m_fixture->click("distributions.record");
    QCOMPARE(calls(), QStringList{QStringLiteral("recordHistograms 200")});
    QVERIFY(!m_fixture->find<QWidget>("distributions.record")->isVisible());
    QVERIFY(sees(QStringLiteral("with the next step")));
    RunDescription recording = sampleDescription();
    recording.histogramSteps = 200;
    controller().changeDescription(recording);
    emit controller().controlApplied({kHistogramControlName, 0, 200, 17});
    QVERIFY(sees(QStringLiteral("Every 200 steps there is a histogram")));
    library().distributions[7] = sampleDistributions();
    ++library().stored[0].lastStep;
    library().refresh();
    QTRY_VERIFY(card("hidden1/weights") && card("hidden1/weights")->isVisible());
    QCOMPARE(m_fixture->find<QLabel>("distributions.period")->text(),
             QStringLiteral("every 200 steps"));
}

void TestDistributionsController::twentyToFiftyAreRecordedUntilTheEnd_data()
{
    QTest::addColumn<qint64>("step");
    QTest::addColumn<qint64>("target");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("from the beginning") << qint64(0) << qint64(1500) << qint64(50);
    QTest::newRow("late") << qint64(9'000) << qint64(10'000) << qint64(20);
    QTest::newRow("at the end") << qint64(9'999) << qint64(10'000) << qint64(1);
    QTest::newRow("each of the last fifty") << qint64(9'950) << qint64(10'000) << qint64(1);
    QTest::newRow("one more") << qint64(9'949) << qint64(10'000) << qint64(2);
    QTest::newRow("99 remain") << qint64(1) << qint64(100) << qint64(2);
    QTest::newRow("101 remain") << qint64(0) << qint64(101) << qint64(5);
    QTest::newRow("149 remain") << qint64(0) << qint64(149) << qint64(5);
    QTest::newRow("10100 remain") << qint64(0) << qint64(10'100) << qint64(500);
    QTest::newRow("long") << qint64(0) << qint64(100'000'000) << qint64(2'000'000);
    QTest::newRow("one longer") << qint64(0) << qint64(100'000'001) << qint64(5'000'000);
    QTest::newRow("for ever") << qint64(0) << std::numeric_limits<qint64>::max()
                              << qint64(200'000'000'000'000'000);
    QTest::newRow("no target") << qint64(7) << qint64(0) << qint64(200);
}

void TestDistributionsController::twentyToFiftyAreRecordedUntilTheEnd()
{
    QFETCH(qint64, step);
    QFETCH(qint64, target);
    QFETCH(qint64, expected);
    m_fixture->openRun();
    RunProgress progress;
    progress.step = step;
    progress.targetSteps = target;
    controller().answerProgress(progress);
    showPage();
    m_fixture->click("distributions.record");
    QCOMPARE(calls(), QStringList{QStringLiteral("recordHistograms %1").arg(expected)});
    const qint64 remaining = target - step;
    if (remaining > 0) {
        const qint64 recorded = (remaining - 1) / expected + 1;
        QVERIFY(recorded <= 50);
        QVERIFY(recorded >= std::min<qint64>(20, remaining));
    }
}

void TestDistributionsController::whatIsRefusedIsOfferedAgain()
{
    m_fixture->openRun();
    showPage();
    m_fixture->click("distributions.record");
    QVERIFY(!m_fixture->find<QWidget>("distributions.record")->isVisible());
    const EngineFailure failure{QStringLiteral("Unavailable"), QStringLiteral("disk full")};
    emit controller().controlNotApplied(QStringLiteral("learning_rate"), failure);
    QVERIFY(!m_fixture->find<QWidget>("distributions.record")->isVisible());
    emit controller().controlNotApplied(kHistogramControlName, failure);
    QVERIFY(m_fixture->find<QWidget>("distributions.record")->isVisible());
}

void TestDistributionsController::whatCannotBeTurnedOnHasNoButton_data()
{
    QTest::addColumn<RunState>("state");
    QTest::addColumn<bool>("hasButton");
    QTest::newRow("ready") << RunState::Ready << true;
    QTest::newRow("running") << RunState::Running << true;
    QTest::newRow("paused") << RunState::Paused << true;
    QTest::newRow("stopping") << RunState::Stopping << false;
    QTest::newRow("stopped") << RunState::Stopped << false;
    QTest::newRow("halted") << RunState::Halted << false;
}

void TestDistributionsController::whatCannotBeTurnedOnHasNoButton()
{
    QFETCH(RunState, state);
    QFETCH(bool, hasButton);
    m_fixture->openRun(state);
    showPage();
    const auto* button = m_fixture->find<QPushButton>("distributions.record");
    QCOMPARE(button->isVisible(), hasButton);
    QCOMPARE(sees(QStringLiteral("hooks.histograms.every_n_steps")), !hasButton);
    m_fixture->clickRun(1); // which does not train
    QVERIFY(!button->isVisible());
    QVERIFY(sees(QStringLiteral("hooks.histograms.every_n_steps")));
}

void TestDistributionsController::aStoreThatCannotBeReadIsAskedAgain()
{
    m_fixture->click("start.run.7");
    library().holdsAnswers = true;
    showPage();
    emit library().distributionsNotLoaded(7);
    QCOMPARE(questions().size(), 1); // not at once
    library().refresh();
    QCOMPARE(questions().size(), 2);
}

void TestDistributionsController::anotherRunTakesThePlace()
{
    library().distributions[7] = sampleDistributions();
    library().distributions[6] = {
        {QStringLiteral("other/weights"), {normalDistribution(1, 0, 1)}, {}}};
    m_fixture->click("start.run.7");
    showPage();
    QTRY_VERIFY(card("hidden1/weights") && card("hidden1/weights")->isRead());
    m_fixture->clickRun(1);
    QTRY_VERIFY(card("other/weights") && card("other/weights")->isRead());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(!card("hidden1/weights"));
    emit library().distributionsLoaded({7, {QStringLiteral("late")}, {}});
    QVERIFY(!card("late"));
}

QTEST_MAIN(TestDistributionsController)
#include "tst_distributions_controller.moc"
