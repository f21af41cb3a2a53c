// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/graph/graph.h"
#include "engine/jobs/job_config.h"
#include "engine/ops/variable_ops.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace engine {

// The graph of a job with the parts that hooks, loop and controls need. Examples enter by feeds:
// one graph trains and evaluates.
struct JobGraph
{
    std::unique_ptr<Graph> graph;
    Output features; // placeholder [?, …] Dataset::batchType()
    Output input; // what the net takes: the features as float32
    Output labels; // placeholder [?] int64 or float32
    // Placeholder bool scalar; invalid in a model that works in training as in evaluation.
    Output isTraining;
    Output logits; // [?, classes], or [?, 1]
    Output predictions; // [?] where labels are values, otherwise invalid
    Output loss; // mean over the batch, and the weight decay of the layers
    Output lossSum; // over the batch without the decay, for exact means over batches of any size
    Output accuracy; // share of the batch; invalid where labels are values
    Output correctCount; // int64, invalid where labels are values
    std::shared_ptr<Variable> globalStep;
    std::shared_ptr<Variable> learningRate; // what people set
    Output scheduledLearningRate; // times the schedule's factor: what the optimizer takes
    // What a plateau schedule has seen, float64 [best, bad, cooldown]; null for other schedules.
    std::shared_ptr<Variable> plateau;
    Output newPlateau; // what setPlateau overwrites it with
    Operation* setPlateau = nullptr;
    std::vector<Output> gradients; // as the optimizer takes them, before they are clipped
    std::shared_ptr<Variable> dataPosition; // batches used so far; checkpointed with the rest
    Operation* trainOp = nullptr; // one update; raises globalStep and dataPosition by 1
    // Overwrites the learning rate with what newLearningRate is fed.
    Output newLearningRate;
    Operation* setLearningRate = nullptr;
    // Tags and scalars of a training step: train/loss first, train/accuracy, learning_rate last.
    std::vector<std::pair<std::string, Output>> stepScalars;
    std::int64_t parameterCount = 0; // numbers that are trained
};

// InvalidArgumentError for settings that do not fit the data, and for a model that, with its data,
// is larger than the machine's memory.
JobGraph buildJobGraph(const JobConfig& config, const Dataset& trainingData);

} // namespace engine
