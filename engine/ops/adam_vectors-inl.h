// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0

// Adam on vectors, for sources that are compiled once for each kind of processor; so is this.
#if defined(ENGINE_OPS_ADAM_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef ENGINE_OPS_ADAM_VECTORS
#undef ENGINE_OPS_ADAM_VECTORS
#else
#define ENGINE_OPS_ADAM_VECTORS
#endif

#include "engine/ops/adam_loop.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {

class AdamVectors
{
    using Floats = hwy::HWY_NAMESPACE::ScalableTag<float>;

public:
    using Vector = hwy::HWY_NAMESPACE::Vec<Floats>;

    HWY_INLINE explicit AdamVectors(const AdamStep& step)
        : m_rest1(hwy::HWY_NAMESPACE::Set(Floats(), 1 - step.beta1)),
          m_rest2(hwy::HWY_NAMESPACE::Set(Floats(), 1 - step.beta2)),
          m_alpha(hwy::HWY_NAMESPACE::Set(Floats(), step.alpha)),
          m_epsilon(hwy::HWY_NAMESPACE::Set(Floats(), step.epsilon))
    { }

    // One vector of each array.
    HWY_INLINE void update(Vector gradient, float* m, float* v, float* x) const
    {
        namespace hn = hwy::HWY_NAMESPACE;
        const Floats d;
        const auto oldM = hn::LoadU(d, m);
        const auto oldV = hn::LoadU(d, v);
        const auto newM = hn::MulAdd(hn::Sub(gradient, oldM), m_rest1, oldM);
        const auto newV = hn::MulAdd(hn::MulSub(gradient, gradient, oldV), m_rest2, oldV);
        hn::StoreU(newM, d, m);
        hn::StoreU(newV, d, v);
        hn::StoreU(hn::Sub(hn::LoadU(d, x), change(hn::Mul(newM, m_alpha), newV)), d, x);
    }

private:
    // step / (√v + epsilon)
    HWY_INLINE Vector change(Vector step, Vector v) const
    {
        namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET <= HWY_AVX3
        // Root and quotient from estimates of 14 bits, each with one step of Newton's method and
        // exact remainders: before the last rounding within a tenth of the last place, in less
        // time than the processor's own. Where remainders are subnormal, and so 0 in a session, the
        // estimate's 14 bits are left: for divisors and steps below 1e-30.
        const Floats d;
        const auto half = hn::Set(d, 0.5F);
        const auto inverse =
            hn::IfThenElseZero(hn::Ne(v, hn::Zero(d)), hn::ApproximateReciprocalSqrt(v));
        const auto root = hn::Mul(v, inverse);
        const auto rootRemainder = hn::NegMulAdd(root, root, v);
        const auto divisor =
            hn::Add(hn::MulAdd(hn::Mul(rootRemainder, half), inverse, root), m_epsilon);
        const auto reciprocal = hn::ApproximateReciprocal(divisor);
        const auto quotient = hn::Mul(step, reciprocal);
        const auto result =
            hn::MulAdd(hn::NegMulAdd(quotient, divisor, step), reciprocal, quotient);
        const auto isFinite = hn::IsFinite(result);
        if (HWY_LIKELY(hn::AllTrue(d, isFinite))) {
            return result;
        }
        return hn::IfThenElse(isFinite, result, quotientOfProcessor(step, v));
#else
        return quotientOfProcessor(step, v);
#endif
    }

    HWY_INLINE Vector quotientOfProcessor(Vector step, Vector v) const
    {
        namespace hn = hwy::HWY_NAMESPACE;
        return hn::Div(step, hn::Add(hn::Sqrt(v), m_epsilon));
    }

    Vector m_rest1;
    Vector m_rest2;
    Vector m_alpha;
    Vector m_epsilon;
};

} // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
