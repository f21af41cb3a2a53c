// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace engine {

// Element types, with TensorFlow's DataType numbers (tensorflow/core/framework/types.proto).
enum class DataType : int
{
    Invalid = 0,
    Float = 1,
    Double = 2,
    Int32 = 3,
    UInt8 = 4,
    String = 7,
    Int64 = 9,
    Bool = 10
};

// Bytes of one element in memory (sizeof(std::string) for String).
std::size_t sizeOf(DataType type);

// TensorFlow's name: "float32", "int64", "string" …
std::string_view dataTypeName(DataType type);

bool isFloating(DataType type);
bool isInteger(DataType type);

template <typename T>
inline constexpr DataType kDataTypeOf = DataType::Invalid;
template <>
inline constexpr DataType kDataTypeOf<float> = DataType::Float;
template <>
inline constexpr DataType kDataTypeOf<double> = DataType::Double;
template <>
inline constexpr DataType kDataTypeOf<std::int32_t> = DataType::Int32;
template <>
inline constexpr DataType kDataTypeOf<std::uint8_t> = DataType::UInt8;
template <>
inline constexpr DataType kDataTypeOf<std::string> = DataType::String;
template <>
inline constexpr DataType kDataTypeOf<std::int64_t> = DataType::Int64;
template <>
inline constexpr DataType kDataTypeOf<bool> = DataType::Bool;

} // namespace engine
