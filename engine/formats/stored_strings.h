// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// How a tensor bundle stores string elements: the length of each as a varint, the masked checksum
// of the lengths, then the bytes of all. The entry's checksum is over the lengths again, but as
// uint32 (uint64 above 2^32 - 1), then over the stored checksum and the bytes.
struct StoredStrings
{
    std::string bytes;
    std::uint32_t maskedCrc32c = 0;
};

StoredStrings storeStrings(std::span<const std::string> strings);

// The strings within stored bytes. `what` begins the messages. DataLossError if a length or a
// checksum does not fit; a length is compared with what there is before it is believed.
std::vector<std::string_view> viewStoredStrings(std::string_view bytes, std::uint32_t maskedCrc32c,
                                                std::size_t count, std::string_view what);

} // namespace engine
