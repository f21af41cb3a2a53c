// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/operation.h"

#include <cstdint>
#include <optional>

namespace engine {

// The function of an activation operation on float32 values. An element has the same bits wherever
// it lies and however many are computed together, so that operations which do an activation with
// their own results (Epilogue) give what the activation by itself gives. Only for the sources of
// engine/ops.
class FloatActivation
{
public:
    // None for operations of other types; and for Relu, which products have in their loops.
    static std::optional<FloatActivation> of(const Operation& operation);

    // y = f(x); they may be the same.
    void apply(const float* x, float* y, std::int64_t count) const
    {
        m_loop(m_constant, x, y, count);
    }

private:
    using Loop = void (*)(double constant, const float* x, float* y, std::int64_t count);

    FloatActivation(Loop loop, double constant) : m_loop(loop), m_constant(constant) { }

    Loop m_loop;
    double m_constant;
};

} // namespace engine
