// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/csv_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace engine {

namespace {

std::size_t leadingDigits(std::string_view text)
{
    return std::min(text.find_first_not_of("0123456789"), text.size());
}

// One of `marks` and digits to the end.
bool isFraction(std::string_view text, std::string_view marks)
{
    return text.size() > 1 && marks.find(text[0]) != std::string_view::npos
        && leadingDigits(text.substr(1)) == text.size() - 1;
}

} // namespace

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
    if (!cell.empty() && (cell[0] == '+' || cell[0] == '-')) {
        cell.remove_prefix(1);
    }
    const std::size_t first = leadingDigits(cell);
    if (first == 0) {
        return false;
    }
    cell.remove_prefix(first);
    if (isFraction(cell, ",")) {
        return true;
    }
    constexpr std::size_t kGroup = 3;
    int groups = 0;
    while (!cell.empty() && std::string_view("., '").find(cell[0]) != std::string_view::npos
           && leadingDigits(cell.substr(1)) == kGroup) {
        cell.remove_prefix(1 + kGroup);
        ++groups;
    }
    return first <= kGroup && groups > 0 && (cell.empty() || isFraction(cell, ".,"));
}

} // namespace engine
