// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_types.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace engine {

namespace {

// In the order of RunStatus.
constexpr std::array<std::string_view, 8> kStatusNames = {"ready",    "running", "paused", "halted",
                                                          "finished", "stopped", "failed", "ended"};

} // namespace

std::string_view runStatusName(RunStatus status)
{
    return kStatusNames.at(static_cast<std::size_t>(status));
}

RunStatus runStatusFromName(std::string_view name)
{
    const auto* const found = std::ranges::find(kStatusNames, name);
    if (found == kStatusNames.end()) {
        throw DataLossError(
            fmt::format("the store has a run with the unknown status \"{}\"", name));
    }
    return static_cast<RunStatus>(found - kStatusNames.begin());
}

bool isActive(RunStatus status)
{
    return status <= RunStatus::Paused;
}

} // namespace engine
