// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/errors.h"
#include "engine/base/file_system.h"
#include "engine/summary/summary_writer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>

namespace engine {

class EventFile;
class TagTable;
class WriterThread;

// Writes summaries for TensorBoard: DIRECTORY/events.out.tfevents.SECONDS.HOST.PID.NUMBER, created
// exclusively, so no two writers share a file. Scalars are written as float32 simple values,
// other summaries as encodeSummary() says.
//
// Records reach the file every 2 s, at a CHECKPOINT log, at flush() and at close(), which ends the
// file with a STOP record if there was a START. If a write fails or the file is deleted, the
// records not yet written go to a new file.
class EventFileWriter final : public SummaryWriter
{
public:
    // Called on the writer's thread when writing begins to fail, once per streak of failures.
    using ErrorCallback = std::function<void(const Error&)>;

    // Creates directory and file. Errors: those of FileSystem. `files` and `clock` must outlive
    // this.
    EventFileWriter(FileSystem& files, const std::filesystem::path& directory, const Clock& clock,
                    ErrorCallback onError = {});
    ~EventFileWriter() override;

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
    // Event files have no place for these; the store keeps them.
    void addEvent(std::string_view, std::string_view, std::int64_t) override { }
    void flush() override;
    void close() override;

private:
    const Clock& m_clock;
    std::unique_ptr<TagTable> m_tags;
    std::mutex m_mutex; // for what follows
    std::set<std::string, std::less<>> m_runMetadataTags;
    std::unique_ptr<EventFile> m_file;
    std::unique_ptr<WriterThread> m_thread; // last: it uses the file
};

} // namespace engine
