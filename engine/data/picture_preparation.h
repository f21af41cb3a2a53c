// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/picture_augmentation.h"

#include <cstdint>
#include <vector>

namespace engine {

// Makes pictures as a net takes them from pictures of bytes, all of one shape. What is added and
// multiplied follows from exact sums of the bytes, so one pass writes the result. Not thread-safe;
// allocates when constructed only.
class PicturePreparation
{
public:
    // InvalidArgumentError unless the augmentation fits pictures of this shape.
    PicturePreparation(const PictureAugmentation& augmentation, const Shape& picture);

    const Shape& pictureShape() const { return m_picture; }
    // `bytes` has pictureShape(), `result` the augmentation's resultShape(). A change must lie in
    // the augmentation's ranges.
    void apply(const PictureChange& change, const std::uint8_t* bytes, float* result);

private:
    // Of one channel of the window.
    struct Sums
    {
        double mean = 0;
        double variance = 0;
    };

    void cut(const PictureChange& change, const std::uint8_t* bytes);
    void measure();
    float planValues(const PictureChange& change);

    PictureAugmentation m_augmentation;
    Shape m_picture;
    std::int64_t m_channels;
    std::int64_t m_height; // of the result
    std::int64_t m_width;
    std::vector<std::uint8_t> m_window; // the bytes of the result
    std::vector<Sums> m_sums; // a channel
    // Elements of one row of the result: (byte - shift) * factor + offset
    std::vector<float> m_shift;
    std::vector<float> m_offset;
};

} // namespace engine
