// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/fonts.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QSettings>
#include <QStyle>

#include <algorithm>

namespace gui {

bool digitsAreTabular(const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal zero = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit) {
        if (!qFuzzyCompare(metrics.horizontalAdvance(QLatin1Char(digit)), zero)) {
            return false;
        }
    }
    return true;
}

QFont valueFont(const QFont& font)
{
    if (digitsAreTabular(font)) {
        return font;
    }
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font.pointSizeF());
    fixed.setWeight(static_cast<QFont::Weight>(font.weight()));
    return fixed;
}

int widestText(const QFontMetrics& metrics, const QStringList& texts)
{
    int widest = 0;
    for (const QString& text : texts) {
        widest = std::max(widest, metrics.horizontalAdvance(text));
    }
    return widest;
}

int rowHeight(const QFontMetrics& metrics)
{
    return std::max(24, metrics.height() + 6);
}

int controlHeight(const QFontMetrics& metrics)
{
    return std::max(28, metrics.height() + 10);
}

bool reducedMotion(const QStyle& style, const QString& configFolder)
{
    const QSettings gtk(configFolder + QStringLiteral("/gtk-3.0/settings.ini"),
                        QSettings::IniFormat);
    const QSettings kde(configFolder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
    const QString gtkAnimates =
        gtk.value(QStringLiteral("Settings/gtk-enable-animations")).toString().toLower();
    const QVariant kdeFactor = kde.value(QStringLiteral("KDE/AnimationDurationFactor"));
    return gtkAnimates == QLatin1String("0") || gtkAnimates == QLatin1String("false")
        || (kdeFactor.isValid() && kdeFactor.toDouble() == 0)
        || style.styleHint(QStyle::SH_Widget_Animation_Duration) == 0;
}

} // namespace gui
