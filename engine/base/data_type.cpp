// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/data_type.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

std::size_t sizeOf(DataType type)
{
    switch (type) {
    case DataType::Float:
    case DataType::Int32:
        return 4;
    case DataType::Double:
    case DataType::Int64:
        return 8;
    case DataType::UInt8:
    case DataType::Bool:
        return 1;
    case DataType::String:
        return sizeof(std::string);
    case DataType::Invalid:
        break;
    }
    throw InternalError(fmt::format("data type {} has no size", static_cast<int>(type)));
}

std::string_view dataTypeName(DataType type)
{
    switch (type) {
    case DataType::Float:
        return "float32";
    case DataType::Double:
        return "float64";
    case DataType::Int32:
        return "int32";
    case DataType::UInt8:
        return "uint8";
    case DataType::String:
        return "string";
    case DataType::Int64:
        return "int64";
    case DataType::Bool:
        return "bool";
    case DataType::Invalid:
        break;
    }
    return "invalid";
}

bool isFloating(DataType type)
{
    return type == DataType::Float || type == DataType::Double;
}

bool isInteger(DataType type)
{
    return type == DataType::Int32 || type == DataType::Int64 || type == DataType::UInt8;
}

} // namespace engine
