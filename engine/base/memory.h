// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace engine {

// Memory for numbers. It begins with a line of the cache, because a vector register that is read
// from two lines costs two reads. Large blocks lie in huge pages where the system gives them: a
// product that walks down the columns of a matrix touches a small page with every second row, and
// looking them up then takes longer than reading them.
inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

// nullptr if there is none or the size cannot be rounded up; std::free() takes it back. Any thread.
void* allocateLines(std::size_t bytes) noexcept;

} // namespace engine
