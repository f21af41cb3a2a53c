// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/random_loops.h"

#include "engine/base/random.h"

// This file is compiled once for each kind of processor; the best that there is runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/ops/random_loops.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t kNumbers = 4; // of a block

// One element after the other.
template <typename T>
void dropRest(const DropoutLoop<T>& loop, std::int64_t block, const T* x, T* mask, T* y,
              std::int64_t count)
{
    Philox philox(loop.key, loop.stream, static_cast<std::uint64_t>(block));
    for (std::int64_t first = 0; first < count; first += kNumbers) {
        const auto drawn = philox.next();
        for (std::int64_t i = first; i < std::min(first + kNumbers, count); ++i) {
            mask[i] = drawn[static_cast<std::size_t>(i - first)] > loop.largest ? T(0) : loop.kept;
            y[i] = x[i] * mask[i];
        }
    }
}

#if HWY_TARGET != HWY_SCALAR // which has no vectors of half as wide lanes
using Words = hn::ScalableTag<std::uint64_t>; // one word of a block in each lane, 32 bits of it

struct Product
{
    hn::Vec<Words> high;
    hn::Vec<Words> low;
};

HWY_INLINE Product multiply(hn::Vec<Words> word, std::uint32_t factor)
{
    const Words d;
    const hn::Repartition<std::uint32_t, Words> halves;
    const auto product =
        hn::MulEven(hn::BitCast(halves, word), hn::BitCast(halves, hn::Set(d, factor)));
    return {hn::ShiftRight<32>(product), hn::And(product, hn::Set(d, 0xFFFFFFFF))};
}

// The numbers of the blocks from `block` on, one a lane, in their order.
HWY_INLINE void nextBlocks(std::uint64_t key, std::uint64_t stream, std::uint64_t block,
                           std::uint64_t* numbers)
{
    const Words d;
    const auto low = hn::Set(d, 0xFFFFFFFF);
    const auto blocks = hn::Add(hn::Set(d, block), hn::Iota(d, 0));
    auto word0 = hn::And(blocks, low);
    auto word1 = hn::ShiftRight<32>(blocks);
    auto word2 = hn::Set(d, stream & 0xFFFFFFFF);
    auto word3 = hn::Set(d, stream >> 32);
    auto key0 = static_cast<std::uint32_t>(key);
    auto key1 = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < Philox::kRounds; ++round) {
        const Product first = multiply(word0, Philox::kMultiplier0);
        const Product second = multiply(word2, Philox::kMultiplier1);
        word0 = hn::Xor(hn::Xor(second.high, word1), hn::Set(d, key0));
        word1 = second.low;
        word2 = hn::Xor(hn::Xor(first.high, word3), hn::Set(d, key1));
        word3 = first.low;
        key0 += Philox::kWeyl0;
        key1 += Philox::kWeyl1;
    }
    hn::StoreInterleaved2(hn::Or(word0, hn::ShiftLeft<32>(word1)),
                          hn::Or(word2, hn::ShiftLeft<32>(word3)), d, numbers);
}

#endif

void dropout(const DropoutLoop<float>& loop, std::int64_t block, const float* x, float* mask,
             float* y, std::int64_t count)
{
#if HWY_TARGET == HWY_SCALAR
    dropRest(loop, block, x, mask, y, count);
#else
    const auto blocks = static_cast<std::int64_t>(hn::Lanes(Words()));
    const hn::ScalableTag<std::uint32_t> bits;
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    HWY_ALIGN std::uint64_t room[2 * HWY_MAX_BYTES / sizeof(std::uint64_t)];
    const auto* const numbers = reinterpret_cast<const std::uint32_t*>(room);
    const auto largest = hn::Set(bits, loop.largest);
    const auto kept = hn::Set(d, loop.kept);
    std::int64_t first = 0;
    for (; first + blocks * kNumbers <= count; first += blocks * kNumbers, block += blocks) {
        nextBlocks(loop.key, loop.stream, static_cast<std::uint64_t>(block), room);
        for (std::int64_t i = 0; i < blocks * kNumbers; i += lanes) {
            const auto drops = hn::Gt(hn::LoadU(bits, numbers + i), largest);
            const auto factor = hn::IfThenZeroElse(hn::RebindMask(d, drops), kept);
            hn::StoreU(factor, d, mask + first + i);
            hn::StoreU(hn::Mul(hn::LoadU(d, x + first + i), factor), d, y + first + i);
        }
    }
    dropRest(loop, block, x + first, mask + first, y + first, count - first);
#endif
}

void dropoutOfDoubles(const DropoutLoop<double>& loop, std::int64_t block, const double* x,
                      double* mask, double* y, std::int64_t count)
{
    dropRest(loop, block, x, mask, y, count);
}

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace engine {

HWY_EXPORT(dropout);
HWY_EXPORT(dropoutOfDoubles);

void dropoutLoop(const DropoutLoop<float>& loop, std::int64_t block, const float* x, float* mask,
                 float* y, std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(dropout)(loop, block, x, mask, y, count);
}

void dropoutLoop(const DropoutLoop<double>& loop, std::int64_t block, const double* x, double* mask,
                 double* y, std::int64_t count)
{
    HWY_DYNAMIC_DISPATCH(dropoutOfDoubles)(loop, block, x, mask, y, count);
}

} // namespace engine
#endif
