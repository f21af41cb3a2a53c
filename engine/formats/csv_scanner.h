// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Cuts CSV text into rows of cells (RFC 4180). Cells are views of the text, or, where doubled
// quotes had to be undone, of memory that lives until the following row.
class CsvScanner
{
public:
    // `name` stands for the file in messages.
    CsvScanner(std::string_view text, std::string_view name, char separator)
        : m_text(text), m_name(name), m_separator(separator)
    { }

    // The next row that is not an empty line; false at the end.
    // InvalidArgumentError with file, line and column number.
    bool nextRow();
    const std::vector<std::string_view>& cells() const { return m_cells; }
    std::int64_t line() const { return m_rowLine; } // where the row begins, from 1

private:
    void scanPlainCell();
    void scanQuotedCell();
    bool endOfRow() const; // at a line end or the end of the text
    void skipLineEnd();
    [[noreturn]] void fail(std::string_view what) const;

    std::string_view m_text;
    std::string_view m_name;
    char m_separator;
    std::size_t m_at = 0;
    std::int64_t m_line = 1;
    std::int64_t m_rowLine = 1;
    std::vector<std::string_view> m_cells;
    std::deque<std::string> m_unquoted; // a deque: growing it moves no string
};

// The first of tab, semicolon and comma that cuts the first ten rows into equally many cells, more
// than one; if none does, the one that cuts the first row into most.
char detectCsvSeparator(std::string_view text, std::string_view name);

} // namespace engine
