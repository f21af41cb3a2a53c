// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"

#include <filesystem>

namespace engine {

enum class CifarKind
{
    Cifar10, // a byte for the class, 0 to 9
    Cifar100 // two bytes: the coarse class, 0 to 19, and the fine one, 0 to 99
};

struct CifarPictures
{
    Tensor pictures; // [n, 32, 32, 3] uint8, red, green, blue
    Tensor labels; // [n] uint8; of CIFAR-100 the fine class
};

// Reads a file of the binary version of CIFAR-10 or CIFAR-100, plain or gzip by its content: of
// each picture the class, then 1024 bytes for each of red, green and blue, row by row (A.
// Krizhevsky, "The CIFAR-10 and CIFAR-100 datasets").
//
// No more is allocated than the file really holds. NotFoundError, PermissionDeniedError;
// DataLossError with file and picture if it ends within one, has none, or a class is too large.
CifarPictures readCifar(const std::filesystem::path& path, CifarKind kind);

} // namespace engine
