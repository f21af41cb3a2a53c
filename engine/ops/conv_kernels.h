// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/conv_patches.h"
#include "engine/ops/epilogue.h"
#include "engine/ops/kernel.h"

#include <memory>
#include <string>
#include <vector>

namespace engine {

// The passes of a convolution: by winograd_conv.h or direct_conv.h where they can, else products of
// patches and the filter, block by block, so that the patches of a block stay in the cache. The
// room for them belongs to the kernel. Only for the sources of engine/ops.

// Which inputs a kernel reads, and what it does with the result, output 0.
struct ConvInputs
{
    int picture = 0; // x, or dy of the output
    int filter = 1; // the filter, or for the filter's gradient dy
    Epilogue epilogue; // none for the filter's gradient
};

// y from x and filter.
std::unique_ptr<Kernel> makeConvForward(const KernelRequest& request, const ConvGeometry& geometry,
                                        const ConvInputs& inputs);
// dx from dy and filter: also the transposed convolution.
std::unique_ptr<Kernel> makeConvBackwardInput(const KernelRequest& request,
                                              const ConvGeometry& geometry,
                                              const ConvInputs& inputs);
// The filter's gradient from x and dy.
std::unique_ptr<Kernel> makeConvBackwardFilter(const KernelRequest& request,
                                               const ConvGeometry& geometry,
                                               const ConvInputs& inputs);

} // namespace engine
