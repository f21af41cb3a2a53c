// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/item_text.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <sstream>

namespace engine {

namespace {

template <typename T>
bool parse(const std::string& text, T& value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

ItemText::ItemText(std::string text, std::string_view prefix)
    : m_text(std::move(text)), m_prefix(prefix)
{
    std::istringstream words(m_text);
    words >> m_kind;
    for (std::string word; words >> word;) {
        const std::size_t sign = word.find('=');
        if (sign == std::string::npos) {
            m_numbers.push_back(word);
        } else if (!m_options.emplace(word.substr(0, sign), word.substr(sign + 1)).second) {
            refuse(fmt::format("{} is given twice", word.substr(0, sign)));
        }
    }
}

void ItemText::refuse(std::string_view reason) const
{
    throw InvalidArgumentError(
        fmt::format("{}\"{}\": {}{}", m_prefix, m_text, reason,
                    m_usage.empty() ? "" : fmt::format("; write {}", m_usage)));
}

std::string ItemText::nextNumber(std::string_view what)
{
    if (m_taken == m_numbers.size()) {
        refuse(fmt::format("{} is missing", what));
    }
    return m_numbers[m_taken++];
}

std::optional<std::string> ItemText::takeOption(std::string_view name)
{
    const auto found = m_options.find(name);
    if (found == m_options.end()) {
        return std::nullopt;
    }
    return m_options.extract(found).mapped();
}

std::int64_t ItemText::toWhole(const std::string& text, std::string_view what,
                               std::int64_t minimum) const
{
    std::int64_t value = 0;
    if (!parse(text, value) || value < minimum || value > kMaximum) {
        refuse(fmt::format("{} must be a whole number from {} to {}", what, minimum, kMaximum));
    }
    return value;
}

double ItemText::toNumber(const std::string& text, std::string_view what) const
{
    double value = 0;
    if (!parse(text, value) || !std::isfinite(value)) {
        refuse(fmt::format("{} must be a number", what));
    }
    return value;
}

std::int64_t ItemText::whole(std::string_view what, std::int64_t minimum)
{
    return toWhole(nextNumber(what), what, minimum);
}

double ItemText::fraction(std::string_view what)
{
    const double value = toNumber(nextNumber(what), what);
    if (value < 0 || value >= 1) {
        refuse(fmt::format("{} must be from 0 to below 1", what));
    }
    return value;
}

double ItemText::number(std::string_view what, double least, double most)
{
    const double value = toNumber(nextNumber(what), what);
    if (value < least || value > most) {
        refuse(fmt::format("{} must be from {} to {}", what, least, most));
    }
    return value;
}

std::int64_t ItemText::whole(std::string_view name, std::int64_t minimum, std::int64_t otherwise)
{
    const std::optional<std::string> text = takeOption(name);
    return text ? toWhole(*text, name, minimum) : otherwise;
}

std::optional<double> ItemText::number(std::string_view name)
{
    const std::optional<std::string> text = takeOption(name);
    return text ? std::optional(toNumber(*text, name)) : std::nullopt;
}

double ItemText::number(std::string_view name, double otherwise)
{
    return number(name).value_or(otherwise);
}

double ItemText::notNegative(std::string_view name, double otherwise)
{
    const double value = number(name, otherwise);
    if (value < 0) {
        refuse(fmt::format("{} must be 0 or more", name));
    }
    return value;
}

std::string ItemText::word(std::string_view name, std::string_view otherwise)
{
    return takeOption(name).value_or(std::string(otherwise));
}

void ItemText::finish() const
{
    if (m_taken < m_numbers.size()) {
        refuse(fmt::format("{} is one too many", m_numbers[m_taken]));
    }
    if (!m_options.empty()) {
        refuse(fmt::format("there is no option {}", m_options.begin()->first));
    }
}

} // namespace engine
