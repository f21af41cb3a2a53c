// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <cstdint>
#include <span>

// The networks of the benchmark: inputs x [batch, …] float32 and labels y [batch] int64, mean
// softmax cross-entropy, and what one training step does. Each returns logits, loss and operation.
struct TrainedNet
{
    engine::Output logits;
    engine::Output loss;
    engine::Operation* train = nullptr;
};

// Dense layers of `units` with relu between them; Adam.
TrainedNet denseNet(engine::Output x, engine::Output y, std::span<const std::int64_t> units);
// Two convolutions, a pool and two dense layers; Adam.
TrainedNet mnistNet(engine::Output x, engine::Output y);
// The network of TensorFlow's CIFAR-10 tutorial on 24 × 24 × 3 with its training operation:
// weight decay, a decaying rate, and moving averages of losses and variables.
TrainedNet cifarTutorialNet(engine::Output x, engine::Output y);
