// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <random>
#include <unistd.h>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

// Closes an open file without telling of errors.
class FileDescriptor
{
public:
    explicit FileDescriptor(int number) : m_number(number) { }
    ~FileDescriptor()
    {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int get() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

class PosixFile final : public WritableFile
{
public:
    PosixFile(int descriptor, std::filesystem::path path)
        : m_descriptor(descriptor), m_path(std::move(path))
    { }

    void append(std::string_view bytes) override
    {
        m_buffer.append(bytes);
        if (m_buffer.size() >= kBufferBytes) {
            flush();
        }
    }

    void flush() override
    {
        std::size_t done = 0;
        while (done < m_buffer.size()) {
            const ssize_t written =
                ::write(m_descriptor.get(), m_buffer.data() + done, m_buffer.size() - done);
            if (written >= 0) {
                done += static_cast<std::size_t>(written);
            } else if (errno != EINTR) {
                const int reason = errno;
                m_buffer.erase(0, done); // what is written must not be written again
                throwSystemError(reason, "write", m_path.string());
            }
        }
        m_buffer.clear();
    }

    void sync() override
    {
        flush();
        if (::fsync(m_descriptor.get()) != 0) {
            throwSystemError(errno, "sync", m_path.string());
        }
    }

    void close() override
    {
        flush();
        if (::close(m_descriptor.release()) != 0) {
            throwSystemError(errno, "close", m_path.string());
        }
    }

private:
    FileDescriptor m_descriptor;
    std::filesystem::path m_path;
    std::string m_buffer;
};

} // namespace

std::unique_ptr<WritableFile> LocalFileSystem::create(const std::filesystem::path& path,
                                                      bool exclusive)
{
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (exclusive ? O_EXCL : O_TRUNC);
    const int descriptor = ::open(path.c_str(), flags, 0666);
    if (descriptor < 0) {
        throwSystemError(errno, "create", path.string());
    }
    return std::make_unique<PosixFile>(descriptor, path);
}

void LocalFileSystem::rename(const std::filesystem::path& from, const std::filesystem::path& to)
{
    if (::rename(from.c_str(), to.c_str()) != 0) {
        throwSystemError(errno, "rename to", to.string());
    }
}

void LocalFileSystem::remove(const std::filesystem::path& path)
{
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
        throwSystemError(errno, "remove", path.string());
    }
}

void LocalFileSystem::syncDirectory(const std::filesystem::path& directory)
{
    const std::filesystem::path name = directory.empty() ? "." : directory;
    const FileDescriptor opened(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.get() < 0) {
        throwSystemError(errno, "open directory", name.string());
    }
    // Some file systems cannot sync a directory; there the rename is as durable as it gets.
    if (::fsync(opened.get()) != 0 && errno != EINVAL) {
        throwSystemError(errno, "sync directory", name.string());
    }
}

void LocalFileSystem::createDirectories(const std::filesystem::path& directory)
{
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) {
        throwSystemError(error.value(), "create directory", directory.string());
    }
}

std::string LocalFileSystem::read(const std::filesystem::path& path) const
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0) {
        throwSystemError(errno, "open", path.string());
    }
    std::string bytes;
    std::size_t size = 0;
    while (true) {
        bytes.resize(size + kBufferBytes);
        const ssize_t count = ::read(file.get(), bytes.data() + size, kBufferBytes);
        if (count == 0) {
            bytes.resize(size);
            return bytes;
        }
        if (count > 0) {
            size += static_cast<std::size_t>(count);
        } else if (errno == EISDIR) {
            throw FailedPreconditionError(fmt::format("{} is a directory", path.string()));
        } else if (errno != EINTR) {
            throwSystemError(errno, "read", path.string());
        }
    }
}

std::vector<std::string> LocalFileSystem::list(const std::filesystem::path& directory) const
{
    std::vector<std::string> names;
    std::error_code error;
    std::filesystem::directory_iterator entry(directory, error);
    while (!error && entry != std::filesystem::directory_iterator()) {
        names.push_back(entry->path().filename().string());
        entry.increment(error);
    }
    if (error && error.value() != ENOENT && error.value() != ENOTDIR) {
        throwSystemError(error.value(), "list", directory.string());
    }
    std::ranges::sort(names);
    return names;
}

bool LocalFileSystem::exists(const std::filesystem::path& path) const
{
    std::error_code error;
    return std::filesystem::exists(path, error);
}

std::filesystem::path temporaryNameFor(const std::filesystem::path& path)
{
    std::random_device device;
    const std::uint64_t upper = device();
    std::filesystem::path name = path;
    name += fmt::format(".tmp{:016x}", upper << 32 | device());
    return name;
}

void writeFileDurably(FileSystem& files, const std::filesystem::path& path, std::string_view bytes)
{
    const std::filesystem::path temporary = temporaryNameFor(path);
    try {
        const std::unique_ptr<WritableFile> file = files.create(temporary, true);
        file->append(bytes);
        file->sync();
        file->close();
        files.rename(temporary, path);
    } catch (const Error&) {
        try {
            files.remove(temporary);
        } catch (const Error&) { // the first error is the one to tell
        }
        throw;
    }
    files.syncDirectory(path.parent_path());
}

} // namespace engine
