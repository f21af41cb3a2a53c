// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/shape.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

// A dense row-major array. Copies share the bytes (reference counted); clone() copies them.
// A tensor may also be a view of memory that somebody else owns (an arena, a reader's block).
//
// Thread rule: as a standard container. Sharing bytes between threads is safe while nobody writes.
class Tensor
{
public:
    Tensor() = default; // Invalid type, no elements
    // Zero-filled (empty strings for String). Memory is aligned to kAlignment bytes.
    // InvalidArgumentError if the shape is not fully known, ResourceExhaustedError without memory.
    Tensor(DataType type, const Shape& shape);
    // A view: `data` stays owned by the caller and must outlive every copy.
    static Tensor view(DataType type, const Shape& shape, void* data);

    template <typename T>
    static Tensor scalar(const T& value);
    // InvalidArgumentError if `values` does not have as many elements as `shape`.
    template <typename T>
    static Tensor fromValues(const Shape& shape, const std::vector<T>& values);

    DataType dataType() const { return m_type; }
    const Shape& shape() const { return m_shape; }
    bool isValid() const { return m_type != DataType::Invalid; }
    std::int64_t elementCount() const { return m_count; }
    std::size_t byteCount() const { return static_cast<std::size_t>(m_count) * sizeOf(m_type); }

    // InternalError if T is not the element type.
    template <typename T>
    std::span<T> values();
    template <typename T>
    std::span<const T> values() const;
    // The only element. InvalidArgumentError if there is not exactly one.
    template <typename T>
    const T& scalarValue() const;
    // A float32, float64, int32, int64, uint8 or bool scalar as a double.
    double scalarAsDouble() const;

    void* data() { return m_data; }
    const void* data() const { return m_data; }

    Tensor clone() const;
    // Copies the elements of `source`; type and shape must be equal (InvalidArgumentError).
    void copyFrom(const Tensor& source);
    // The same bytes under another shape of equal element count (InvalidArgumentError otherwise).
    Tensor reshaped(const Shape& shape) const;
    // True if the bytes are owned here and by no other tensor, so they may be written in place.
    bool isUniquelyOwned() const { return m_buffer.use_count() == 1; }

    static constexpr std::size_t kAlignment = 64;

private:
    void requireType(DataType type) const;

    DataType m_type = DataType::Invalid;
    Shape m_shape;
    std::int64_t m_count = 0;
    void* m_data = nullptr;
    std::shared_ptr<void> m_buffer; // empty for views
};

template <typename T>
std::span<T> Tensor::values()
{
    requireType(kDataTypeOf<T>);
    return {static_cast<T*>(m_data), static_cast<std::size_t>(m_count)};
}

template <typename T>
std::span<const T> Tensor::values() const
{
    requireType(kDataTypeOf<T>);
    return {static_cast<const T*>(m_data), static_cast<std::size_t>(m_count)};
}

void requireSingleElement(const Tensor& tensor);
void requireElementCount(const Shape& shape, std::size_t count);

template <typename T>
const T& Tensor::scalarValue() const
{
    requireSingleElement(*this);
    return values<T>()[0];
}

template <typename T>
Tensor Tensor::scalar(const T& value)
{
    Tensor tensor(kDataTypeOf<T>, Shape());
    tensor.values<T>()[0] = value;
    return tensor;
}

template <typename T>
Tensor Tensor::fromValues(const Shape& shape, const std::vector<T>& values)
{
    requireElementCount(shape, values.size());
    Tensor tensor(kDataTypeOf<T>, shape);
    for (std::size_t i = 0; i < values.size(); ++i) {
        tensor.values<T>()[i] = values[i];
    }
    return tensor;
}

} // namespace engine
