// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/operation.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace engine {

// Base of objects kept in collections (savers, variables, queue runners).
class CollectionObject
{
public:
    virtual ~CollectionObject() = default;
};

using CollectionItem = std::variant<Output, Operation*, std::shared_ptr<CollectionObject>>;

// Names of TensorFlow's standard collections (tf.GraphKeys).
namespace keys {
inline constexpr std::string_view kGlobalVariables = "variables";
inline constexpr std::string_view kLocalVariables = "local_variables";
inline constexpr std::string_view kTrainableVariables = "trainable_variables";
inline constexpr std::string_view kSummaries = "summaries";
inline constexpr std::string_view kLosses = "losses";
inline constexpr std::string_view kGlobalStep = "global_step";
inline constexpr std::string_view kInitOp = "init_op";
inline constexpr std::string_view kLocalInitOp = "local_init_op";
inline constexpr std::string_view kReadyOp = "ready_op";
inline constexpr std::string_view kReadyForLocalInitOp = "ready_for_local_init_op";
inline constexpr std::string_view kSummaryOp = "summary_op";
inline constexpr std::string_view kSavers = "savers";
inline constexpr std::string_view kQueueRunners = "queue_runners";
} // namespace keys

// What addOperation() needs. `name` empty: the type's name. Names are made unique by "_1", "_2" …
struct OperationSpec
{
    const OpDef* def = nullptr;
    std::string_view name;
    std::vector<Output> inputs;
    Attributes attributes;
    std::vector<Operation*> controlInputs;
};

// A static graph of named operations, as TensorFlow 1's tf.Graph.
//
// Thread rule: one thread while building; any number of readers once finalized.
class Graph
{
public:
    // `seed` is the graph-level seed: the same graph with the same seed computes the same.
    explicit Graph(std::uint64_t seed = 0);
    ~Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;

    std::uint64_t seed() const { return m_seed; }

    // InvalidArgumentError: shapes or types do not fit, an input of another graph, a bad name.
    // FailedPreconditionError "Graph is finalized and cannot be modified".
    Operation& addOperation(OperationSpec spec);

    std::size_t operationCount() const { return m_operations.size(); }
    Operation& operation(std::size_t id) const { return *m_operations.at(id); }
    Operation* findOperation(std::string_view name) const; // null if there is none
    // By "name:index" or "name" (index 0). NotFoundError, InvalidArgumentError for a bad index.
    Output output(std::string_view name) const;

    // Adds nothing; the prefix that names get now ("" or "scope/").
    std::string uniqueName(std::string_view name);

    void finalize() { m_isFinalized = true; }
    void unfinalize() { m_isFinalized = false; }
    bool isFinalized() const { return m_isFinalized; }

    void addToCollection(std::string_view key, CollectionItem item);
    const std::vector<CollectionItem>& collection(std::string_view key) const; // empty if unknown
    // The objects of class T in a collection, in order.
    template <typename T>
    std::vector<std::shared_ptr<T>> collectionOf(std::string_view key) const;

private:
    friend class NameScope;
    friend class ControlDependencies;

    void requireWritable() const;
    void checkInputs(const OperationSpec& spec, const std::string& name) const;

    std::uint64_t m_seed;
    bool m_isFinalized = false;
    std::string m_scope; // with a trailing slash, or empty
    std::vector<Operation*> m_controlDependencies;
    std::vector<std::unique_ptr<Operation>> m_operations;
    std::unordered_map<std::string, Operation*> m_byName;
    std::unordered_map<std::string, int> m_usedNames; // next suffix
    std::map<std::string, std::vector<CollectionItem>, std::less<>> m_collections;
};

// While it lives, names get the prefix "name/" (made unique).
class NameScope
{
public:
    NameScope(Graph& graph, std::string_view name);
    ~NameScope();
    NameScope(const NameScope&) = delete;
    NameScope& operator=(const NameScope&) = delete;

private:
    Graph& m_graph;
    std::string m_outer;
};

// While it lives, new operations run after the given ones.
class ControlDependencies
{
public:
    ControlDependencies(Graph& graph, const std::vector<Operation*>& operations);
    ~ControlDependencies();
    ControlDependencies(const ControlDependencies&) = delete;
    ControlDependencies& operator=(const ControlDependencies&) = delete;

private:
    Graph& m_graph;
    std::size_t m_outerCount;
};

template <typename T>
std::vector<std::shared_ptr<T>> Graph::collectionOf(std::string_view key) const
{
    std::vector<std::shared_ptr<T>> objects;
    for (const CollectionItem& item : collection(key)) {
        if (const auto* object = std::get_if<std::shared_ptr<CollectionObject>>(&item)) {
            if (auto typed = std::dynamic_pointer_cast<T>(*object)) {
                objects.push_back(std::move(typed));
            }
        }
    }
    return objects;
}

} // namespace engine
