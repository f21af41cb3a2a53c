// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/allocation_counter.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

namespace {

std::atomic<std::int64_t> allThreads = 0;
thread_local std::int64_t thisThread = 0;

} // namespace

std::int64_t AllocationCounter::ofAllThreads()
{
    return allThreads;
}

std::int64_t AllocationCounter::ofThisThread()
{
    return thisThread;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

bool AllocationCounter::counts()
{
    return false;
}

#else

bool AllocationCounter::counts()
{
    return true;
}

namespace {

void count()
{
    ++allThreads;
    ++thisThread;
}

} // namespace

// The functions of the C library that `new`, std::aligned_alloc() and other libraries call. They
// count and hand on to those behind them, whose names glibc exports for this.
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size)
{
    count();
    return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size)
{
    count();
    return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size)
{
    count();
    return __libc_realloc(memory, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

void* memalign(std::size_t alignment, std::size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size)
{
    count();
    void* const found = __libc_memalign(alignment, size);
    if (found == nullptr) {
        return ENOMEM;
    }
    *memory = found;
    return 0;
}

} // extern "C"

#endif
