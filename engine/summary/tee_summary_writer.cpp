// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/tee_summary_writer.h"

#include <exception>
#include <utility>

namespace engine {

TeeSummaryWriter::TeeSummaryWriter(std::vector<SummaryWriter*> writers)
    : m_writers(std::move(writers))
{ }

void TeeSummaryWriter::addScalar(std::string_view tag, double value, std::int64_t step)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addScalar(tag, value, step);
    }
}

void TeeSummaryWriter::addScalars(std::span<const TaggedScalar> scalars, std::int64_t step)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addScalars(scalars, step);
    }
}

void TeeSummaryWriter::addSummary(std::string_view tag, const SummaryContent& content,
                                  std::int64_t step)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addSummary(tag, content, step);
    }
}

void TeeSummaryWriter::addHyperParameters(std::string_view name, const HyperParameters& parameters)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addHyperParameters(name, parameters);
    }
}

void TeeSummaryWriter::addSessionLog(SessionLogKind kind, std::string_view checkpointPath,
                                     std::int64_t step)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addSessionLog(kind, checkpointPath, step);
    }
}

void TeeSummaryWriter::addGraph(std::string_view graphDef)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addGraph(graphDef);
    }
}

void TeeSummaryWriter::addRunMetadata(std::string_view tag, std::string_view runMetadata,
                                      std::int64_t step)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addRunMetadata(tag, runMetadata, step);
    }
}

void TeeSummaryWriter::addEvent(std::string_view kind, std::string_view message, std::int64_t step)
{
    for (SummaryWriter* const writer : m_writers) {
        writer->addEvent(kind, message, step);
    }
}

void TeeSummaryWriter::flush()
{
    callAll(&SummaryWriter::flush);
}

void TeeSummaryWriter::close()
{
    callAll(&SummaryWriter::close);
}

void TeeSummaryWriter::callAll(void (SummaryWriter::*function)())
{
    std::exception_ptr first;
    for (SummaryWriter* const writer : m_writers) {
        try {
            (writer->*function)();
        } catch (const std::exception&) {
            if (!first) {
                first = std::current_exception();
            }
        }
    }
    if (first) {
        std::rethrow_exception(first);
    }
}

} // namespace engine
