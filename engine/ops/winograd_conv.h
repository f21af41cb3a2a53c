// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/conv_kernels.h"

namespace engine {

// The passes of a float32 convolution with windows of 3 × 3 or 5 × 5 by Winograd's minimal
// filtering: for windows of 3 × 3 16 multiply-adds instead of 36 for four pixels, or 36 instead of
// 144 for sixteen; of 5 × 5 36 instead of 100 for four; whatever is cheapest for these sizes, at
// the price of some additions a channel. For strides and dilations of 1, one group, and so many
// channels on both sides that the additions do not count. Results are the same bits for any number
// of threads, except the gradient of the filter: for a given number.
bool isWinograd(const ConvGeometry& geometry);

std::unique_ptr<Kernel> makeWinogradForward(const KernelRequest& request,
                                            const ConvGeometry& geometry, const ConvInputs& inputs);
std::unique_ptr<Kernel> makeWinogradBackwardInput(const KernelRequest& request,
                                                  const ConvGeometry& geometry,
                                                  const ConvInputs& inputs);
std::unique_ptr<Kernel> makeWinogradBackwardFilter(const KernelRequest& request,
                                                   const ConvGeometry& geometry,
                                                   const ConvInputs& inputs);

} // namespace engine
