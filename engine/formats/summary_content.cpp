// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/summary_content.h"

#include "engine/base/errors.h"
#include "engine/formats/event_codec.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

std::string matrixAsJson(const ConfusionMatrix& matrix)
{
    requireSquare(matrix);
    const std::size_t classes = matrix.classNames.size();
    Json rows = Json::array();
    for (std::size_t row = 0; row < classes; ++row) {
        const auto begin = matrix.counts.begin() + static_cast<std::ptrdiff_t>(row * classes);
        rows.push_back(
            std::vector<std::int64_t>(begin, begin + static_cast<std::ptrdiff_t>(classes)));
    }
    return Json{{"classes", matrix.classNames}, {"counts", rows}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
}

ConfusionMatrix matrixFromJson(std::string_view bytes)
{
    ConfusionMatrix matrix;
    try {
        const Json json = Json::parse(bytes);
        json.at("classes").get_to(matrix.classNames);
        for (const Json& row : json.at("counts")) {
            for (const Json& count : row) {
                matrix.counts.push_back(count.get<std::int64_t>());
            }
        }
        requireSquare(matrix);
    } catch (const std::exception& error) {
        throw DataLossError(fmt::format("not a confusion matrix: {}", error.what()));
    }
    return matrix;
}

std::uint32_t bigEndian(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (const char byte : bytes) {
        value = value << 8U | static_cast<unsigned char>(byte);
    }
    return value;
}

// Size and colours stand in the header, which is the first chunk (PNG specification, 11.2.2).
EncodedImage imageOf(std::string_view bytes)
{
    constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
    constexpr std::size_t kHeaderBytes = 26;
    if (bytes.size() < kHeaderBytes || !bytes.starts_with(kSignature)) {
        throw DataLossError(fmt::format("{} bytes are not a PNG", bytes.size()));
    }
    // By PNG's colour type: grey, RGB, palette, grey and alpha, RGBA.
    constexpr int kChannels[] = {1, 0, 3, 3, 2, 0, 4};
    const auto colourType = static_cast<std::size_t>(static_cast<unsigned char>(bytes[25]));
    return {static_cast<int>(bigEndian(bytes.substr(20, 4))),
            static_cast<int>(bigEndian(bytes.substr(16, 4))),
            colourType < std::size(kChannels) ? kChannels[colourType] : 0, std::string(bytes)};
}

struct ContentStorer
{
    StoredContent operator()(const Histogram& histogram) const
    {
        return {"histogram", encodeHistogram(histogram)};
    }
    StoredContent operator()(const EncodedImage& image) const { return {"image", image.bytes}; }
    StoredContent operator()(const std::string& text) const { return {"text", text}; }
    StoredContent operator()(const ConfusionMatrix& matrix) const
    {
        return {"confusion_matrix", matrixAsJson(matrix)};
    }
};

} // namespace

StoredContent storeContent(const SummaryContent& content)
{
    return std::visit(ContentStorer{}, content);
}

SummaryContent readContent(std::string_view kind, std::string_view bytes)
{
    if (kind == "histogram") {
        return decodeHistogram(bytes);
    }
    if (kind == "image") {
        return imageOf(bytes);
    }
    if (kind == "text") {
        return std::string(bytes);
    }
    if (kind == "confusion_matrix") {
        return matrixFromJson(bytes);
    }
    throw DataLossError(fmt::format("summaries of the kind \"{}\" are unknown", kind));
}

} // namespace engine
