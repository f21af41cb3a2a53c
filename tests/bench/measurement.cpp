// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <malloc.h>

std::string asText(const Measurement& measurement)
{
    std::string text = fmt::format("{:<16}", measurement.name);
    for (const auto& [name, value] : measurement.figures) {
        text += fmt::format("  {} {:.6g}", name, value);
    }
    return text;
}

std::string asJson(const Measurement& measurement)
{
    nlohmann::ordered_json json{{"name", measurement.name}};
    for (const auto& [name, value] : measurement.figures) {
        json[name] = value;
    }
    return json.dump();
}

namespace {

double quantile(std::vector<double>& values, double share)
{
    if (values.empty()) {
        return 0;
    }
    const auto index = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + index, values.end());
    return values[static_cast<std::size_t>(index)];
}

} // namespace

double median(std::vector<double> values)
{
    return quantile(values, 0.5);
}

double percentile95(std::vector<double> values)
{
    return quantile(values, 0.95);
}

double peakRssBytes()
{
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024;
}

void resetPeakRss()
{
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << '5'; // proc(5): the high-water mark
}
