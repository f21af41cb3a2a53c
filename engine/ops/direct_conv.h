// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/conv_kernels.h"

namespace engine {

// The passes of a float32 convolution without patches: sums straight over the cells of the
// pictures. They ask for pictures in one group; the gradient of the input also for strides of 1.
// Results are the same bits for any number of threads, except the gradient of the filter: for a
// given number.
bool isDirectForward(const ConvGeometry& geometry);
bool isDirectBackwardInput(const ConvGeometry& geometry);
bool isDirectBackwardFilter(const ConvGeometry& geometry);

std::unique_ptr<Kernel> makeDirectForward(const KernelRequest& request,
                                          const ConvGeometry& geometry, const ConvInputs& inputs);
std::unique_ptr<Kernel> makeDirectBackwardInput(const KernelRequest& request,
                                                const ConvGeometry& geometry,
                                                const ConvInputs& inputs);
std::unique_ptr<Kernel> makeDirectBackwardFilter(const KernelRequest& request,
                                                 const ConvGeometry& geometry,
                                                 const ConvInputs& inputs);

} // namespace engine
