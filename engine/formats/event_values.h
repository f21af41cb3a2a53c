// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/summary_value.h"

#include <string>

namespace engine {

namespace proto {
class Histogram;
class Summary_Value;
} // namespace proto

// Between the values of a Summary message and ours; for event_codec.cpp.

void toMessage(const Histogram& histogram, proto::Histogram& message);
// Other programs write limits without counts and the other way round; they stay so.
Histogram histogramOf(const proto::Histogram& message);
// DataLossError also for a tensor whose elements are not there.
SummaryValue summaryValueOf(const proto::Summary_Value& value);

// A table, true classes down and predicted ones across. InvalidArgumentError if it is not square.
std::string asMarkdown(const ConfusionMatrix& matrix);

} // namespace engine
