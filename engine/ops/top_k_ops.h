// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

struct TopK
{
    Output values;
    Output indices; // int32
};

// The k largest of the last axis in falling order; of equal ones the lower index comes first. The
// gradient goes to the chosen places. Numeric types. InvalidArgumentError if there are fewer than
// k.
TopK topK(Output x, int k, std::string_view name = "TopKV2");

// predictions [batch, classes] and targets [batch] (int32 or int64) give bools [batch]: whether
// fewer than k scores are larger than the target's. False where a score is not finite or the target
// is no class. No gradient.
Output inTopK(Output predictions, Output targets, int k, std::string_view name = "InTopK");

} // namespace engine
