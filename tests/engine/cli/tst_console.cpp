// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/console.h"

#include <QTest>

#include <limits>

class TestConsole : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreShort_data();
    void numbersAreShort();
};

void TestConsole::numbersAreShort_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << 0.0 << "0";
    QTest::newRow("accuracy") << 0.85123456 << "0.8512";
    QTest::newRow("loss") << 12.345678 << "12.35";
    QTest::newRow("whole") << 1.0 << "1";
    QTest::newRow("price") << 158173.25 << "158173";
    QTest::newRow("negative") << -3021.4 << "-3021";
    QTest::newRow("small") << 0.0000123456 << "1.235e-05";
    QTest::newRow("large") << 188866854912.0 << "1.889e+11";
    QTest::newRow("NaN") << -std::numeric_limits<double>::quiet_NaN() << "NaN";
    QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << "inf";
}

void TestConsole::numbersAreShort()
{
    QFETCH(const double, value);
    QFETCH(const QString, text);
    QCOMPARE(QString::fromStdString(engine::shortNumber(value)), text);
}

QTEST_APPLESS_MAIN(TestConsole)
#include "tst_console.moc"
