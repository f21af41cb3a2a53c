// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"

#include <filesystem>

namespace engine {

// Reads one IDX array, plain or gzip by its content, into a tensor of the file's shape: unsigned
// bytes as uint8, 4-byte integers as int32, float as float32, double as float64.
// Format: two zero bytes, type, number of axes, each axis as big-endian uint32, then the elements
// row by row, big-endian (Y. LeCun et al., "The MNIST database of handwritten digits").
//
// No more is allocated than the file really holds. NotFoundError, PermissionDeniedError;
// DataLossError with file and offset if it is not such an array, too short or too long;
// UnimplementedError for signed bytes, 2-byte integers and more than Shape::kMaxRank axes.
Tensor readIdx(const std::filesystem::path& path);

} // namespace engine
