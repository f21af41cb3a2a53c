// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/graph/graph.h"
#include "engine/runtime/plan_report.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

// What to run: the value of an output, or an operation for its effect (its result is an invalid
// Tensor).
struct Fetch
{
    Fetch(Output output)
        : operation(&output.operation()), index(output.index())
    { } // NOLINT(google-explicit-constructor)
    Fetch(Operation& target) : operation(&target) { } // NOLINT(google-explicit-constructor)
    Fetch(Operation* target) : operation(target) { } // NOLINT(google-explicit-constructor)

    friend bool operator==(const Fetch&, const Fetch&) = default;

    static constexpr int kEffectOnly = -1;
    Operation* operation;
    int index = kEffectOnly;
};

// A value given to an output for one run; mostly to a placeholder.
struct Feed
{
    Output output;
    Tensor value;
};

// As TensorFlow's RunOptions, as far as a local session has them.
struct RunOptions
{
    int traceLevel = 0; // 0 none, 3 full: the metadata gets the time of every operation
    // 0: none. Also of the wait for other runs that have the same memory, but not of compiling the
    // first run of its kind. Looked at before each operation and while one waits for a queue.
    std::int64_t timeoutMs = 0;
    bool outputPartitionGraphs = false;
    bool reportTensorAllocationsUponOom = false;
    std::vector<std::string> debugTensorWatches;
};

struct OperationTiming
{
    const Operation* operation = nullptr;
    std::int64_t startNanoseconds = 0; // since the start of the run, with its wait for others
    std::int64_t durationNanoseconds = 0;
};

struct RunMetadata
{
    std::vector<OperationTiming> timings; // filled with traceLevel > 0
    // With outputPartitionGraphs: what was run, in one part. The timings are those of its steps.
    std::vector<std::shared_ptr<const PlanReport>> partitionGraphs;
};

// Everything about one call of Session::run(). The spans stay valid during the call only.
struct RunRequest
{
    std::span<const Fetch> fetches;
    std::span<const Feed> feeds;
    const RunOptions* options = nullptr;
    RunMetadata* metadata = nullptr;
};

// Runs parts of a graph and keeps the variables: TensorFlow's session. Implemented by
// DirectSession and by the wrappers of engine/session.
class Session
{
public:
    virtual ~Session() = default;

    // Null once closed.
    virtual Graph* graph() const = 0;

    // Runs what the fetches need. `results` is resized to the fetches; tensors in it that fit are
    // written in place, so that a caller who keeps it gets warm steps without allocation.
    // Reading a variable in the run that updates it gives the value before the update.
    // InvalidArgumentError: something is not fed or does not fit; FailedPreconditionError:
    // "Attempting to use uninitialized value NAME"; FailedPreconditionError: closed;
    // and what operations throw.
    virtual void run(const RunRequest& request, std::vector<Tensor>& results) = 0;

    virtual void close() = 0;

    // Conveniences over the above.
    std::vector<Tensor> run(std::span<const Fetch> fetches, std::span<const Feed> feeds = {});
    std::vector<Tensor> run(std::initializer_list<Fetch> fetches,
                            std::initializer_list<Feed> feeds = {});
    Tensor run(const Fetch& fetch, std::initializer_list<Feed> feeds = {});
};

} // namespace engine
