// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/event_file.h"

#include "engine/base/errors.h"
#include "engine/summary/run_owner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace engine {

namespace {

double seconds(std::int64_t micros)
{
    return static_cast<double>(micros) / 1e6;
}

} // namespace

EventFile::EventFile(FileSystem& files, const std::filesystem::path& directory,
                     const TagTable& tags, const Clock& clock)
    : m_files(files), m_directory(directory), m_tags(tags), m_clock(clock)
{
    m_files.createDirectories(m_directory);
    open();
}

void EventFile::open()
{
    const std::int64_t second =
        std::chrono::duration_cast<std::chrono::seconds>(m_clock.wallTime()).count();
    m_file = createFile(second);
    m_records = std::make_unique<RecordWriter>(*m_file);
    m_records->write(encodeFileVersion(static_cast<double>(second)));
    m_file->flush();
}

std::unique_ptr<WritableFile> EventFile::createFile(std::int64_t second)
{
    for (int number = 0;; ++number) {
        m_path = m_directory
            / fmt::format("events.out.tfevents.{:010}.{}.{}.{}", second, hostName(), processId(),
                          number);
        try {
            return m_files.create(m_path, true);
        } catch (const AlreadyExistsError&) { // another writer of this second
        }
    }
}

void EventFile::writeSummary(std::string_view tag, const SummaryContent& content, std::int64_t step,
                             std::int64_t wallMicros)
{
    m_records->write(encodeSummary(seconds(wallMicros), step, tag, content));
    m_newestStep = std::max(m_newestStep, step);
}

void EventFile::writeHyperParameters(std::string_view name, const HyperParameters& parameters,
                                     std::int64_t wallMicros)
{
    m_records->write(encodeHyperParameters(seconds(wallMicros), name, parameters));
}

void EventFile::writeSessionLog(SessionLogKind kind, std::string_view checkpointPath,
                                std::int64_t step, std::int64_t wallMicros)
{
    m_records->write(encodeSessionLog(seconds(wallMicros), step, kind, checkpointPath));
    m_newestStep = std::max(m_newestStep, step);
    if (kind != SessionLogKind::Checkpoint) {
        m_isStarted = kind == SessionLogKind::Start;
    }
}

void EventFile::writeGraph(std::string_view graphDef, std::int64_t wallMicros)
{
    m_records->write(encodeGraph(seconds(wallMicros), graphDef));
}

void EventFile::writeRunMetadata(std::string_view tag, std::string_view runMetadata,
                                 std::int64_t step, std::int64_t wallMicros)
{
    m_records->write(encodeTaggedRunMetadata(seconds(wallMicros), step, tag, runMetadata));
}

void EventFile::endSession(std::int64_t wallMicros)
{
    if (m_isStarted) {
        writeSessionLog(SessionLogKind::Stop, {}, m_newestStep, wallMicros);
    }
}

void EventFile::close()
{
    m_records.reset();
    if (const std::unique_ptr<WritableFile> file = std::move(m_file)) {
        file->close();
    }
}

void EventFile::begin()
{
    if (!m_file) {
        open();
    }
}

void EventFile::writeScalars(std::span<const ScalarRecord> records)
{
    for (const ScalarRecord& record : records) {
        m_records->write(encodeScalar(seconds(record.wallMicros), record.step,
                                      m_tags.nameOf(record.tag), record.value));
        m_newestStep = std::max(m_newestStep, record.step);
    }
}

void EventFile::commit()
{
    m_file->flush();
    if (!m_files.exists(m_path)) {
        throw NotFoundError(fmt::format("the event file {} was deleted", m_path.string()));
    }
}

void EventFile::abandon() noexcept
{
    m_records.reset();
    m_file.reset();
}

} // namespace engine
