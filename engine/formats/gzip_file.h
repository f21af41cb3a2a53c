// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace engine {

// A file that is read from its beginning and decompressed on the way if it begins as gzip
// (RFC 1952); any other file is read as it is. Errors name the file and the offset in what was
// read.
class GzipFile
{
public:
    // NotFoundError, PermissionDeniedError, FailedPreconditionError for a directory.
    explicit GzipFile(std::filesystem::path path);
    ~GzipFile();
    GzipFile(const GzipFile&) = delete;
    GzipFile& operator=(const GzipFile&) = delete;

    // Fills `bytes` and returns how many there were: fewer only at the end of the file.
    // DataLossError if the compressed data is damaged or ends early.
    std::size_t read(std::span<char> bytes);
    std::uint64_t offset() const { return m_offset; } // bytes read so far
    const std::filesystem::path& path() const { return m_path; }

private:
    struct Stream;

    std::filesystem::path m_path;
    std::unique_ptr<Stream> m_stream;
    std::uint64_t m_offset = 0;
};

// The whole file, decompressed. DataLossError if it holds more than `limit` bytes.
std::string readGzipFile(const std::filesystem::path& path, std::uint64_t limit);

} // namespace engine
