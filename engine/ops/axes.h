// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace engine {

// Axes of a tensor: a list (negative ones count from the end; an empty list means none) or all.
class Axes
{
public:
    Axes(std::initializer_list<std::int64_t> axes) : m_axes(axes) { }
    Axes(std::vector<std::int64_t> axes) : m_axes(std::move(axes)) { } // NOLINT
    static Axes all();

    // The list for a tensor of this rank.
    std::vector<std::int64_t> listFor(int rank) const;

private:
    std::vector<std::int64_t> m_axes;
    bool m_isAll = false;
};

} // namespace engine
