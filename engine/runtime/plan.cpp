// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/plan.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

std::int64_t nanosecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

[[noreturn]] void throwUninitialized(const Operation& variable)
{
    throw FailedPreconditionError("Attempting to use uninitialized value " + variable.name());
}

} // namespace

bool PlanKey::matches(const RunRequest& request) const
{
    if (!std::ranges::equal(fetches, request.fetches) || fed.size() != request.feeds.size()) {
        return false;
    }
    for (std::size_t i = 0; i < fed.size(); ++i) {
        const Feed& feed = request.feeds[i];
        if (feed.output != fed[i] || feed.value.shape() != fedShapes[i]
            || feed.value.dataType() != feed.output.type()) {
            return false;
        }
    }
    return true;
}

void Plan::run(const RunRequest& request, std::vector<Tensor>& results)
{
    const Time start = request.options != nullptr ? std::chrono::steady_clock::now() : Time();
    const std::lock_guard lock(m_workspace->mutex);
    struct Release // the caller's memory is not kept, whatever an operation throws
    {
        Plan& plan;
        ~Release() { plan.releaseBorrowed(); }
    } release{*this};
    if (request.metadata != nullptr && request.options != nullptr
        && request.options->outputPartitionGraphs) {
        request.metadata->partitionGraphs = {m_report};
    }
    bindFeeds(request);
    if (!m_valuesChecked) {
        requireValues(m_neededAtStart);
    }
    results.resize(m_results.size());
    for (const Snapshot& snapshot : m_snapshots) {
        snapshot.copy->copyFrom(snapshot.state->value);
    }
    copyResults(results, true);
    executeAll(request, start);
    copyResults(results, false);
    m_valuesChecked = true;
}

void Plan::bindFeeds(const RunRequest& request)
{
    for (std::size_t i = 0; i < m_feedSlots.size(); ++i) {
        *m_feedSlots[i] = request.feeds[i].value;
    }
}

void Plan::releaseBorrowed()
{
    for (Tensor* borrowed : m_borrowed) {
        *borrowed = Tensor();
    }
}

void Plan::requireValues(const std::vector<NeededValue>& values)
{
    for (const auto& [hasValue, variable] : values) {
        if (!*hasValue) {
            throwUninitialized(*variable);
        }
    }
}

void Plan::execute(const Step& step, const KernelContext::Deadline& deadline)
{
    Tensor* const* inputs = m_pointers.data() + step.firstInput;
    Tensor* const* outputs = m_pointers.data() + step.firstOutput;
    if (!step.kernel) {
        const Shape& shape = step.aliasShape;
        *outputs[0] = shape.isFullyKnown() ? inputs[0]->reshaped(shape) : *inputs[0];
        return;
    }
    if (!m_valuesChecked) {
        requireValues(step.neededValues);
    }
    KernelContext context({inputs, step.inputCount}, {outputs, step.outputCount},
                          {m_flags.data() + step.firstInput, step.inputCount}, deadline);
    try {
        step.kernel->compute(context);
    } catch (const InvalidArgumentError& error) {
        std::vector<OutputSpec> given;
        for (std::size_t i = 0; i < step.inputCount; ++i) {
            given.push_back({inputs[i]->dataType(), inputs[i]->shape()});
        }
        throw withInputs(error, step.operation->def().type, given);
    }
    if (step.initializes != nullptr) {
        *step.initializes = true;
    }
}

void Plan::executeAll(const RunRequest& request, Time start)
{
    const bool isTraced = request.metadata != nullptr && request.options != nullptr
        && request.options->traceLevel > 0;
    const std::int64_t timeout = request.options != nullptr ? request.options->timeoutMs : 0;
    if (!isTraced && timeout <= 0) {
        for (const Step& step : m_steps) {
            execute(step, {});
        }
        return;
    }
    const auto deadline = timeout > 0
        ? KernelContext::Deadline(start + std::chrono::milliseconds(timeout))
        : std::nullopt;
    for (const Step& step : m_steps) {
        const std::int64_t began = nanosecondsSince(start);
        if (timeout > 0 && began > timeout * 1'000'000) {
            throw DeadlineExceededError(fmt::format("the run took longer than {} ms (before {})",
                                                    timeout, step.operation->name()));
        }
        execute(step, deadline);
        if (isTraced) {
            request.metadata->timings.push_back(
                {step.operation, began, nanosecondsSince(start) - began});
        }
    }
}

void Plan::copyResults(std::vector<Tensor>& results, bool variables) const
{
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        const ResultSource& source = m_results[i];
        const bool isVariable = source.hasValue != nullptr;
        if (isVariable != variables) {
            continue;
        }
        if (isVariable && !*source.hasValue) {
            throwUninitialized(*source.variable);
        }
        Tensor& result = results[i];
        if (source.tensor == nullptr) {
            result = Tensor();
        } else if (result.isUniquelyOwned() && result.dataType() == source.tensor->dataType()
                   && result.shape() == source.tensor->shape()) {
            result.copyFrom(*source.tensor);
        } else {
            result = source.tensor->clone();
        }
    }
}

} // namespace engine
