// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/summary_writer.h"

#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace engine {

// Small numbers for tags, from 0 upwards, so that a value can be handed over without its tag's
// text. Looking up a known tag does not allocate. Thread-safe.
class TagTable
{
public:
    int idOf(std::string_view tag); // a new one for a tag not seen before
    void idsOf(std::span<const TaggedScalar> scalars, std::span<int> ids); // of as many
    std::string nameOf(int id) const; // `id` must come from idOf()

private:
    struct Hash
    {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };

    int lockedIdOf(std::string_view tag);

    mutable std::mutex m_mutex;
    std::unordered_map<std::string, int, Hash, std::equal_to<>> m_ids;
    std::deque<std::string> m_names;
};

} // namespace engine
