// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

#include <optional>

namespace gui {

// How numbers are written on screen (design/README.md §4). Groups of three are parted by U+202F
// from four digits on in every language, the minus is U+2212, units stand behind U+00A0, the
// decimal sign is the locale's. NaN, ∞ and −∞ are written as such, never as 0; the caller paints
// them in danger.fg. All functions are pure; those with words in them translate.

inline constexpr QChar kUnknown(0x2014); // not known, not applicable
inline constexpr QChar kMinus(0x2212);

// A number and its unit, for places that paint them differently.
struct Quantity
{
    QString value;
    QString unit;

    QString text() const; // "812 steps/s"
};

// Steps, counts, parameters: 235 146.
QString formatInteger(qint64 value, const QLocale& locale);

// Exactly `decimals` decimals, grouped: axis labels and columns, which share one number of
// decimals.
QString formatFixed(double value, int decimals, const QLocale& locale);

// Losses and metrics: four decimals below 10, two below 1 000, then none; below 0.001 and from
// 10⁹ on three significant digits × 10ⁿ. Zero has four decimals.
QString formatMetric(double value, const QLocale& locale);
// The decimals formatMetric gives to a value of this size; for a column take that of its widest.
int metricDecimals(double value);

// Accuracy in a sentence: 0.893 → 89.3 %.
QString formatShare(double fraction, const QLocale& locale);

// Learning rate and other settings: the shortest text that reads back to the same value.
QString formatSetting(double value, const QLocale& locale);
// The same in a spin box: three significant digits, 0.0500.
QString formatSettingField(double value, const QLocale& locale);
int settingDecimals(double value);
// 0.1000 → 0.0500: both with the same number of decimals.
QString formatSettingChange(double from, double to, const QLocale& locale);

// What a person typed or pasted; comma and point are decimal signs unless they part thousands.
std::optional<double> parseNumber(const QString& text, const QLocale& locale);

// Rates with three significant digits: 812 steps/s, 104 k examples/s, 3.2 s a step.
Quantity formatStepRate(double stepsPerSecond, const QLocale& locale);
Quantity formatExampleRate(double examplesPerSecond, const QLocale& locale);

// Powers of 1000, two significant digits or more: 1.9 MB, 148 MB.
QString formatBytes(qint64 bytes, const QLocale& locale);

// Elapsed time: 4.6 s, 12:04, 1 h 04 min, 2 d 3 h.
QString formatDuration(double seconds, const QLocale& locale);
// Time left: the same without tenths, 0:07.
QString formatTimeLeft(double seconds);

// Differences are always signed: +0.0048, −216.
QString formatDifference(double value, int decimals, const QLocale& locale);
QString formatDifference(qint64 value, const QLocale& locale);

// "≈ 0.31" unless it is exact: what is known of neighbouring points together is never shown as if
// it were one point's.
QString withApproximation(const QString& text, bool isExact);

// For files, CSV and the clipboard: C locale, shortest text that keeps every bit, no groups;
// "nan", "inf", "-inf".
QString formatExact(double value);

} // namespace gui
