// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

namespace engine {

void* allocateLines(std::size_t bytes) noexcept
{
    const bool isLarge = bytes >= kHugePageBytes / 2; // otherwise more than half is lost
    const std::size_t alignment = isLarge ? kHugePageBytes : kLineBytes;
    std::size_t rounded = 0;
    if (__builtin_add_overflow(std::max<std::size_t>(bytes, 1), alignment - 1, &rounded)) {
        return nullptr;
    }
    rounded -= rounded % alignment;
    void* const memory = std::aligned_alloc(alignment, rounded);
    if (isLarge && memory != nullptr) {
        ::madvise(memory, rounded, MADV_HUGEPAGE); // a wish; refusal changes nothing but speed
    }
    return memory;
}

} // namespace engine
