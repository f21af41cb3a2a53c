// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/parallel_for.h"

namespace engine {

inline std::int64_t wholeUnits(std::int64_t count, std::int64_t unit)
{
    return (count + unit - 1) / unit * unit;
}

// Items of a part: about `least`, and a multiple of `unit` unless there are fewer. With several
// parts each, a thread that is held up leaves some to the others. All if a second thread would not
// pay.
inline std::int64_t finePart(std::int64_t count, std::int64_t least, std::int64_t unit,
                             std::int64_t itemCost)
{
    const std::int64_t worthwhile = count * std::max<std::int64_t>(itemCost, 1) / kParallelGrain;
    const std::int64_t threads = std::min<std::int64_t>(usableThreads(), worthwhile);
    if (threads <= 1) {
        return count;
    }
    const std::int64_t rounds = std::max<std::int64_t>(count / least / threads, 1);
    const std::int64_t part = (count + rounds * threads - 1) / (rounds * threads);
    return part > unit ? wholeUnits(part, unit) : part;
}

// parallelFor() in parts of finePart() items. Only for bodies whose result does not depend on the
// cut: the parts depend on the number of threads.
template <typename Body>
void forEachFinePart(std::int64_t count, std::int64_t least, std::int64_t unit,
                     std::int64_t itemCost, const Body& body)
{
    const std::int64_t part = finePart(count, least, unit, itemCost);
    if (part >= count) {
        if (count > 0) {
            body(std::int64_t{0}, count);
        }
        return;
    }
    ThreadPool::current()->run((count + part - 1) / part, [&](std::int64_t i) {
        body(i * part, std::min((i + 1) * part, count));
    });
}

} // namespace engine
