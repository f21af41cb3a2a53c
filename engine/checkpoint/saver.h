// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/checkpoint/checkpoint_store.h"
#include "engine/graph/graph.h"
#include "engine/runtime/session.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

struct SaverOptions
{
    CheckpointStoreOptions store; // how many are kept and how they are named
    // What is saved, by the names of the variables; empty: keys::kGlobalVariables when built.
    std::vector<Output> variables;
    bool allowEmpty = false; // a graph without variables is no error
    FileSystem* files = nullptr; // null: the local one
    Clock* clock = nullptr;
    Logger* logger = nullptr;
};

// Saves the variables of a graph and restores them (tf.train.Saver with deferred build, spec
// section 4.2). In a graph's keys::kSavers it is found by hooks and scaffolds.
//
// Thread rule: one thread at a time.
class Saver final : public CollectionObject
{
public:
    explicit Saver(SaverOptions options = {});

    // Adds the operations for restoring; the second time it does nothing. InvalidArgumentError "No
    // variables to save" unless allowEmpty.
    void build(Graph& graph);
    bool isBuilt() const { return m_isBuilt; }

    // Writes every variable to PATH-STEP, or PATH without a step; returns that prefix, empty for an
    // empty saver. Errors of CheckpointStore::save(); FailedPreconditionError: not built, or a
    // variable is uninitialized.
    std::string save(Session& session, const std::string& path,
                     std::optional<std::int64_t> globalStep = std::nullopt);
    std::string save(Session& session, const SaveRequest& request);

    // InvalidArgumentError: "The passed save_path is not a valid checkpoint"; "variable NAME:
    // checkpoint has [5,5,3,64], graph has [3,3,3,64]", or another type. NotFoundError: a variable
    // is not in the checkpoint. DataLossError: damaged. Nothing is assigned unless all can be.
    void restore(Session& session, const std::string& prefix);

    // Copies every variable into `values`, in an order of this saver's, and back. Tensors that fit
    // are written in place. Errors as of save() and restore().
    void readVariables(Session& session, std::vector<Tensor>& values) const;
    void writeVariables(Session& session, const std::vector<Tensor>& values) const;

    // Oldest first.
    std::vector<std::string> lastCheckpoints() const { return m_store.lastCheckpoints(); }
    void setLastCheckpoints(const std::vector<std::string>& prefixes);
    // After a restart: those of these that exist still.
    void recoverLastCheckpoints(const std::vector<std::string>& prefixes);

    // Where this saver reads and writes.
    FileSystem& files() const { return *m_files; }

private:
    struct Entry
    {
        std::string name;
        Output value;
        Output newValue; // placeholder
        Operation* assign = nullptr;
    };

    void requireBuilt() const;
    std::vector<Fetch> valueFetches() const;

    SaverOptions m_options;
    OrDefault<FileSystem, LocalFileSystem> m_files;
    OrDefault<Clock, SystemClock> m_clock;
    OrDefault<Logger, NullLogger> m_logger;
    CheckpointStore m_store;
    bool m_isBuilt = false;
    std::vector<Entry> m_entries;
};

// Throws what restoring keys::kGlobalVariables of `graph` from this checkpoint would throw because
// they do not fit each other; reads no values.
void requireRestorable(const FileSystem& files, const std::string& prefix, const Graph& graph);

} // namespace engine
