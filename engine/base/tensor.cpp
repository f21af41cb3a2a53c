// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/tensor.h"

#include "engine/base/errors.h"
#include "engine/base/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace engine {

namespace {

void* allocate(std::size_t count, std::size_t elementSize)
{
    std::size_t bytes = 0;
    void* const memory =
        __builtin_mul_overflow(count, elementSize, &bytes) ? nullptr : allocateLines(bytes);
    if (memory == nullptr) {
        throw ResourceExhaustedError(
            fmt::format("no memory for a tensor of {} x {} bytes", count, elementSize));
    }
    return memory;
}

std::shared_ptr<void> allocateBuffer(DataType type, std::int64_t count)
{
    const auto size = static_cast<std::size_t>(count);
    if (type == DataType::String) {
        auto* strings = new (allocate(size, sizeof(std::string))) std::string[size];
        return {strings, [size](void* memory) {
                    std::destroy_n(static_cast<std::string*>(memory), size);
                    std::free(memory);
                }};
    }
    void* memory = allocate(size, sizeOf(type));
    std::memset(memory, 0, size * sizeOf(type));
    return {memory, std::free};
}

} // namespace

Tensor::Tensor(DataType type, const Shape& shape)
    : m_type(type), m_shape(shape), m_count(shape.elementCount()),
      m_buffer(allocateBuffer(type, m_count))
{
    m_data = m_buffer.get();
}

Tensor Tensor::view(DataType type, const Shape& shape, void* data)
{
    Tensor tensor;
    tensor.m_type = type;
    tensor.m_shape = shape;
    tensor.m_count = shape.elementCount();
    tensor.m_data = data;
    return tensor;
}

double Tensor::scalarAsDouble() const
{
    switch (m_type) {
    case DataType::Float:
        return scalarValue<float>();
    case DataType::Double:
        return scalarValue<double>();
    case DataType::Int32:
        return scalarValue<std::int32_t>();
    case DataType::Int64:
        return static_cast<double>(scalarValue<std::int64_t>());
    case DataType::UInt8:
        return scalarValue<std::uint8_t>();
    case DataType::Bool:
        return scalarValue<bool>() ? 1 : 0;
    case DataType::String:
    case DataType::Invalid:
        break;
    }
    throw InvalidArgumentError(fmt::format("a {} tensor is not a number", dataTypeName(m_type)));
}

Tensor Tensor::clone() const
{
    if (!isValid()) {
        return {};
    }
    Tensor copy(m_type, m_shape);
    copy.copyFrom(*this);
    return copy;
}

void Tensor::copyFrom(const Tensor& source)
{
    if (source.m_type != m_type || source.m_shape != m_shape) {
        throw InvalidArgumentError(
            fmt::format("cannot copy {} {} to {} {}", dataTypeName(source.m_type),
                        source.m_shape.toString(), dataTypeName(m_type), m_shape.toString()));
    }
    if (m_type == DataType::String) {
        std::ranges::copy(source.values<std::string>(), values<std::string>().begin());
    } else if (m_count > 0) {
        std::memcpy(m_data, source.m_data, byteCount());
    }
}

Tensor Tensor::reshaped(const Shape& shape) const
{
    if (shape.elementCount() != m_count) {
        throw InvalidArgumentError(fmt::format("cannot reshape {} ({} elements) to {}",
                                               m_shape.toString(), m_count, shape.toString()));
    }
    Tensor tensor = *this;
    tensor.m_shape = shape;
    return tensor;
}

void Tensor::requireType(DataType type) const
{
    if (type != m_type) {
        throw InternalError(
            fmt::format("a {} tensor is read as {}", dataTypeName(m_type), dataTypeName(type)));
    }
}

void requireSingleElement(const Tensor& tensor)
{
    if (tensor.elementCount() != 1) {
        throw InvalidArgumentError(
            fmt::format("shape {} does not hold exactly one element", tensor.shape().toString()));
    }
}

void requireElementCount(const Shape& shape, std::size_t count)
{
    if (static_cast<std::size_t>(shape.elementCount()) != count) {
        throw InvalidArgumentError(
            fmt::format("{} values do not fill shape {}", count, shape.toString()));
    }
}

} // namespace engine
