// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/statistics.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

// Welford's method: one pass, no cancellation.
template <typename Number>
Statistics describe(std::span<const Number> numbers)
{
    Statistics result;
    double mean = 0;
    double squares = 0;
    double count = 0;
    for (const Number number : numbers) {
        const auto value = static_cast<double>(number);
        if (!std::isfinite(value)) {
            ++result.nonFiniteCount;
            continue;
        }
        result.minimum = std::fmin(result.minimum, value);
        result.maximum = std::fmax(result.maximum, value);
        ++count;
        const double distance = value - mean;
        mean += distance / count;
        squares += distance * (value - mean);
    }
    if (count > 0) {
        result.mean = mean;
        result.deviation = std::sqrt(squares / count);
    }
    return result;
}

} // namespace

Statistics statisticsOf(std::span<const double> numbers)
{
    return describe(numbers);
}

Statistics statisticsOf(const Tensor& tensor)
{
    switch (tensor.dataType()) {
    case DataType::Float:
        return describe(tensor.values<float>());
    case DataType::Double:
        return describe(tensor.values<double>());
    case DataType::Int32:
        return describe(tensor.values<std::int32_t>());
    case DataType::Int64:
        return describe(tensor.values<std::int64_t>());
    case DataType::UInt8:
        return describe(tensor.values<std::uint8_t>());
    case DataType::Bool:
        return describe(tensor.values<bool>());
    case DataType::String:
    case DataType::Invalid:
        break;
    }
    throw InternalError(
        fmt::format("a tensor of {} has no numbers", dataTypeName(tensor.dataType())));
}

nlohmann::ordered_json numberFact(double number)
{
    if (std::isnan(number)) {
        return "NaN";
    }
    if (std::isinf(number)) {
        return number > 0 ? "Infinity" : "-Infinity";
    }
    return number;
}

std::string numberText(const nlohmann::ordered_json& fact)
{
    return fact.is_number() ? fmt::format("{:.6g}", fact.get<double>())
        : fact.is_string()  ? fact.get<std::string>()
                            : "none";
}

void addStatistics(const Statistics& statistics, nlohmann::ordered_json& facts)
{
    facts["min"] = statistics.minimum;
    facts["max"] = statistics.maximum;
    facts["mean"] = statistics.mean;
    facts["std"] = statistics.deviation;
    facts["nonfinite"] = statistics.nonFiniteCount;
}

std::string statisticsText(const nlohmann::ordered_json& facts)
{
    if (!facts.contains("min")) {
        return {};
    }
    std::string text;
    for (const char* const name : {"min", "max", "mean", "std"}) {
        const double value = facts[name].get<double>();
        text += std::isnan(value) ? std::string() : fmt::format("  {} {:.6g}", name, value);
    }
    const auto nonFinite = facts["nonfinite"].get<std::int64_t>();
    return nonFinite == 0 ? text : fmt::format("{}  {} not finite", text, nonFinite);
}

} // namespace engine
