// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace engine {

// A summary operation computes values; which tags they belong to stands in the attribute "tags"
// (vector<string>) of its operation. Encoding happens where summaries are written, not in the step.

// Output: float64 [1], the value of a numeric scalar. The tag is cleaned as TensorFlow cleans it
// (characters outside letters, digits, "_-./" become "_"). Added to keys::kSummaries.
Output scalarSummary(std::string_view tag, Output value, std::string_view name = "ScalarSummary");

// Output: float64 [sum of lengths], the scalars of all; tags one after the other. Histograms and
// images are kept beside it: contentSummaries().
// InvalidArgumentError "Duplicate tag TAG found in summary inputs".
Output mergeSummaries(std::span<const Output> summaries, std::string_view name = "MergeSummary");

// All of keys::kSummaries; an invalid Output if there is none.
Output mergeAllSummaries(Graph& graph);

// The outputs of histogramSummary() and imageSummary() among what was merged to `summary`; itself
// if it is one.
std::vector<Output> contentSummaries(Output summary);

// As scalarSummary() cleans it.
std::string cleanSummaryTag(std::string_view tag);

// The tags of a summary output. InvalidArgumentError if it is not one.
const std::vector<std::string>& summaryTags(Output summary);

} // namespace engine
