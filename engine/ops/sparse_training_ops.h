// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/training_ops.h"

namespace engine {

// A gradient that is 0 outside of some rows (tf.IndexedSlices).
struct IndexedSlices
{
    Output values; // [count, …]
    Output rows; // int32 or int64 [count]: which row of the variable each belongs to
};

// applyMomentum() for these rows; all other rows of variable and accumulator stay as they are. A
// row that is given more than once moves once, by the sum.
// InvalidArgumentError: types or shapes do not fit; when run, a row that the variable does not
// have.
Operation& sparseApplyMomentum(Output variable, Output accumulator, Output learningRate,
                               const IndexedSlices& gradient, const MomentumParameters& parameters,
                               std::string_view name = "SparseApplyMomentum");

} // namespace engine
