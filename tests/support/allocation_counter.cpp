// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/allocation_counter.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> allThreads = 0;
thread_local std::int64_t thisThread = 0;

void* counted(std::size_t size) noexcept
{
    ++allThreads;
    ++thisThread;
    return std::malloc(std::max<std::size_t>(size, 1));
}

} // namespace

std::int64_t AllocationCounter::ofAllThreads()
{
    return allThreads;
}

std::int64_t AllocationCounter::ofThisThread()
{
    return thisThread;
}

// The forms that the others call, and those whose partners they must fit.

void* operator new(std::size_t size)
{
    if (void* const memory = counted(size)) {
        return memory;
    }
    throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return counted(size);
}

void* operator new(std::size_t size, std::align_val_t alignment)
{
    ++allThreads;
    ++thisThread;
    const auto multiple = static_cast<std::size_t>(alignment);
    if (void* const memory =
            std::aligned_alloc(multiple, (size + multiple - 1) / multiple * multiple)) {
        return memory;
    }
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, const std::nothrow_t&) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}
