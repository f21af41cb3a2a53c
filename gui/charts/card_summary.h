// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_data.h"

#include <QLocale>
#include <QString>
#include <QStringList>

namespace gui {

// A number of a card's header with the words around it: "best 0.2704 at 3 750".
struct SummaryPart
{
    QString before;
    QString value;
    QString after;
    bool isDanger = false; // NaN or an infinity

    bool operator==(const SummaryPart&) const = default;
};

// What the header of a card says of one run.
struct CardSummary
{
    QList<SummaryPart> wide; // side by side
    SummaryPart narrow; // alone, large
    QString caption; // under the title of a narrow card
    QString trend; // "falling", "rising" or "level"; for assistive tools

    bool operator==(const CardSummary&) const = default;
};

CardSummary summarize(const ChartRun& run, const QString& card, const QStringList& tags,
                      const QLocale& locale);

} // namespace gui
