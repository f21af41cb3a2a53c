// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// A file that is being written. Errors: the classes of throwSystemError().
class WritableFile
{
public:
    virtual ~WritableFile() = default; // closes; what is not flushed is lost
    virtual void append(std::string_view bytes) = 0;
    virtual void flush() = 0; // to the operating system
    virtual void sync() = 0; // to the disk (fsync)
    virtual void close() = 0;
};

// The disk, injected so that tests can fail any write, fsync or rename. Thread-safe.
class FileSystem
{
public:
    virtual ~FileSystem() = default;

    // Creates or truncates. `exclusive`: AlreadyExistsError if the file exists.
    virtual std::unique_ptr<WritableFile> create(const std::filesystem::path& path,
                                                 bool exclusive = false) = 0;
    virtual void rename(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    virtual void remove(const std::filesystem::path& path) = 0; // no error if absent
    virtual void syncDirectory(const std::filesystem::path& directory) = 0;
    virtual void createDirectories(const std::filesystem::path& directory) = 0;
    // The whole file. NotFoundError, PermissionDeniedError; FailedPreconditionError for a
    // directory.
    virtual std::string read(const std::filesystem::path& path) const = 0;
    // Names in a directory, sorted; empty if there is no such directory.
    virtual std::vector<std::string> list(const std::filesystem::path& directory) const = 0;
    virtual bool exists(const std::filesystem::path& path) const = 0;
};

class LocalFileSystem final : public FileSystem
{
public:
    std::unique_ptr<WritableFile> create(const std::filesystem::path& path,
                                         bool exclusive = false) override;
    void rename(const std::filesystem::path& from, const std::filesystem::path& to) override;
    void remove(const std::filesystem::path& path) override;
    void syncDirectory(const std::filesystem::path& directory) override;
    void createDirectories(const std::filesystem::path& directory) override;
    std::string read(const std::filesystem::path& path) const override;
    std::vector<std::string> list(const std::filesystem::path& directory) const override;
    bool exists(const std::filesystem::path& path) const override;
};

// Appears whole or not at all: writes `path`.tmp<16 hex>, fsync, rename, fsync of the directory.
// On an error the temporary file is removed and an older file of this name is untouched; only if
// the last step fails, the new file stands already but may not survive a power failure.
void writeFileDurably(FileSystem& files, const std::filesystem::path& path, std::string_view bytes);

// A name beside `path` that no other writer uses.
std::filesystem::path temporaryNameFor(const std::filesystem::path& path);

} // namespace engine
