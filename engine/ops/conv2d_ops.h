// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

// Convolutions (cross-correlations) of pictures [batch, height, width, channels], floating point.
// Paddings are TensorFlow's: "SAME" gives ceil(size / stride) pixels, with the odd padding cell at
// the bottom and right; "VALID" uses windows within the picture. Errors: InvalidArgumentError
// naming the operation and the shapes.

struct Conv2dOptions
{
    std::array<std::int64_t, 2> strides{1, 1}; // height, width
    std::string padding = "SAME";
    std::array<std::int64_t, 2> dilations{1, 1};
    // Output channels are this many equal blocks; block g reads block g of the input channels.
    std::int64_t groups = 1;
};

// filter [height, width, channels / groups, outputs]; the result is [batch, …, …, outputs].
Output conv2d(Output x, Output filter, const Conv2dOptions& options = {},
              std::string_view name = "Conv2D");

// filter [height, width, channels, multiplier]; channel c * multiplier + q of the result comes from
// channel c and filter[:, :, c, q].
Output depthwiseConv2d(Output x, Output filter, const Conv2dOptions& options = {},
                       std::string_view name = "DepthwiseConv2dNative");

// The gradient of conv2d with respect to its input: x [batch, h, w, in], filter [height, width,
// out, in] give `outputShape` [batch, …, …, out], for which conv2d with these options would give
// [h, w]. A batch of -1 is that of x.
Output conv2dTranspose(Output x, Output filter, const Shape& outputShape,
                       const Conv2dOptions& options = {},
                       std::string_view name = "conv2d_transpose");

} // namespace engine
