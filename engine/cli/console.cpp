// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/console.h"

#include <fmt/format.h>

#include <cmath>

namespace engine {

void writeTo(std::FILE* file, std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), file);
    std::fflush(file);
}

std::string shortNumber(double value)
{
    if (std::isnan(value)) {
        return "NaN"; // whatever its sign
    }
    const double size = std::abs(value);
    if (value == 0 || std::isinf(value)) {
        return fmt::format("{}", value);
    }
    if (size < 1e-3 || size >= 1e6) {
        return fmt::format("{:.3e}", value);
    }
    return size >= 1000 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

} // namespace engine
