// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/formats/csv.h"

#include <filesystem>
#include <string>
#include <vector>

namespace engine {

enum class LabelKind
{
    Auto, // text, or at most 20 different whole numbers: classes; otherwise a value
    Classes,
    Value
};

struct CsvDatasetOptions
{
    std::string labelColumn; // empty: the last column
    LabelKind labelKind = LabelKind::Auto;
    std::vector<std::string> ignoredColumns;
    CsvOptions csv;
};

// Features [n, columns] float32: a numeric column as it is, a column of text as one column of
// 0 and 1 for each of its values (at most 256), named "column=value". Classes are in the order of
// their names (of their numbers where all are numbers). Left out, with a remark: rows with an empty
// cell that is not of an ignored column, and columns of ten texts or more that are all different.
// The first remark says how each column was read, others in which line a text stands among numbers.
// Not standardised: that needs the training rows (standardize()). NotFoundError for a file or
// column that is not there; InvalidArgumentError as readCsv(), and for columns that cannot be used
// so.
Dataset datasetFromCsv(const std::filesystem::path& path, const CsvDatasetOptions& options = {});

} // namespace engine
