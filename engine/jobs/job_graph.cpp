// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_graph.h"

#include "engine/base/errors.h"
#include "engine/jobs/job_optimizer.h"
#include "engine/jobs/memory_need.h"
#include "engine/jobs/plateau_hook.h"
#include "engine/jobs/sequential_model.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/nn/metrics.h"
#include "engine/nn/optimizer.h"
#include "engine/nn/regularization.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/image_type_op.h"
#include "engine/ops/summary_ops.h"

#include <fmt/format.h>

namespace engine {

namespace {

void addInputs(JobGraph& job, const Dataset& data)
{
    Shape features{Shape::kUnknownDim};
    const Shape example = data.exampleShape();
    for (const std::int64_t size : example.dims()) {
        features.append(size);
    }
    job.features = placeholder(*job.graph, data.batchType(), features, "features");
    job.input =
        job.features.type() == DataType::UInt8 ? convertImageDtype(job.features) : job.features;
    job.labels =
        placeholder(*job.graph, data.labels.dataType(), Shape{Shape::kUnknownDim}, "labels");
}

void addModel(JobGraph& job, const ModelConfig& config, const Dataset& data)
{
    const bool isSequential = config.kind == "sequential";
    if (isSequential ? dependsOnTraining(config.layers) : config.dropout > 0) {
        job.isTraining = placeholder(*job.graph, DataType::Bool, Shape(), "is_training");
    }
    const auto outputs = data.hasClasses() ? static_cast<std::int64_t>(data.classNames.size()) : 1;
    if (data.hasClasses() && outputs < 2) {
        throw InvalidArgumentError(
            fmt::format("{} has {} class; telling classes apart needs two", data.name, outputs));
    }
    job.logits = isSequential
        ? sequentialModel(job.input, config.layers, outputs, {config.activation, job.isTraining})
        : mlp(flatten(job.input), outputs,
              {config.hiddenLayers, config.activation, config.dropout, job.isTraining});
    for (const auto& variable : job.graph->collectionOf<Variable>(keys::kTrainableVariables)) {
        job.parameterCount += variable->value().shape().elementCount();
    }
}

void addLosses(JobGraph& job, const Dataset& data)
{
    if (data.hasClasses()) {
        job.loss = totalLoss(sparseSoftmaxCrossEntropy(job.labels, job.logits));
        job.lossSum = sparseSoftmaxCrossEntropy(job.labels, job.logits, LossReduction::Sum);
        job.accuracy = accuracy(job.labels, job.logits);
        job.correctCount = correctCount(job.labels, job.logits);
    } else {
        job.predictions = reshape(job.logits, Shape{Shape::kUnknownDim});
        job.loss = totalLoss(meanSquaredError(job.labels, job.predictions));
        job.lossSum = meanSquaredError(job.labels, job.predictions, LossReduction::Sum);
    }
}

void addPlateau(JobGraph& job, const ScheduleConfig& config)
{
    Graph& graph = *job.graph;
    const Output initial =
        constant(graph, plateauTensor(initialPlateau(config)), "plateau/initial");
    job.plateau = makeVariable("plateau", initial, {.trainable = false});
    job.newPlateau = placeholder(graph, DataType::Double, initial.shape(), "new_plateau");
    job.setPlateau = &assign(job.plateau->value(), job.newPlateau, "set_plateau").operation();
}

void addTraining(JobGraph& job, const JobConfig& config)
{
    Graph& graph = *job.graph;
    job.globalStep = createGlobalStep(graph);
    job.learningRate = learningRateVariable(graph, config.optimizer.learningRate);
    job.newLearningRate = placeholder(graph, DataType::Float, Shape(), "new_learning_rate");
    job.setLearningRate =
        &assign(job.learningRate->value(), job.newLearningRate, "set_learning_rate").operation();
    const Output zero = constant(graph, Tensor::scalar<std::int64_t>(0), "data_position/zero");
    job.dataPosition = makeVariable("data_position", zero, {.trainable = false});
    job.scheduledLearningRate = scheduledLearningRate(config, *job.learningRate, *job.globalStep);
    if (config.schedule.kind == "plateau") {
        addPlateau(job, config.schedule);
    }
    Operation& update = addUpdates(config.optimizer, job);
    const Output one = constant(graph, Tensor::scalar<std::int64_t>(1), "data_position/one");
    Operation& advance =
        assignAdd(job.dataPosition->value(), one, "data_position/advance").operation();
    job.trainOp = &group(graph, {&update, &advance}, "train");
}

void addSummaries(JobGraph& job)
{
    job.stepScalars = {{"train/loss", job.loss}};
    if (job.accuracy.isValid()) {
        job.stepScalars.emplace_back("train/accuracy", job.accuracy);
    }
    job.stepScalars.emplace_back("learning_rate", job.scheduledLearningRate);
    for (const auto& [tag, value] : job.stepScalars) {
        scalarSummary(tag, value);
    }
}

} // namespace

JobGraph buildJobGraph(const JobConfig& config, const Dataset& trainingData)
{
    JobGraph job;
    job.graph = std::make_unique<Graph>(static_cast<std::uint64_t>(config.run.seed));
    addInputs(job, trainingData);
    addModel(job, config.model, trainingData);
    addLosses(job, trainingData);
    addTraining(job, config);
    addSummaries(job);
    requireMemory(job, config.data, trainingData);
    return job;
}

} // namespace engine
