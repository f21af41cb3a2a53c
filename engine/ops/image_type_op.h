// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// A byte of a picture becomes byte * kByteScale: from 0 to 1.
inline constexpr float kByteScale = 1.0F / 255.0F;

// Bytes of any shape as float32, each times kByteScale (tf.image.convert_image_dtype). As with a
// cast of integers, no gradient passes. Errors: InvalidArgumentError for another type.
Output convertImageDtype(Output bytes, std::string_view name = "convert_image");

} // namespace engine
