// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/varint.h"

namespace engine {

void appendVarint(std::string& bytes, std::uint64_t value)
{
    while (value >= 0x80) {
        bytes += static_cast<char>(0x80U | (value & 0x7fU));
        value >>= 7;
    }
    bytes += static_cast<char>(value);
}

bool takeVarint(std::string_view& bytes, std::uint64_t& value)
{
    value = 0;
    for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
        const auto byte = static_cast<std::uint8_t>(bytes.front());
        bytes.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) {
            return shift < 63 || byte < 2;
        }
    }
    return false;
}

} // namespace engine
