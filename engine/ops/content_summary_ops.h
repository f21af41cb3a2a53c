// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <string_view>

namespace engine {

// Summaries of whole tensors. As with scalarSummary(), the step only hands on values; what becomes
// of them is done where they are written (SummarySaverHook). Both are added to keys::kSummaries,
// and tags are cleaned as those of scalars.

// How `values`, of a numeric type, are distributed. Output: the values as they are.
// A NaN or an infinity ends the run that writes them, as in TensorFlow: InvalidArgumentError "Nan
// in summary histogram for: TAG".
Output histogramSummary(std::string_view tag, Output values,
                        std::string_view name = "HistogramSummary");

// The first `maxOutputs` of `pictures` [batch, height, width, channels], uint8 or float32, channels
// 1, 3 or 4, written as TAG/image for one and TAG/image/0 … for more. Output: the pictures as they
// are. InvalidArgumentError for another shape or type, or maxOutputs below 1.
Output imageSummary(std::string_view tag, Output pictures, std::int64_t maxOutputs = 3,
                    std::string_view name = "ImageSummary");

// What a summary operation's output means.
enum class SummaryKind
{
    Scalars, // scalarSummary() and mergeSummaries(): float64, one for each tag
    Histogram,
    Images
};

// InvalidArgumentError if it is not a summary.
SummaryKind summaryKind(Output summary);
// Of an imageSummary().
std::int64_t maxSummaryImages(Output summary);

} // namespace engine
