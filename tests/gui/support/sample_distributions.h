// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/formats/histogram.h"
#include "gui/bridge/conversions.h"

#include <random>
#include <vector>

// `count` normally distributed values as TensorFlow's buckets have them.
inline gui::Distribution normalDistribution(qint64 step, double mean, double deviation,
                                            int count = 4000)
{
    std::mt19937 generator(static_cast<unsigned>(step));
    std::normal_distribution<double> values(mean, deviation);
    std::vector<double> all;
    for (int i = 0; i < count; ++i) {
        all.push_back(values(generator));
    }
    return gui::toDistribution({step, 0, engine::makeHistogram(all, "")});
}

// Weights that spread and biases that begin as zeros and drift, every 200 steps.
inline QList<gui::TagDistributions> sampleDistributions(qint64 lastStep = 4200)
{
    gui::TagDistributions weights{QStringLiteral("hidden1/weights"), {}, {}};
    gui::TagDistributions biases{QStringLiteral("hidden1/biases"), {}, {}};
    gui::TagDistributions output{QStringLiteral("output/weights"), {}, {}};
    for (qint64 step = 0; step <= lastStep; step += 200) {
        const double part = double(step) / 4200;
        weights.distributions.append(normalDistribution(step, 0, .044 + .027 * part));
        biases.distributions.append(normalDistribution(step, .031 * part, .0004 + .04 * part, 256));
        output.distributions.append(normalDistribution(step, -.02 * part, .1 + .15 * part, 1280));
    }
    return {weights, biases, output};
}
