// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/moving_average.h"

#include "engine/base/errors.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/division_ops.h"
#include "engine/ops/moving_average_op.h"
#include "engine/ops/unary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

Output debiased(const Variable& variable, Output value, double decay)
{
    Graph& graph = value.graph();
    const DataType type = value.type();
    const std::string name = variable.name();
    const Output zeros = fill(graph, type, variable.value().shape(), 0,
                              fmt::format("{}/biased/Initializer/zeros", name));
    const auto biased = makeVariable(fmt::format("{}/biased", name), zeros, {.trainable = false});
    const Output zero =
        scalarConstant(graph, type, 0, fmt::format("{}/local_step/Initializer/zeros", name));
    const auto step = makeVariable(fmt::format("{}/local_step", name), zero, {.trainable = false});
    const Output base = scalarConstant(graph, type, decay);
    const Output sum = assignMovingAverage(biased->value(), value, base);
    const Output count = assignAdd(step->value(), scalarConstant(graph, type, 1));
    const Output share = shift(negative(pow(base, count)), 1); // 1 - decay^t
    return assign(variable.value(), divide(sum, share));
}

} // namespace

Output assignMovingAverage(const Variable& variable, Output value, double decay, bool zeroDebias)
{
    if (zeroDebias) {
        return debiased(variable, value, decay);
    }
    return assignMovingAverage(variable.value(), value,
                               scalarConstant(value.graph(), value.type(), decay));
}

void ExponentialMovingAverage::prepare(std::span<const std::shared_ptr<Variable>> variables)
{
    for (const std::shared_ptr<Variable>& variable : variables) {
        std::shared_ptr<Variable>& average = m_averages[variable->name()];
        if (!average) {
            average = makeVariable(fmt::format("{}/ExponentialMovingAverage", variable->name()),
                                   variable->initialValue(), {.trainable = false});
        }
    }
}

Operation& ExponentialMovingAverage::apply(std::span<const std::shared_ptr<Variable>> variables)
{
    if (variables.empty()) {
        throw InvalidArgumentError("moving average: no variable is given");
    }
    prepare(variables);
    Graph& graph = variables.front()->value().graph();
    std::vector<Operation*> updates;
    for (const std::shared_ptr<Variable>& variable : variables) {
        const Output value = readVariable(variable->value());
        const Output average = m_averages.at(variable->name())->value();
        updates.push_back(
            &assignMovingAverage(average, value, decayAs(graph, value.type())).operation());
    }
    return group(graph, updates, "ExponentialMovingAverage");
}

Operation& ExponentialMovingAverage::apply(Output value, std::string_view name)
{
    Graph& graph = value.graph();
    std::shared_ptr<Variable>& average = m_averages[std::string(name)];
    if (!average) {
        const std::string full = fmt::format("{}/ExponentialMovingAverage", name);
        const Output zeros =
            fill(graph, value.type(), value.shape(), 0, fmt::format("{}/Initializer/zeros", full));
        average = makeVariable(full, zeros, {.trainable = false});
    }
    if (m_zeroDebias) {
        return debiased(*average, value, m_decay).operation();
    }
    return assignMovingAverage(average->value(), value, decayAs(graph, value.type())).operation();
}

std::shared_ptr<Variable> ExponentialMovingAverage::average(std::string_view name) const
{
    const auto found = m_averages.find(name);
    if (found == m_averages.end()) {
        throw NotFoundError(fmt::format("there is no moving average of '{}'", name));
    }
    return found->second;
}

Output ExponentialMovingAverage::decayAs(Graph& graph, DataType type)
{
    const Output decay = scalarConstant(graph, type, m_decay);
    if (!m_updates.isValid()) {
        return decay;
    }
    const Output updates = cast(m_updates, type);
    return minimum(decay, divide(shift(updates, 1), shift(updates, 10)));
}

} // namespace engine
