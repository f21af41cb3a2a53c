// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/ops/kernel.h"
#include "engine/ops/resource_store.h"
#include "engine/runtime/fusion.h"
#include "engine/runtime/session.h"
#include "engine/runtime/variable_store.h"
#include "engine/runtime/workspace.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace engine {

// What a plan was compiled for.
struct PlanKey
{
    std::vector<Fetch> fetches;
    std::vector<Output> fed;
    std::vector<Shape> fedShapes;

    bool matches(const RunRequest& request) const;
};

// The compiled form of a set of fetches, feeds and shapes: kernels in order, every buffer at its
// place in one arena. run() allocates nothing once it has run, except for string results and
// outputs whose shape is not known before.
//
// Thread rule: run() locks the workspace; the graph must not change.
class Plan
{
public:
    // Errors as Session::run().
    Plan(const RunRequest& request, VariableStore& variables, ResourceStore& resources,
         Workspaces& workspaces, int threads);

    const PlanKey& key() const { return m_key; }
    void run(const RunRequest& request, std::vector<Tensor>& results);
    // What the plan became; shared with whoever asks for longer than the plan lives.
    std::shared_ptr<const PlanReport> report() const { return m_report; }
    // Whether a run may wait for another run of the session (queues).
    bool mayBlock() const { return m_mayBlock; }

private:
    using Time = std::chrono::steady_clock::time_point;
    // Where the tensors of a step lie in m_pointers and m_flags.
    using NeededValue = std::pair<const bool*, const Operation*>; // the flag of a variable
    struct Step
    {
        const Operation* operation = nullptr;
        std::unique_ptr<Kernel> kernel; // null: re-point the output at the input (Alias)
        std::size_t firstInput = 0;
        std::size_t firstOutput = 0;
        std::size_t inputCount = 0;
        std::size_t outputCount = 0;
        Shape aliasShape;
        std::vector<NeededValue> neededValues; // checked until all are there
        bool* initializes = nullptr;
    };
    struct ResultSource
    {
        const Tensor* tensor = nullptr; // null: an operation without a value
        const bool* hasValue = nullptr; // of a variable: copied before the first step
        const Operation* variable = nullptr;
    };
    struct Snapshot
    {
        const VariableState* state;
        Tensor* copy;
    };

    void bindFeeds(const RunRequest& request);
    void releaseBorrowed();
    Tensor& slot(Output output);
    void placeSources(const Schedule& schedule);
    void inferSpecs(const Schedule& schedule);
    void placeInArena(const Schedule& schedule, Workspaces& workspaces);
    void addSteps(const Schedule& schedule, int threads);
    void addStep(const Schedule& schedule, Operation& operation, int threads);
    void keep(Step step, Operation& operation, const KernelRequest& request);
    std::vector<OutputSpec> inputSpecs(const Operation& operation) const;
    double flopsOfOne(Operation& operation) const;
    void addInput(const Schedule& schedule, const Operation& operation, std::size_t index,
                  Step& step);
    Tensor& computedSlot(Output output, const OutputSpec& spec);
    void addAlias(Operation& operation);
    void addResults();
    bool isBoundPerRun(Output root) const;
    static void requireValues(const std::vector<NeededValue>& values);
    void execute(const Step& step, const KernelContext::Deadline& deadline);
    void executeAll(const RunRequest& request, Time start);
    void copyResults(std::vector<Tensor>& results, bool variables) const;

    PlanKey m_key;
    std::set<Output> m_fedSet;
    std::set<const Operation*> m_folded;
    Fusions m_fusions;
    VariableStore& m_variables;
    ResourceStore& m_resources;
    std::map<Output, OutputSpec> m_specs;
    std::map<Output, std::unique_ptr<Tensor>> m_slots; // addresses stay
    std::vector<std::unique_ptr<Tensor>> m_unused; // results in whose place something is fed
    std::vector<Tensor*> m_feedSlots;
    std::vector<Tensor*> m_borrowed; // slots that show memory of the caller during a run
    std::vector<NeededValue> m_neededAtStart; // of variables that are read from a snapshot
    std::vector<Step> m_steps;
    std::vector<Tensor*> m_pointers;
    std::vector<const bool*> m_flags;
    std::vector<ResultSource> m_results;
    std::vector<Snapshot> m_snapshots;
    std::shared_ptr<Workspace> m_workspace;
    const std::shared_ptr<PlanReport> m_report = std::make_shared<PlanReport>();
    bool m_valuesChecked = false;
    bool m_mayBlock = false;
};

} // namespace engine
