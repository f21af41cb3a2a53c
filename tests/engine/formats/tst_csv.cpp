// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/formats/csv.h"
#include "tests/support/errors.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestCsv : public QObject
{
    Q_OBJECT

private slots:
    void cellsAreRead_data();
    void cellsAreRead();
    void headerIsFound_data();
    void headerIsFound();
    void separatorIsFound_data();
    void separatorIsFound();
    void typesComeFromTheCells();
    void textColumnsStayText();
    void ignoredColumnsAreNotRead();
    void incompleteRowsAreLeftOutAndReported();
    void decimalCommasAreFound_data();
    void decimalCommasAreFound();
    void numbersThatAreNotCertainAreRefused_data();
    void numbersThatAreNotCertainAreRefused();
    void numberForms_data();
    void numberForms();
    void faultIsReportedWithItsPlace_data();
    void faultIsReportedWithItsPlace();
    void lateTextAmongNumbersIsReported();
    void everyCutOfAFileIsReadOrReported();
    void everyFlippedBitIsReadOrReported();
    void filesAreRead();
};

namespace {

// Every cell as text, row by row, cells joined by '|'.
QStringList rowsOf(const CsvTable& table)
{
    QStringList rows;
    for (std::int64_t row = 0; row < table.rowCount; ++row) {
        QStringList cells;
        for (const CsvColumn& column : table.columns) {
            const auto i = static_cast<std::size_t>(row);
            cells += column.isText
                ? QString::fromStdString(column.texts[static_cast<std::size_t>(column.codes[i])])
                : QString::number(column.numbers[i]);
        }
        rows += cells.join('|');
    }
    return rows;
}

const char* const kSmallFile =
    "name,\"size, mm\",x\r\n\"a \"\"quoted\"\" one\",1.5,2\r\n\nb,-3e2,+4\n";

} // namespace

void TestCsv::cellsAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("rows");
    const QStringList plain{"a|1", "b|2"};
    QTest::newRow("LF") << QByteArray("n,v\na,1\nb,2\n") << plain;
    QTest::newRow("CRLF") << QByteArray("n,v\r\na,1\r\nb,2\r\n") << plain;
    QTest::newRow("no line end at the end") << QByteArray("n,v\na,1\nb,2") << plain;
    QTest::newRow("lone CR at the end") << QByteArray("n,v\na,1\nb,2\r") << plain;
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbfn,v\na,1\nb,2") << plain;
    QTest::newRow("empty lines") << QByteArray("\n\nn,v\n\r\na,1\n\nb,2\n\n\n") << plain;
    QTest::newRow("spaces around cells") << QByteArray(" n , v\n a ,  1 \nb,2 ") << plain;
    QTest::newRow("quoted") << QByteArray("\"n\",\"v\"\n\"a\", \"1\" \n\"b\",\"2\"") << plain;
    QTest::newRow("separator in quotes") << QByteArray("n,v\n\"a,b\",1") << QStringList{"a,b|1"};
    QTest::newRow("line end in quotes")
        << QByteArray("n,v\n\"a\r\nb\",1") << QStringList{"a\r\nb|1"};
    QTest::newRow("doubled quotes")
        << QByteArray("n,v\n\"\"\"a\"\"\"\"b\",1") << QStringList{"\"a\"\"b|1"};
    QTest::newRow("spaces in quotes are kept")
        << QByteArray("n,v\n\" a \",1") << QStringList{" a |1"};
    QTest::newRow("quote inside a plain cell")
        << QByteArray("n,v\n5\" disk,1") << QStringList{"5\" disk|1"};
    QTest::newRow("UTF-8") << QByteArray("n,v\nmodèle 日本,1") << QStringList{"modèle 日本|1"};
    QTest::newRow("semicolons in some cells")
        << QByteArray("a;b,c\n1,2\n3;4,5") << QStringList{"1|2", "3;4|5"};
    QTest::newRow("one column") << QByteArray("v\n1\n2") << QStringList{"1", "2"};
}

void TestCsv::cellsAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, rows);
    QCOMPARE(rowsOf(parseCsv(text.toStdString(), "t.csv")), rows);
}

void TestCsv::headerIsFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("option"); // -1: not given
    QTest::addColumn<QStringList>("names");
    QTest::newRow("names") << QByteArray("x,y\n1,2") << -1 << QStringList{"x", "y"};
    QTest::newRow("numbers") << QByteArray("1,a\n3,b") << -1 << QStringList{"column 1", "column 2"};
    QTest::newRow("unnamed index") << QByteArray(",y\n0,2") << -1 << QStringList{"column 1", "y"};
    QTest::newRow("told there is none")
        << QByteArray("x,y\nz,w") << 0 << QStringList{"column 1", "column 2"};
    QTest::newRow("told that numbers are names")
        << QByteArray("2019,2020\n1,2") << 1 << QStringList{"2019", "2020"};
}

void TestCsv::headerIsFound()
{
    QFETCH(QByteArray, text);
    QFETCH(int, option);
    QFETCH(QStringList, names);
    CsvOptions options;
    if (option >= 0) {
        options.hasHeader = option == 1;
    }
    const CsvTable table = parseCsv(text.toStdString(), "t.csv", options);
    QStringList found;
    for (const CsvColumn& column : table.columns) {
        found += QString::fromStdString(column.name);
    }
    QCOMPARE(found, names);
    QCOMPARE(table.rowCount, table.hasHeader ? 1 : 2);
}

void TestCsv::separatorIsFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<char>("separator");
    QTest::newRow("comma") << QByteArray("a,b,c\n1,2,3") << ',';
    QTest::newRow("semicolon") << QByteArray("a;b;c\n1;2;3") << ';';
    QTest::newRow("tab") << QByteArray("a\tb\tc\n1\t2\t3") << '\t';
    QTest::newRow("semicolon, with commas in quotes")
        << QByteArray("\"a,b,c,d\";e;f\n1;2;3") << ';';
    QTest::newRow("semicolon right after a quote") << QByteArray("\"a\";\"b\";\"c\"\n1;2;3") << ';';
}

void TestCsv::separatorIsFound()
{
    QFETCH(QByteArray, text);
    QFETCH(char, separator);
    const CsvTable table = parseCsv(text.toStdString(), "t.csv");
    QCOMPARE(table.separator, separator);
    QCOMPARE(rowsOf(table), QStringList{"1|2|3"});
}

void TestCsv::typesComeFromTheCells()
{
    const CsvTable table = parseCsv("a,b,c\n1,x,1\n2,y,x\n3,x,2\n", "t.csv");
    QVERIFY(!table.columns[0].isText);
    QVERIFY(table.columns[1].isText);
    QVERIFY(table.columns[2].isText); // one text is enough
    QCOMPARE(table.columns[1].texts, (std::vector<std::string>{"x", "y"}));
    QCOMPARE(table.columns[1].codes, (std::vector<std::int32_t>{0, 1, 0}));
    QCOMPARE(table.columnIndex("b"), 1U);
    VERIFY_THROWS(NotFoundError, "no column d among a, b, c", table.columnIndex("d"));
}

void TestCsv::textColumnsStayText()
{
    CsvOptions options;
    options.textColumns = {"code"};
    const CsvTable table = parseCsv("code,v\n007,1\n7,2", "t.csv", options);
    QCOMPARE(table.columns[0].texts, (std::vector<std::string>{"007", "7"}));
    options.textColumns = {"cod"};
    VERIFY_THROWS(NotFoundError, "cod", parseCsv("code,v\n007,1", "t.csv", options));
}

void TestCsv::ignoredColumnsAreNotRead()
{
    CsvOptions options;
    options.ignoredColumns = {"note"};
    const CsvTable table = parseCsv("note,v\nx,1\n,2\n7,\n", "t.csv", options);
    QVERIFY(table.columns[0].isIgnored && table.columns[0].numbers.empty()
            && table.columns[0].codes.empty());
    QCOMPARE(table.columns[1].numbers, (std::vector<double>{1, 2}));
    QCOMPARE(table.leftOutRows.size(), std::size_t{1});
    options.ignoredColumns = {"not"};
    VERIFY_THROWS(NotFoundError, "not", parseCsv("note,v\nx,1\n", "t.csv", options));
}

void TestCsv::incompleteRowsAreLeftOutAndReported()
{
    const CsvTable table = parseCsv("age,name\n1,a\n,b\n2,\n3,c\nNA,d\n4,?\nNaN,\n5,NA\n", "t.csv");
    QCOMPARE(rowsOf(table), (QStringList{"1|a", "3|c"}));
    QStringList leftOut;
    for (const CsvLeftOutRow& row : table.leftOutRows) {
        leftOut += QString("%1:%2").arg(row.line).arg(row.column);
    }
    QCOMPARE(leftOut, (QStringList{"3:0", "4:1", "6:0", "7:1", "8:0", "9:1"}));
}

void TestCsv::decimalCommasAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("rows");
    const QStringList fruit{"141.8|6.2|apple", "7|-0.5|pear"};
    QTest::newRow("semicolons") << QByteArray("a;b;c\n141,8;6,2;apple\n7;-0,5;pear") << fruit;
    QTest::newRow("tabs") << QByteArray("a\tb\tc\n141,8\t6,2\tapple\n7\t-0,5\tpear") << fruit;
    QTest::newRow("no header") << QByteArray("141,8;6,2;apple\n7;-0,5;pear") << fruit;
    QTest::newRow("two columns, no header")
        << QByteArray("1,5;2,5\n3,5;4,5") << QStringList{"1.5|2.5", "3.5|4.5"};
    QTest::newRow("exponent") << QByteArray("a;b\n1,5e2;x") << QStringList{"150|x"};
    QTest::newRow("each column for itself")
        << QByteArray("a;b\n1,5;2.5\n3;4") << QStringList{"1.5|2.5", "3|4"};
    QTest::newRow("points stay points") << QByteArray("a;b\n1.5;x") << QStringList{"1.5|x"};
    QTest::newRow("lists of numbers stay text")
        << QByteArray("a;b\n1,5;x\n1,2,3;y") << QStringList{"1,5|x", "1,2,3|y"};
    QByteArray late = "a;b\n";
    QStringList rows;
    for (int i = 0; i < 120; ++i) {
        late += QByteArray::number(i) + (i < 110 ? ";" : ",5;") + "0,5\n";
        rows += QString::number(i < 110 ? i : i + 0.5) + "|0.5";
    }
    QTest::newRow("whole numbers at first") << late << rows;
}

void TestCsv::decimalCommasAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, rows);
    QCOMPARE(rowsOf(parseCsv(text.toStdString(), "t.csv")), rows);
}

void TestCsv::numbersThatAreNotCertainAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("example");
    QTest::newRow("comma in a quoted cell")
        << QByteArray("a,b\n\"141,8\",x\n7,y") << QByteArray("141,8");
    QTest::newRow("thousands") << QByteArray("a;b\n1.234,50;x\n2;y") << QByteArray("1.234,50");
    QTest::newRow("point and comma in one column")
        << QByteArray("a;b\n1.5;x\n2,5;y") << QByteArray("2,5");
    QTest::newRow("thousands after spaces") << QByteArray("a;b\n1 000;x") << QByteArray("1 000");
    QTest::newRow("Swiss thousands") << QByteArray("a;b\n12'000;x") << QByteArray("12'000");
}

void TestCsv::numbersThatAreNotCertainAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, example);
    const QByteArray message =
        "t.csv: column a holds numbers such as \"" + example + "\" that cannot be read for certain";
    VERIFY_THROWS(InvalidArgumentError, message.constData(), parseCsv(text.toStdString(), "t.csv"));
}

void TestCsv::numberForms_data()
{
    QTest::addColumn<QByteArray>("cell");
    QTest::addColumn<bool>("isNumber");
    for (const char* cell : {"0", "-1", "+2", "1.", ".5", "1e5", "-2.5E-3", "1e308"}) {
        QTest::newRow(cell) << QByteArray(cell) << true;
    }
    for (const char* cell :
         {"1e999", "inf", "-Infinity", "0x10", "+-1", "+", "-", "1e", "12a", "--1", "1.2.3"}) {
        QTest::newRow(cell) << QByteArray(cell) << false;
    }
}

void TestCsv::numberForms()
{
    QFETCH(QByteArray, cell);
    QFETCH(bool, isNumber);
    const CsvTable table = parseCsv(("v;w\n" + cell + ";1\n").toStdString(), "t.csv");
    QCOMPARE(!table.columns[0].isText, isNumber);
    if (isNumber) {
        QCOMPARE(table.columns[0].numbers[0], cell.toDouble());
    }
}

void TestCsv::faultIsReportedWithItsPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("empty file") << QByteArray() << QByteArray("t.csv:1: there are no rows");
    QTest::newRow("only empty lines") << QByteArray("\n\n\n") << QByteArray("there are no rows");
    QTest::newRow("header only") << QByteArray("a,b\n") << QByteArray("no complete rows");
    QTest::newRow("no complete row")
        << QByteArray("a,b\n1,\n,2\n2,\n")
        << QByteArray("no complete rows; \"b\" has no value in 2 of 3");
    QTest::newRow("open quote") << QByteArray("a,b\n1,\"2\n3,4\n")
                                << QByteArray("t.csv:2, column 2: the quote is never closed");
    QTest::newRow("text after a quote")
        << QByteArray("a,b\n\"x\"y,2\n") << QByteArray("t.csv:2, column 1: text follows");
    QTest::newRow("row too short") << QByteArray("a,b\n1,2\n3\n")
                                   << QByteArray("t.csv:3, column b: the row ends after 1 of 2");
    QTest::newRow("row too long") << QByteArray("a,b\n1,2\n\n3,4,5\n")
                                  << QByteArray("t.csv:4, column b: the row has 3 cells");
    QTest::newRow("two columns of one name")
        << QByteArray("a,b,a\n1,2,3\n") << QByteArray("t.csv:1, column a: there are two");
    QTest::newRow("line counts lines in quotes")
        << QByteArray("a,b\n\"x\ny\",2\n3\n") << QByteArray("t.csv:4, column b");
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe"
                                          "a\0,\0",
                                          6)
                            << QByteArray("UTF-16");
}

void TestCsv::faultIsReportedWithItsPlace()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, part);
    VERIFY_THROWS(InvalidArgumentError, part.constData(), parseCsv(text.toStdString(), "t.csv"));
}

void TestCsv::lateTextAmongNumbersIsReported()
{
    std::string text = "age,b\n";
    for (int i = 0; i < 150; ++i) {
        text += "1,2\n";
    }
    VERIFY_THROWS(InvalidArgumentError, "t.csv:152, column age: \"old\" is not a number",
                  parseCsv(text + "old,2\n", "t.csv"));
}

void TestCsv::everyCutOfAFileIsReadOrReported()
{
    const std::string text = kSmallFile;
    for (std::size_t length = 0; length < text.size(); ++length) {
        try {
            const CsvTable table = parseCsv(text.substr(0, length), "t.csv");
            QVERIFY(table.rowCount > 0);
        } catch (const InvalidArgumentError& error) {
            QVERIFY2(QString(error.what()).startsWith("t.csv:"), error.what());
        }
    }
}

void TestCsv::everyFlippedBitIsReadOrReported()
{
    const std::string text = kSmallFile;
    for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
        std::string flipped = text;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        try {
            const CsvTable table = parseCsv(flipped, "t.csv");
            QVERIFY(table.rowCount > 0);
        } catch (const InvalidArgumentError& error) {
            QVERIFY2(QString(error.what()).startsWith("t.csv:"), error.what());
        }
    }
}

void TestCsv::filesAreRead()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("small.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kSmallFile);
    file.close();
    const CsvTable table = readCsv(file.fileName().toStdString());
    QCOMPARE(rowsOf(table), (QStringList{"a \"quoted\" one|1.5|2", "b|-300|4"}));
    QCOMPARE(table.columns[1].name, std::string("size, mm"));
    VERIFY_THROWS(NotFoundError, "absent.csv",
                  readCsv(folder.filePath("absent.csv").toStdString()));
}

QTEST_APPLESS_MAIN(TestCsv)
#include "tst_csv.moc"
