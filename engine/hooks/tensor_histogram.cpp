// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/tensor_histogram.h"

#include "engine/ops/type_dispatch.h"

#include <vector>

namespace engine {

Histogram histogramOf(const Tensor& values, std::string_view tag)
{
    return dispatchElementType(values.dataType(), "a histogram", [&](auto zero) {
        const auto numbers = values.values<decltype(zero)>();
        return makeHistogram(std::vector<double>(numbers.begin(), numbers.end()), tag);
    });
}

} // namespace engine
