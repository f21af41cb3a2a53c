// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/random.h"
#include "engine/base/shape.h"

#include <cstdint>
#include <optional>

namespace engine {

// How pictures of bytes are changed in the batches of a data set, in the order of the members:
// training leaves to chance what each picture gets, evaluation takes the middle. The definitions
// are those of ops/image_ops (tf.image) of pictures that hold 0 to 255.
struct PictureAugmentation
{
    struct Crop
    {
        std::int64_t height = 0;
        std::int64_t width = 0;
        std::int64_t padding = 0; // zeros on each side of the picture before it is cut

        friend bool operator==(const Crop&, const Crop&) = default;
    };

    std::optional<Crop> crop; // evaluation: the central one
    bool flipsLeftRight = false; // one picture in two; evaluation: none
    bool flipsUpDown = false;
    double brightness = 0; // added: from -brightness to brightness; evaluation: 0
    double leastContrast = 1; // distances from each channel's mean grow by a factor between these;
    double mostContrast = 1; // evaluation: 1
    bool standardizes = false; // values have mean 0 and deviation 1, not bytes times kByteScale

    bool isNone() const { return *this == PictureAugmentation(); }
    // The shape that a picture [height, width] or [height, width, channels] has afterwards.
    Shape resultShape(Shape picture) const;
    // InvalidArgumentError for a shape that is no picture's and for a crop that does not fit it.
    void requireFits(const Shape& picture) const;

    friend bool operator==(const PictureAugmentation&, const PictureAugmentation&) = default;
};

// What happens to one picture.
struct PictureChange
{
    std::int64_t top = 0; // where the crop begins in the picture; negative: in the padding
    std::int64_t left = 0;
    bool isMirrored = false; // left and right
    bool isUpsideDown = false;
    double brightness = 0;
    double contrast = 1;
};

PictureChange centralChange(const PictureAugmentation& augmentation, const Shape& picture);
// Every position, and every number of a range, is equally likely. Takes the same numbers from the
// stream whatever is asked for: a further operation changes nothing about the others.
PictureChange randomChange(const PictureAugmentation& augmentation, const Shape& picture,
                           RandomStream& random);

} // namespace engine
