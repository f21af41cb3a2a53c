// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/metrics.h"

#include "engine/graph/graph.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/reduction_ops.h"

namespace engine {

namespace {

Output isCorrect(Output labels, Output logits)
{
    return equal(argMax(logits, 1, labels.type()), labels);
}

} // namespace

Output accuracy(Output labels, Output logits)
{
    const NameScope scope(logits.graph(), "accuracy");
    return reduceMean(cast(isCorrect(labels, logits), DataType::Float));
}

Output correctCount(Output labels, Output logits)
{
    const NameScope scope(logits.graph(), "correct_count");
    return reduceSum(cast(isCorrect(labels, logits), DataType::Int64));
}

} // namespace engine
