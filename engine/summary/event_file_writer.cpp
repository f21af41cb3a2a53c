// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/event_file_writer.h"

#include "engine/summary/event_file.h"
#include "engine/summary/tag_table.h"
#include "engine/summary/writer_thread.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <utility>

namespace engine {

namespace {

constexpr std::chrono::seconds kFlushInterval{2};

} // namespace

EventFileWriter::EventFileWriter(FileSystem& files, const std::filesystem::path& directory,
                                 const Clock& clock, ErrorCallback onError)
    : m_clock(clock), m_tags(std::make_unique<TagTable>()),
      m_file(std::make_unique<EventFile>(files, directory, *m_tags, clock))
{
    WriterThread::Options options;
    options.interval = kFlushInterval;
    options.onError = std::move(onError);
    m_thread = std::make_unique<WriterThread>(*m_file, std::move(options));
}

EventFileWriter::~EventFileWriter()
{
    try {
        close();
    } catch (const std::exception&) { // a destructor has nobody to tell
    }
}

void EventFileWriter::addScalar(std::string_view tag, double value, std::int64_t step)
{
    m_thread->scalar({m_tags->idOf(tag), step, m_clock.wallTime().count(), value});
}

void EventFileWriter::addScalars(std::span<const TaggedScalar> scalars, std::int64_t step)
{
    m_thread->scalars(*m_tags, scalars, step, m_clock.wallTime().count());
}

void EventFileWriter::addSummary(std::string_view tag, const SummaryContent& content,
                                 std::int64_t step)
{
    m_thread->post(
        [this, tag = std::string(tag), content, step, wallMicros = m_clock.wallTime().count()] {
            m_file->writeSummary(tag, content, step, wallMicros);
        });
}

void EventFileWriter::addHyperParameters(std::string_view name, const HyperParameters& parameters)
{
    m_thread->post(
        [this, name = std::string(name), parameters, wallMicros = m_clock.wallTime().count()] {
            m_file->writeHyperParameters(name, parameters, wallMicros);
        });
}

void EventFileWriter::addSessionLog(SessionLogKind kind, std::string_view checkpointPath,
                                    std::int64_t step)
{
    m_thread->post([this, kind, path = std::string(checkpointPath), step,
                    wallMicros = m_clock.wallTime().count()] {
        m_file->writeSessionLog(kind, path, step, wallMicros);
    });
    if (kind == SessionLogKind::Checkpoint) {
        m_thread->wake();
    }
}

void EventFileWriter::addGraph(std::string_view graphDef)
{
    m_thread->post([this, graph = std::string(graphDef), wallMicros = m_clock.wallTime().count()] {
        m_file->writeGraph(graph, wallMicros);
    });
}

void EventFileWriter::addRunMetadata(std::string_view tag, std::string_view runMetadata,
                                     std::int64_t step)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_runMetadataTags.emplace(tag).second) {
            throw InvalidArgumentError(
                fmt::format("The provided tag \"{}\" was already used for this event type", tag));
        }
    }
    m_thread->post([this, tag = std::string(tag), metadata = std::string(runMetadata), step,
                    wallMicros = m_clock.wallTime().count()] {
        m_file->writeRunMetadata(tag, metadata, step, wallMicros);
    });
}

void EventFileWriter::flush()
{
    m_thread->flush();
}

void EventFileWriter::close()
{
    m_thread->post(
        [this, wallMicros = m_clock.wallTime().count()] { m_file->endSession(wallMicros); });
    m_thread->close();
    m_file->close();
}

} // namespace engine
