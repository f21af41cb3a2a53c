// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

// The variable-length integers of protocol buffers and LevelDB: seven bits a byte, lowest first.
void appendVarint(std::string& bytes, std::uint64_t value);
// Takes one from the front. False if none ends within `bytes` or it exceeds 64 bits.
bool takeVarint(std::string_view& bytes, std::uint64_t& value);

} // namespace engine
