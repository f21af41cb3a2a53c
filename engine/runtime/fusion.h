// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/schedule.h"

#include <map>

namespace engine {

// Operations that the kernel of another one does with it, so that the results between them are
// never written to memory (FusionRule).
struct Fusions
{
    // For an operation those that its kernel does, in order; each reads the one before.
    std::map<const Operation*, std::vector<Operation*>> followers;
    std::set<const Operation*> taken; // all of them

    std::span<Operation* const> followersOf(const Operation& operation) const;
    // Whose results a step leaves: the last follower, or the operation itself.
    Operation& lastOf(Operation& operation) const;
    bool isTaken(const Operation& operation) const { return taken.contains(&operation); }
};

// Followers run in the place of their first operation: one is taken only if what else it reads is
// there by then, and if nobody else reads, fetches or is fed what lies between. What is folded is
// there always. An update of variables is taken only if it runs right behind anyway, so that
// everybody sees the variables as before. `specs` are what is known beyond the graph.
Fusions findFusions(const Schedule& schedule, std::span<const Fetch> fetches,
                    const std::set<Output>& fed, const std::set<const Operation*>& folded = {},
                    const std::map<Output, OutputSpec>& specs = {});

} // namespace engine
