// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/adam_loop.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/adam_loop.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>
// Behind foreach_target.h.
#include "engine/ops/adam_vectors-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void adam(const AdamStep& step, const float* gradient, float* m, float* v, float* x,
          std::int64_t count)
{
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const AdamVectors vectors(step);
    std::int64_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        vectors.update(hn::LoadU(d, gradient + i), m + i, v + i, x + i);
    }
    const std::int64_t rest = count - i;
    if (rest > 0) { // as vectors, too, so that the bits are the same
        HWY_ALIGN float room[4][HWY_MAX_BYTES / sizeof(float)] = {};
        std::copy_n(gradient + i, rest, room[0]);
        std::copy_n(m + i, rest, room[1]);
        std::copy_n(v + i, rest, room[2]);
        std::copy_n(x + i, rest, room[3]);
        vectors.update(hn::Load(d, room[0]), room[1], room[2], room[3]);
        std::copy_n(room[1], rest, m + i);
        std::copy_n(room[2], rest, v + i);
        std::copy_n(room[3], rest, x + i);
    }
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(adam);

void adamLoop(const AdamStep& step, const float* gradient, float* m, float* v, float* x,
              std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(adam)(step, gradient, m, v, x, count);
}

} // namespace engine
#endif
