// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/optimizer.h"

#include "engine/base/errors.h"
#include "engine/nn/update_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/clip_ops.h"
#include "engine/ops/gradients.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

std::shared_ptr<Variable> learningRateVariable(Graph& graph, double value)
{
    const Output initialValue =
        scalarConstant(graph, DataType::Float, value, "learning_rate/initial_value");
    return makeVariable("learning_rate", initialValue, {.trainable = false});
}

std::vector<GradientAndVariable>
clipGradientsByGlobalNorm(std::span<const GradientAndVariable> gradients, double clipNorm)
{
    std::vector<Output> slopes;
    std::ranges::transform(gradients, std::back_inserter(slopes), &GradientAndVariable::gradient);
    const ClippedTensors clipped = clipByGlobalNorm(slopes, clipNorm);
    std::vector<GradientAndVariable> result(gradients.begin(), gradients.end());
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i].gradient = clipped.tensors[i];
    }
    return result;
}

Optimizer::Optimizer(Output learningRate) : m_learningRate(learningRate)
{
    if (!isFloating(learningRate.type()) || learningRate.shape() != Shape()) {
        throw InvalidArgumentError(fmt::format(
            "learning rate {} is {} {}, it must be a floating-point scalar", learningRate.name(),
            dataTypeName(learningRate.type()), learningRate.shape().toString()));
    }
}

std::vector<GradientAndVariable> Optimizer::computeGradients(Output loss) const
{
    const auto variables = loss.graph().collectionOf<Variable>(keys::kTrainableVariables);
    std::vector<Output> values;
    for (const std::shared_ptr<Variable>& variable : variables) {
        values.push_back(variable->value());
    }
    const std::vector<Output> slopes = gradients(loss, values);
    std::vector<GradientAndVariable> result;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        result.push_back({slopes[i], variables[i]});
    }
    return result;
}

Operation& Optimizer::applyGradients(std::span<const GradientAndVariable> gradients,
                                     const std::shared_ptr<Variable>& globalStep)
{
    std::vector<GradientAndVariable> given;
    std::ranges::copy_if(gradients, std::back_inserter(given), &Output::isValid,
                         &GradientAndVariable::gradient);
    if (given.empty()) {
        throw InvalidArgumentError("No gradients provided for any variable.");
    }
    Graph& graph = given.front().gradient.graph();
    prepare(given);
    std::vector<Operation*> operations;
    for (const CollectionItem& item : graph.collection(keys::kUpdateOps)) {
        operations.push_back(std::get<Operation*>(item));
    }
    {
        const NameScope scope(graph, "train");
        for (const GradientAndVariable& entry : given) {
            operations.push_back(&addUpdate(*entry.variable, entry.gradient));
        }
        const ControlDependencies afterUpdates(graph, operations);
        const std::vector<Operation*> finish = addFinish();
        operations.insert(operations.end(), finish.begin(), finish.end());
    }
    if (!globalStep) {
        return group(graph, operations, "train_op");
    }
    const ControlDependencies afterAll(graph, operations);
    const Output one = scalarConstant(graph, globalStep->value().type(), 1, "train_op/value");
    return assignAdd(globalStep->value(), one, "train_op").operation();
}

Operation& Optimizer::minimize(Output loss, const std::shared_ptr<Variable>& globalStep)
{
    return applyGradients(computeGradients(loss), globalStep);
}

Output Optimizer::learningRateAs(DataType type)
{
    Output& rate = m_castRates[type];
    if (!rate.isValid()) {
        rate = cast(m_learningRate, type, "learning_rate_cast");
    }
    return rate;
}

Output Optimizer::makeSlot(const Variable& variable, std::string_view slot, double initial)
{
    const Output value = variable.value();
    const std::string name = fmt::format("{}/{}", variable.name(), slot);
    const Output first =
        fill(value.graph(), value.type(), value.shape(), initial,
             fmt::format("{}/Initializer/{}", name, initial == 0 ? "zeros" : "Const"));
    return makeVariable(name, first, {.trainable = false})->value();
}

} // namespace engine
