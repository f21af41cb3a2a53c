// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/data_type.h"

#include <cstddef>
#include <string_view>

namespace engine {

// One of TensorFlow's element types as its files store it.
struct StoredType
{
    std::string_view name;
    std::size_t bytes; // of one element; 0 where each element has a length of its own
    // Of the tensors here that hold its values; Invalid if none does. Those of float16 and bfloat16
    // are held as floats.
    DataType dataType;
};

// By TensorFlow's number (core/framework/types.proto); null for a number that it does not have.
const StoredType* storedType(int number);

} // namespace engine
