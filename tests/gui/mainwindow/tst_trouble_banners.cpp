// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What fails while training goes on is said at once, and no longer than it fails.
#include "gui/panels/banner.h"
#include "tests/gui/support/window_fixture.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestTroubleBanners : public WindowTest
{
    Q_OBJECT

private slots:
    void aCheckpointThatWasNotSaved();
    void aCheckpointThatWasAskedForInVain();
    void aStoreThatCannotBeWritten();
    void aStoreThatCannotBeRead();

private:
    QStringList sentences() const
    {
        QStringList all;
        const auto banners = window().findChildren<Banner*>();
        for (const Banner* banner : banners) {
            if (banner->isVisible()) {
                all.append(banner->sentence());
            }
        }
        return all;
    }

    // Those that are gone would be found as well.
    static void dropDeleted()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    void checkDetails(const QString& message)
    {
        dropDeleted();
        m_fixture->click("banner.details");
        const auto* text = m_fixture->find<QPlainTextEdit>("details.text");
        QVERIFY(text);
        QCOMPARE(text->toPlainText(), message);
        m_fixture->click("failure.close");
    }

    const QString m_message = QStringLiteral("/data: no space left on device");
};

void TestTroubleBanners::aCheckpointThatWasNotSaved()
{
    m_fixture->openRun();
    auto* field = m_fixture->find<QWidget>("inspector.learningRateSlider");
    field->setFocus();
    emit controller().eventRecorded({7, 0, 4000, 1.0, RunEventKind::CheckpointFailed, m_message});
    const QString sentence =
        QStringLiteral("The checkpoint for step 4\u202f000 was not saved. Training goes on.");
    QCOMPARE(sentences(), QStringList{sentence});
    QVERIFY(field->hasFocus()); // nothing has to be answered
    checkDetails(m_message);
    emit controller().eventRecorded({7, 0, 4500, 2.0, RunEventKind::CheckpointFailed, m_message});
    QCOMPARE(sentences().size(), 1); // the newest in its place
    controller().answerCheckpoint(5000);
    QCOMPARE(sentences(), QStringList());
}

void TestTroubleBanners::aCheckpointThatWasAskedForInVain()
{
    m_fixture->openRun();
    m_fixture->click("toolbar.checkpoint");
    emit controller().eventRecorded({7, 0, 4000, 1.0, RunEventKind::CheckpointFailed, m_message});
    emit controller().checkpointNotSaved(4000);
    const auto* button = m_fixture->find<QToolButton>("toolbar.checkpoint");
    QVERIFY(button->isEnabled()); // answered
    QCOMPARE(button->text(), QStringLiteral("Checkpoint"));
    QCOMPARE(sentences().size(), 1);
    dropDeleted();
    m_fixture->click("banner.close");
    m_fixture->click("toolbar.checkpoint"); // the engine tells only of the first failure
    emit controller().checkpointNotSaved(4100);
    QCOMPARE(sentences(),
             QStringList{QStringLiteral(
                 "The checkpoint for step 4\u202f100 was not saved. Training goes on.")});
    checkDetails(m_message);
    m_fixture->openRun(); // another run has not failed
    QCOMPARE(sentences(), QStringList());
}

void TestTroubleBanners::aStoreThatCannotBeWritten()
{
    m_fixture->openRun();
    emit controller().storeTrouble(m_message);
    const QString sentence =
        QStringLiteral("The run store cannot be written at the moment. Training goes on.");
    QCOMPARE(sentences(), QStringList{sentence});
    checkDetails(m_message);
    emit controller().storeTrouble({});
    QCOMPARE(sentences(), QStringList());
    emit controller().storeTrouble(m_message); // it comes again
    QCOMPARE(sentences(), QStringList{sentence});
    m_fixture->openRun();
    QCOMPARE(sentences(), QStringList());
}

void TestTroubleBanners::aStoreThatCannotBeRead()
{
    emit library().readingFailed({QStringLiteral("DataLoss"), m_message});
    QCOMPARE(sentences(),
             QStringList{QStringLiteral("The run store cannot be read at the moment.")});
    QVERIFY(!m_fixture->find<QDialog>("failureDialog"));
    checkDetails(m_message);
    emit library().readingWorks();
    QCOMPARE(sentences(), QStringList());
}

QTEST_MAIN(TestTroubleBanners)
#include "tst_trouble_banners.moc"
