// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/formats/cifar.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine {

// Pictures [n, 32, 32, 3] uint8 and their classes [n] from files of CIFAR's binary version, one
// after the other (data_batch_1.bin …). Without class names those of CIFAR-10 are its own, those of
// CIFAR-100 "0" to "99".
// Errors of readCifar(); InvalidArgumentError: no file, or not as many names as classes.
Dataset datasetFromCifar(const std::vector<std::filesystem::path>& files, CifarKind kind,
                         std::vector<std::string> classNames = {});

} // namespace engine
