// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A loss that is not finite and errors of the engine, as a person meets them.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestAlertController : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }

    void aNonFiniteLossOffersTheWayBack();
    void inspectSelectsTheRun();
    void withoutACheckpointInspectIsTheDefault();
    void aFailureHasASentenceAndDetails();

private:
    FakeTrainingController& controller() { return m_fixture->controller; }
    QListView& runs() { return *m_fixture->find<QListView>("runs.list"); }
    ChartsView& charts() { return *m_fixture->window->findChild<ChartsView*>(); }
    QStringList& calls() { return controller().calls; }

    std::unique_ptr<WindowFixture> m_fixture;
};

namespace {

NonFiniteAlert sampleAlert()
{
    NonFiniteAlert alert;
    alert.run = 7;
    alert.step = 1240;
    alert.value = qQNaN();
    alert.climbingSince = 1090;
    alert.rewindStep = 1000;
    alert.learningRate = 0.4;
    alert.suggestedLearningRate = 0.2;
    return alert;
}

} // namespace

void TestAlertController::init()
{
    failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void TestAlertController::aNonFiniteLossOffersTheWayBack()
{
    m_fixture->openRun();
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(sampleAlert());
    auto* rewind = m_fixture->find<QPushButton>("banner.default");
    QVERIFY(rewind);
    QTRY_VERIFY(rewind->hasFocus());
    QCOMPARE(rewind->text(), QStringLiteral("Rewind to 1\u202f000, learning rate 0.2"));
    QCOMPARE(m_fixture->find<QWidget>("banner")->accessibleName(),
             QStringLiteral("Loss became NaN at step 1\u202f240. Training has halted; nothing was "
                            "overwritten."));
    QCOMPARE(m_fixture->find<QLabel>("status.state")->text(), QStringLiteral("Halted: NaN"));
    QTest::keyClick(rewind, Qt::Key_Space);
    QCOMPARE(calls(), QStringList({QStringLiteral("open run 7 start")}));
    QCOMPARE(controller().lastOpen.fromStep, 1000);
    QCOMPARE(controller().lastOpen.learningRate, 0.2);
    m_fixture->openRun(RunState::Running, 1000);
    QTRY_VERIFY(!m_fixture->find<QPushButton>("banner.default"));
}

void TestAlertController::inspectSelectsTheRun()
{
    m_fixture->openRun();
    m_fixture->clickMarker(1);
    runs().setCurrentIndex(runs().model()->index(1, 0));
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(sampleAlert());
    m_fixture->click("banner.inspect");
    QCOMPARE(runs().currentIndex().row(), 0);
    QVERIFY(charts().isVisible());
    m_fixture->click("banner.close");
    QTRY_VERIFY(!m_fixture->find<QWidget>("banner"));
}

void TestAlertController::withoutACheckpointInspectIsTheDefault()
{
    m_fixture->openRun();
    NonFiniteAlert alert = sampleAlert();
    alert.rewindStep = -1;
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(alert);
    QCOMPARE(m_fixture->find<QPushButton>("banner.default")->text(), QStringLiteral("Inspect"));
}

void TestAlertController::aFailureHasASentenceAndDetails()
{
    const QString message = QStringLiteral("line 14: hiden_layers is not a known key");
    m_fixture->click("start.demo.iris");
    emit controller().failed({QStringLiteral("InvalidArgument"), message});
    auto* dialog = m_fixture->find<QDialog>("failureDialog");
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->accessibleName(),
             QStringLiteral("The job cannot be started as it is written."));
    auto* text = m_fixture->find<QPlainTextEdit>("details.text");
    QVERIFY(!text->isVisible());
    m_fixture->click("details.toggle");
    QVERIFY(text->isVisible());
    QCOMPARE(text->toPlainText(), message);
    m_fixture->click("details.copy");
    QCOMPARE(QGuiApplication::clipboard()->text(), message);
    m_fixture->click("failure.close");
    QTRY_VERIFY(!m_fixture->find<QDialog>("failureDialog"));
    QVERIFY(m_fixture->find<QWidget>("start.demo.iris")->isEnabled()); // usable as before
}

QTEST_MAIN(TestAlertController)
#include "tst_alert_controller.moc"
