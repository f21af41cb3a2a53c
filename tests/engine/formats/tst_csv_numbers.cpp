// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/csv_numbers.h"

#include <QTest>

using namespace engine;

class TestCsvNumbers : public QObject
{
    Q_OBJECT

private slots:
    void numbersThatPeopleWriteOtherwise_data();
    void numbersThatPeopleWriteOtherwise();
};

void TestCsvNumbers::numbersThatPeopleWriteOtherwise_data()
{
    QTest::addColumn<std::string>("cell");
    QTest::addColumn<bool>("isNumber");
    const auto row = [](const char* cell, bool isNumber) {
        QTest::newRow(cell) << std::string(cell) << isNumber;
    };
    row("6,2", true);
    row("-6,25", true);
    row("12345,5", true);
    row("1,234.5", true);
    row("1.234,50", true);
    row("12'000", true);
    row("+1 234 567,8", true);
    row("1,234,5678", true);
    row("1.234", true);
    row("1,23,45", false);
    row("1234.567,8", false);
    row("6,", false);
    row(",5", false);
    row("--6,2", false);
    row("6,2 kg", false);
    row("12", false);
    row("red", false);
    row("", false);
    row("-", false);
}

void TestCsvNumbers::numbersThatPeopleWriteOtherwise()
{
    QFETCH(const std::string, cell);
    QFETCH(const bool, isNumber);
    QCOMPARE(isWrittenOtherwise(cell), isNumber);
}

QTEST_APPLESS_MAIN(TestCsvNumbers)
#include "tst_csv_numbers.moc"
