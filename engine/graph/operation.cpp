// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/operation.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

Output Operation::output(int index)
{
    if (index < 0 || index >= outputCount()) {
        throw InvalidArgumentError(fmt::format("operation {} has {} outputs, not output {}", m_name,
                                               outputCount(), index));
    }
    return {this, index};
}

Graph& Output::graph() const
{
    return m_operation->graph();
}

DataType Output::type() const
{
    return m_operation->outputSpec(m_index).type;
}

const Shape& Output::shape() const
{
    return m_operation->outputSpec(m_index).shape;
}

std::string Output::name() const
{
    return fmt::format("{}:{}", m_operation->name(), m_index);
}

std::strong_ordering operator<=>(const Output& a, const Output& b)
{
    const int idA = a.isValid() ? a.m_operation->id() : -1;
    const int idB = b.isValid() ? b.m_operation->id() : -1;
    return idA != idB ? idA <=> idB : a.m_index <=> b.m_index;
}

} // namespace engine
