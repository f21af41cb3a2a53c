// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QList>
#include <QString>

#include <optional>

namespace gui {

// One column of the readout: a tag of a card in one of its forms.
struct ReadoutColumn
{
    enum class Form
    {
        Smoothed,
        Raw,
        Value
    };

    QString tag; // "train/loss"
    Form form = Form::Value;
    QString label; // "loss, raw"
    int decimals = 4; // the same for the whole column
};

// One shown run; a value is absent where the run has no point of the tag.
struct ReadoutRow
{
    RunId run = 0;
    QString name;
    int slot = 0; // 0-based, as RunSummary::colourSlot
    QList<std::optional<double>> values;
    // Columns whose value stands for that of neighbouring points: "≈". Short or empty: the others.
    QList<bool> approximate = {};
};

// The numbers under the crosshair, run by run, at the measured point nearest to it.
struct ReadoutTable
{
    QString position; // "step 3 620 · epoch 8.4 · 4.6 s"
    QList<ReadoutColumn> columns;
    QList<ReadoutRow> rows;
    // First run minus second; only when exactly two are shown.
    QList<std::optional<double>> difference;
};

} // namespace gui
