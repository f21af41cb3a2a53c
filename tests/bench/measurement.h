// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

// One line of `./dev bench`: a name and its figures, in order.
struct Measurement
{
    std::string name;
    std::vector<std::pair<std::string, double>> figures;
};

std::string asText(const Measurement& measurement);
std::string asJson(const Measurement& measurement); // one object with `name` and the figures

struct Bench
{
    std::string name;
    std::function<Measurement(double seconds)> measure; // for about so many seconds
};

double median(std::vector<double> values);
double percentile95(std::vector<double> values);
// The highest since the last resetPeakRss(), so that a measurement does not show an earlier one's.
double peakRssBytes();
void resetPeakRss();

Measurement measurePreset(const std::string& preset, double seconds);
Measurement measureTabular(double seconds);
Measurement measureMlp(double seconds);
Measurement measureMnistCnn(double seconds);
Measurement measureCifarTutorial(double seconds);
// Medians of a step of dense nets of 256 units, by batch and by layers.
Measurement measureScaling(double seconds);
Measurement measureEmptyStep(double seconds);
// How long a step waits for a save of 64 MB, beside a plain copy of as much.
Measurement measureCheckpoint(double seconds);
Measurement measureStore(double seconds);
Measurement measureCharts(double seconds);
Measurement measureWindow(double seconds);
