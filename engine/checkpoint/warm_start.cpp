// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/warm_start.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/saver.h"
#include "engine/checkpoint/stored_variable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace engine {

namespace {

bool isAskedFor(const WarmStart& start, const std::string& variable)
{
    return start.variables.empty()
        || std::ranges::find(start.variables, variable) != start.variables.end();
}

const std::string& tensorNameOf(const WarmStart& start, const std::string& variable)
{
    const auto mapped = start.tensorNames.find(variable);
    return mapped == start.tensorNames.end() ? variable : mapped->second;
}

// A mapping or a wish that names no variable is a slip of the pen.
void requireKnown(const WarmStart& start, const std::set<std::string, std::less<>>& known)
{
    std::vector<std::string> named = start.variables;
    for (const auto& [variable, tensor] : start.tensorNames) {
        named.push_back(variable);
    }
    for (const std::string& name : named) {
        if (!known.contains(name)) {
            throw InvalidArgumentError(
                fmt::format("there is no variable {}; there are {}", name, fmt::join(known, ", ")));
        }
    }
}

void requireComplete(const WarmStart& start, const WarmStartReport& report)
{
    if (start.mode != WarmStart::Mode::Partial && !report.unfit.empty()) {
        throw InvalidArgumentError(
            fmt::format("{}: {}", start.prefix, fmt::join(report.unfit, "; ")));
    }
    if (start.mode == WarmStart::Mode::Strict && !report.missing.empty()) {
        throw NotFoundError(fmt::format("{} does not hold all variables of this model: {}",
                                        start.prefix, summaryOf(report)));
    }
}

std::string listed(std::string_view title, const std::vector<std::string>& names)
{
    return names.empty() ? std::string()
                         : fmt::format("; {} {}: {}", names.size(), title, fmt::join(names, ", "));
}

} // namespace

WarmStart::Mode warmStartMode(std::string_view name)
{
    if (name == "strict") {
        return WarmStart::Mode::Strict;
    }
    if (name == "by_name") {
        return WarmStart::Mode::ByName;
    }
    if (name == "partial") {
        return WarmStart::Mode::Partial;
    }
    throw InvalidArgumentError(
        fmt::format("\"{}\" is none of \"strict\", \"by_name\" and \"partial\"", name));
}

std::string summaryOf(const WarmStartReport& report)
{
    return fmt::format("{} variables assigned{}{}{}", report.assigned.size(),
                       listed("not in the checkpoint", report.missing),
                       listed("that do not fit", report.unfit),
                       listed("tensors not used", report.unused));
}

WarmStartReport Saver::warmStart(Session& session, const WarmStart& start)
{
    requireBuilt();
    finishSaving();
    const TensorBundleReader reader(*m_files, start.prefix);
    std::set<std::string, std::less<>> known;
    std::set<std::string, std::less<>> used;
    WarmStartReport report;
    std::vector<Feed> feeds;
    std::vector<Fetch> assignments;
    for (const Entry& entry : m_entries) {
        known.insert(entry.name);
        if (!isAskedFor(start, entry.name)) {
            continue;
        }
        const std::string& tensor = tensorNameOf(start, entry.name);
        if (reader.find(tensor) == nullptr) {
            report.missing.push_back(entry.name);
            continue;
        }
        used.insert(tensor);
        try {
            feeds.push_back(
                {entry.newValue, readStoredVariable(reader, tensor, entry.name, entry.value)});
        } catch (const InvalidArgumentError& error) {
            report.unfit.emplace_back(error.what());
            continue;
        } catch (const UnimplementedError& error) { // a type that no variable has
            report.unfit.emplace_back(error.what());
            continue;
        }
        assignments.emplace_back(entry.assign);
        report.assigned.push_back(entry.name);
    }
    requireKnown(start, known);
    for (const BundleEntry& entry : reader.entries()) {
        if (!used.contains(entry.name)) {
            report.unused.push_back(entry.name);
        }
    }
    for (std::vector<std::string>* list : {&report.assigned, &report.missing, &report.unfit}) {
        std::ranges::sort(*list);
    }
    requireComplete(start, report);
    if (!assignments.empty()) {
        session.run(assignments, feeds);
    }
    return report;
}

} // namespace engine
