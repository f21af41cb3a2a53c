// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/summary_writer.h"

#include <vector>

namespace engine {

// Hands everything to several writers. flush() and close() reach all of them, also when one
// throws; the first error is rethrown.
class TeeSummaryWriter final : public SummaryWriter
{
public:
    // The writers stay owned by the caller and must outlive this.
    explicit TeeSummaryWriter(std::vector<SummaryWriter*> writers);

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
    void flush() override;
    void close() override;

private:
    void callAll(void (SummaryWriter::*function)());

    std::vector<SummaryWriter*> m_writers;
};

} // namespace engine
