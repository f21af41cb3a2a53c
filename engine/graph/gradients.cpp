// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/gradients.h"

#include "engine/base/errors.h"
#include "engine/graph/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace engine {

namespace {

// Ids of the operations from which `y` can be reached and that are reachable from an x.
std::set<int> operationsBetween(Output y, std::span<const Output> xs)
{
    std::set<int> reachesFromX;
    for (const Output& x : xs) {
        reachesFromX.insert(x.operation().id());
    }
    // Inputs always have smaller ids than the operation, so one ascending pass is enough.
    Graph& graph = y.graph();
    for (int id = 0; id <= y.operation().id(); ++id) {
        for (const Output& input : graph.operation(static_cast<std::size_t>(id)).inputs()) {
            if (reachesFromX.contains(input.operation().id())) {
                reachesFromX.insert(id);
            }
        }
    }
    std::set<int> between;
    std::vector<Operation*> stack{&y.operation()};
    while (!stack.empty()) {
        Operation* operation = stack.back();
        stack.pop_back();
        if (!reachesFromX.contains(operation->id()) || !between.insert(operation->id()).second) {
            continue;
        }
        for (const Output& input : operation->inputs()) {
            stack.push_back(&input.operation());
        }
    }
    return between;
}

Output sumOf(const std::vector<Output>& parts, const GradientBuilders& builders)
{
    if (parts.empty()) {
        return {};
    }
    return parts.size() == 1 ? parts[0] : builders.addN(parts);
}

class Accumulator
{
public:
    explicit Accumulator(const GradientBuilders& builders) : m_builders(builders) { }

    void add(Output output, Output gradient) { m_parts[output].push_back(gradient); }
    Output total(Output output)
    {
        std::vector<Output>& parts = m_parts[output];
        const Output sum = sumOf(parts, m_builders);
        if (sum.isValid()) {
            parts = {sum};
        }
        return sum;
    }

private:
    const GradientBuilders& m_builders;
    std::map<Output, std::vector<Output>> m_parts;
};

void propagate(Operation& operation, const std::set<int>& between, Accumulator& accumulator)
{
    std::vector<Output> outputGradients;
    bool flows = false;
    for (int i = 0; i < operation.outputCount(); ++i) {
        outputGradients.push_back(accumulator.total(operation.output(i)));
        flows = flows || outputGradients.back().isValid();
    }
    const bool leadsOn = std::ranges::any_of(operation.inputs(), [&](const Output& input) {
        return between.contains(input.operation().id());
    });
    if (!flows || !leadsOn) {
        return;
    }
    if (operation.def().gradient == nullptr) {
        throw UnimplementedError(fmt::format("operation {} ({}) has no gradient", operation.name(),
                                             operation.def().type));
    }
    const std::vector<Output> inputGradients = operation.def().gradient(operation, outputGradients);
    for (std::size_t i = 0; i < operation.inputs().size(); ++i) {
        const Output input = operation.inputs()[i];
        if (inputGradients.at(i).isValid() && between.contains(input.operation().id())) {
            accumulator.add(input, inputGradients[i]);
        }
    }
}

} // namespace

std::vector<Output> addGradients(Output y, std::span<const Output> xs,
                                 const GradientBuilders& builders)
{
    if (!isFloating(y.type())) {
        throw InvalidArgumentError(fmt::format("the gradient of {} ({}) is asked for; it must be "
                                               "floating point",
                                               y.name(), dataTypeName(y.type())));
    }
    const NameScope scope(y.graph(), "gradients");
    const std::set<int> between = operationsBetween(y, xs);
    Accumulator accumulator(builders);
    accumulator.add(y, builders.onesLike(y));
    for (auto id = between.rbegin(); id != between.rend(); ++id) {
        Operation& operation = y.graph().operation(static_cast<std::size_t>(*id));
        propagate(operation, between, accumulator);
    }
    std::vector<Output> gradients;
    for (const Output& x : xs) {
        gradients.push_back(accumulator.total(x));
    }
    return gradients;
}

} // namespace engine
