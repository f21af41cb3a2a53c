// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset.h"
#include "engine/jobs/job_config.h"
#include "engine/jobs/job_graph.h"

namespace engine {

// What a job asks of the machine's memory, added up before it is allocated: otherwise the machine
// would swap for minutes before it kills the program, or another one. What is counted is needed for
// certain, so a job that fits is never refused. InvalidArgumentError with the amounts.

// Of examples that are made up: data.points.
void requireMemoryForData(const DataConfig& data);

// Of the model with its gradients and the optimizer's state, of the examples, and of batches with
// the largest result that the graph makes of one.
void requireMemory(const JobGraph& job, const DataConfig& data, const Dataset& trainingData);

} // namespace engine
