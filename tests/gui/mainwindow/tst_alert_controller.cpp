// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A loss that is not finite and errors of the engine, as a person meets them.
#include "tests/gui/support/window_fixture.h"

#include "gui/charts/charts_view.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestAlertController : public WindowTest
{
    Q_OBJECT

private slots:
    void aNonFiniteLossOffersTheWayBack();
    void inspectSelectsTheRun();
    void withoutACheckpointInspectIsTheDefault();
    void stopOnAHaltedRunLeavesItAndItsAlert();
    void aFailureHasASentenceAndDetails();
    void aMistakeInAJobFileIsSaidWithFileAndLine();
    void detailsAreOpenWhereTheyNameTheCause_data();
    void detailsAreOpenWhereTheyNameTheCause();
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

void TestAlertController::stopOnAHaltedRunLeavesItAndItsAlert()
{
    m_fixture->openRun();
    controller().answerState(RunState::Halted);
    emit controller().lossBecameNonFinite(sampleAlert());
    const auto* stop = m_fixture->find<QToolButton>("toolbar.stop");
    QVERIFY2(stop->toolTip().contains(QStringLiteral("Leaves the run as it is.")),
             qPrintable(stop->toolTip()));
    m_fixture->click("toolbar.stop");
    QCOMPARE(calls(), QStringList({QStringLiteral("requestStop")}));
    controller().answerState(RunState::Stopped);
    QTRY_VERIFY(!m_fixture->find<QWidget>("banner"));
    QVERIFY(!stop->isEnabled());
}

void TestAlertController::aFailureHasASentenceAndDetails()
{
    const QString message = QStringLiteral("the disk is full");
    m_fixture->click("start.demo.iris");
    emit controller().failed({QStringLiteral("ResourceExhausted"), message});
    auto* dialog = m_fixture->find<QDialog>("failureDialog");
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->accessibleName(),
             QStringLiteral("There is not enough memory or disk space to go on."));
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

void TestAlertController::aMistakeInAJobFileIsSaidWithFileAndLine()
{
    emit controller().failed(
        {QStringLiteral("InvalidArgument"),
         QStringLiteral("/home/somebody/bad.toml, line 10: data.batch_size must be 1 or more\n"
                        "/home/somebody/bad.toml, line 12: model.kind is mlp, not mpl")});
    auto* dialog = m_fixture->find<QDialog>("failureDialog");
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->accessibleName(), QStringLiteral("bad.toml has a mistake in line 10."));
    QStringList said;
    const auto labels = dialog->findChildren<QLabel*>();
    for (const QLabel* label : labels) {
        said += label->text();
    }
    QVERIFY2(said.contains(QStringLiteral("data.batch_size must be 1 or more\n"
                                          "Mend the job file and open it again.")),
             qPrintable(said.join(u'|')));
    QVERIFY(m_fixture->find<QPlainTextEdit>("details.text")->isVisible()); // there are two
}

void TestAlertController::detailsAreOpenWhereTheyNameTheCause_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("open");
    QTest::newRow("a setting") << "InvalidArgument" << true;
    QTest::newRow("a file") << "NotFound" << true;
    QTest::newRow("a file's permissions") << "PermissionDenied" << true;
    QTest::newRow("a thing that is not built") << "Unimplemented" << true;
    QTest::newRow("an interruption") << "Aborted" << false;
    QTest::newRow("an unknown code") << "Internal" << false;
}

void TestAlertController::detailsAreOpenWhereTheyNameTheCause()
{
    QFETCH(QString, code);
    emit controller().failed({code, QStringLiteral("model.hidden_layers is empty")});
    auto* text = m_fixture->find<QPlainTextEdit>("details.text");
    QVERIFY(text);
    QTEST(text->isVisible(), "open");
}

QTEST_MAIN(TestAlertController)
#include "tst_alert_controller.moc"
