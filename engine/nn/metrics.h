// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

namespace engine {

// Of classifications: labels [batch] int32 or int64, logits [batch, classes]. The prediction is the
// class with the largest logit, of equal ones the first.

// Share of the batch that is predicted rightly: float32 scalar, NaN for an empty batch.
Output accuracy(Output labels, Output logits);

// Number of right predictions: int64 scalar. Added up over batches of any size and divided by the
// number of examples it gives the exact accuracy.
Output correctCount(Output labels, Output logits);

} // namespace engine
