// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/summary/run_store_types.h"
#include "engine/summary/sqlite.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace engine {

// Small changes to runs by a person, from any process, also while runs are being written: each is a
// short transaction. Errors of Database; NotFoundError for a run that does not exist.
//
// Thread rule: one thread at a time.
class RunStoreEditor
{
public:
    // The file must exist (NotFoundError). `clock` must outlive this.
    RunStoreEditor(const std::filesystem::path& store, const Clock& clock);

    void rename(RunId run, std::string_view name);
    void setColourSlot(RunId run, int slot);
    void moveToTrash(RunId run);
    void restore(RunId run);
    // Notes whether retention leaves a checkpoint alone, and records the event. False: the run has
    // no such checkpoint.
    bool setCheckpointPinned(RunId run, std::string_view prefix, bool isPinned);
    // Deletes the runs in the trash for good, with all they recorded; their checkpoints stay.
    // Returns how many. Runs that are being trained are left out.
    int emptyTrash();

private:
    // `assignment` uses the value as ?2.
    template <typename Value>
    void update(RunId run, std::string_view assignment, const Value& value);
    std::vector<RunId> deletableRuns();

    Database m_database;
    const Clock& m_clock;
};

} // namespace engine
