// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// How a Plan is made: shapes, places of the buffers, kernels. Running it is in plan.cpp.
#include "engine/runtime/plan.h"

#include "engine/base/errors.h"
#include "engine/ops/fusion_rules.h"
#include "engine/ops/op_cost.h"
#include "engine/runtime/folding.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

void requireFitting(const Feed& feed)
{
    const Tensor& value = feed.value;
    if (value.dataType() != feed.output.type()) {
        throw InvalidArgumentError(fmt::format("{} is fed a {} tensor, it is {}",
                                               feed.output.name(), dataTypeName(value.dataType()),
                                               dataTypeName(feed.output.type())));
    }
    if (!feed.output.shape().isCompatibleWith(value.shape())) {
        throw InvalidArgumentError(fmt::format("{} is fed shape {}, it has shape {}",
                                               feed.output.name(), value.shape().toString(),
                                               feed.output.shape().toString()));
    }
}

bool fitsArena(const OutputSpec& spec)
{
    return spec.type != DataType::String && spec.shape.isFullyKnown();
}

std::size_t bytesOf(const OutputSpec& spec)
{
    return static_cast<std::size_t>(spec.shape.elementCount()) * sizeOf(spec.type);
}

} // namespace

Plan::Plan(const RunRequest& request, VariableStore& variables, ResourceStore& resources,
           Workspaces& workspaces, int threads)
    : m_variables(variables), m_resources(resources)
{
    m_key.fetches.assign(request.fetches.begin(), request.fetches.end());
    for (const Feed& feed : request.feeds) {
        requireFitting(feed);
        if (!m_fedSet.insert(feed.output).second) {
            throw InvalidArgumentError(fmt::format("{} is fed twice", feed.output.name()));
        }
        m_key.fed.push_back(feed.output);
        m_key.fedShapes.push_back(feed.value.shape());
        m_specs[feed.output] = {feed.value.dataType(), feed.value.shape()};
        m_feedSlots.push_back(&slot(feed.output));
        m_borrowed.push_back(m_feedSlots.back());
    }
    const Schedule schedule = makeSchedule(request.fetches, m_fedSet);
    inferSpecs(schedule);
    m_folded = findFoldable(schedule, m_fedSet, m_specs);
    m_fusions = findFusions(schedule, request.fetches, m_fedSet, m_folded, m_specs);
    placeSources(schedule);
    placeInArena(schedule, workspaces);
    bindFeeds(request); // kernels may look at nothing but shapes; aliases need something to alias
    addSteps(schedule, threads);
    addResults();
    m_report->graphOperations =
        schedule.order.empty() ? 0 : schedule.order.front()->graph().operationCount();
    m_report->neededOperations = schedule.order.size();
    m_report->foldedOperations = m_folded.size();
    m_report->threads = threads;
}

Tensor& Plan::slot(Output output)
{
    std::unique_ptr<Tensor>& tensor = m_slots[output];
    if (!tensor) {
        tensor = std::make_unique<Tensor>();
    }
    return *tensor;
}

std::vector<OutputSpec> Plan::inputSpecs(const Operation& operation) const
{
    std::vector<OutputSpec> specs;
    for (const Output& input : operation.inputs()) {
        specs.push_back(m_specs.at(input));
    }
    return specs;
}

void Plan::inferSpecs(const Schedule& schedule)
{
    for (Operation* operation : schedule.order) {
        if (operation->def().kind == OpKind::Placeholder
            && !m_fedSet.contains(operation->output())) {
            throw InvalidArgumentError(fmt::format("placeholder {} ({} {}) must be fed",
                                                   operation->name(),
                                                   dataTypeName(operation->outputSpec(0).type),
                                                   operation->outputSpec(0).shape.toString()));
        }
        const std::vector<OutputSpec> inputs = inputSpecs(*operation);
        const std::vector<OutputSpec> outputs =
            inferOutputs(operation->def(), {operation->name(), inputs, operation->attributes()});
        for (int i = 0; i < operation->outputCount(); ++i) {
            m_specs.try_emplace(operation->output(i), outputs.at(static_cast<std::size_t>(i)));
        }
    }
}

void Plan::placeSources(const Schedule& schedule)
{
    for (Operation* operation : schedule.order) {
        if (operation->def().kind == OpKind::Constant) {
            slot(operation->output()) = operation->attribute<Tensor>("value");
        } else if (operation->def().kind == OpKind::Variable) {
            const VariableState& state = m_variables.of(*operation);
            Tensor& tensor = slot(operation->output());
            if (schedule.snapshots.contains(operation)) {
                tensor = Tensor(state.value.dataType(), state.value.shape());
                m_snapshots.push_back({&state, &tensor});
            } else {
                tensor = state.value;
            }
            m_report->variableBytes += bytesOf(m_specs.at(operation->output()));
        }
    }
}

// Gives every computed output its place. Buffers are reused as soon as their last reader has run.
void Plan::placeInArena(const Schedule& schedule, Workspaces& workspaces)
{
    std::map<Output, std::size_t> lastUse;
    for (std::size_t i = 0; i < schedule.order.size(); ++i) {
        for (const Output& input : schedule.order[i]->inputs()) {
            lastUse[aliasRoot(input, m_fedSet)] = i;
        }
    }
    for (const Fetch& fetch : m_key.fetches) {
        if (fetch.index != Fetch::kEffectOnly) {
            lastUse[aliasRoot(fetch.operation->output(fetch.index), m_fedSet)] =
                schedule.order.size();
        }
    }

    ArenaLayout layout;
    std::map<Output, std::size_t> offsets;
    std::multimap<std::size_t, Output> ends;
    for (std::size_t i = 0; i < schedule.order.size(); ++i) {
        if (schedule.order[i]->def().kind == OpKind::Computation
            && !m_fusions.isTaken(*schedule.order[i])) {
            Operation& operation = m_fusions.lastOf(*schedule.order[i]);
            for (int k = 0; k < operation.outputCount(); ++k) {
                const Output output = operation.output(k);
                const OutputSpec& spec = m_specs.at(output);
                if (m_folded.contains(&operation)) {
                    slot(output) = Tensor(spec.type, spec.shape); // stays from run to run
                    m_report->foldedBytes += bytesOf(spec);
                } else if (fitsArena(spec) && !m_fedSet.contains(output)) {
                    offsets[output] = layout.allocate(bytesOf(spec));
                    m_report->resultBytes += bytesOf(spec);
                    ends.emplace(lastUse.contains(output) ? lastUse[output] : i, output);
                }
            }
        }
        for (auto [end, past] = ends.equal_range(i); end != past; ++end) {
            layout.release(offsets.at(end->second));
        }
    }
    m_report->arenaBytes = layout.peakBytes();
    m_mayBlock = std::ranges::any_of(
        schedule.order, [](const Operation* operation) { return operation->def().mayBlock; });
    m_workspace = workspaces.take(layout.peakBytes(), m_mayBlock);
    for (const auto& [output, offset] : offsets) {
        const OutputSpec& spec = m_specs.at(output);
        slot(output) = Tensor::view(spec.type, spec.shape, m_workspace->arena.at(offset));
    }
}

void Plan::addSteps(const Schedule& schedule, int threads)
{
    for (Operation* operation : schedule.order) {
        if (m_fusions.isTaken(*operation)) {
            continue;
        }
        if (operation->def().kind == OpKind::Computation) {
            addStep(schedule, *operation, threads);
        } else if (operation->def().kind == OpKind::Alias
                   && !m_fedSet.contains(operation->output())) {
            addAlias(*operation);
        }
    }
}

bool Plan::isBoundPerRun(Output root) const
{
    return m_fedSet.contains(root)
        || (root.operation().def().kind == OpKind::Computation && !fitsArena(m_specs.at(root)));
}

void Plan::addAlias(Operation& operation)
{
    const Output input = operation.input(0);
    const Shape& shape = m_specs.at(operation.output()).shape;
    Step step;
    step.operation = &operation;
    step.aliasShape = shape;
    step.inputCount = step.outputCount = 1;
    step.firstInput = m_pointers.size();
    m_pointers.push_back(&slot(input));
    step.firstOutput = m_pointers.size();
    m_pointers.push_back(&slot(operation.output()));
    m_flags.resize(m_pointers.size(), nullptr);
    if (isBoundPerRun(aliasRoot(input, m_fedSet))) {
        m_steps.push_back(std::move(step));
        PlanStepReport& report = m_report->steps.emplace_back();
        report.operation = &operation;
        report.outputs = {{input.type(), shape}};
        m_borrowed.push_back(&slot(operation.output()));
    } else {
        slot(operation.output()) = slot(input).reshaped(shape);
    }
}

// Where an operation leaves a result. A fed one is left beside: the caller's tensor stays as it is.
Tensor& Plan::computedSlot(Output output, const OutputSpec& spec)
{
    if (!m_fedSet.contains(output)) {
        return slot(output);
    }
    m_unused.push_back(spec.shape.isFullyKnown() ? std::make_unique<Tensor>(spec.type, spec.shape)
                                                 : std::make_unique<Tensor>());
    return *m_unused.back();
}

// An input of a step's kernel: where its tensor lies, and what a variable must have by then.
void Plan::addInput(const Schedule& schedule, const Operation& operation, std::size_t index,
                    Step& step)
{
    const OpDef& def = operation.def();
    const Output input = operation.inputs()[index];
    const Output root = aliasRoot(input, m_fedSet);
    const bool isVariable =
        !m_fedSet.contains(root) && root.operation().def().kind == OpKind::Variable;
    const bool isUpdated = static_cast<int>(index) < def.updatedVariables;
    VariableState* state = isVariable ? &m_variables.of(root.operation()) : nullptr;
    const bool seesVariable = isUpdated || def.readsVariableInOrder || def.inspectsVariables;
    m_pointers.push_back(state != nullptr && seesVariable ? &state->value : &slot(input));
    m_flags.push_back(state != nullptr ? &state->hasValue : nullptr);
    if (index == 0 && def.initializesVariable && state != nullptr) {
        step.initializes = &state->hasValue;
    } else if (state != nullptr && !def.inspectsVariables) {
        const bool isSnapshot = !seesVariable && schedule.snapshots.contains(&root.operation());
        (isSnapshot ? m_neededAtStart : step.neededValues)
            .emplace_back(&state->hasValue, &root.operation());
    }
}

void Plan::addStep(const Schedule& schedule, Operation& operation, int threads)
{
    Step step;
    step.operation = &operation;
    step.firstInput = m_pointers.size();
    std::vector<OutputSpec> inputs = inputSpecs(operation);
    for (std::size_t i = 0; i < operation.inputs().size(); ++i) {
        addInput(schedule, operation, i, step);
    }
    std::vector<OutputSpec> outputs =
        inferOutputs(operation.def(), {operation.name(), inputs, operation.attributes()});
    Operation* last = &operation;
    const std::span<Operation* const> followers = m_fusions.followersOf(operation);
    for (Operation* const follower : followers) {
        for (std::size_t i = 0; i < follower->inputs().size(); ++i) {
            if (follower->inputs()[i] != last->output()) {
                addInput(schedule, *follower, i, step);
                inputs.push_back(m_specs.at(follower->inputs()[i]));
            }
        }
        last = follower;
        outputs.clear();
        for (int i = 0; i < last->outputCount(); ++i) {
            outputs.push_back(m_specs.at(last->output(i)));
        }
    }
    step.inputCount = inputs.size();
    step.firstOutput = m_pointers.size();
    step.outputCount = outputs.size();
    for (int i = 0; i < last->outputCount(); ++i) {
        m_pointers.push_back(&computedSlot(last->output(i), outputs[static_cast<std::size_t>(i)]));
    }
    m_flags.resize(m_pointers.size(), nullptr);
    const KernelRequest request{operation, inputs, outputs, threads, &m_resources};
    step.kernel = followers.empty()
        ? operation.def().makeKernel(request)
        : findFusionRule(operation.def())->makeKernel(request, followers);
    keep(std::move(step), operation, request);
}

// A folded step runs now and never again; any other is entered in plan and report.
void Plan::keep(Step step, Operation& operation, const KernelRequest& request)
{
    if (m_folded.contains(&operation)) {
        execute(step, {});
        return;
    }
    PlanStepReport report;
    report.operation = &operation;
    report.way = step.kernel->way();
    report.outputs.assign(request.outputs.begin(), request.outputs.end());
    report.flops = flopsOfOne(operation);
    for (const std::span<const OutputSpec> specs : {request.inputs, request.outputs}) {
        for (const OutputSpec& spec : specs) {
            report.bytes += fitsArena(spec) ? bytesOf(spec) : 0;
        }
    }
    for (Operation* const follower : m_fusions.followersOf(operation)) {
        report.followers.push_back(follower);
        report.flops += flopsOfOne(*follower);
    }
    m_report->steps.push_back(std::move(report));
    m_steps.push_back(std::move(step));
}

double Plan::flopsOfOne(Operation& operation) const
{
    const std::vector<OutputSpec> inputs = inputSpecs(operation);
    std::vector<OutputSpec> outputs;
    for (int i = 0; i < operation.outputCount(); ++i) {
        outputs.push_back(m_specs.at(operation.output(i)));
    }
    return flopsOf(operation.def(), {operation.attributes(), inputs, outputs});
}

void Plan::addResults()
{
    for (const Fetch& fetch : m_key.fetches) {
        ResultSource source;
        if (fetch.index != Fetch::kEffectOnly) {
            const Output output = fetch.operation->output(fetch.index);
            const Output root = aliasRoot(output, m_fedSet);
            source.tensor = &slot(output);
            if (!m_fedSet.contains(root) && root.operation().def().kind == OpKind::Variable) {
                source.hasValue = &m_variables.of(root.operation()).hasValue;
                source.variable = &root.operation();
            }
        }
        m_results.push_back(source);
    }
}

} // namespace engine
