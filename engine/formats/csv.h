// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct CsvOptions
{
    std::optional<char> separator; // absent: found: comma, semicolon or tab
    std::optional<bool> hasHeader; // absent: yes, if no cell of line 1 is a number
    std::vector<std::string> textColumns; // never read as numbers
    std::vector<std::string> ignoredColumns; // not read at all: a row needs no value there
};

struct CsvColumn
{
    std::string name; // "column 3" where the file gives none
    bool isIgnored = false; // then there is but the name
    bool isText = false;
    char decimalMark = '.'; // of a numeric column
    std::vector<double> numbers; // of a numeric column, one a row
    std::vector<std::int32_t> codes; // of a text column, one a row: index into `texts`
    std::vector<std::string> texts; // the different values, in the order they came
    std::int64_t numberCount = 0; // of a text column: rows whose cell is a number all the same
    std::int64_t firstText = -1; // the first row with a cell that is none …
    std::int64_t firstTextLine = 0; // … and its line, from 1
};

// A row that is not in the columns, since one of its cells is empty, "NA", "NaN" or "?".
struct CsvLeftOutRow
{
    std::int64_t line; // from 1
    std::size_t column; // the first such cell
};

struct CsvTable
{
    std::vector<CsvColumn> columns;
    std::vector<CsvLeftOutRow> leftOutRows;
    std::int64_t rowCount = 0;
    char separator = ',';
    bool hasHeader = false;

    // NotFoundError, naming the columns there are.
    std::size_t columnIndex(std::string_view name) const;
};

// A table of numbers and texts (RFC 4180; also LF line ends, a UTF-8 byte order mark, gzip, empty
// lines, and spaces around unquoted cells). A column is numeric if all its cells among the first
// 100 rows are numbers; a text further down is then an error. Numbers are decimal and finite: "1",
// "-2.5e3"; with a comma for the point in columns of a file that has another separator, if all
// their cells are numbers so.
//
// NotFoundError, PermissionDeniedError; InvalidArgumentError "FILE:LINE, column NAME: …" for a text
// among numbers, an open quote, text after a closing quote, a row with more or fewer cells, two
// columns of one name, an option's column that does not exist, UTF-16, no rows, or a column of
// numbers that are written otherwise ("1.234,50").
CsvTable readCsv(const std::filesystem::path& path, const CsvOptions& options = {});
// The same for text in memory; `name` stands for the file in messages.
CsvTable parseCsv(std::string_view text, std::string_view name, const CsvOptions& options = {});

} // namespace engine
