// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"
#include "engine/base/logger.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "engine/summary/run_store_writer.h"
#include "engine/summary/summary_writer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace engine {

// Where a run's hooks leave what they measured: the store, the event file of its directory, and
// whoever else listens. A tag's value of one step is passed on once. Checkpoints that are announced
// are entered in the store, those that retention deleted are struck out.
//
// Thread rule: of SummaryWriter; checkpoints are announced by the thread of the session.
class JobRecorder final : public SummaryWriter
{
public:
    struct Announced
    {
        double loss = 0; // that was noted for it; NaN: none was
        bool isAbandoned = false; // the run has gone on from an earlier one since
    };
    using Checkpoints = std::map<std::string, Announced>; // by prefix

    // `lossNow`: what the store notes beside a checkpoint. `announced`: those from before.
    JobRecorder(std::shared_ptr<RunStoreWriter> store, std::shared_ptr<SummaryWriter> eventFile,
                std::function<double()> lossNow, Checkpoints announced, Logger& logger);

    // Gets everything too; before the session is created.
    void addWriter(std::shared_ptr<SummaryWriter> writer);
    // The loss that the store notes beside the next checkpoint is that of now.
    void noteLoss() { m_notedLoss = m_lossNow(); }
    // Called on the session's thread after a checkpoint is whole on the disk.
    void onCheckpoint(std::function<void(const StoredCheckpoint&)> listener);

    // Its row stays, marked, and the event is recorded; the second time nothing is done.
    void addDamagedCheckpoint(const RejectedCheckpoint& damaged, std::int64_t step);

    // Those that are announced and still there.
    const Checkpoints& checkpoints() const { return m_announced; }
    // Prefixes of those that were found damaged and not saved again since.
    const std::set<std::string>& damagedCheckpoints() const { return m_damaged; }

    void addScalar(std::string_view tag, double value, std::int64_t step) override;
    void addScalars(std::span<const TaggedScalar> scalars, std::int64_t step) override;
    void addSummary(std::string_view tag, const SummaryContent& content,
                    std::int64_t step) override;
    void addHyperParameters(std::string_view name, const HyperParameters& parameters) override;
    void addSessionLog(SessionLogKind kind, std::string_view checkpointPath,
                       std::int64_t step) override;
    void addGraph(std::string_view graphDef) override;
    void addRunMetadata(std::string_view tag, std::string_view runMetadata,
                        std::int64_t step) override;
    void addEvent(std::string_view kind, std::string_view message, std::int64_t step) override;
    // The store last, and its errors only: others write what they can, and say what they cannot.
    void flush() override;
    // As flush(); ends the event file and the listeners; the store goes on until the run's status
    // is entered.
    void close() override;

private:
    void sayErrors(const std::function<void()>& write);
    bool isNew(std::string_view tag, std::int64_t step);
    void enterCheckpoint(std::string_view checkpointPath, std::int64_t step);

    std::shared_ptr<RunStoreWriter> m_store;
    std::vector<std::shared_ptr<SummaryWriter>> m_others; // the event file and who else listens
    std::vector<std::function<void(const StoredCheckpoint&)>> m_listeners;
    std::function<double()> m_lossNow;
    Logger& m_logger;
    std::optional<double> m_notedLoss;
    Checkpoints m_announced;
    std::set<std::string> m_damaged;
    std::map<std::string, std::int64_t, std::less<>> m_lastSteps; // by tag
    std::vector<TaggedScalar> m_new; // of a step, kept for its memory
};

} // namespace engine
