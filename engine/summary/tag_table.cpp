// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/tag_table.h"

#include <algorithm>

namespace engine {

int TagTable::idOf(std::string_view tag)
{
    const std::scoped_lock lock(m_mutex);
    return lockedIdOf(tag);
}

int TagTable::lockedIdOf(std::string_view tag)
{
    if (const auto known = m_ids.find(tag); known != m_ids.end()) {
        return known->second;
    }
    const int id = static_cast<int>(m_names.size());
    m_names.emplace_back(tag);
    m_ids.emplace(tag, id);
    return id;
}

void TagTable::idsOf(std::span<const TaggedScalar> scalars, std::span<int> ids)
{
    const std::scoped_lock lock(m_mutex);
    std::ranges::transform(scalars, ids.begin(),
                           [this](const TaggedScalar& scalar) { return lockedIdOf(scalar.tag); });
}

std::string TagTable::nameOf(int id) const
{
    const std::scoped_lock lock(m_mutex);
    return m_names.at(static_cast<std::size_t>(id));
}

} // namespace engine
