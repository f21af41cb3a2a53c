// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/operation.h"
#include "engine/runtime/session.h"

#include <set>
#include <span>
#include <vector>

namespace engine {

// In which order the operations behind some fetches run.
struct Schedule
{
    std::vector<Operation*> order; // inputs before users
    // Variables of which a copy from the start of the run is needed, because something reads them
    // that can run only after they are overwritten.
    std::set<const Operation*> snapshots;
};

// The operations that the fetches need and that are not cut off by feeds, ordered by their inputs,
// their control inputs, and so that whoever reads a variable runs before whoever overwrites it, and
// a check of values before updates that were made after it. Otherwise in the order of creation, but
// updates by what has been computed as soon as they can: the same request always gives the same
// order.
Schedule makeSchedule(std::span<const Fetch> fetches, const std::set<Output>& fed);

// The output whose bytes this one shows: follows Identity, Reshape and their like, up to a fed
// output.
Output aliasRoot(Output output, const std::set<Output>& fed);

} // namespace engine
