// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace engine {

// Of the finite numbers among many; NaN where there is none.
struct Statistics
{
    double minimum = std::numeric_limits<double>::quiet_NaN();
    double maximum = std::numeric_limits<double>::quiet_NaN();
    double mean = std::numeric_limits<double>::quiet_NaN();
    double deviation = std::numeric_limits<double>::quiet_NaN(); // of the population
    std::int64_t nonFiniteCount = 0;
};

Statistics statisticsOf(std::span<const double> numbers);
Statistics statisticsOf(const Tensor& tensor); // of any type but String

// A number as JSON has it; what JSON has no number for as "NaN", "Infinity", "-Infinity".
nlohmann::ordered_json numberFact(double number);
// The same for people.
std::string numberText(const nlohmann::ordered_json& fact);
// Adds min, max, mean, std and nonfinite to an object.
void addStatistics(const Statistics& statistics, nlohmann::ordered_json& facts);
// "  min -1 max 2 mean 0.5 std 1"; empty for an object without them.
std::string statisticsText(const nlohmann::ordered_json& facts);

} // namespace engine
