// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/csv.h"

#include "engine/base/errors.h"
#include "engine/formats/csv_numbers.h"
#include "engine/formats/csv_scanner.h"
#include "engine/formats/gzip_file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <set>
#include <unordered_map>

namespace engine {

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30;
constexpr int kRowsThatDecideTypes = 100;
constexpr std::array<std::string_view, 4> kMissing{"NA", "NaN", "nan", "?"};

bool isMissing(std::string_view cell)
{
    return cell.empty() || std::ranges::find(kMissing, cell) != kMissing.end();
}

// What the cells of a column that decide its type are.
struct CellForms
{
    int cells = 0; // that are not missing
    int withPoint = 0; // numbers with a decimal point, or whole
    int withComma = 0; // numbers with a decimal comma, or whole
    int otherwise = 0; // written like numbers; these two count as well
    bool hasPoint = false; // a point is in one of them
    std::string example; // the first that is no number with a point

    void add(std::string_view cell)
    {
        double number = 0;
        const bool isPoint = parseCsvNumber(cell, '.', number);
        ++cells;
        withPoint += isPoint ? 1 : 0;
        withComma += parseCsvNumber(cell, ',', number) ? 1 : 0;
        otherwise += isPoint || isWrittenOtherwise(cell) ? 1 : 0;
        hasPoint = hasPoint || cell.find('.') != std::string_view::npos;
        if (!isPoint && example.empty()) {
            example = cell;
        }
    }
};

// So that a view of the file finds its text without a copy.
struct TextHash
{
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const
    {
        return std::hash<std::string_view>()(text);
    }
};

class CsvReader
{
public:
    CsvReader(std::string_view text, std::string_view name, const CsvOptions& options)
        : m_text(text), m_name(name), m_options(options)
    {
        m_table.separator = options.separator.value_or(detectCsvSeparator(text, name));
    }

    CsvTable read()
    {
        CsvScanner scanner(m_text, m_name, m_table.separator);
        if (!scanner.nextRow()) {
            fail(1, "there are no rows");
        }
        nameColumns(scanner);
        decideTypes(scanner);
        m_codes.resize(m_table.columns.size());
        m_areNumbers.resize(m_table.columns.size());
        for (bool more = !m_table.hasHeader || scanner.nextRow(); more; more = scanner.nextRow()) {
            readRow(scanner);
        }
        if (m_table.rowCount == 0) {
            fail(scanner.line(), "there are no complete rows" + mostMissing());
        }
        return std::move(m_table);
    }

private:
    // Which column leaves most rows incomplete.
    std::string mostMissing() const
    {
        std::vector<std::size_t> counts(m_table.columns.size());
        for (const CsvLeftOutRow& row : m_table.leftOutRows) {
            ++counts[row.column];
        }
        const auto most = std::ranges::max_element(counts);
        const auto column = static_cast<std::size_t>(most - counts.begin());
        return *most == 0
            ? std::string()
            : fmt::format("; \"{}\" has no value in {} of {}", m_table.columns[column].name, *most,
                          m_table.leftOutRows.size());
    }

    [[noreturn]] void fail(std::int64_t line, std::string_view what) const
    {
        throw InvalidArgumentError(fmt::format("{}:{}: {}", m_name, line, what));
    }

    [[noreturn]] void failInColumn(std::int64_t line, std::size_t column,
                                   std::string_view what) const
    {
        throw InvalidArgumentError(
            fmt::format("{}:{}, column {}: {}", m_name, line, m_table.columns[column].name, what));
    }

    void requireCellCount(const CsvScanner& scanner) const
    {
        const std::size_t count = scanner.cells().size();
        const std::size_t expected = m_table.columns.size();
        if (count < expected) {
            failInColumn(scanner.line(), count,
                         fmt::format("the row ends after {} of {} cells", count, expected));
        }
        if (count > expected) {
            failInColumn(scanner.line(), expected - 1,
                         fmt::format("the row has {} cells instead of {}", count, expected));
        }
    }

    // From the first row, at which the scanner is.
    void nameColumns(const CsvScanner& scanner)
    {
        const std::vector<std::string_view>& cells = scanner.cells();
        m_table.hasHeader = m_options.hasHeader.value_or(
            std::ranges::none_of(cells, [this](std::string_view cell) { return isNumber(cell); }));
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            CsvColumn& column = m_table.columns.emplace_back();
            const bool isNamed = m_table.hasHeader && !cells[i].empty();
            column.name = isNamed ? std::string(cells[i]) : fmt::format("column {}", i + 1);
            if (isNamed && !names.insert(cells[i]).second) {
                failInColumn(scanner.line(), i, "there are two columns of this name");
            }
        }
    }

    // Works on a copy of the scanner, so the rows are still to be read.
    void decideTypes(CsvScanner scanner)
    {
        for (const std::string& name : m_options.textColumns) {
            m_table.columns[m_table.columnIndex(name)].isText = true;
        }
        for (const std::string& name : m_options.ignoredColumns) {
            m_table.columns[m_table.columnIndex(name)].isIgnored = true;
        }
        std::vector<CellForms> forms(m_table.columns.size());
        bool more = !m_table.hasHeader || scanner.nextRow();
        for (int row = 0; more && row < kRowsThatDecideTypes; ++row) {
            requireCellCount(scanner);
            for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
                const std::string_view cell = scanner.cells()[i];
                if (!m_table.columns[i].isIgnored && !isMissing(cell)) {
                    forms[i].add(cell);
                }
            }
            more = scanner.nextRow();
        }
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            if (!m_table.columns[i].isText) {
                decideType(i, forms[i]);
            }
        }
        // Whole numbers so far: what follows is written as in the other columns.
        const bool hasCommas =
            std::ranges::count(m_table.columns, ',', &CsvColumn::decimalMark) > 0;
        for (std::size_t i = 0; hasCommas && i < m_table.columns.size(); ++i) {
            m_table.columns[i].decimalMark = forms[i].hasPoint ? '.' : ',';
        }
    }

    void decideType(std::size_t index, const CellForms& forms)
    {
        CsvColumn& column = m_table.columns[index];
        if (forms.withPoint == forms.cells) {
            return;
        }
        if (m_table.separator != ',' && forms.withComma == forms.cells) {
            column.decimalMark = ',';
            return;
        }
        if (forms.otherwise == forms.cells) {
            throw InvalidArgumentError(fmt::format(
                "{}: column {} holds numbers such as \"{}\" that cannot be read for certain; write "
                "them with a decimal point and without separators of thousands",
                m_name, column.name, forms.example));
        }
        column.isText = true;
    }

    void readRow(const CsvScanner& scanner)
    {
        requireCellCount(scanner);
        const std::vector<std::string_view>& cells = scanner.cells();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!m_table.columns[i].isIgnored && isMissing(cells[i])) {
                m_table.leftOutRows.push_back({scanner.line(), i});
                return;
            }
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            CsvColumn& column = m_table.columns[i];
            if (column.isIgnored) {
                continue;
            }
            if (column.isText) {
                addText(scanner.line(), i, cells[i]);
            } else if (double number = 0; parseCsvNumber(cells[i], column.decimalMark, number)) {
                column.numbers.push_back(number);
            } else {
                failInColumn(scanner.line(), i, fmt::format("\"{}\" is not a number", cells[i]));
            }
        }
        ++m_table.rowCount;
    }

    void addText(std::int64_t line, std::size_t index, std::string_view text)
    {
        CsvColumn& column = m_table.columns[index];
        const std::size_t known = column.texts.size();
        const std::int32_t code = codeOf(index, text);
        column.codes.push_back(code);
        std::vector<bool>& areNumbers = m_areNumbers[index];
        if (column.texts.size() > known) {
            areNumbers.push_back(isNumber(text));
        }
        if (areNumbers[static_cast<std::size_t>(code)]) {
            ++column.numberCount;
        } else if (column.firstText < 0) {
            column.firstText = m_table.rowCount;
            column.firstTextLine = line;
        }
    }

    bool isNumber(std::string_view cell) const
    {
        double number = 0;
        return parseCsvNumber(cell, '.', number)
            || (m_table.separator != ',' && parseCsvNumber(cell, ',', number));
    }

    std::int32_t codeOf(std::size_t column, std::string_view text)
    {
        auto& codes = m_codes[column];
        const auto known = codes.find(text);
        if (known != codes.end()) {
            return known->second;
        }
        std::vector<std::string>& texts = m_table.columns[column].texts;
        const auto code = static_cast<std::int32_t>(texts.size());
        texts.emplace_back(text);
        codes.emplace(texts.back(), code);
        return code;
    }

    std::string_view m_text;
    std::string_view m_name;
    const CsvOptions& m_options;
    CsvTable m_table;
    std::vector<std::unordered_map<std::string, std::int32_t, TextHash, std::equal_to<>>> m_codes;
    std::vector<std::vector<bool>> m_areNumbers; // of each column's texts
};

} // namespace

std::size_t CsvTable::columnIndex(std::string_view name) const
{
    const auto column = std::ranges::find(columns, name, &CsvColumn::name);
    if (column != columns.end()) {
        return static_cast<std::size_t>(column - columns.begin());
    }
    std::string names;
    for (const CsvColumn& known : columns) {
        names += (names.empty() ? "" : ", ") + known.name;
    }
    throw NotFoundError(fmt::format("there is no column {} among {}", name, names));
}

CsvTable readCsv(const std::filesystem::path& path, const CsvOptions& options)
{
    return parseCsv(readGzipFile(path, kMaxBytes), path.string(), options);
}

CsvTable parseCsv(std::string_view text, std::string_view name, const CsvOptions& options)
{
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
        throw InvalidArgumentError(fmt::format("{}:1: the text is UTF-16, not UTF-8", name));
    }
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    return CsvReader(text, name, options).read();
}

} // namespace engine
