// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_data.h"
#include "gui/models/readout_table.h"

#include <QLocale>
#include <QStringList>

namespace gui {

// One card of the page, for the readout's columns.
struct ReadoutCard
{
    QString name;
    QStringList tags;
};

// The readout at `x`; columns in the order of the cards. `primary` names the run whose step, epoch
// and time stand in the position.
ReadoutTable buildReadout(const ChartData& data, const QList<ReadoutCard>& cards, XMode mode,
                          double x, RunId primary, const QLocale& locale);

} // namespace gui
