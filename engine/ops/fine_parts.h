// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/parallel_for.h"

namespace engine {

// parallelFor() in parts of about `least` items, so many that a thread which is held up leaves some
// of its work to the others. Only for bodies whose result does not depend on the cut: the parts
// depend on the number of threads. They begin at multiples of `unit`.
template <typename Body>
void forEachFinePart(std::int64_t count, std::int64_t least, std::int64_t unit,
                     std::int64_t itemCost, const Body& body)
{
    const std::int64_t worthwhile = count * std::max<std::int64_t>(itemCost, 1) / kParallelGrain;
    const std::int64_t threads = std::min<std::int64_t>(usableThreads(), worthwhile);
    if (threads <= 1) {
        if (count > 0) {
            body(std::int64_t{0}, count);
        }
        return;
    }
    const std::int64_t rounds = std::max<std::int64_t>(count / least / threads, 1);
    std::int64_t part = (count + rounds * threads - 1) / (rounds * threads);
    if (part > unit) {
        part = (part + unit - 1) / unit * unit;
    }
    ThreadPool::current()->run((count + part - 1) / part, [&](std::int64_t i) {
        body(i * part, std::min((i + 1) * part, count));
    });
}

} // namespace engine
