// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/picture_augmentation.h"

#include <span>
#include <string>
#include <string_view>

namespace engine {

// How each step of `data.augment` is written, in the order in which they are done.
std::span<const std::string_view> augmentUsages();

// What these steps ask for, "crop 24", "flip", "brightness 63". InvalidArgumentError that quotes
// the step: an unknown one, a number that it does not take, one that comes twice or too late.
PictureAugmentation pictureAugmentation(std::span<const std::string> steps);

} // namespace engine
