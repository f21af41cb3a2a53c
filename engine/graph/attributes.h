// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/base/tensor.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace engine {

using AttributeValue = std::variant<bool, std::int64_t, double, std::string, DataType, Shape,
                                    Tensor, std::vector<std::int64_t>, std::vector<std::string>,
                                    std::vector<DataType>, std::vector<Shape>>;

// Named constants of an operation: strides, axes, a constant's value …
class Attributes
{
public:
    Attributes() = default;
    Attributes(std::initializer_list<std::pair<const std::string, AttributeValue>> values)
        : m_values(values)
    { }

    bool has(std::string_view name) const { return m_values.contains(name); }
    // NotFoundError if absent, InternalError if of another type.
    template <typename T>
    const T& get(std::string_view name) const;
    void set(std::string name, AttributeValue value)
    {
        m_values[std::move(name)] = std::move(value);
    }
    const std::map<std::string, AttributeValue, std::less<>>& all() const { return m_values; }

private:
    std::map<std::string, AttributeValue, std::less<>> m_values;
};

template <typename T>
const T& Attributes::get(std::string_view name) const
{
    const auto found = m_values.find(name);
    if (found == m_values.end()) {
        throw NotFoundError("no attribute " + std::string(name));
    }
    const T* value = std::get_if<T>(&found->second);
    if (value == nullptr) {
        throw InternalError("attribute " + std::string(name) + " has another type");
    }
    return *value;
}

} // namespace engine
