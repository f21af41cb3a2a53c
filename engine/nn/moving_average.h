// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/ops/variable_ops.h"

#include <map>
#include <memory>
#include <span>
#include <string>

namespace engine {

// variable = decay * variable + (1 - decay) * value. With `zeroDebias` instead
// variable = biased / (1 - decay^t) of an average `biased` that begins at 0 (variable
// "NAME/biased", and t in "NAME/local_step"), so that the first result is the first value whatever
// the variable held. The output is the new value.
Output assignMovingAverage(const Variable& variable, Output value, double decay, bool zeroDebias);

// Averages of variables and of other tensors that follow them step by step
// (tf.train.ExponentialMovingAverage). Build outside of name scopes: the averages are global, not
// trainable variables "NAME/ExponentialMovingAverage".
class ExponentialMovingAverage
{
public:
    // `updates` (int64 or int32 scalar, often the global step) makes the decay of a run
    // min(decay, (1 + updates) / (10 + updates)), so that the averages follow quickly at first.
    explicit ExponentialMovingAverage(double decay, Output updates = {}, bool zeroDebias = false)
        : m_decay(decay), m_updates(updates), m_zeroDebias(zeroDebias)
    { }

    // Makes the averages of variables. apply() does it too, but under ControlDependencies it must
    // be done before: they would hold for the averages' initializers.
    void prepare(std::span<const std::shared_ptr<Variable>> variables);

    // An operation that moves the averages of `values`: of a variable it begins at the variable's
    // initial value, of another output at 0 (zeroDebias corrects for that). To average what an
    // update left, build under ControlDependencies on it and pass the values read there.
    Operation& apply(std::span<const std::shared_ptr<Variable>> variables);
    Operation& apply(Output value, std::string_view name);

    // NotFoundError if apply() did not get it.
    std::shared_ptr<Variable> average(std::string_view name) const;

private:
    Output decayAs(Graph& graph, DataType type);

    double m_decay;
    Output m_updates;
    bool m_zeroDebias;
    std::map<std::string, std::shared_ptr<Variable>, std::less<>> m_averages;
};

} // namespace engine
