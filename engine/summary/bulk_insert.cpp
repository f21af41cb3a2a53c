// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/bulk_insert.h"

#include <fmt/format.h>

namespace engine {

namespace {

// "part, part, part"
std::string repeated(const std::string& part, std::size_t count)
{
    std::string text = part;
    for (std::size_t i = 1; i < count; ++i) {
        text += ", ";
        text += part;
    }
    return text;
}

} // namespace

// OR FAIL instead of OR ABORT, for which SQLite copies every page that the statement changes.
std::string bulkInsertSql(std::string_view table, std::string_view columns, std::size_t columnCount,
                          std::size_t rowCount)
{
    const std::string row = fmt::format("({})", repeated("?", columnCount));
    return fmt::format("INSERT OR FAIL INTO {} ({}) VALUES {}", table, columns,
                       repeated(row, rowCount));
}

} // namespace engine
