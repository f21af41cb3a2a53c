// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// The two floating point numbers of 16 bits that other programs store, from their bits. Each of
// their values is a float, so nothing is rounded; a NaN stays one.
float fromFloat16(std::uint16_t bits); // IEEE 754 binary16
float fromBFloat16(std::uint16_t bits); // the upper half of a float

} // namespace engine
