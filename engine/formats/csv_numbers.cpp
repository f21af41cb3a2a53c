// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/csv_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>
#include <string>

namespace engine {

bool parseCsvNumber(std::string_view cell, char decimalMark, double& number)
{
    std::string withPoint;
    if (decimalMark != '.') {
        if (cell.find('.') != std::string_view::npos) {
            return false;
        }
        withPoint = cell;
        std::ranges::replace(withPoint, decimalMark, '.');
        cell = withPoint;
    }
    if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') {
        cell.remove_prefix(1);
    }
    const char* end = cell.data() + cell.size();
    const std::from_chars_result result = std::from_chars(cell.data(), end, number);
    return result.ec == std::errc() && result.ptr == end && std::isfinite(number);
}

bool isWrittenOtherwise(std::string_view cell)
{
    static const std::regex kForms(R"([+-]?(\d+,\d+|\d{1,3}([., ']\d{3})+([.,]\d+)?))");
    return std::regex_match(cell.begin(), cell.end(), kForms);
}

} // namespace engine
