// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/processor.h"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <cstdint>

namespace engine {

namespace {

std::int64_t usableTargets()
{
    return std::int64_t{hwy::SupportedTargets()} & std::int64_t{HWY_TARGETS};
}

// The best target is the lowest bit.
std::int64_t bestOf(std::int64_t targets)
{
    return targets & -targets;
}

} // namespace

std::string_view loopInstructionSet()
{
    return hwy::TargetName(bestOf(usableTargets()));
}

std::string usableInstructionSets()
{
    std::string text;
    for (std::int64_t rest = usableTargets(); rest != 0; rest &= rest - 1) {
        text += fmt::format("{}{}", text.empty() ? "" : ", ", hwy::TargetName(bestOf(rest)));
    }
    return text;
}

} // namespace engine
