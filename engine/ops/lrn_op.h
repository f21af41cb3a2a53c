// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

struct LrnOptions
{
    int depthRadius = 5; // on one side
    double bias = 1;
    double alpha = 1; // not divided by the number of channels
    double beta = 0.5;
};

// Local response normalisation (Krizhevsky et al., 2012) of x […, channels]:
// x / (bias + alpha * sum of squares of the channels within the radius)^beta. Floating point.
// InvalidArgumentError: a scalar, a negative radius.
Output localResponseNormalization(Output x, const LrnOptions& options = {},
                                  std::string_view name = "LRN");

} // namespace engine
