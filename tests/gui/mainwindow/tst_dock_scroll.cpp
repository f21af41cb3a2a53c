// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The content of a dock that is too high for it.
#include "gui/panels/dock_scroll.h"

#include <QtTest>
#include <QtWidgets>

using namespace gui;

class TestDockScroll : public QObject
{
    Q_OBJECT

private slots:
    void theBarCutsNothing_data();
    void theBarCutsNothing();
};

void TestDockScroll::theBarCutsNothing_data()
{
    QTest::addColumn<int>("contentWidth");
    QTest::addColumn<int>("contentHeight");
    QTest::newRow("lower than the dock") << 300 << 40;
    QTest::newRow("higher") << 300 << 2000;
    QTest::newRow("narrower than a dock may be") << 50 << 2000;
}

void TestDockScroll::theBarCutsNothing()
{
    QFETCH(int, contentWidth);
    QFETCH(int, contentHeight);
    auto* content = new QWidget;
    content->setLayout(new QVBoxLayout);
    auto* part = new QWidget;
    part->setMinimumSize(contentWidth, contentHeight);
    content->layout()->addWidget(part);
    DockScroll scroll(content, 100);
    scroll.resize(scroll.minimumSizeHint());
    scroll.show();
    QVERIFY(QTest::qWaitForWindowExposed(&scroll));
    QVERIFY(content->width() <= scroll.viewport()->width());
    QVERIFY(part->width() >= contentWidth);
}

QTEST_MAIN(TestDockScroll)
#include "tst_dock_scroll.moc"
