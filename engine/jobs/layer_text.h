// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// One layer of a job file, "conv 32 3 stride=2 padding=same": a kind, numbers by position, options
// by name. Each is taken once; finish() refuses what nobody took. Every error is an
// InvalidArgumentError that quotes the layer and says how it is written.
class LayerText
{
public:
    static constexpr std::int64_t kMaximum = 1 << 20; // of whole numbers: no layer needs more

    explicit LayerText(std::string text);

    const std::string& kind() const { return m_kind; }
    // How a layer of this kind is written, "conv FILTERS SIZE [stride=1]"; for messages.
    void setUsage(std::string_view usage) { m_usage = usage; }

    // The next number by position, from `minimum` to kMaximum; `what` for messages.
    std::int64_t whole(std::string_view what, std::int64_t minimum = 1);
    double fraction(std::string_view what); // in [0, 1)
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
    std::string m_kind;
    std::string m_usage;
    std::vector<std::string> m_numbers;
    std::size_t m_taken = 0;
    std::map<std::string, std::string, std::less<>> m_options;
};

} // namespace engine
