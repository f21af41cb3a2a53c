// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/file_system.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/record_writer.h"
#include "engine/summary/tag_table.h"
#include "engine/summary/writer_thread.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace engine {

// The event file of a directory that EventFileWriter's thread writes. It is created at once, with
// its version record flushed so that others see it. After a failed write, or when somebody has
// deleted it, the next batch goes to a new file: the old one may end in half a record.
// Not thread-safe.
class EventFile final : public RecordSink
{
public:
    // All must outlive this. Creates the directory. Errors: those of FileSystem.
    EventFile(FileSystem& files, const std::filesystem::path& directory, const TagTable& tags,
              const Clock& clock);

    void writeSummary(std::string_view tag, const SummaryContent& content, std::int64_t step,
                      std::int64_t wallMicros);
    void writeHyperParameters(std::string_view name, const HyperParameters& parameters,
                              std::int64_t wallMicros);
    void writeSessionLog(SessionLogKind kind, std::string_view checkpointPath, std::int64_t step,
                         std::int64_t wallMicros);
    void writeGraph(std::string_view graphDef, std::int64_t wallMicros);
    void writeRunMetadata(std::string_view tag, std::string_view runMetadata, std::int64_t step,
                          std::int64_t wallMicros);
    // STOP at the newest step if there was a START and no STOP since.
    void endSession(std::int64_t wallMicros);
    void close();

    void begin() override;
    void writeScalars(std::span<const ScalarRecord> records) override;
    void commit() override;
    void abandon() noexcept override;

private:
    void open();
    std::unique_ptr<WritableFile> createFile(std::int64_t second);

    FileSystem& m_files;
    const std::filesystem::path m_directory;
    const TagTable& m_tags;
    const Clock& m_clock;
    std::filesystem::path m_path;
    std::unique_ptr<WritableFile> m_file; // none: the next batch opens a new one
    std::unique_ptr<RecordWriter> m_records;
    std::int64_t m_newestStep = 0;
    bool m_isStarted = false; // there is a START without a STOP
};

} // namespace engine
