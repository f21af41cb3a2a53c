// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>

namespace engine {

// Lays buffers with known lifetimes out in one block: asked in the order of execution, it gives
// offsets (multiples of Tensor::kAlignment) so that buffers that live at the same time do not
// overlap. Best fit over the gaps.
class ArenaLayout
{
public:
    std::size_t allocate(std::size_t bytes);
    void release(std::size_t offset);
    std::size_t peakBytes() const { return m_peak; }

private:
    std::map<std::size_t, std::size_t> m_used; // offset → bytes
    std::size_t m_peak = 0;
};

// The block itself; aligned, in huge pages where the system gives them.
class Arena
{
public:
    explicit Arena(std::size_t bytes); // ResourceExhaustedError
    std::byte* at(std::size_t offset) const { return m_memory.get() + offset; }

private:
    struct Free
    {
        void operator()(std::byte* memory) const;
    };
    std::unique_ptr<std::byte, Free> m_memory;
};

} // namespace engine
