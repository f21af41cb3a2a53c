// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/csv_dataset.h"

#include "engine/base/errors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>
#include <set>

namespace engine {

namespace {

constexpr std::size_t kMaxClassesByGuess = 20;
constexpr std::size_t kMaxIndicators = 256;
constexpr std::int64_t kRowsThatShowNames = 10; // fewer different texts may be chance
constexpr std::size_t kMaxListedNames = 8;
constexpr std::int64_t kRowsPerSlip = 10; // with more texts among numbers they are meant

float asFloat(const CsvColumn& column, double number)
{
    const auto value = static_cast<float>(number);
    if (!std::isfinite(value)) {
        throw InvalidArgumentError(
            fmt::format("column {}: {} is too large for float32", column.name, number));
    }
    return value;
}

bool isClassColumn(const CsvColumn& column, LabelKind kind)
{
    if (kind != LabelKind::Auto || column.isText) {
        return kind == LabelKind::Classes || column.isText;
    }
    std::set<double> different;
    return std::ranges::all_of(column.numbers, [&different](double number) {
        different.insert(number);
        return number == std::floor(number) && different.size() <= kMaxClassesByGuess;
    });
}

// Texts sorted by name, so that class numbers do not depend on the order of the rows.
void setTextClasses(const CsvColumn& column, Dataset& dataset)
{
    dataset.classNames = column.texts;
    std::ranges::sort(dataset.classNames);
    std::vector<std::int64_t> classOfCode;
    for (const std::string& text : column.texts) {
        const auto place = std::ranges::lower_bound(dataset.classNames, text);
        classOfCode.push_back(place - dataset.classNames.begin());
    }
    std::ranges::transform(
        column.codes, dataset.labels.values<std::int64_t>().begin(),
        [&](std::int32_t code) { return classOfCode[static_cast<std::size_t>(code)]; });
}

void setNumberClasses(const CsvColumn& column, Dataset& dataset)
{
    std::map<double, std::int64_t> classOfNumber;
    for (const double number : column.numbers) {
        classOfNumber[number] = 0;
    }
    for (auto& [number, classNumber] : classOfNumber) {
        classNumber = static_cast<std::int64_t>(dataset.classNames.size());
        dataset.classNames.push_back(fmt::format("{}", number));
    }
    std::ranges::transform(column.numbers, dataset.labels.values<std::int64_t>().begin(),
                           [&](double number) { return classOfNumber.at(number); });
}

void setLabels(const CsvColumn& column, std::int64_t rowCount, LabelKind kind, Dataset& dataset)
{
    if (isClassColumn(column, kind)) {
        dataset.labels = Tensor(DataType::Int64, {rowCount});
        column.isText ? setTextClasses(column, dataset) : setNumberClasses(column, dataset);
        return;
    }
    dataset.labels = Tensor(DataType::Float, {rowCount});
    std::ranges::transform(column.numbers, dataset.labels.values<float>().begin(),
                           [&column](double number) { return asFloat(column, number); });
}

// One slip in a column of numbers makes texts of all of them; whoever wrote it wants to know where.
// Empty for a column without one.
std::string slipIn(const CsvColumn& column)
{
    const auto rows = static_cast<std::int64_t>(column.codes.size());
    if (column.firstText < 0 || column.numberCount < rows - rows / kRowsPerSlip) {
        return {};
    }
    const std::int32_t code = column.codes[static_cast<std::size_t>(column.firstText)];
    return fmt::format(
        "column \"{}\" is read as text: {} of its {} cells are numbers, but \"{}\" in "
        "line {} is none",
        column.name, column.numberCount, rows, column.texts[static_cast<std::size_t>(code)],
        column.firstTextLine);
}

// At the end of a message.
std::string behind(const std::string& more)
{
    return more.empty() ? more : "; " + more;
}

void nameFeatures(const CsvColumn& column, std::vector<std::string>& names)
{
    if (!column.isText) {
        names.push_back(column.name);
        return;
    }
    if (column.texts.size() > kMaxIndicators) {
        throw InvalidArgumentError(
            fmt::format("column {} has {} different texts, more than {} cannot be features; "
                        "data.ignored_columns leaves a column out{}",
                        column.name, column.texts.size(), kMaxIndicators, behind(slipIn(column))));
    }
    for (const std::string& text : column.texts) {
        names.push_back(fmt::format("{}={}", column.name, text));
    }
}

void setFeatures(const CsvTable& table, const std::vector<std::size_t>& columns, Dataset& dataset)
{
    for (const std::size_t index : columns) {
        nameFeatures(table.columns[index], dataset.featureNames);
    }
    const std::size_t width = dataset.featureNames.size();
    dataset.features = Tensor(DataType::Float, {table.rowCount, static_cast<std::int64_t>(width)});
    const std::span<float> values = dataset.features.values<float>();
    std::size_t first = 0;
    for (const std::size_t index : columns) {
        const CsvColumn& column = table.columns[index];
        for (std::size_t row = 0; row < column.numbers.size(); ++row) {
            values[row * width + first] = asFloat(column, column.numbers[row]);
        }
        for (std::size_t row = 0; row < column.codes.size(); ++row) {
            values[row * width + first + static_cast<std::size_t>(column.codes[row])] = 1;
        }
        first += column.isText ? column.texts.size() : 1;
    }
}

// Names or remarks rather than a category: no two rows have a text in common.
bool isDifferentInEachRow(const CsvColumn& column, std::int64_t rowCount)
{
    return column.isText && rowCount >= kRowsThatShowNames
        && static_cast<std::int64_t>(column.texts.size()) == rowCount;
}

void requireLabels(const CsvColumn& column, std::int64_t rowCount, LabelKind kind,
                   std::string_view file)
{
    if (kind == LabelKind::Value && column.isText) {
        throw InvalidArgumentError(
            fmt::format("{}: column {} holds text, so it is not a value to predict{}", file,
                        column.name, behind(slipIn(column))));
    }
    if (isDifferentInEachRow(column, rowCount)) {
        throw InvalidArgumentError(fmt::format(
            "{}: column {} is the label, but its {} texts are all different; data.label "
            "names another column{}",
            file, column.name, rowCount, behind(slipIn(column))));
    }
}

std::string listOf(const std::vector<std::string>& names)
{
    const std::size_t count = names.size() > kMaxListedNames ? kMaxListedNames - 1 : names.size();
    std::string list = fmt::format(
        "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
    if (count < names.size()) {
        list += fmt::format(", … {}", names.back());
    }
    return list;
}

std::string_view separatorName(char separator)
{
    return separator == ',' ? "commas"
        : separator == ';'  ? "semicolons"
        : separator == '\t' ? "tabs"
                            : "a character of its own";
}

// "house.csv: 200 rows, cells separated by semicolons, decimal comma; 2 numbers: rooms, area;
// 1 category: colour (3); label price: a value"
std::string readingOf(const CsvTable& table, const std::vector<std::size_t>& columns,
                      const CsvColumn& label, const Dataset& dataset)
{
    std::vector<std::string> numbers;
    std::vector<std::string> categories;
    bool hasCommas = !label.isText && label.decimalMark == ',';
    for (const std::size_t index : columns) {
        const CsvColumn& column = table.columns[index];
        hasCommas = hasCommas || (!column.isText && column.decimalMark == ',');
        if (column.isText) {
            categories.push_back(fmt::format("{} ({})", column.name, column.texts.size()));
        } else {
            numbers.push_back(column.name);
        }
    }
    std::string text =
        fmt::format("{}: {} row{}, cells separated by {}{}", dataset.name, table.rowCount,
                    table.rowCount == 1 ? "" : "s", separatorName(table.separator),
                    hasCommas ? ", decimal comma" : "");
    if (!numbers.empty()) {
        text += fmt::format("; {} number{}: {}", numbers.size(), numbers.size() == 1 ? "" : "s",
                            listOf(numbers));
    }
    if (!categories.empty()) {
        text += fmt::format("; {} categor{}: {}", categories.size(),
                            categories.size() == 1 ? "y" : "ies", listOf(categories));
    }
    text += fmt::format("; label {}: ", label.name);
    const std::size_t classes = dataset.classNames.size();
    text += dataset.hasClasses() ? fmt::format("{} class{} ({})", classes, classes == 1 ? "" : "es",
                                               listOf(dataset.classNames))
                                 : "a value";
    return text;
}

// The rows that are left out, by the column that has no value.
void addRemarks(const CsvTable& table, std::vector<std::string>& remarks)
{
    struct LeftOut
    {
        std::int64_t count = 0;
        std::int64_t firstLine = 0;
    };
    std::map<std::size_t, LeftOut> leftOut;
    for (const CsvLeftOutRow& row : table.leftOutRows) {
        LeftOut& rows = leftOut[row.column];
        rows.firstLine = rows.count++ == 0 ? row.line : rows.firstLine;
    }
    for (const auto& [column, rows] : leftOut) {
        remarks.push_back(fmt::format(
            "{} left out because \"{}\" has no value ({}line {})",
            rows.count == 1 ? "1 row was" : fmt::format("{} rows were", rows.count),
            table.columns[column].name, rows.count == 1 ? "" : "the first: ", rows.firstLine));
    }
}

// The label is read even if it is ignored, as a feature.
CsvTable readTable(const std::filesystem::path& path, const CsvDatasetOptions& options)
{
    CsvOptions csv = options.csv;
    csv.ignoredColumns.insert(csv.ignoredColumns.end(), options.ignoredColumns.begin(),
                              options.ignoredColumns.end());
    std::erase(csv.ignoredColumns, options.labelColumn);
    CsvTable table = readCsv(path, csv);
    const CsvColumn& last = table.columns.back();
    if (!options.labelColumn.empty() || !last.isIgnored) {
        return table;
    }
    std::erase(csv.ignoredColumns, last.name);
    return readCsv(path, csv);
}

} // namespace

Dataset datasetFromCsv(const std::filesystem::path& path, const CsvDatasetOptions& options)
{
    const CsvTable table = readTable(path, options);
    const std::size_t label = options.labelColumn.empty() ? table.columns.size() - 1
                                                          : table.columnIndex(options.labelColumn);
    const CsvColumn& labelColumn = table.columns[label];
    requireLabels(labelColumn, table.rowCount, options.labelKind, path.string());
    Dataset result;
    result.name = path.filename().string();
    std::vector<std::size_t> columns;
    std::vector<std::string> leftOut;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CsvColumn& column = table.columns[i];
        if (i == label || column.isIgnored) {
            continue;
        }
        if (isDifferentInEachRow(column, table.rowCount)) {
            leftOut.push_back(fmt::format("column \"{}\" was left out: its {} texts are all "
                                          "different",
                                          column.name, table.rowCount));
        } else {
            columns.push_back(i);
        }
    }
    if (columns.empty()) {
        throw InvalidArgumentError(fmt::format(
            "{}: no column is left for features beside the label {}, with cells separated by {}",
            path.string(), labelColumn.name, separatorName(table.separator)));
    }
    setLabels(labelColumn, table.rowCount, options.labelKind, result);
    setFeatures(table, columns, result);
    result.remarks = {readingOf(table, columns, labelColumn, result)};
    result.remarks.insert(result.remarks.end(), leftOut.begin(), leftOut.end());
    for (const CsvColumn& column : table.columns) {
        if (std::string slip = slipIn(column); !slip.empty()) {
            result.remarks.push_back(std::move(slip));
        }
    }
    addRemarks(table, result.remarks);
    validateDataset(result);
    return result;
}

} // namespace engine
