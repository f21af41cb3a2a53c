// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/fusion_rules.h"

#include <algorithm>
#include <array>

namespace engine {

const FusionRule* findFusionRule(const OpDef& def)
{
    static constexpr std::array kRules{&kMatMulFusion, &kConv2dFusion, &kConv2dTransposeFusion,
                                       &kMaxPoolGradFusion};
    const auto found = std::ranges::find_if(
        kRules, [&](const FusionRule* rule) { return rule->type == def.type; });
    return found == kRules.end() ? nullptr : *found;
}

} // namespace engine
