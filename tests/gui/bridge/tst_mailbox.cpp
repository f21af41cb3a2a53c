// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/mailbox.h"
#include "gui/bridge/task_thread.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTest>

#include <future>
#include <numeric>
#include <thread>

class Talker final : public QObject
{
    Q_OBJECT
signals:
    void said(const QString& word, int times);
};

class TestMailbox final : public QObject
{
    Q_OBJECT

private slots:
    void callsComeInOrderInTheMailboxThread();
    void aSignalOfAnotherThreadArrivesWithItsArguments();
    void aCallThatRunsAnEventLoopHoldsNoOtherBack();
    void callsOfADestroyedMailboxAreDropped();
    void tasksRunInOrderOnAThreadOfTheirOwn();
};

void TestMailbox::callsComeInOrderInTheMailboxThread()
{
    gui::Mailbox mailbox;
    QList<int> got;
    QList<int> sent(1000);
    std::iota(sent.begin(), sent.end(), 0);
    std::thread sender([&] {
        for (const int i : sent) {
            mailbox.post([&got, i] { got.append(i); });
        }
    });
    sender.join();
    QVERIFY(got.isEmpty()); // nothing happens behind this thread's back
    QCoreApplication::sendPostedEvents();
    QCOMPARE(got, sent);
}

void TestMailbox::aSignalOfAnotherThreadArrivesWithItsArguments()
{
    gui::Mailbox mailbox;
    Talker talker;
    QString got;
    std::thread::id where;
    mailbox.deliver(&talker, &Talker::said, [&](const QString& word, int times) {
        got = word.repeated(times);
        where = std::this_thread::get_id();
    });
    std::thread([&talker] { emit talker.said(QStringLiteral("ab"), 3); }).join();
    QCoreApplication::sendPostedEvents();
    QCOMPARE(got, QStringLiteral("ababab"));
    QVERIFY(where == std::this_thread::get_id());
}

void TestMailbox::aCallThatRunsAnEventLoopHoldsNoOtherBack()
{
    gui::Mailbox mailbox;
    QEventLoop dialog;
    bool secondCame = false;
    mailbox.post([&dialog] { dialog.exec(); });
    mailbox.post([&] {
        secondCame = true;
        dialog.quit();
    });
    QCoreApplication::sendPostedEvents(); // would not return if the second call waited
    QVERIFY(secondCame);
}

void TestMailbox::callsOfADestroyedMailboxAreDropped()
{
    bool called = false;
    {
        gui::Mailbox mailbox;
        mailbox.post([&called] { called = true; });
    }
    QCoreApplication::sendPostedEvents();
    QVERIFY(!called);
}

void TestMailbox::tasksRunInOrderOnAThreadOfTheirOwn()
{
    std::promise<QList<int>> done;
    QList<int> got;
    std::thread::id where;
    gui::TaskThread thread;
    for (int i = 0; i < 100; ++i) {
        thread.post([&got, i] { got.append(i); });
    }
    thread.post([&] {
        where = std::this_thread::get_id();
        done.set_value(got);
    });
    QList<int> expected(100);
    std::iota(expected.begin(), expected.end(), 0);
    QCOMPARE(done.get_future().get(), expected);
    QVERIFY(where != std::this_thread::get_id());
}

QTEST_GUILESS_MAIN(TestMailbox)
#include "tst_mailbox.moc"
