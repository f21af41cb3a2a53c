// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/formats/histogram.h"

#include <string_view>

namespace engine {

// Of the elements of a tensor of numbers. Errors of makeHistogram().
Histogram histogramOf(const Tensor& values, std::string_view tag);

} // namespace engine
