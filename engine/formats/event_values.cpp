// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/event_values.h"

#include "engine/base/errors.h"
#include "engine/formats/half_floats.h"
#include "engine/formats/stored_type.h"

#include <fmt/format.h>
#include <proto/event.pb.h>

#include <cstring>
#include <optional>

namespace engine {

namespace {

// A value may stand for all elements after it; what a file can make us allocate so is bounded.
constexpr std::int64_t kMaxRepeated = 1 << 16;

// Product of the sizes; nothing if one is negative or the product exceeds what a file can hold.
std::optional<std::int64_t> elementCount(const std::vector<std::int64_t>& shape)
{
    constexpr std::int64_t kLimit = std::int64_t{1} << 31;
    std::int64_t count = 1;
    bool isEmpty = false;
    for (const std::int64_t size : shape) {
        if (size < 0) {
            return std::nullopt;
        }
        isEmpty = isEmpty || size == 0;
        if (!isEmpty && count > kLimit / size) {
            return std::nullopt;
        }
        count *= isEmpty ? 1 : size;
    }
    return isEmpty ? 0 : count;
}

[[noreturn]] void throwMissing(const proto::TensorValue& message, std::int64_t count)
{
    throw DataLossError(
        fmt::format("a tensor of type {} in an event has not the {} elements of its shape",
                    message.dtype(), count));
}

template <typename Element>
void appendRaw(std::string_view bytes, std::vector<double>& numbers)
{
    for (std::size_t at = 0; at + sizeof(Element) <= bytes.size(); at += sizeof(Element)) {
        Element element;
        std::memcpy(&element, bytes.data() + at, sizeof element);
        numbers.push_back(static_cast<double>(element));
    }
}

bool isHalf(const StoredType& type)
{
    return type.bytes == 2 && type.dataType == DataType::Float;
}

// `numbers` holds the bits; puts what they mean in their place.
void readBits(const StoredType& type, std::vector<double>& numbers)
{
    for (double& number : numbers) {
        const auto bits = static_cast<std::uint16_t>(static_cast<std::int32_t>(number));
        number = type.name == "bfloat16" ? fromBFloat16(bits) : fromFloat16(bits);
    }
}

// Elements in the order of memory, little-endian.
void readContent(const proto::TensorValue& message, std::int64_t count,
                 std::vector<double>& numbers)
{
    const std::string& bytes = message.tensor_content();
    const StoredType* const type = storedType(message.dtype());
    if (type->bytes * static_cast<std::uint64_t>(count) != bytes.size()) {
        throwMissing(message, count);
    }
    if (isHalf(*type)) {
        appendRaw<std::uint16_t>(bytes, numbers);
        readBits(*type, numbers);
    } else if (type->name == "float32") {
        appendRaw<float>(bytes, numbers);
    } else if (type->name == "float64") {
        appendRaw<double>(bytes, numbers);
    } else if (type->name == "int32") {
        appendRaw<std::int32_t>(bytes, numbers);
    } else if (type->name == "int64") {
        appendRaw<std::int64_t>(bytes, numbers);
    } else if (type->name == "uint8" || type->name == "bool") {
        appendRaw<std::uint8_t>(bytes, numbers);
    } else if (type->name == "int16") {
        appendRaw<std::int16_t>(bytes, numbers);
    } else if (type->name == "int8") {
        appendRaw<std::int8_t>(bytes, numbers);
    }
}

template <typename Values, typename Elements>
void readList(const Values& values, const proto::TensorValue& message, std::int64_t count,
              Elements& elements)
{
    elements.assign(values.begin(), values.end());
    const auto known = static_cast<std::int64_t>(elements.size());
    if (known == count) {
        return;
    }
    // The last value stands for those that follow; none at all means zero.
    if (known > count || count > std::max(known, kMaxRepeated)) {
        throwMissing(message, count);
    }
    typename Elements::value_type last{};
    if (!elements.empty()) {
        last = elements.back();
    }
    elements.resize(static_cast<std::size_t>(count), last);
}

void readNumbers(const proto::TensorValue& message, std::int64_t count,
                 std::vector<double>& numbers)
{
    if (!message.tensor_content().empty()) {
        readContent(message, count, numbers);
    } else if (message.half_val_size() > 0) {
        readList(message.half_val(), message, count, numbers);
        readBits(*storedType(message.dtype()), numbers);
    } else if (message.double_val_size() > 0) {
        readList(message.double_val(), message, count, numbers);
    } else if (message.int64_val_size() > 0) {
        readList(message.int64_val(), message, count, numbers);
    } else if (message.int_val_size() > 0) {
        readList(message.int_val(), message, count, numbers);
    } else if (message.bool_val_size() > 0) {
        readList(message.bool_val(), message, count, numbers);
    } else {
        readList(message.float_val(), message, count, numbers);
    }
}

StoredTensor tensorOf(const proto::TensorValue& message)
{
    StoredTensor tensor;
    for (const auto& dim : message.tensor_shape().dim()) {
        tensor.shape.push_back(dim.size());
    }
    const StoredType* const type = storedType(message.dtype());
    const std::optional<std::int64_t> count = elementCount(tensor.shape);
    if (!count) {
        throw DataLossError("a tensor in an event has an impossible shape");
    }
    if (type == nullptr) {
        return tensor;
    }
    tensor.dataTypeName = type->name;
    if (type->dataType == DataType::String) {
        readList(message.string_val(), message, *count, tensor.strings);
    } else if (type->dataType != DataType::Invalid || type->name == "int16"
               || type->name == "int8") {
        readNumbers(message, *count, tensor.numbers);
    }
    return tensor;
}

// A cell of a Markdown table.
std::string cell(std::string text)
{
    for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
        text.insert(at, 1, '\\');
    }
    return text;
}

} // namespace

void toMessage(const Histogram& histogram, proto::Histogram& message)
{
    message.set_min(histogram.minimum);
    message.set_max(histogram.maximum);
    message.set_num(histogram.count);
    message.set_sum(histogram.sum);
    message.set_sum_squares(histogram.sumOfSquares);
    message.mutable_bucket_limit()->Assign(histogram.limits.begin(), histogram.limits.end());
    message.mutable_bucket()->Assign(histogram.counts.begin(), histogram.counts.end());
}

Histogram histogramOf(const proto::Histogram& message)
{
    return {message.min(),
            message.max(),
            message.num(),
            message.sum(),
            message.sum_squares(),
            {message.bucket_limit().begin(), message.bucket_limit().end()},
            {message.bucket().begin(), message.bucket().end()}};
}

SummaryValue summaryValueOf(const proto::Summary_Value& message)
{
    SummaryValue value;
    value.tag = message.tag();
    value.plugin = message.metadata().plugin_data().plugin_name();
    value.pluginContent = message.metadata().plugin_data().content();
    switch (message.value_case()) {
    case proto::Summary_Value::kSimpleValue:
        value.kind = SummaryValue::Kind::Scalar;
        value.scalar = message.simple_value();
        break;
    case proto::Summary_Value::kObsoleteOldStyleHistogram:
        value.kind = SummaryValue::Kind::OldStyleHistogram;
        break;
    case proto::Summary_Value::kImage:
        value.kind = SummaryValue::Kind::Image;
        value.image = {message.image().height(), message.image().width(),
                       message.image().colorspace(), message.image().encoded_image_string()};
        break;
    case proto::Summary_Value::kHisto:
        value.kind = SummaryValue::Kind::Histogram;
        value.histogram = histogramOf(message.histo());
        break;
    case proto::Summary_Value::kAudio:
        value.kind = SummaryValue::Kind::Audio;
        break;
    case proto::Summary_Value::kTensor:
        value.kind = SummaryValue::Kind::Tensor;
        value.tensor = tensorOf(message.tensor());
        break;
    case proto::Summary_Value::VALUE_NOT_SET:
        break;
    }
    return value;
}

void requireSquare(const ConfusionMatrix& matrix)
{
    const std::size_t classes = matrix.classNames.size();
    if (matrix.counts.size() != classes * classes) {
        throw InvalidArgumentError(fmt::format("a confusion matrix of {} classes has {} counts",
                                               classes, matrix.counts.size()));
    }
}

std::string asMarkdown(const ConfusionMatrix& matrix)
{
    requireSquare(matrix);
    const std::size_t classes = matrix.classNames.size();
    std::string text = "| true \\ predicted |";
    std::string line = "|---|";
    for (const std::string& name : matrix.classNames) {
        text += fmt::format(" {} |", cell(name));
        line += "--:|";
    }
    text += fmt::format("\n{}", line);
    for (std::size_t row = 0; row < classes; ++row) {
        text += fmt::format("\n| {} |", cell(matrix.classNames[row]));
        for (std::size_t column = 0; column < classes; ++column) {
            text += fmt::format(" {} |", matrix.counts[row * classes + column]);
        }
    }
    return text;
}

} // namespace engine
