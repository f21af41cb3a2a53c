// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QStringList>

namespace gui {

// How values were distributed at a step: a histogram as it is stored. Bucket i holds `counts[i]`
// values, from the end of the bucket before (the first one: from `minimum`) up to `limits[i]`.
struct Distribution
{
    qint64 step = 0;
    double minimum = 0;
    double maximum = 0;
    double count = 0;
    double mean = 0;
    double deviation = 0; // standard deviation
    QList<double> limits; // ascending; the last one may be far above the maximum
    QList<double> counts;
};

// Some of the distributions of a tag, oldest first, evenly spread over the steps of the run.
struct TagDistributions
{
    QString tag; // name of the variable
    QList<Distribution> distributions;
    QString problem; // the engine's words if they could not be read; empty otherwise
};

// All tags of a run that have distributions, and the distributions of those that were asked for.
struct RunDistributions
{
    RunId run = 0;
    QStringList tags;
    QList<TagDistributions> read;
};

// Name of the control by which histograms are turned on (ControlChange).
extern const QString kHistogramControlName;

} // namespace gui

Q_DECLARE_METATYPE(gui::RunDistributions)
