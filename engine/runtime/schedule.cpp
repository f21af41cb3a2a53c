// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/schedule.h"

#include <algorithm>
#include <map>

namespace engine {

namespace {

struct OlderFirst
{
    bool operator()(const Operation* a, const Operation* b) const { return a->id() < b->id(); }
};

// Whether it updates a variable by something that has been computed in the run.
bool usesUp(const Operation& operation)
{
    const auto updated = static_cast<std::size_t>(operation.def().updatedVariables);
    return updated > 0
        && std::ranges::any_of(operation.inputs().subspan(updated), [](const Output& input) {
               return input.operation().def().kind == OpKind::Computation;
           });
}

// Whether it costs next to nothing and others may wait for it: what has no kernel, and what gives a
// single number, such as a learning rate, which is often made last.
bool isPreparation(const Operation& operation)
{
    const OpDef& def = operation.def();
    if (def.kind != OpKind::Computation) {
        return def.kind == OpKind::Variable || def.kind == OpKind::Constant
            || def.kind == OpKind::Alias;
    }
    const bool isFree = def.updatedVariables == 0 && !def.readsVariableInOrder
        && !def.inspectsVariables && !def.checksValues && !def.mayBlock && !def.stateful;
    return isFree && operation.outputCount() == 1 && operation.outputSpec(0).shape.rank() == 0
        && operation.outputSpec(0).type != DataType::String;
}

// A gradient is used up while it lies in the cache, and its memory is free for the next one.
struct GradientsFirst
{
    static int rankOf(const Operation& operation)
    {
        return usesUp(operation) ? 0 : isPreparation(operation) ? 1 : 2;
    }

    bool operator()(const Operation* a, const Operation* b) const
    {
        const int rankA = rankOf(*a);
        const int rankB = rankOf(*b);
        return rankA != rankB ? rankA < rankB : OlderFirst()(a, b);
    }
};

using OperationSet = std::set<Operation*, OlderFirst>;
using Updaters = std::map<const Operation*, std::vector<Operation*>, OlderFirst>;

class Scheduler
{
public:
    Scheduler(std::span<const Fetch> fetches, const std::set<Output>& fed) : m_fed(fed)
    {
        collect(fetches);
        for (Operation* operation : m_needed) {
            for (Operation* before : predecessors(*operation)) {
                m_after[before].insert(operation);
            }
        }
    }

    Schedule schedule()
    {
        Schedule result;
        for (auto& [variable, updaters] : updatersOfVariables()) {
            orderReadersBefore(*variable, updaters, result.snapshots);
        }
        orderChecksBeforeUpdates();
        result.order = topologicalOrder<GradientsFirst>();
        return result;
    }

private:
    void collect(std::span<const Fetch> fetches)
    {
        std::vector<Operation*> stack;
        for (const Fetch& fetch : fetches) {
            if (fetch.index == Fetch::kEffectOnly
                || !m_fed.contains(fetch.operation->output(fetch.index))) {
                stack.push_back(fetch.operation);
            }
        }
        while (!stack.empty()) {
            Operation* operation = stack.back();
            stack.pop_back();
            if (m_needed.insert(operation).second) {
                const std::vector<Operation*> before = predecessors(*operation);
                stack.insert(stack.end(), before.begin(), before.end());
            }
        }
    }

    std::vector<Operation*> predecessors(const Operation& operation) const
    {
        std::vector<Operation*> before(operation.controlInputs().begin(),
                                       operation.controlInputs().end());
        for (const Output& input : operation.inputs()) {
            if (!m_fed.contains(input)) {
                before.push_back(&input.operation());
            }
        }
        return before;
    }

    Updaters updatersOfVariables() const
    {
        Updaters updaters;
        for (Operation* operation : m_needed) {
            for (int i = 0; i < operation->def().updatedVariables; ++i) {
                updaters[&operation->input(i).operation()].push_back(operation);
            }
        }
        return updaters;
    }

    bool reads(const Operation& operation, const Operation& variable) const
    {
        const OpDef& def = operation.def();
        if (def.kind == OpKind::Alias) {
            return false;
        }
        for (std::size_t i = static_cast<std::size_t>(def.updatedVariables);
             i < operation.inputs().size(); ++i) {
            const Output root = aliasRoot(operation.inputs()[i], m_fed);
            if (!m_fed.contains(root) && &root.operation() == &variable) {
                return true;
            }
        }
        return false;
    }

    OperationSet reachableFrom(Operation* start) const
    {
        OperationSet reached;
        std::vector<Operation*> stack{start};
        while (!stack.empty()) {
            const auto edges = m_after.find(stack.back());
            stack.pop_back();
            if (edges == m_after.end()) {
                continue;
            }
            for (Operation* next : edges->second) {
                if (reached.insert(next).second) {
                    stack.push_back(next);
                }
            }
        }
        return reached;
    }

    // Adds only edges that close no circle: who can run only later reads a snapshot.
    void orderReadersBefore(const Operation& variable, std::vector<Operation*>& updaters,
                            std::set<const Operation*>& snapshots)
    {
        chain(updaters);
        const OperationSet later = reachableFrom(updaters.front());
        for (Operation* operation : m_needed) {
            if (!reads(*operation, variable)) {
                continue;
            }
            const OpDef& def = operation->def();
            if (def.readsVariableInOrder || def.inspectsVariables) {
                orderAmongUpdates(*operation, updaters);
                continue;
            }
            const bool isUpdater = std::ranges::find(updaters, operation) != updaters.end();
            if (later.contains(operation) || isUpdater) {
                snapshots.insert(&variable);
            } else {
                m_after[operation].insert(updaters.front());
            }
        }
    }

    // Somebody who sees the variable itself sees it between the updates that were made before and
    // those that were made later, as far as nothing else asks for another order.
    void orderAmongUpdates(Operation& reader, const std::vector<Operation*>& updaters)
    {
        for (Operation* const updater : updaters) {
            if (updater->id() < reader.id() && !reachableFrom(&reader).contains(updater)) {
                m_after[updater].insert(&reader);
            }
        }
        const auto younger = std::ranges::find_if(updaters, [&](Operation* updater) {
            return updater->id() > reader.id() && !reachableFrom(updater).contains(&reader);
        });
        if (younger != updaters.end()) {
            m_after[&reader].insert(*younger);
        }
    }

    // What a check refuses has changed nothing, as far as updates were made after the check.
    void orderChecksBeforeUpdates()
    {
        for (Operation* check : m_needed) {
            if (!check->def().checksValues) {
                continue;
            }
            for (Operation* update : m_needed) {
                if (update->def().updatedVariables > 0 && update->id() > check->id()
                    && !reachableFrom(update).contains(check)) {
                    m_after[check].insert(update);
                }
            }
        }
    }

    // Several updates of one variable run one after the other, in the order that their inputs ask
    // for and otherwise in the order of creation.
    void chain(std::vector<Operation*>& updaters)
    {
        const std::vector<Operation*> order = topologicalOrder<OlderFirst>();
        std::ranges::sort(updaters, {}, [&](Operation* updater) {
            return std::ranges::find(order, updater) - order.begin();
        });
        for (std::size_t i = 1; i < updaters.size(); ++i) {
            m_after[updaters[i - 1]].insert(updaters[i]);
        }
    }

    // Kahn's algorithm, always taking the first operation that is ready.
    template <typename First>
    std::vector<Operation*> topologicalOrder() const
    {
        std::map<Operation*, int> waitingFor;
        for (const auto& [before, afters] : m_after) {
            for (Operation* after : afters) {
                ++waitingFor[after];
            }
        }
        std::set<Operation*, First> ready;
        for (Operation* operation : m_needed) {
            if (!waitingFor.contains(operation)) {
                ready.insert(operation);
            }
        }
        std::vector<Operation*> order;
        while (!ready.empty()) {
            Operation* operation = *ready.begin();
            ready.erase(ready.begin());
            order.push_back(operation);
            const auto edges = m_after.find(operation);
            if (edges == m_after.end()) {
                continue;
            }
            for (Operation* after : edges->second) {
                if (--waitingFor[after] == 0) {
                    ready.insert(after);
                }
            }
        }
        return order;
    }

    const std::set<Output>& m_fed;
    OperationSet m_needed;
    std::map<Operation*, OperationSet> m_after;
};

} // namespace

Output aliasRoot(Output output, const std::set<Output>& fed)
{
    while (!fed.contains(output) && output.operation().def().kind == OpKind::Alias) {
        output = output.operation().input(0);
    }
    return output;
}

Schedule makeSchedule(std::span<const Fetch> fetches, const std::set<Output>& fed)
{
    return Scheduler(fetches, fed).schedule();
}

} // namespace engine
