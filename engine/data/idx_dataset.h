// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine {

// Pictures [n, height, width] uint8 and their classes [n] from two IDX files (plain or gzip).
// Without class names the classes are called "0", "1" ….
// NotFoundError, DataLossError, UnimplementedError as readIdx(); InvalidArgumentError if the two
// files do not belong together or a label has no class name.
Dataset datasetFromIdx(const std::filesystem::path& images, const std::filesystem::path& labels,
                       std::vector<std::string> classNames = {});

} // namespace engine
