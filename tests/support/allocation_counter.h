// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>

#include <cstdint>

// How often memory was allocated so far, by whatever function or library. A program that links this
// has the C library's functions for it from here, except under a sanitizer, which has its own:
// nothing is counted then.
struct AllocationCounter
{
    static bool counts();
    static std::int64_t ofAllThreads();
    static std::int64_t ofThisThread();
};

#define SKIP_UNLESS_ALLOCATIONS_COUNT()                                                            \
    do {                                                                                           \
        if (!AllocationCounter::counts()) {                                                        \
            QSKIP("the sanitizer's functions allocate, and they do not count");                    \
        }                                                                                          \
    } while (false)
