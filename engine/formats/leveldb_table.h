// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace engine {

// A sorted string table of LevelDB (doc/table_format.md there), whole and in memory.

// One value a key, as TensorFlow writes its checkpoint indexes: uncompressed, blocks of 256 KiB.
std::string writeLeveldbTable(const std::map<std::string, std::string, std::less<>>& entries);

// All entries in the order of the file. Blocks of any size, plain or snappy. `name` stands for the
// file in messages. DataLossError if it is no such table, a checksum is wrong, keys do not ascend,
// or the entries need more than 256 MiB (a small file can promise very much).
std::vector<std::pair<std::string, std::string>> readLeveldbTable(std::string_view bytes,
                                                                  std::string_view name);

} // namespace engine
