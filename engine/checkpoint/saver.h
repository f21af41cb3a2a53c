// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/failure.h"
#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/checkpoint/checkpoint_store.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "engine/checkpoint/warm_start.h"
#include "engine/graph/graph.h"
#include "engine/runtime/session.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace engine {

// A save that a thread writes. Thread-safe.
class PendingSave
{
public:
    bool isDone() const { return m_isDone; }
    // The prefix, or the error that save() would have thrown. FailedPreconditionError before it is
    // done.
    const std::string& prefix() const;

private:
    friend class Saver;
    std::optional<Failure> m_failure; // this and the next are written before m_isDone
    std::string m_prefix;
    std::atomic<bool> m_isDone{false};
};

struct SaverOptions
{
    CheckpointStoreOptions store; // how many are kept and how they are named
    // What is saved, by the names of the variables; empty: keys::kGlobalVariables when built.
    std::vector<Output> variables;
    bool allowEmpty = false; // a graph without variables is no error
    FileSystem* files = nullptr; // null: the local one
    Clock* clock = nullptr;
    Logger* logger = nullptr;
    // For keepBest: called at each save that writes the state, on the session's thread; less is
    // better.
    std::function<double()> metric;
    // Called at each save by the thread that writes, before it does: what was recorded up to this
    // step can be brought to the disk first, so that a restart does not miss it.
    std::function<void()> beforeWriting;
    // Called on the session's thread for each checkpoint that was found damaged when another one
    // was restored in its place.
    std::function<void(const RejectedCheckpoint&)> rejected;
};

// Saves the variables of a graph and restores them (tf.train.Saver with deferred build, spec
// section 4.2). In a graph's keys::kSavers it is found by hooks and scaffolds.
//
// Thread rule: one thread at a time; file system, clock and logger are also used by the thread of
// saveInBackground().
class Saver final : public CollectionObject
{
public:
    explicit Saver(SaverOptions options = {});
    ~Saver() override; // waits for what is being written

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
    // The same, of which only the copy of the variables is done before it returns: a thread of the
    // saver's own writes, one save after the other. Every other function here first waits for them.
    // Null for an empty saver.
    std::shared_ptr<PendingSave> saveInBackground(Session& session, const SaveRequest& request);
    // Waits until nothing is being written. Errors are its PendingSave's to tell.
    void finishSaving() const;

    // InvalidArgumentError: "The passed save_path is not a valid checkpoint"; "variable NAME:
    // checkpoint has [5,5,3,64], graph has [3,3,3,64]", or another type. NotFoundError: a variable
    // is not in the checkpoint. DataLossError: damaged. Nothing is assigned unless all can be.
    void restore(Session& session, const std::string& prefix);

    // Gives variables the values of a checkpoint that need not be this graph's; see WarmStart.
    // InvalidArgumentError: a variable that does not exist is named, or, unless Partial, a tensor
    // does not fit. NotFoundError: Strict, and a variable is not in the file; no such checkpoint.
    // DataLossError. Nothing is assigned then.
    WarmStartReport warmStart(Session& session, const WarmStart& start);
    // Copies every variable into `values`, in an order of this saver's, and back. Tensors that fit
    // are written in place. Errors as of save() and restore().
    void readVariables(Session& session, std::vector<Tensor>& values) const;
    void writeVariables(Session& session, const std::vector<Tensor>& values) const;

    // Oldest first.
    std::vector<std::string> lastCheckpoints() const;
    void setLastCheckpoints(const std::vector<std::string>& prefixes);
    // After a restart: those of these that exist still.
    void recoverLastCheckpoints(const std::vector<std::string>& prefixes);
    void tellRejected(const std::vector<RejectedCheckpoint>& checkpoints) const;
    // See CheckpointStore. From any thread, also while a checkpoint is being written.
    void setPinned(const std::string& prefix, bool isPinned);

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
    SaveRequest withMetric(SaveRequest request) const;
    NamedTensors copyOfVariables(Session& session);
    std::string write(const SaveRequest& request, const NamedTensors& tensors);
    std::vector<Fetch> valueFetches() const;

    SaverOptions m_options;
    OrDefault<FileSystem, LocalFileSystem> m_files;
    OrDefault<Clock, SystemClock> m_clock;
    OrDefault<Logger, NullLogger> m_logger;
    CheckpointStore m_store;
    bool m_isBuilt = false;
    std::vector<Entry> m_entries;
    std::vector<Fetch> m_fetches; // of the entries
    std::vector<Tensor> m_copies; // kept, so that a save need not ask for memory again
    std::shared_ptr<PendingSave> m_last; // in the background
    mutable std::jthread m_writer; // of m_last; joins the one before
};

// Throws what restoring keys::kGlobalVariables of `graph` from this checkpoint would throw because
// they do not fit each other; reads no values.
void requireRestorable(const FileSystem& files, const std::string& prefix, const Graph& graph);

} // namespace engine
