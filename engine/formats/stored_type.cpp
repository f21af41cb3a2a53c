// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/stored_type.h"

#include <array>

namespace engine {

namespace {

constexpr std::array<StoredType, 34> kTypes{{
    {"", 0, DataType::Invalid},
    {"float32", 4, DataType::Float},
    {"float64", 8, DataType::Double},
    {"int32", 4, DataType::Int32},
    {"uint8", 1, DataType::UInt8},
    {"int16", 2, DataType::Invalid},
    {"int8", 1, DataType::Invalid},
    {"string", 0, DataType::String},
    {"complex64", 8, DataType::Invalid},
    {"int64", 8, DataType::Int64},
    {"bool", 1, DataType::Bool},
    {"qint8", 1, DataType::Invalid},
    {"quint8", 1, DataType::Invalid},
    {"qint32", 4, DataType::Invalid},
    {"bfloat16", 2, DataType::Float},
    {"qint16", 2, DataType::Invalid},
    {"quint16", 2, DataType::Invalid},
    {"uint16", 2, DataType::Invalid},
    {"complex128", 16, DataType::Invalid},
    {"float16", 2, DataType::Float},
    {"resource", 0, DataType::Invalid},
    {"variant", 0, DataType::Invalid},
    {"uint32", 4, DataType::Invalid},
    {"uint64", 8, DataType::Invalid},
    {"float8_e5m2", 1, DataType::Invalid},
    {"float8_e4m3fn", 1, DataType::Invalid},
    {"float8_e4m3fnuz", 1, DataType::Invalid},
    {"float8_e4m3b11fnuz", 1, DataType::Invalid},
    {"float8_e5m2fnuz", 1, DataType::Invalid},
    {"int4", 1, DataType::Invalid},
    {"uint4", 1, DataType::Invalid},
    {"int2", 1, DataType::Invalid},
    {"uint2", 1, DataType::Invalid},
    {"float4_e2m1fn", 1, DataType::Invalid},
}};

} // namespace

const StoredType* storedType(int number)
{
    if (number < 1 || static_cast<std::size_t>(number) >= kTypes.size()) {
        return nullptr;
    }
    return &kTypes[static_cast<std::size_t>(number)];
}

} // namespace engine
