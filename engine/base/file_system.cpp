// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace engine {

namespace {

constexpr std::size_t kBufferBytes = 64 * 1024;

class PosixFile final : public WritableFile
{
public:
    PosixFile(int descriptor, std::filesystem::path path)
        : m_descriptor(descriptor), m_path(std::move(path))
    { }
    ~PosixFile() override
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }

    void append(std::string_view bytes) override
    {
        m_buffer.append(bytes);
        if (m_buffer.size() >= kBufferBytes) {
            flush();
        }
    }

    void flush() override
    {
        std::string_view rest = m_buffer;
        while (!rest.empty()) {
            const ssize_t written = ::write(m_descriptor, rest.data(), rest.size());
            if (written < 0) {
                if (errno == EINTR) {
                    continue;
                }
                throwSystemError(errno, "write", m_path.string());
            }
            rest.remove_prefix(static_cast<std::size_t>(written));
        }
        m_buffer.clear();
    }

    void sync() override
    {
        flush();
        if (::fsync(m_descriptor) != 0) {
            throwSystemError(errno, "sync", m_path.string());
        }
    }

    void close() override
    {
        flush();
        const int descriptor = std::exchange(m_descriptor, -1);
        if (::close(descriptor) != 0) {
            throwSystemError(errno, "close", m_path.string());
        }
    }

private:
    int m_descriptor;
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
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        throwSystemError(errno, "open directory", name.string());
    }
    const int result = ::fsync(descriptor);
    const int reason = errno;
    ::close(descriptor);
    // Some file systems cannot sync a directory; there the rename is as durable as it gets.
    if (result != 0 && reason != EINVAL) {
        throwSystemError(reason, "sync directory", name.string());
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
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        throwSystemError(errno == 0 ? EIO : errno, "open", path.string());
    }
    if (std::filesystem::is_directory(path)) {
        throw FailedPreconditionError(fmt::format("{} is a directory", path.string()));
    }
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad()) {
        throwSystemError(EIO, "read", path.string());
    }
    return bytes;
}

std::vector<std::string> LocalFileSystem::list(const std::filesystem::path& directory) const
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
        names.push_back(entry.path().filename().string());
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
