// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/data_type.h"
#include "engine/base/shape.h"

#include <compare>
#include <string>

namespace engine {

class Graph;
class Operation;

// One output of an operation: TensorFlow's symbolic tensor. A value; valid as long as its graph.
class Output
{
public:
    Output() = default; // invalid: "none"
    Output(Operation* operation, int index) : m_operation(operation), m_index(index) { }

    bool isValid() const { return m_operation != nullptr; }
    Operation& operation() const { return *m_operation; }
    int index() const { return m_index; }

    Graph& graph() const;
    DataType type() const;
    const Shape& shape() const;
    std::string name() const; // "dense/MatMul:0"

    friend bool operator==(const Output&, const Output&) = default;
    friend std::strong_ordering operator<=>(const Output& a, const Output& b);

private:
    Operation* m_operation = nullptr;
    int m_index = 0;
};

} // namespace engine
