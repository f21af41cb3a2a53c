// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// One item of a list in a job file, "conv 32 3 stride=2 padding=same": a kind, numbers by position,
// options by name. Each is taken once; finish() refuses what nobody took. Every error is an
// InvalidArgumentError that quotes the item and says how it is written.
class ItemText
{
public:
    static constexpr std::int64_t kMaximum = 1 << 20; // of whole numbers: no item needs more

    // Messages begin with `prefix`, "model.layers: ".
    explicit ItemText(std::string text, std::string_view prefix = {});

    // The one of `kinds` that the item is of; each has a `usage`, "conv FILTERS SIZE [stride=1]",
    // that begins with its name. `what` for messages: "layer".
    template <typename Kinds>
    const auto& findKind(const Kinds& kinds, std::string_view what);

    // The next number by position, from `minimum` to kMaximum; `what` for messages.
    std::int64_t whole(std::string_view what, std::int64_t minimum = 1);
    double fraction(std::string_view what); // in [0, 1)
    double number(std::string_view what, double least, double most); // in [least, most]
    // Options; `otherwise` if they are not given.
    std::int64_t whole(std::string_view name, std::int64_t minimum, std::int64_t otherwise);
    double number(std::string_view name, double otherwise);
    double notNegative(std::string_view name, double otherwise);
    std::optional<double> number(std::string_view name);
    std::string word(std::string_view name, std::string_view otherwise);

    void finish() const;
    [[noreturn]] void refuse(std::string_view reason) const;

private:
    std::string nextNumber(std::string_view what);
    std::optional<std::string> takeOption(std::string_view name);
    std::int64_t toWhole(const std::string& text, std::string_view what,
                         std::int64_t minimum) const;
    double toNumber(const std::string& text, std::string_view what) const;

    std::string m_text;
    std::string m_prefix;
    std::string m_kind;
    std::string m_usage;
    std::vector<std::string> m_numbers;
    std::size_t m_taken = 0;
    std::map<std::string, std::string, std::less<>> m_options;
};

// How each of these kinds is written.
template <typename Kinds>
std::vector<std::string_view> usagesOf(const Kinds& kinds)
{
    std::vector<std::string_view> usages;
    std::ranges::transform(kinds, std::back_inserter(usages),
                           [](const auto& k) { return k.usage; });
    return usages;
}

template <typename Kinds>
const auto& ItemText::findKind(const Kinds& kinds, std::string_view what)
{
    const auto nameOf = [](const auto& kind) { return kind.usage.substr(0, kind.usage.find(' ')); };
    const auto found = std::ranges::find(kinds, std::string_view(m_kind), nameOf);
    if (found == kinds.end()) {
        std::vector<std::string_view> names;
        std::ranges::transform(kinds, std::back_inserter(names), nameOf);
        refuse(fmt::format("there is no such {}; there are {}", what, fmt::join(names, ", ")));
    }
    m_usage = found->usage;
    return *found;
}

} // namespace engine
