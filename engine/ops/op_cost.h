// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/op_def.h"

#include <cstdint>

namespace engine {

// Floating-point operations of one run of an operation with these shapes (OpDef::flops): how much
// work the operation asks for, whatever its kernel saves of it.
double flopsOf(const OpDef& def, const CostRequest& request);

// For OpDef::flops, two a multiply-add.
// Of a product or products [..., m, terms] · [..., terms, n], of which `result` is [..., m, n].
double productFlops(const Shape& result, std::int64_t terms);
// Of the passes of a convolution, depthwise ones too, with the inputs (x, filter), (dy, filter …)
// and (x, dy …). Cells of the padding are counted.
double conv2dFlops(const CostRequest& request);
double backpropInputFlops(const CostRequest& request);
double backpropFilterFlops(const CostRequest& request);

} // namespace engine
