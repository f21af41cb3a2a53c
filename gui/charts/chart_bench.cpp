// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/chart_bench.h"

#include "gui/charts/charts_view.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace gui {

namespace {

constexpr int kReplots = 15;
constexpr qsizetype kBatch = 1'000'000;

// A falling loss with noise, the same at every call.
MetricBatch lossBatch(RunId run, qsizetype first, qsizetype end, std::mt19937& generator)
{
    std::normal_distribution<double> noise;
    MetricBatch batch{run, 0, QStringLiteral("train/loss"), {}};
    batch.points.reserve(end - first);
    for (qsizetype step = first; step < end; ++step) {
        const double level = 0.2 + 2 * std::exp(-5e-4 * double(step));
        batch.points.append({step, level * (1 + 0.15 * noise(generator)), 1e-3 * double(step)});
    }
    return batch;
}

} // namespace

double chartReplotMilliseconds(qsizetype points, const ThemeSource& theme)
{
    constexpr RunId kRun = 1;
    ChartsView view(theme);
    view.resize(766, 346);
    view.setRun(kRun, QStringLiteral("bench"), 0);
    std::mt19937 generator(1);
    for (qsizetype first = 0; first < points; first += kBatch) {
        view.append(lossBatch(kRun, first, std::min(first + kBatch, points), generator));
    }
    view.show();
    view.refreshNow();

    std::vector<double> milliseconds;
    for (int i = 0; i < kReplots; ++i) {
        QElapsedTimer timer;
        timer.start();
        view.refreshNow();
        milliseconds.push_back(double(timer.nsecsElapsed()) * 1e-6);
    }
    std::nth_element(milliseconds.begin(), milliseconds.begin() + kReplots / 2, milliseconds.end());
    return milliseconds[kReplots / 2];
}

} // namespace gui
