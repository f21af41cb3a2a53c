// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/session/monitored_session.h"

#include <memory>
#include <string_view>

// The smallest model with a global step: each run of `train` adds 1 to w and `advance` to the
// step; its value is the new step.
class TrainingGraph
{
public:
    explicit TrainingGraph(std::int64_t advance = 1, std::string_view stepName = "global_step")
    {
        using namespace engine;
        step = makeVariable(stepName, scalarConstant(graph, DataType::Int64, 0), {false, false});
        graph.addToCollection(keys::kGlobalStep, step);
        w = makeVariable("w", scalarConstant(graph, DataType::Float, 0));
        const Output updated = assignAdd(w->value(), scalarConstant(graph, DataType::Float, 1));
        const ControlDependencies after(graph, {&updated.operation()});
        train = assignAdd(step->value(), scalarConstant(graph, DataType::Int64, double(advance)));
        newStep = placeholder(graph, DataType::Int64, Shape(), "new_step");
        setStep = &assign(step->value(), newStep).operation();
    }

    std::int64_t stepIn(engine::Session& session) const
    {
        return session.run(step->value()).scalarValue<std::int64_t>();
    }
    void setStepIn(engine::Session& session, std::int64_t value) const
    {
        session.run(setStep, {engine::Feed{newStep, engine::Tensor::scalar(value)}});
    }
    // Initializes everything.
    void initialize(engine::Session& session) const
    {
        session.run(&step->initializer());
        session.run(&w->initializer());
    }

    std::shared_ptr<engine::SessionCreator>
    creator(engine::ChiefSessionCreator::Options options = {})
    {
        return std::make_shared<engine::ChiefSessionCreator>(graph, std::move(options));
    }
    std::unique_ptr<engine::MonitoredSession>
    open(std::vector<engine::HookPointer> hooks,
         const engine::MonitoredSessionOptions& options = {})
    {
        return std::make_unique<engine::MonitoredSession>(creator(), std::move(hooks), options);
    }
    // One training run; the new step.
    std::int64_t trainIn(engine::MonitoredSession& session) const
    {
        return session.run(train).scalarValue<std::int64_t>();
    }

    engine::Graph graph;
    std::shared_ptr<engine::Variable> step;
    std::shared_ptr<engine::Variable> w;
    engine::Output train;
    engine::Output newStep;
    engine::Operation* setStep = nullptr;
};
