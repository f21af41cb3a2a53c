// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// How often memory was allocated with `new` so far, in any form. A program that links this has its
// operators new and delete from here.
struct AllocationCounter
{
    static std::int64_t ofAllThreads();
    static std::int64_t ofThisThread();
};
