// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/picture_augmentation.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

// Evenly from the first place of a window in the padding to the last.
std::int64_t randomPlace(std::int64_t size, std::int64_t wanted, std::int64_t padding,
                         RandomStream& random)
{
    const std::int64_t places = size + 2 * padding - wanted + 1;
    return static_cast<std::int64_t>(random.nextBelow(static_cast<std::uint64_t>(places)))
        - padding;
}

bool randomBit(RandomStream& random)
{
    return random.nextUInt32() >> 31 != 0;
}

} // namespace

Shape PictureAugmentation::resultShape(Shape picture) const
{
    if (crop) {
        picture.setDim(0, crop->height);
        picture.setDim(1, crop->width);
    }
    return picture;
}

void PictureAugmentation::requireFits(const Shape& picture) const
{
    if (picture.rank() != 2 && picture.rank() != 3) {
        throw InvalidArgumentError(fmt::format(
            "{} is no picture [height, width] or [height, width, channels]", picture.toString()));
    }
    if (picture.elementCount() == 0) {
        throw InvalidArgumentError(
            fmt::format("pictures of shape {} have no pixels", picture.toString()));
    }
    if (!crop) {
        return;
    }
    const std::int64_t height = picture.dim(0);
    const std::int64_t width = picture.dim(1);
    // Then a window has a part of the picture wherever it lies.
    if (crop->padding < 0
        || crop->padding >= std::min({crop->height, crop->width, height, width})) {
        throw InvalidArgumentError(
            fmt::format("a padding of {} must be less than the picture's {} x {} and the crop's {} "
                        "x {}",
                        crop->padding, height, width, crop->height, crop->width));
    }
    if (crop->height > height + 2 * crop->padding || crop->width > width + 2 * crop->padding) {
        throw InvalidArgumentError(fmt::format(
            "a crop of {} x {} is larger than pictures of {} x {}{}", crop->height, crop->width,
            height, width,
            crop->padding == 0 ? "" : fmt::format(" with a padding of {}", crop->padding)));
    }
}

PictureChange centralChange(const PictureAugmentation& augmentation, const Shape& picture)
{
    PictureChange change;
    if (augmentation.crop) { // as resizeWithCropOrPad() rounds: towards 0
        change.top = (picture.dim(0) - augmentation.crop->height) / 2;
        change.left = (picture.dim(1) - augmentation.crop->width) / 2;
    }
    return change;
}

PictureChange randomChange(const PictureAugmentation& augmentation, const Shape& picture,
                           RandomStream& random)
{
    const PictureAugmentation::Crop crop =
        augmentation.crop.value_or(PictureAugmentation::Crop{picture.dim(0), picture.dim(1), 0});
    PictureChange change;
    change.top = randomPlace(picture.dim(0), crop.height, crop.padding, random);
    change.left = randomPlace(picture.dim(1), crop.width, crop.padding, random);
    change.isMirrored = randomBit(random) && augmentation.flipsLeftRight;
    change.isUpsideDown = randomBit(random) && augmentation.flipsUpDown;
    change.brightness = augmentation.brightness * (2 * random.nextUnit() - 1);
    change.contrast = augmentation.leastContrast
        + (augmentation.mostContrast - augmentation.leastContrast) * random.nextUnit();
    return change;
}

} // namespace engine
