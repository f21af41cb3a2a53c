// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every example of design/README.md §4, in English and in German, and the edges of each rule.
#include "gui/settings/number_format.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace gui;

class TestNumberFormat : public QObject
{
    Q_OBJECT

private slots:
    void integers_data();
    void integers();
    void metrics_data();
    void metrics();
    void oneColumnHasOneNumberOfDecimals();
    void fixedDecimals_data();
    void fixedDecimals();
    void shares_data();
    void shares();
    void settings_data();
    void settings();
    void settingFields_data();
    void settingFields();
    void aSettingChangeHasOneNumberOfDecimals();
    void settingsReadBackToTheSameValue_data();
    void settingsReadBackToTheSameValue();
    void typedNumbers_data();
    void typedNumbers();
    void stepRates_data();
    void stepRates();
    void exampleRates_data();
    void exampleRates();
    void bytes_data();
    void bytes();
    void durations_data();
    void durations();
    void timeLeft_data();
    void timeLeft();
    void differences_data();
    void differences();
    void exactNumbers_data();
    void exactNumbers();
    void approximations();
};

namespace {

const QLocale kEnglish(QLocale::English, QLocale::UnitedStates);
const QLocale kGerman(QLocale::German, QLocale::Germany);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

// Expected texts write "_" for the narrow space of groups and "~" for the space before units.
QString spaced(QString text)
{
    return text.replace(QLatin1Char('_'), QChar(0x202f)).replace(QLatin1Char('~'), QChar(0xa0));
}

// Columns of every table here: a value and its text in both languages.
template <typename Value>
void addColumns()
{
    QTest::addColumn<Value>("value");
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
}

template <typename Value>
void addRow(const char* name, Value value, const char* english, const char* german = nullptr)
{
    QTest::newRow(name) << value << spaced(QString::fromUtf8(english))
                        << spaced(QString::fromUtf8(german ? german : english));
}

template <typename Value, typename Format>
void compare(Format format)
{
    QFETCH(Value, value);
    QTEST(format(value, kEnglish), "english");
    QTEST(format(value, kGerman), "german");
}

QString stepRate(double value, const QLocale& locale)
{
    return formatStepRate(value, locale).text();
}

QString exampleRate(double value, const QLocale& locale)
{
    return formatExampleRate(value, locale).text();
}

} // namespace

void TestNumberFormat::integers_data()
{
    addColumns<qint64>();
    addRow<qint64>("zero", 0, "0");
    addRow<qint64>("three digits", 812, "812");
    addRow<qint64>("grouped from four digits on", 1000, "1_000");
    addRow<qint64>("the example", 235146, "235_146");
    addRow<qint64>("two groups", 10000000, "10_000_000");
    addRow<qint64>("negative", -4210, "−4_210");
    addRow<qint64>("smallest", std::numeric_limits<qint64>::min(), "−9_223_372_036_854_775_808");
}

void TestNumberFormat::integers()
{
    compare<qint64>(formatInteger);
}

void TestNumberFormat::metrics_data()
{
    addColumns<double>();
    addRow("four decimals", 0.2116, "0.2116", "0,2116");
    addRow("smallest with four", 0.001, "0.0010", "0,0010");
    addRow("largest with four", 9.9999, "9.9999", "9,9999");
    addRow("rounds up to ten", 9.99996, "10.00", "10,00");
    addRow("two decimals", 43.07, "43.07", "43,07");
    addRow("largest with two", 999.99, "999.99", "999,99");
    addRow("no decimals", 1234.56, "1_235");
    addRow("rounds up to a thousand", 999.996, "1_000");
    addRow("small", 2.31e-5, "2.31~×~10⁻⁵", "2,31~×~10⁻⁵");
    addRow("just below the limit", 0.000999, "9.99~×~10⁻⁴", "9,99~×~10⁻⁴");
    addRow("huge", 3.4e38, "3.40~×~10³⁸", "3,40~×~10³⁸");
    addRow("zero", 0.0, "0.0000", "0,0000");
    addRow("negative", -0.15, "−0.1500", "−0,1500");
    addRow("negative and small", -1e-7, "−1.00~×~10⁻⁷", "−1,00~×~10⁻⁷");
    addRow("not a number", kNaN, "NaN");
    addRow("infinity", kInf, "∞");
    addRow("minus infinity", -kInf, "−∞");
}

void TestNumberFormat::metrics()
{
    compare<double>(formatMetric);
}

void TestNumberFormat::oneColumnHasOneNumberOfDecimals()
{
    const int decimals = metricDecimals(43.07);
    QCOMPARE(decimals, 2);
    QCOMPARE(formatFixed(0.2116, decimals, kEnglish), QStringLiteral("0.21"));
    QCOMPARE(formatFixed(43.07, decimals, kEnglish), QStringLiteral("43.07"));
}

void TestNumberFormat::fixedDecimals_data()
{
    addColumns<double>();
    addRow("rounds to zero without a sign", -0.00001, "0.00", "0,00");
    addRow("minus zero", -0.0, "0.00", "0,00");
    addRow("grouped before the decimal sign only", 1234567.891, "1_234_567.89", "1_234_567,89");
    addRow("negative", -2.5, "−2.50", "−2,50");
    addRow("not a number", kNaN, "NaN");
}

void TestNumberFormat::fixedDecimals()
{
    compare<double>([](double value, const QLocale& l) { return formatFixed(value, 2, l); });
}

void TestNumberFormat::shares_data()
{
    addColumns<double>();
    addRow("the example", 0.893, "89.3~%", "89,3~%");
    addRow("all", 1.0, "100.0~%", "100,0~%");
    addRow("not a number", kNaN, "NaN~%");
}

void TestNumberFormat::shares()
{
    compare<double>(formatShare);
}

void TestNumberFormat::settings_data()
{
    addColumns<double>();
    addRow("the example", 0.05, "0.05", "0,05");
    addRow("shortest", 0.1, "0.1", "0,1");
    addRow("whole", 128.0, "128");
    addRow("grouped", 55000.0, "55_000");
    addRow("weight decay", 0.0001, "0.0001", "0,0001");
    addRow("very small", 3e-5, "3e−5");
    addRow("two digits and small", 2.5e-7, "2.5e−7", "2,5e−7");
    addRow("negative", -0.15, "−0.15", "−0,15");
    addRow("zero", 0.0, "0");
}

void TestNumberFormat::settings()
{
    compare<double>(formatSetting);
}

void TestNumberFormat::settingFields_data()
{
    addColumns<double>();
    addRow("the example", 0.05, "0.0500", "0,0500");
    addRow("momentum", 0.9, "0.900", "0,900");
    addRow("above one", 1.5, "1.50", "1,50");
    addRow("hundreds", 250.0, "250");
    addRow("small", 0.0001, "0.000100", "0,000100");
    addRow("zero", 0.0, "0.000", "0,000");
}

void TestNumberFormat::settingFields()
{
    compare<double>(formatSettingField);
}

void TestNumberFormat::aSettingChangeHasOneNumberOfDecimals()
{
    QCOMPARE(formatSettingChange(0.1, 0.05, kEnglish), QStringLiteral("0.1000 → 0.0500"));
    QCOMPARE(formatSettingChange(0.05, 0.1, kGerman), QStringLiteral("0,0500 → 0,1000"));
}

void TestNumberFormat::settingsReadBackToTheSameValue_data()
{
    QTest::addColumn<double>("value");
    for (double value : {0.05, 1.0 / 3, 3e-5, 1e-300, 1.7976931348623157e308, 55000.0, 123456.789,
                         -0.15, 0.1 + 0.2, 0.0}) {
        QTest::addRow("%.17g", value) << value;
    }
}

void TestNumberFormat::settingsReadBackToTheSameValue()
{
    QFETCH(double, value);
    for (const QLocale& locale : {kEnglish, kGerman}) {
        const std::optional<double> read = parseNumber(formatSetting(value, locale), locale);
        QVERIFY(read.has_value());
        QVERIFY(*read == value);
    }
}

void TestNumberFormat::typedNumbers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<bool>("understood");
    QTest::addColumn<double>("value");
    const auto row = [](const char* name, const char* text, const QLocale& locale, double value) {
        QTest::newRow(name) << spaced(QString::fromUtf8(text)) << locale << !std::isnan(value)
                            << value;
    };
    row("plain", "0.05", kEnglish, 0.05);
    row("German", "0,05", kGerman, 0.05);
    row("C locale in German", "0.05", kGerman, 0.05);
    row("a decimal comma in English", "0,005", kEnglish, 0.005);
    row("a decimal point with a leading zero in German", "0.005", kGerman, 0.005);
    row("a decimal comma with one digit in English", "2,5", kEnglish, 2.5);
    row("a decimal comma with an exponent in English", "-1,500e-3", kEnglish, -1.5e-3);
    row("English thousands", "1,000", kEnglish, 1000);
    row("German thousands", "1.000", kGerman, 1000);
    row("English thousands with decimals", "-1,234,567.5", kEnglish, -1'234'567.5);
    row("German thousands with decimals in English", "1.234.567,5", kEnglish, 1'234'567.5);
    row("groups that are not of three", "1,00,000", kEnglish, kNaN);
    row("point and comma in no order", "1,5.2,7", kEnglish, kNaN);
    row("two decimal commas", "0,005,5", kEnglish, kNaN);
    row("grouped", "10_000", kEnglish, 10000);
    row("typed spaces", " 10 000 ", kEnglish, 10000);
    row("minus sign", "−0.15", kEnglish, -0.15);
    row("exponent", "3e-5", kEnglish, 3e-5);
    row("powers of ten", "2.31~×~10⁻⁵", kEnglish, 2.31e-5);
    row("infinity", "−∞", kEnglish, -kInf);
    row("empty", "", kEnglish, kNaN);
    row("a word", "off", kEnglish, kNaN);
    row("two numbers", "1;2", kEnglish, kNaN);
}

void TestNumberFormat::typedNumbers()
{
    QFETCH(QString, text);
    QFETCH(QLocale, locale);
    QFETCH(bool, understood);
    const std::optional<double> read = parseNumber(text, locale);
    QCOMPARE(read.has_value(), understood);
    if (understood) {
        QTEST(*read, "value");
    }
}

void TestNumberFormat::stepRates_data()
{
    addColumns<double>();
    addRow("the example", 812.4, "812~steps/s");
    addRow("tens", 12.34, "12.3~steps/s", "12,3~steps/s");
    addRow("ones", 1.5, "1.50~steps/s", "1,50~steps/s");
    addRow("thousands", 1500.0, "1.50~k~steps/s", "1,50~k~steps/s");
    addRow("rounds up to a thousand", 999.7, "1.00~k~steps/s", "1,00~k~steps/s");
    addRow("turned round", 0.3125, "3.2~s~a step", "3,2~s~a step");
    addRow("minutes a step", 1.0 / 90, "1:30~a step");
    addRow("standing", 0.0, "0~steps/s");
    addRow("not known", kNaN, "—");
}

void TestNumberFormat::stepRates()
{
    compare<double>(stepRate);
}

void TestNumberFormat::exampleRates_data()
{
    addColumns<double>();
    addRow("the example", 103936.0, "104~k~examples/s");
    addRow("millions", 2.5e6, "2.50~M~examples/s", "2,50~M~examples/s");
    addRow("beyond the last prefix", 1.5e12, "1_500~G~examples/s");
    addRow("turned round", 0.5, "2.0~s~an example", "2,0~s~an example");
}

void TestNumberFormat::exampleRates()
{
    compare<double>(exampleRate);
}

void TestNumberFormat::bytes_data()
{
    addColumns<qint64>();
    addRow<qint64>("none", 0, "0~B");
    addRow<qint64>("bytes", 999, "999~B");
    addRow<qint64>("two significant digits", 1881000, "1.9~MB", "1,9~MB");
    addRow<qint64>("the store", 148000000, "148~MB");
    addRow<qint64>("rounds up to ten", 9960, "10~kB");
    addRow<qint64>("rounds up to a thousand", 999600, "1.0~MB", "1,0~MB");
    addRow<qint64>("largest", std::numeric_limits<qint64>::max(), "9.2~EB", "9,2~EB");
    addRow<qint64>("not known", -1, "—");
}

void TestNumberFormat::bytes()
{
    compare<qint64>(formatBytes);
}

void TestNumberFormat::durations_data()
{
    addColumns<double>();
    addRow("the example", 4.6, "4.6~s", "4,6~s");
    addRow("nothing yet", 0.0, "0.0~s", "0,0~s");
    addRow("rounds up to ten", 9.97, "0:10");
    addRow("minutes", 724.0, "12:04");
    addRow("rounds up to an hour", 3599.7, "1~h 00~min");
    addRow("hours", 3840.0, "1~h 04~min");
    addRow("rounds up to a day", 86399.0, "1~d 0~h");
    addRow("days", 2 * 86400.0 + 3 * 3600, "2~d 3~h");
    addRow("not known", kNaN, "—");
    addRow("never", kInf, "—");
    addRow("negative", -1.0, "—");
}

void TestNumberFormat::durations()
{
    compare<double>(formatDuration);
}

void TestNumberFormat::timeLeft_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("the example") << 7.2 << QStringLiteral("0:07");
    QTest::newRow("done") << 0.0 << QStringLiteral("0:00");
    QTest::newRow("minutes") << 724.0 << QStringLiteral("12:04");
    QTest::newRow("hours") << 3840.0 << spaced(QStringLiteral("1~h 04~min"));
    QTest::newRow("not known") << kNaN << QString(kUnknown);
}

void TestNumberFormat::timeLeft()
{
    QFETCH(double, seconds);
    QTEST(formatTimeLeft(seconds), "text");
}

void TestNumberFormat::differences_data()
{
    addColumns<double>();
    addRow("more", 0.0048, "+0.0048", "+0,0048");
    addRow("less", -0.1099, "−0.1099", "−0,1099");
    addRow("the same", 0.0, "+0.0000", "+0,0000");
    addRow("not a number", kNaN, "NaN");
}

void TestNumberFormat::differences()
{
    compare<double>([](double value, const QLocale& l) { return formatDifference(value, 4, l); });
    QCOMPARE(formatDifference(qint64(-216), kEnglish), QStringLiteral("−216"));
    QCOMPARE(formatDifference(qint64(1216), kEnglish), spaced(QStringLiteral("+1_216")));
}

void TestNumberFormat::exactNumbers_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("the example") << 0.21163864 << QStringLiteral("0.21163864");
    QTest::newRow("every bit") << 0.1 + 0.2 << QStringLiteral("0.30000000000000004");
    QTest::newRow("no groups") << 235146.0 << QStringLiteral("235146");
    QTest::newRow("negative") << -1e-7 << QStringLiteral("-1e-07");
    QTest::newRow("not a number") << kNaN << QStringLiteral("nan");
    QTest::newRow("infinity") << -kInf << QStringLiteral("-inf");
}

void TestNumberFormat::exactNumbers()
{
    QFETCH(double, value);
    QTEST(formatExact(value), "text");
}

void TestNumberFormat::approximations()
{
    QCOMPARE(withApproximation(QStringLiteral("0.31"), true), QStringLiteral("0.31"));
    QCOMPARE(withApproximation(QStringLiteral("0.31"), false), QStringLiteral("≈ 0.31"));
}

QTEST_APPLESS_MAIN(TestNumberFormat)
#include "tst_number_format.moc"
