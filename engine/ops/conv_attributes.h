// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/attributes.h"
#include "engine/ops/conv2d_ops.h"

#include <vector>

namespace engine {

// The options as attributes, as windowFor() reads them. Only for the sources of engine/ops.
inline Attributes convAttributes(const Conv2dOptions& options)
{
    using Numbers = std::vector<std::int64_t>;
    return {{"strides", Numbers(options.strides.begin(), options.strides.end())},
            {"padding", options.padding},
            {"dilations", Numbers(options.dilations.begin(), options.dilations.end())},
            {"groups", options.groups}};
}

} // namespace engine
