// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/jobs/job_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <type_traits>

// How a job key reaches its member: makers of JobAccess, one for each kind of value.
namespace engine {

template <typename T>
T jobValueAs(const JobValue& value, std::string_view expected)
{
    if constexpr (std::is_same_v<T, double>) {
        if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            return static_cast<double>(*integer);
        }
    }
    if constexpr (std::is_same_v<
                      T,
                      std::vector<std::int64_t>> || std::is_same_v<T, std::vector<std::string>>) {
        if (value.index() != JobValue(T()).index() && isEmptyList(value)) {
            return {};
        }
    }
    const T* typed = std::get_if<T>(&value);
    if (typed == nullptr) {
        throw InvalidArgumentError(fmt::format("must be {}", expected));
    }
    return *typed;
}

// A member that may be std::optional is read as nothing where it is empty.
template <typename T, typename Table, typename Member>
JobAccess accessMember(Table JobConfig::*table, Member Table::*member, std::string_view expected,
                       std::function<void(const T&)> check = nullptr, std::string_view limits = {})
{
    return {[=](JobConfig& config, const JobValue& value) {
                const T wanted = jobValueAs<T>(value, expected);
                if (check) {
                    check(wanted);
                }
                config.*table.*member = wanted;
            },
            [=](const JobConfig& config) -> std::optional<JobValue> {
                const std::optional<T> value = config.*table.*member;
                return value ? std::optional<JobValue>(*value) : std::nullopt;
            },
            fmt::format("{}{}{}", expected, limits.empty() ? "" : " ", limits)};
}

template <typename Table>
JobAccess text(Table JobConfig::*table, std::string Table::*member)
{
    return accessMember<std::string>(table, member, "a text in quotes");
}

template <typename Table>
JobAccess choice(Table JobConfig::*table, std::string Table::*member,
                 std::initializer_list<std::string_view> choices)
{
    const std::vector<std::string_view> all(choices);
    const std::string limits = fmt::format("\"{}\"", fmt::join(all, "\", \""));
    JobAccess access = accessMember<std::string>(
        table, member, "a text in quotes", [all, limits](const std::string& wanted) {
            if (std::ranges::find(all, wanted) == all.end()) {
                throw InvalidArgumentError(fmt::format("must be one of {}", limits));
            }
        });
    access.accepts = fmt::format("one of {}", limits);
    return access;
}

inline constexpr std::int64_t kNoMinimum = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kNoMaximum = std::numeric_limits<std::int64_t>::max();

template <typename Table, typename Member>
JobAccess integer(Table JobConfig::*table, Member Table::*member, std::int64_t minimum = kNoMinimum,
                  std::int64_t maximum = kNoMaximum)
{
    const std::string limits = maximum == kNoMaximum
        ? fmt::format("{} or more", minimum)
        : fmt::format("from {} to {}", minimum, maximum);
    return accessMember<std::int64_t>(
        table, member, "a whole number",
        [=](std::int64_t wanted) {
            if (wanted < minimum || wanted > maximum) {
                throw InvalidArgumentError(fmt::format("must be {}", limits));
            }
        },
        minimum == kNoMinimum       ? ""
            : maximum == kNoMaximum ? fmt::format("of {}", limits)
                                    : limits);
}

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// A number in [minimum, limit).
template <typename Table, typename Member>
JobAccess number(Table JobConfig::*table, Member Table::*member, double minimum = -kNoLimit,
                 double limit = kNoLimit)
{
    const std::string limits = limit == kNoLimit
        ? fmt::format("{} or more", minimum)
        : fmt::format("from {} to below {}", minimum, limit);
    return accessMember<double>(
        table, member, "a number",
        [=](double wanted) {
            if (!(wanted >= minimum && wanted < limit)) {
                throw InvalidArgumentError(fmt::format("must be {}", limits));
            }
        },
        minimum == -kNoLimit    ? ""
            : limit == kNoLimit ? fmt::format("of {}", limits)
                                : limits);
}

template <typename Table>
JobAccess flag(Table JobConfig::*table, bool Table::*member)
{
    return accessMember<bool>(table, member, "true or false");
}

template <typename Table>
JobAccess sizes(Table JobConfig::*table, std::vector<std::int64_t> Table::*member)
{
    return accessMember<std::vector<std::int64_t>>(
        table, member, "a list of whole numbers", [](const std::vector<std::int64_t>& list) {
            if (std::ranges::any_of(list, [](std::int64_t size) { return size < 1; })) {
                throw InvalidArgumentError("must hold numbers of 1 or more");
            }
        });
}

template <typename Table>
JobAccess texts(Table JobConfig::*table, std::vector<std::string> Table::*member)
{
    return accessMember<std::vector<std::string>>(table, member, "a list of texts in quotes");
}

} // namespace engine
