// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/memory.h"

#include <cstdlib>
#include <limits>
#include <new>
#include <vector>

namespace engine {

template <typename T>
struct LineAllocator
{
    using value_type = T;

    LineAllocator() = default;
    template <typename Other>
    LineAllocator(const LineAllocator<Other>&)
    { }

    T* allocate(std::size_t count)
    {
        void* const memory = count > std::numeric_limits<std::size_t>::max() / sizeof(T)
            ? nullptr
            : allocateLines(count * sizeof(T));
        return memory != nullptr ? static_cast<T*>(memory) : throw std::bad_alloc();
    }
    void deallocate(T* memory, std::size_t) { std::free(memory); }

    bool operator==(const LineAllocator&) const = default;
};

// Room of a kernel's own, see base/memory.h. Only for the sources of engine/ops.
using AlignedFloats = std::vector<float, LineAllocator<float>>;

} // namespace engine
