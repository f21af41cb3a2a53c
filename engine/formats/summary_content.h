// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/summary_value.h"

#include <string>
#include <string_view>

namespace engine {

// A summary's content as a kind and bytes, as the run store keeps it: "histogram" (TensorFlow's
// HistogramProto), "image" (PNG), "text" (UTF-8), "confusion_matrix" (JSON {"classes": [name…],
// "counts": [[of one true class…]…]}).
struct StoredContent
{
    std::string kind;
    std::string bytes;
};

// InvalidArgumentError for a confusion matrix that is not square.
StoredContent storeContent(const SummaryContent& content);
// DataLossError for an unknown kind and for bytes that are not of it.
SummaryContent readContent(std::string_view kind, std::string_view bytes);

} // namespace engine
