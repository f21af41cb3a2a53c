// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/fusion.h"

#include "engine/ops/fusion_rules.h"

#include <algorithm>

namespace engine {

namespace {

class FusionFinder
{
public:
    FusionFinder(const Schedule& schedule, std::span<const Fetch> fetches,
                 const std::set<Output>& fed, const std::set<const Operation*>& folded,
                 const std::map<Output, OutputSpec>& specs)
        : m_schedule(schedule), m_fed(fed), m_folded(folded), m_specs(specs)
    {
        for (std::size_t i = 0; i < schedule.order.size(); ++i) {
            m_places[schedule.order[i]] = i;
            for (const Output& input : schedule.order[i]->inputs()) {
                m_readers[input].push_back(schedule.order[i]);
            }
        }
        for (const Fetch& fetch : fetches) {
            if (fetch.index != Fetch::kEffectOnly) {
                m_fetched.insert(fetch.operation->output(fetch.index));
            }
        }
    }

    Fusions find() const
    {
        Fusions fusions;
        for (Operation* operation : m_schedule.order) {
            const FusionRule* const rule = findFusionRule(operation->def());
            if (rule == nullptr || fusions.isTaken(*operation) || m_folded.contains(operation)) {
                continue;
            }
            std::vector<Operation*> taken;
            Operation* last = operation;
            while (Operation* next = onlyReaderOf(*last)) {
                if (!isReady(*next, *last, m_places.at(operation))
                    || !isTakenBy(*rule, *operation, taken, *next)) {
                    break;
                }
                taken.push_back(next);
                last = next;
            }
            if (!taken.empty()) {
                fusions.taken.insert(taken.begin(), taken.end());
                fusions.followers[operation] = std::move(taken);
            }
        }
        return fusions;
    }

private:
    // Null if the operation's result is needed elsewhere, too.
    Operation* onlyReaderOf(Operation& operation) const
    {
        if (operation.outputCount() != 1) {
            return nullptr;
        }
        const Output result = operation.output();
        const auto readers = m_readers.find(result);
        const bool isSeen = m_fetched.contains(result) || m_fed.contains(result);
        return isSeen || readers == m_readers.end() || readers->second.size() != 1
            ? nullptr
            : readers->second.front();
    }

    bool isTakenBy(const FusionRule& rule, const Operation& operation,
                   std::span<Operation* const> taken, const Operation& next) const
    {
        if (next.def().updatedVariables == 0) {
            return rule.canTake(operation, taken, next);
        }
        std::vector<OutputSpec> inputs;
        for (const Output& input : operation.inputs()) {
            const auto known = m_specs.find(input);
            inputs.push_back(known != m_specs.end() ? known->second
                                                    : OutputSpec{input.type(), input.shape()});
        }
        return taken.empty() && rule.canUpdate != nullptr
            && rule.canUpdate(operation, inputs, next);
    }

    // Whether `next`, which reads the result of `last`, could run at this place.
    bool isReady(Operation& next, const Operation& last, std::size_t place) const
    {
        const OpDef& def = next.def();
        if (def.updatedVariables > 0) { // its place in the order stays the same
            return next.outputCount() == 0 && m_places.at(&next) == m_places.at(&last) + 1
                && std::ranges::none_of(next.inputs(), [&](const Output& input) {
                       return &input.operation() != &last && m_fed.contains(input);
                   });
        }
        const bool isPlain = def.kind == OpKind::Computation && next.outputCount() == 1
            && !def.readsVariableInOrder && !def.inspectsVariables;
        if (!isPlain || !next.controlInputs().empty() || m_fed.contains(next.output())) {
            return false;
        }
        return std::ranges::all_of(next.inputs(), [&](const Output& input) {
            if (&input.operation() == &last || m_fed.contains(input)) {
                return true;
            }
            const OpKind kind = input.operation().def().kind;
            return kind == OpKind::Constant || kind == OpKind::Variable
                || m_folded.contains(&input.operation()) || m_places.at(&input.operation()) < place;
        });
    }

    const Schedule& m_schedule;
    const std::set<Output>& m_fed;
    const std::set<const Operation*>& m_folded;
    const std::map<Output, OutputSpec>& m_specs;
    std::map<const Operation*, std::size_t> m_places;
    std::map<Output, std::vector<Operation*>> m_readers;
    std::set<Output> m_fetched;
};

} // namespace

std::span<Operation* const> Fusions::followersOf(const Operation& operation) const
{
    const auto found = followers.find(&operation);
    return found == followers.end() ? std::span<Operation* const>() : found->second;
}

Operation& Fusions::lastOf(Operation& operation) const
{
    const std::span<Operation* const> behind = followersOf(operation);
    return behind.empty() ? operation : *behind.back();
}

Fusions findFusions(const Schedule& schedule, std::span<const Fetch> fetches,
                    const std::set<Output>& fed, const std::set<const Operation*>& folded,
                    const std::map<Output, OutputSpec>& specs)
{
    return FusionFinder(schedule, fetches, fed, folded, specs).find();
}

} // namespace engine
