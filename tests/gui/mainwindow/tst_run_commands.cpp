// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be undone, and the live learning rate.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"
#include "gui/panels/banner.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestRunCommands : public WindowTest
{
    Q_OBJECT

private slots:
    void onlyTheSelectedRunCanBeUndone();
    void aRemovedRunComesBackWithUndo();
    void aRemovedRunIsSaidAndPutBack();
    void aRemovalIsSaidOnceTheStoreHasAnswered();
    void aRemovalThatIsRefusedIsSaid_data();
    void aRemovalThatIsRefusedIsSaid();
    void aRemovalThatIsRefusedTheSecondTimeIsNotUndone();
    void theLearningRateIsAskedForAndAcknowledged();
    void ctrlZSetsTheLearningRateBack();
    void whatCanNoLongerBeTakenBackIsNotOffered();
    void aHundredfoldLearningRateIsSaidAndSetBack_data();
    void aHundredfoldLearningRateIsSaidAndSetBack();
    void aLearningRateBeyondTheSliderIsShownAsItIs();
    void theSliderAsksWhenItIsLetGo();
};

void TestRunCommands::onlyTheSelectedRunCanBeUndone()
{
    m_fixture->openRun();
    m_fixture->clickMarker(1);
    m_fixture->clickMarker(2);
    runs().setCurrentIndex(runs().model()->index(1, 0));
    m_fixture->click("runs.showOnly");
    QCOMPARE(charts().runs(), QList<RunId>({6}));
    const QAction* undo = window().findChild<QAction*>(QStringLiteral("run.undo"));
    QCOMPARE(undo->text(), QStringLiteral("Undo Hide Runs"));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(charts().runs().size(), 3);
}

void TestRunCommands::aRemovedRunComesBackWithUndo()
{
    m_fixture->click("start.run.6");
    m_fixture->click("runs.remove");
    QCOMPARE(runs().model()->rowCount(), 6);
    QVERIFY(charts().runs().isEmpty());
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(runs().model()->rowCount(), 7);
    QVERIFY(library().calls.contains(QStringLiteral("restoreRun 6")));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(runs().model()->rowCount(), 6);
}

void TestRunCommands::aRemovedRunIsSaidAndPutBack()
{
    m_fixture->click("start.run.6");
    m_fixture->click("runs.remove");
    const auto* banner = m_fixture->find<QWidget>("banner");
    QVERIFY(banner && banner->isVisible());
    QCOMPARE(banner->accessibleName(), QStringLiteral("fashion-mlp-wide was moved to the trash."));
    m_fixture->click("banner.undo");
    QCOMPARE(runs().model()->rowCount(), 7);
    QTRY_VERIFY(!m_fixture->find<QWidget>("banner"));

    // Another change answers the notice too.
    runs().setCurrentIndex(runs().model()->index(2, 0));
    m_fixture->click("runs.remove");
    QVERIFY(m_fixture->find<QWidget>("banner"));
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(!m_fixture->find<QWidget>("banner"));
}

void TestRunCommands::aRemovalIsSaidOnceTheStoreHasAnswered()
{
    m_fixture->click("start.run.6");
    library().holdsRemovals = true;
    m_fixture->click("runs.remove");
    m_fixture->click("runs.remove"); // impatient
    QCOMPARE(library().calls.filter(QStringLiteral("removeRun")).size(), 1);
    QVERIFY(!m_fixture->find<QWidget>("banner"));
    QVERIFY(!m_fixture->find<QAction>("run.undo")->isEnabled());
    emit library().runRemoved(6);
    QCOMPARE(m_fixture->find<QWidget>("banner")->accessibleName(),
             QStringLiteral("fashion-mlp-wide was moved to the trash."));
    QVERIFY(m_fixture->find<QAction>("run.undo")->isEnabled());
    QCOMPARE(library().calls.filter(QStringLiteral("removeRun")).size(), 1);
}

void TestRunCommands::aRemovalThatIsRefusedIsSaid_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("cause");
    QTest::newRow("a read-only store") << "PermissionDenied"
                                       << "The run store cannot be written: it is read-only.";
    QTest::newRow("anything else") << "DataLoss"
                                   << "The run store did not take the change. Details say why.";
}

void TestRunCommands::aRemovalThatIsRefusedIsSaid()
{
    QFETCH(QString, code);
    QFETCH(QString, cause);
    m_fixture->click("start.run.6");
    library().holdsRemovals = true;
    m_fixture->click("runs.remove");
    emit library().runNotRemoved(6, {code, QStringLiteral("/store: why")});
    const QList<Banner*> banners = window().findChildren<Banner*>();
    QCOMPARE(banners.size(), 1);
    QCOMPARE(banners.constFirst()->sentence(),
             QStringLiteral("fashion-mlp-wide could not be moved to the trash. "
                            "Nothing was changed."));
    const auto labels = banners.constFirst()->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.cbegin(), labels.cend(),
                        [&cause](const QLabel* label) { return label->text() == cause; }));
    QVERIFY(!m_fixture->find<QWidget>("banner.undo"));
    QVERIFY(!m_fixture->find<QAction>("run.undo")->isEnabled());
    QVERIFY(window().findChildren<QDialog*>().isEmpty());
    QCOMPARE(runs().model()->rowCount(), 7);

    library().holdsRemovals = false; // now it can be written
    m_fixture->click("runs.remove");
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(m_fixture->find<QWidget>("banner")->accessibleName(),
             QStringLiteral("fashion-mlp-wide was moved to the trash."));
    QCOMPARE(runs().model()->rowCount(), 6);
}

void TestRunCommands::aRemovalThatIsRefusedTheSecondTimeIsNotUndone()
{
    m_fixture->click("start.run.6");
    m_fixture->click("runs.remove");
    auto* undo = m_fixture->find<QAction>("run.undo");
    undo->trigger();
    library().holdsRemovals = true;
    m_fixture->find<QAction>("run.redo")->trigger();
    emit library().runNotRemoved(6, {QStringLiteral("PermissionDenied"), {}});
    QTRY_VERIFY(!undo->isEnabled());
    QVERIFY(!m_fixture->find<QAction>("run.redo")->isEnabled());
    QCOMPARE(library().calls.filter(QStringLiteral("restoreRun")).size(), 1);
}

void TestRunCommands::theLearningRateIsAskedForAndAcknowledged()
{
    m_fixture->openRun();
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.05"));
    QVERIFY(calls().isEmpty()); // nothing is asked for while somebody types
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(calls(), QStringList({QStringLiteral("setLearningRate 0.05")}));
    emit controller().controlApplied({QStringLiteral("learning_rate"), 0.1, double(0.05F), 2600});
    bool said = false;
    const auto labels = window().findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        said |= label->text() == QStringLiteral("0.1000 → 0.0500 at step 2\u202f600");
    }
    QVERIFY(said);
}

void TestRunCommands::ctrlZSetsTheLearningRateBack()
{
    m_fixture->openRun();
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.05"));
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(calls().last(), QStringLiteral("setLearningRate 0.1"));
    QCOMPARE(field->value(), 0.1);
}

void TestRunCommands::whatCanNoLongerBeTakenBackIsNotOffered()
{
    m_fixture->openRun();
    m_fixture->clickMarker(1);
    m_fixture->click("runs.showOnly");
    const auto* undo = m_fixture->find<QAction>("run.undo");
    const auto* redo = m_fixture->find<QAction>("run.redo");
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    for (const char* rate : {"0.05", "0.04"}) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QLatin1String(rate));
        QTest::keyClick(field, Qt::Key_Return);
    }
    QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier); // one to undo, one to redo
    QCOMPARE(undo->text(), QStringLiteral("Undo Change Learning Rate"));
    QCOMPARE(redo->text(), QStringLiteral("Redo Change Learning Rate"));
    controller().answerState(RunState::Stopped);
    QCOMPARE(undo->text(), QStringLiteral("Undo Hide Runs"));
    QVERIFY(!redo->isEnabled());
    calls().clear();
    QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(charts().runs().size(), 2);
    QVERIFY(!undo->isEnabled());
    QVERIFY(calls().isEmpty());
}

void TestRunCommands::aHundredfoldLearningRateIsSaidAndSetBack_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("sentence"); // empty: nothing is said
    QTest::newRow("a decimal comma is a decimal comma") << "0,005" << 0.005 << "";
    QTest::newRow("tenfold") << "1" << 1. << "";
    QTest::newRow("a hundredfold")
        << "10" << 10. << "The learning rate was changed from 0.1 to 10.";
    QTest::newRow("a thousandth") << "0.0001" << 0.0001
                                  << "The learning rate was changed from 0.1 to 0.0001.";
}

void TestRunCommands::aHundredfoldLearningRateIsSaidAndSetBack()
{
    QFETCH(QString, typed);
    QFETCH(double, value);
    QFETCH(QString, sentence);
    m_fixture->openRun();
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, typed);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->value(), value);
    QCOMPARE(calls(), QStringList({QStringLiteral("setLearningRate %1").arg(value)}));
    const auto* banner = m_fixture->find<QWidget>("banner");
    QCOMPARE(banner ? banner->accessibleName() : QString(), sentence);
    if (banner) {
        m_fixture->click("banner.undo");
        QCOMPARE(calls().last(), QStringLiteral("setLearningRate 0.1"));
        QTRY_VERIFY(!m_fixture->find<QWidget>("banner"));
    }
}

void TestRunCommands::aLearningRateBeyondTheSliderIsShownAsItIs()
{
    RunDescription description = sampleDescription();
    description.learningRate = 100'000;
    controller().answerOpened(description, RunState::Running);
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    QCOMPARE(field->value(), 100'000.);
    QVERIFY(calls().isEmpty());
}

void TestRunCommands::theSliderAsksWhenItIsLetGo()
{
    m_fixture->openRun();
    auto* slider = m_fixture->find<QSlider>("inspector.learningRateSlider");
    auto* field = m_fixture->find<QDoubleSpinBox>("inspector.learningRate");
    slider->setSliderDown(true);
    slider->setSliderPosition(slider->value() - 20); // a decade
    QCOMPARE(field->value(), 0.01);
    QVERIFY(calls().isEmpty());
    slider->setSliderDown(false);
    QCOMPARE(calls(), QStringList({QStringLiteral("setLearningRate 0.01")}));
}

QTEST_MAIN(TestRunCommands)
#include "tst_run_commands.moc"
