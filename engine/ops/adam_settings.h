// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/kernel.h"

#include <cmath>

namespace engine {

// What an ApplyAdam says of its update. Only for the sources of engine/ops.
template <typename T>
struct AdamSettings
{
    explicit AdamSettings(const Operation& operation)
        : beta1(static_cast<T>(operation.attribute<double>("beta1"))),
          beta2(static_cast<T>(operation.attribute<double>("beta2"))),
          epsilon(static_cast<T>(operation.attribute<double>("epsilon")))
    { }

    // The learning rate with the corrections of the bias. Inputs from `first` on: the powers of
    // both betas and the learning rate.
    T alpha(const KernelContext& context, int first) const
    {
        const T beta1Power = context.input(first).scalarValue<T>();
        const T beta2Power = context.input(first + 1).scalarValue<T>();
        const T learningRate = context.input(first + 2).scalarValue<T>();
        return learningRate * std::sqrt(T(1) - beta2Power) / (T(1) - beta1Power);
    }

    T beta1;
    T beta2;
    T epsilon;
};

} // namespace engine
