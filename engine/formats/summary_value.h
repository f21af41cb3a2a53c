// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/histogram.h"
#include "engine/formats/png_image.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

// How often examples of one class were taken for another: counts [true class, predicted class],
// row by row.
struct ConfusionMatrix
{
    std::vector<std::string> classNames;
    std::vector<std::int64_t> counts;

    friend bool operator==(const ConfusionMatrix&, const ConfusionMatrix&) = default;
};

// InvalidArgumentError unless there is a count for each pair of classes.
void requireSquare(const ConfusionMatrix& matrix);

// What is measured besides scalars. Text is UTF-8; TensorBoard reads it as Markdown.
using SummaryContent = std::variant<Histogram, EncodedImage, std::string, ConfusionMatrix>;

// Settings of a run for tools that compare runs: a number, a truth or a text each.
using HyperParameter = std::variant<double, bool, std::string>;
using HyperParameters = std::vector<std::pair<std::string, HyperParameter>>;

// A tensor of an event file. Of element types that are neither numbers up to 64 bits nor strings
// the elements are left out.
struct StoredTensor
{
    std::string_view dataTypeName; // TensorFlow's; empty for an unknown one
    std::vector<std::int64_t> shape;
    std::vector<double> numbers;
    std::vector<std::string> strings;
};

// One value of a Summary message as it stands in an event file, of whatever program.
struct SummaryValue
{
    enum class Kind
    {
        None,
        Scalar,
        Histogram,
        Image,
        Audio,
        Tensor,
        OldStyleHistogram
    };

    std::string tag;
    Kind kind = Kind::None;
    // Of the metadata in this very record. Some writers add them to a tag's first record only.
    std::string plugin; // "scalars", "histograms", "images", "text", "hparams" …
    std::string pluginContent;
    float scalar = 0;
    engine::Histogram histogram;
    EncodedImage image;
    StoredTensor tensor;
};

} // namespace engine
