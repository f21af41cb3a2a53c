// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/scaffold.h"

#include "engine/base/errors.h"
#include "engine/ops/summary_ops.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

namespace engine {

namespace {

// The single item of a collection; nothing if it is empty.
std::optional<CollectionItem> singleItem(const Graph& graph, std::string_view key)
{
    const std::vector<CollectionItem>& items = graph.collection(key);
    if (items.size() > 1) {
        throw FailedPreconditionError(
            fmt::format("More than one item in the collection {}: {} items. Please give the "
                        "scaffold one of them.",
                        key, items.size()));
    }
    return items.empty() ? std::nullopt : std::optional(items.front());
}

// `given` if it is not T(), else the collection's item, else the default, put there.
template <typename T, typename MakeDefault>
T getOrDefault(T given, Graph& graph, std::string_view key, MakeDefault&& makeDefault)
{
    if (given != T()) {
        return given;
    }
    if (const auto item = singleItem(graph, key)) {
        if (const T* typed = std::get_if<T>(&*item)) {
            return *typed;
        }
        throw FailedPreconditionError(
            fmt::format("the item in the collection {} is of another kind", key));
    }
    T made = makeDefault();
    if (made != T()) {
        graph.addToCollection(key, made);
    }
    return made;
}

std::vector<std::shared_ptr<Variable>> variablesOf(const Graph& graph,
                                                   std::initializer_list<std::string_view> keys)
{
    std::vector<std::shared_ptr<Variable>> variables;
    for (const std::string_view key : keys) {
        const auto more = graph.collectionOf<Variable>(key);
        variables.insert(variables.end(), more.begin(), more.end());
    }
    return variables;
}

Operation* initializerOf(Graph& graph, std::string_view key, std::string_view name)
{
    std::vector<Operation*> initializers;
    for (const auto& variable : variablesOf(graph, {key})) {
        initializers.push_back(&variable->initializer());
    }
    return &group(graph, initializers, name);
}

Output reportOf(Graph& graph, std::initializer_list<std::string_view> keys, std::string_view name)
{
    std::vector<Output> values;
    for (const auto& variable : variablesOf(graph, keys)) {
        values.push_back(variable->value());
    }
    return reportUninitialized(graph, values, name);
}

std::shared_ptr<Saver> saverOf(Graph& graph, SaverOptions options)
{
    if (const auto item = singleItem(graph, keys::kSavers)) {
        const auto* object = std::get_if<std::shared_ptr<CollectionObject>>(&*item);
        if (auto saver = object ? std::dynamic_pointer_cast<Saver>(*object) : nullptr) {
            return saver;
        }
        throw FailedPreconditionError("the item in the collection savers is no saver");
    }
    options.allowEmpty = true;
    auto saver = std::make_shared<Saver>(std::move(options));
    graph.addToCollection(keys::kSavers, saver);
    return saver;
}

} // namespace

Scaffold::Scaffold(Options options) : m_pieces(std::move(options))
{
    const Scaffold* other = m_pieces.copyFrom;
    if (other == nullptr) {
        return;
    }
    const Options& pieces = other->m_pieces;
    const auto take = [](auto& mine, const auto& theirs) {
        if (mine == std::decay_t<decltype(mine)>()) {
            mine = theirs;
        }
    };
    take(m_pieces.initOp, pieces.initOp);
    take(m_pieces.readyOp, pieces.readyOp);
    take(m_pieces.readyForLocalInitOp, pieces.readyForLocalInitOp);
    take(m_pieces.localInitOp, pieces.localInitOp);
    take(m_pieces.summaryOp, pieces.summaryOp);
    take(m_pieces.saver, pieces.saver);
    if (m_pieces.initFeeds.empty()) {
        m_pieces.initFeeds = pieces.initFeeds;
    }
    if (m_pieces.localInitFeeds.empty()) {
        m_pieces.localInitFeeds = pieces.localInitFeeds;
    }
    if (!m_pieces.initFn) {
        m_pieces.initFn = pieces.initFn;
    }
}

void Scaffold::finalize(Graph& graph, Logger* logger)
{
    m_pieces.initOp = getOrDefault(m_pieces.initOp, graph, keys::kInitOp, [&graph] {
        return initializerOf(graph, keys::kGlobalVariables, "init");
    });
    m_pieces.readyOp = getOrDefault(m_pieces.readyOp, graph, keys::kReadyOp, [&graph] {
        return reportOf(graph, {keys::kGlobalVariables, keys::kLocalVariables}, "ready");
    });
    m_pieces.readyForLocalInitOp =
        getOrDefault(m_pieces.readyForLocalInitOp, graph, keys::kReadyForLocalInitOp, [&graph] {
            return reportOf(graph, {keys::kGlobalVariables}, "ready_for_local_init");
        });
    m_pieces.localInitOp = getOrDefault(m_pieces.localInitOp, graph, keys::kLocalInitOp, [&graph] {
        return initializerOf(graph, keys::kLocalVariables, "local_init");
    });
    m_pieces.summaryOp = getOrDefault(m_pieces.summaryOp, graph, keys::kSummaryOp,
                                      [&graph] { return mergeAllSummaries(graph); });
    if (m_pieces.saver == nullptr) {
        m_pieces.saver = saverOf(graph, m_pieces.defaultSaver);
    }
    m_pieces.saver->build(graph);
    graph.finalize();
    if (logger != nullptr) {
        logger->info("Graph was finalized.");
    }
}

std::function<void(Session&)> Scaffold::initFn()
{
    if (!m_pieces.initFn) {
        return {};
    }
    return [this](Session& session) { m_pieces.initFn(*this, session); };
}

} // namespace engine
