// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/arena.h"

#include "engine/base/errors.h"
#include "engine/base/memory.h"
#include "engine/base/tensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace engine {

namespace {

std::size_t roundUp(std::size_t bytes, std::size_t multiple)
{
    return (std::max<std::size_t>(bytes, 1) + multiple - 1) / multiple * multiple;
}

} // namespace

std::size_t ArenaLayout::allocate(std::size_t bytes)
{
    const std::size_t wanted = roundUp(bytes, Tensor::kAlignment);
    std::size_t best = std::numeric_limits<std::size_t>::max();
    std::size_t bestGap = best;
    std::size_t end = 0;
    for (const auto& [offset, size] : m_used) {
        const std::size_t gap = offset - end;
        if (gap >= wanted && gap < bestGap) {
            best = end;
            bestGap = gap;
        }
        end = offset + size;
    }
    const std::size_t offset = bestGap == std::numeric_limits<std::size_t>::max() ? end : best;
    m_used.emplace(offset, wanted);
    m_peak = std::max(m_peak, offset + wanted);
    return offset;
}

void ArenaLayout::release(std::size_t offset)
{
    m_used.erase(offset);
}

Arena::Arena(std::size_t bytes) : m_memory(static_cast<std::byte*>(allocateLines(bytes)))
{
    if (!m_memory) {
        throw ResourceExhaustedError(fmt::format("no memory for a step's {} bytes", bytes));
    }
}

void Arena::Free::operator()(std::byte* memory) const
{
    std::free(memory);
}

} // namespace engine
