// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/half_floats.h"

#include <bit>

namespace engine {

float fromFloat16(std::uint16_t bits)
{
    const std::uint32_t sign = (bits & 0x8000U) << 16U;
    const std::uint32_t exponent = (bits >> 10U) & 0x1fU;
    const std::uint32_t fraction = bits & 0x3ffU;
    if (exponent == 0) { // zero or subnormal: fraction * 2^-24, which a float holds as it is
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t widened = exponent == 0x1fU ? 0xffU : exponent + 127 - 15;
    return std::bit_cast<float>(sign | widened << 23U | fraction << 13U);
}

float fromBFloat16(std::uint16_t bits)
{
    return std::bit_cast<float>(std::uint32_t{bits} << 16U);
}

} // namespace engine
