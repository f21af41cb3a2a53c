// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/csv_dataset.h"

#include "engine/base/errors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>

namespace engine {

namespace {

constexpr std::size_t kMaxClassesByGuess = 20;
constexpr std::size_t kMaxIndicators = 256;

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

void nameFeatures(const CsvColumn& column, std::vector<std::string>& names)
{
    if (!column.isText) {
        names.push_back(column.name);
        return;
    }
    if (column.texts.size() > kMaxIndicators) {
        throw InvalidArgumentError(
            fmt::format("column {} has {} different texts, more than {} cannot be features",
                        column.name, column.texts.size(), kMaxIndicators));
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

std::vector<std::string> remarksOn(const CsvTable& table)
{
    std::map<std::size_t, std::int64_t> countOfColumn;
    for (const CsvLeftOutRow& row : table.leftOutRows) {
        ++countOfColumn[row.column];
    }
    std::vector<std::string> remarks;
    for (const auto& [column, count] : countOfColumn) {
        remarks.push_back(fmt::format("{} {} left out because \"{}\" is empty", count,
                                      count == 1 ? "row was" : "rows were",
                                      table.columns[column].name));
    }
    return remarks;
}

} // namespace

Dataset datasetFromCsv(const std::filesystem::path& path, const CsvDatasetOptions& options)
{
    const CsvTable table = readCsv(path, options.csv);
    const std::size_t label = options.labelColumn.empty() ? table.columns.size() - 1
                                                          : table.columnIndex(options.labelColumn);
    const CsvColumn& labelColumn = table.columns[label];
    if (options.labelKind == LabelKind::Value && labelColumn.isText) {
        throw InvalidArgumentError(
            fmt::format("{}: column {} holds text, so it is not a value to predict", path.string(),
                        labelColumn.name));
    }
    std::set<std::size_t> ignored{label};
    for (const std::string& name : options.ignoredColumns) {
        ignored.insert(table.columnIndex(name));
    }
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (!ignored.contains(i)) {
            columns.push_back(i);
        }
    }
    if (columns.empty()) {
        throw InvalidArgumentError(
            fmt::format("{}: no column is left for features", path.string()));
    }
    Dataset result;
    result.name = path.filename().string();
    setLabels(labelColumn, table.rowCount, options.labelKind, result);
    setFeatures(table, columns, result);
    result.remarks = remarksOn(table);
    validateDataset(result);
    return result;
}

} // namespace engine
