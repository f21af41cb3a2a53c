// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"

// Float64 scalars: what a test of the order of operations needs.
struct VariableGraph
{
    engine::Output number(double value)
    {
        return engine::scalarConstant(graph, engine::DataType::Double, value);
    }
    engine::Output variable(std::string_view name, double value)
    {
        variables.push_back(engine::makeVariable(name, number(value)));
        return variables.back()->value();
    }
    // With every variable at its initial value.
    std::unique_ptr<engine::DirectSession> open()
    {
        auto session =
            std::make_unique<engine::DirectSession>(graph, engine::SessionOptions{.threads = 1});
        for (const auto& each : variables) {
            session->run(each->initializer());
        }
        return session;
    }

    engine::Graph graph;
    std::vector<std::shared_ptr<engine::Variable>> variables;
};

inline std::vector<double> valuesOf(const std::vector<engine::Tensor>& tensors)
{
    std::vector<double> values;
    for (const engine::Tensor& tensor : tensors) {
        values.push_back(tensor.scalarAsDouble());
    }
    return values;
}
