// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/errors.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace engine {

// Calls `call(T())` with the C++ type of a numeric or bool element type, and returns its result.
// UnimplementedError naming `what` for other types.
template <typename Call>
decltype(auto) dispatchElementType(DataType type, std::string_view what, Call&& call)
{
    switch (type) {
    case DataType::Float:
        return call(float());
    case DataType::Double:
        return call(double());
    case DataType::Int32:
        return call(std::int32_t());
    case DataType::Int64:
        return call(std::int64_t());
    case DataType::UInt8:
        return call(std::uint8_t());
    case DataType::Bool:
        return call(bool());
    case DataType::String:
    case DataType::Invalid:
        break;
    }
    throw UnimplementedError(fmt::format("{}: no kernel for {}", what, dataTypeName(type)));
}

// The same for float32 and float64 only.
template <typename Call>
decltype(auto) dispatchFloatingType(DataType type, std::string_view what, Call&& call)
{
    if (type == DataType::Float) {
        return call(float());
    }
    if (type == DataType::Double) {
        return call(double());
    }
    throw UnimplementedError(fmt::format("{}: no kernel for {}", what, dataTypeName(type)));
}

// The same for float32, float64, int32 and int64.
template <typename Call>
decltype(auto) dispatchNumericType(DataType type, std::string_view what, Call&& call)
{
    if (type == DataType::Int32) {
        return call(std::int32_t());
    }
    if (type == DataType::Int64) {
        return call(std::int64_t());
    }
    return dispatchFloatingType(type, what, std::forward<Call>(call));
}

// The same for int32 and int64: types of labels, indices and positions.
template <typename Call>
decltype(auto) dispatchIndexType(DataType type, std::string_view what, Call&& call)
{
    if (type == DataType::Int32) {
        return call(std::int32_t());
    }
    if (type == DataType::Int64) {
        return call(std::int64_t());
    }
    throw UnimplementedError(fmt::format("{}: no kernel for {}", what, dataTypeName(type)));
}

} // namespace engine
