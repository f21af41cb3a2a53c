// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/shuffle.h"

#include <utility>

namespace engine {

void shuffle(std::span<std::int64_t> values, RandomStream& random)
{
    for (std::size_t remaining = values.size(); remaining > 1; --remaining) {
        std::swap(values[remaining - 1], values[random.nextBelow(remaining)]);
    }
}

} // namespace engine
