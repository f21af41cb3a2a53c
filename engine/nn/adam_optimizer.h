// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/optimizer.h"
#include "engine/ops/training_ops.h"

#include <map>
#include <string>

namespace engine {

// Adam with TensorFlow's epsilon (tf.train.AdamOptimizer; the formula is at applyAdam()). Slots
// "Adam" (m) and "Adam_1" (v); the variables beta1_power and beta2_power, which hold beta^t for the
// next step t, have the type of the first variable.
class AdamOptimizer : public Optimizer
{
public:
    explicit AdamOptimizer(Output learningRate, const AdamParameters& parameters = {})
        : Optimizer(learningRate), m_parameters(parameters)
    { }

protected:
    // `moments` are of the gradient's type.
    virtual Operation& applyMoments(Output variable, const AdamSlots& moments, Output gradient);
    // "Adam"; "_1" comes behind for the second slot.
    virtual std::string_view slotName() const { return "Adam"; }

private:
    void prepare(std::span<const GradientAndVariable> gradients) override;
    Operation& addUpdate(const Variable& variable, Output gradient) override;
    std::vector<Operation*> addFinish() override;

    struct Moments
    {
        Output first;
        Output second;
    };

    AdamParameters m_parameters;
    Output m_beta1Power;
    Output m_beta2Power;
    std::map<std::string, Moments> m_moments; // by the variable's name
};

} // namespace engine
