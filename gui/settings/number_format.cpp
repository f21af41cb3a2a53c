// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/number_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gui {

namespace {

constexpr QChar kGroupSpace(0x202f);
constexpr QChar kUnitSpace(0x00a0);
constexpr QChar kInfinity(0x221e);
constexpr QStringView kSuperscripts(u"⁰¹²³⁴⁵⁶⁷⁸⁹");
constexpr QChar kSuperscriptMinus(0x207b);

// A rounded limit: below it a value still has `decimals` decimals after rounding.
constexpr double kFourDecimals = 9.99995;
constexpr double kTwoDecimals = 999.995;
constexpr double kSmallestFixed = 0.001;
constexpr double kLargestFixed = 1e9;

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(NumberFormat)
};

QLocale plain(const QLocale& locale)
{
    QLocale ungrouped = locale;
    ungrouped.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    return ungrouped;
}

// "1234567,5" → "1 234 567,5". `digits` has no sign.
QString grouped(QString digits, qsizetype integerDigits)
{
    for (qsizetype at = integerDigits - 3; at > 0; at -= 3) {
        digits.insert(at, kGroupSpace);
    }
    return digits;
}

QString nonFinite(double value)
{
    if (std::isnan(value)) {
        return QStringLiteral("NaN");
    }
    return value < 0 ? QString(kMinus) + kInfinity : QString(kInfinity);
}

QString superscript(int exponent)
{
    QString text = exponent < 0 ? QString(kSuperscriptMinus) : QString();
    for (QChar digit : QString::number(std::abs(exponent))) {
        text += kSuperscripts.at(digit.digitValue());
    }
    return text;
}

// Three significant digits × 10ⁿ.
QString scientific(double value, const QLocale& locale)
{
    const QStringList parts = QString::number(value, 'e', 2).split(QLatin1Char('e'));
    return formatFixed(parts[0].toDouble(), 2, locale) + kUnitSpace + QChar(0x00d7) + kUnitSpace
        + QStringLiteral("10") + superscript(parts[1].toInt());
}

// "1" "234" "567": a sign stands where a language that parts groups of three by it would put it.
bool areGroups(const QStringList& parts)
{
    const auto isDigits = [](QStringView part) {
        return std::all_of(part.begin(), part.end(), [](QChar c) { return c.isDigit(); });
    };
    const QStringView first = QStringView(parts.constFirst())
                                  .mid(parts.constFirst().startsWith(QLatin1Char('-')) ? 1 : 0);
    if (first.isEmpty() || first.size() > 3 || first.startsWith(u'0') || !isDigits(first)) {
        return false;
    }
    return std::all_of(parts.begin() + 1, parts.end(), [isDigits](const QString& part) {
        return part.size() == 3 && isDigits(part);
    });
}

// With a decimal point and without groups; nullopt where comma and point make no number. A sign
// that cannot part groups is the decimal sign in every language, so that 0,005 is never 5.
std::optional<QString> withDecimalPoint(QString text, const QLocale& locale)
{
    const qsizetype at = std::max(text.lastIndexOf(u','), text.lastIndexOf(u'.'));
    if (at < 0) {
        return text;
    }
    const QChar sign = text.at(at);
    const QChar other = sign == u',' ? u'.' : u',';
    const bool isForeign = locale.decimalPoint() != sign;
    const bool isGroupSign =
        text.count(sign) > 1 || (isForeign && !text.contains(other) && areGroups(text.split(sign)));
    if (isGroupSign) {
        return !text.contains(other) && areGroups(text.split(sign))
            ? std::optional(text.remove(sign))
            : std::nullopt;
    }
    const QString before = text.left(at);
    if (before.contains(other) && !areGroups(before.split(other))) {
        return std::nullopt;
    }
    return QString(before).remove(other) + u'.' + text.mid(at + 1);
}

struct Scaled
{
    double value;
    int thousands; // how often it was divided by 1000
};

// Divides by 1000 until `value`, rounded to an integer, has at most three digits.
Scaled scaled(double value, int mostThousands)
{
    int thousands = 0;
    while (value >= 999.5 && thousands < mostThousands) {
        value /= 1000;
        ++thousands;
    }
    return {value, thousands};
}

int threeDigitDecimals(double value)
{
    if (value < 9.995) {
        return 2;
    }
    return value < 99.95 ? 1 : 0;
}

Quantity formatRate(double perSecond, const QString& unit, const QString& turnedUnit,
                    const QLocale& locale)
{
    if (!std::isfinite(perSecond) || perSecond < 0) {
        return {kUnknown, {}};
    }
    if (perSecond == 0) {
        return {formatInteger(0, locale), unit};
    }
    if (perSecond < 1) {
        return {formatDuration(1 / perSecond, locale), turnedUnit};
    }
    constexpr std::array kPrefixes{"", "k", "M", "G"};
    const Scaled rate = scaled(perSecond, int(kPrefixes.size()) - 1);
    QString value = formatFixed(rate.value, threeDigitDecimals(rate.value), locale);
    if (rate.thousands > 0) {
        value += kUnitSpace + QLatin1String(kPrefixes[size_t(rate.thousands)]);
    }
    return {value, unit};
}

// From ten seconds on; `seconds` is finite and not negative.
QString clockTime(double seconds)
{
    const auto whole = static_cast<qint64>(std::round(seconds));
    if (whole < 3600) {
        return QStringLiteral("%1:%2").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
    }
    const auto minutes = static_cast<qint64>(std::round(seconds / 60));
    if (minutes < 24 * 60) {
        return Words::tr("%1\u00a0h %2\u00a0min")
            .arg(minutes / 60)
            .arg(minutes % 60, 2, 10, QLatin1Char('0'));
    }
    const auto hours = static_cast<qint64>(std::round(seconds / 3600));
    return Words::tr("%1\u00a0d %2\u00a0h").arg(hours / 24).arg(hours % 24);
}

} // namespace

QString Quantity::text() const
{
    return unit.isEmpty() ? value : value + kUnitSpace + unit;
}

QString formatInteger(qint64 value, const QLocale& locale)
{
    // The magnitude as unsigned, since −2⁶³ has no positive counterpart.
    const quint64 magnitude = value < 0 ? 0 - quint64(value) : quint64(value);
    const QString digits = plain(locale).toString(magnitude);
    return (value < 0 ? QString(kMinus) : QString()) + grouped(digits, digits.size());
}

QString formatFixed(double value, int decimals, const QLocale& locale)
{
    if (!std::isfinite(value)) {
        return nonFinite(value);
    }
    const QString digits = plain(locale).toString(std::abs(value), 'f', decimals);
    const qsizetype integerDigits = decimals > 0 ? digits.size() - decimals - 1 : digits.size();
    // A value that rounds to zero has no sign.
    const bool negative = QString::number(value, 'f', decimals).toDouble() < 0;
    return (negative ? QString(kMinus) : QString()) + grouped(digits, integerDigits);
}

QString formatMetric(double value, const QLocale& locale)
{
    const double magnitude = std::abs(value);
    if (std::isfinite(value) && value != 0
        && (magnitude < kSmallestFixed || magnitude >= kLargestFixed)) {
        return scientific(value, locale);
    }
    return formatFixed(value, metricDecimals(value), locale);
}

int metricDecimals(double value)
{
    const double magnitude = std::abs(value);
    if (magnitude < kFourDecimals) {
        return 4;
    }
    return magnitude < kTwoDecimals ? 2 : 0;
}

QString formatShare(double fraction, const QLocale& locale)
{
    return Quantity{formatFixed(100 * fraction, 1, locale), QStringLiteral("%")}.text();
}

QString formatSetting(double value, const QLocale& locale)
{
    if (!std::isfinite(value)) {
        return nonFinite(value);
    }
    const double magnitude = std::abs(value);
    const bool fixed = value == 0 || (magnitude >= 1e-4 && magnitude < 1e9);
    QString digits =
        plain(locale).toString(magnitude, fixed ? 'f' : 'e', QLocale::FloatingPointShortest);
    if (fixed) {
        const qsizetype point = digits.indexOf(locale.decimalPoint());
        digits = grouped(digits, point < 0 ? digits.size() : point);
    }
    digits = digits.toLower().replace(locale.negativeSign(), QString(kMinus)); // in the exponent
    return (value < 0 ? QString(kMinus) : QString()) + digits;
}

QString formatSettingField(double value, const QLocale& locale)
{
    return formatFixed(value, settingDecimals(value), locale);
}

int settingDecimals(double value)
{
    constexpr int kSignificant = 3;
    constexpr int kMostDecimals = 12;
    if (value == 0 || !std::isfinite(value)) {
        return kSignificant;
    }
    const int exponent = int(std::floor(std::log10(std::abs(value))));
    return std::clamp(kSignificant - 1 - exponent, 0, kMostDecimals);
}

QString formatSettingChange(double from, double to, const QLocale& locale)
{
    const int decimals = std::max(settingDecimals(from), settingDecimals(to));
    return QStringLiteral("%1 → %2").arg(formatFixed(from, decimals, locale),
                                         formatFixed(to, decimals, locale));
}

std::optional<double> parseNumber(const QString& text, const QLocale& locale)
{
    QString plainText;
    for (QChar c : text) {
        const qsizetype superscriptDigit = kSuperscripts.indexOf(c);
        if (c.isSpace()) {
            continue;
        }
        if (superscriptDigit >= 0) {
            plainText += QString::number(superscriptDigit);
        } else if (c == kMinus || c == kSuperscriptMinus) {
            plainText += QLatin1Char('-');
        } else {
            plainText += c;
        }
    }
    plainText.replace(QStringLiteral("×10"), QStringLiteral("e"));
    const bool negative = plainText.startsWith(QLatin1Char('-'));
    if (plainText.mid(negative ? 1 : 0) == kInfinity) {
        const double infinity = std::numeric_limits<double>::infinity();
        return negative ? -infinity : infinity;
    }
    const std::optional<QString> number = withDecimalPoint(plainText, locale);
    if (!number) {
        return std::nullopt;
    }
    bool ok = false;
    double value = QLocale::c().toDouble(*number, &ok);
    if (!ok) { // digits and signs of another script
        value = locale.toDouble(*number, &ok);
    }
    return ok ? std::optional(value) : std::nullopt;
}

Quantity formatStepRate(double stepsPerSecond, const QLocale& locale)
{
    return formatRate(stepsPerSecond, Words::tr("steps/s"), Words::tr("a step"), locale);
}

Quantity formatExampleRate(double examplesPerSecond, const QLocale& locale)
{
    return formatRate(examplesPerSecond, Words::tr("examples/s"), Words::tr("an example"), locale);
}

QString formatBytes(qint64 bytes, const QLocale& locale)
{
    if (bytes < 0) {
        return kUnknown;
    }
    constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    const Scaled size = scaled(double(bytes), int(kUnits.size()) - 1);
    const int decimals = size.thousands > 0 && size.value < 9.95 ? 1 : 0;
    return Quantity{formatFixed(size.value, decimals, locale),
                    QLatin1String(kUnits[size_t(size.thousands)])}
        .text();
}

QString formatDuration(double seconds, const QLocale& locale)
{
    if (!std::isfinite(seconds) || seconds < 0) {
        return kUnknown;
    }
    if (seconds < 9.95) {
        return Quantity{formatFixed(seconds, 1, locale), Words::tr("s", "seconds")}.text();
    }
    return clockTime(seconds);
}

QString formatTimeLeft(double seconds)
{
    return std::isfinite(seconds) && seconds >= 0 ? clockTime(seconds) : kUnknown;
}

QString formatDifference(double value, int decimals, const QLocale& locale)
{
    if (!std::isfinite(value)) {
        return nonFinite(value);
    }
    const QString text = formatFixed(value, decimals, locale);
    return text.startsWith(kMinus) ? text : QLatin1Char('+') + text;
}

QString formatDifference(qint64 value, const QLocale& locale)
{
    const QString text = formatInteger(value, locale);
    return value < 0 ? text : QLatin1Char('+') + text;
}

QString withApproximation(const QString& text, bool isExact)
{
    return isExact ? text : QStringLiteral("≈ ") + text;
}

QString formatExact(double value)
{
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

} // namespace gui
