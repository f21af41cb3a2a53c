// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/directory_lock.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace engine {

DirectoryLock::DirectoryLock(const std::filesystem::path& directory)
    : m_descriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
{
    if (m_descriptor < 0) {
        throwSystemError(errno, "open", directory.string());
    }
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(std::exchange(m_descriptor, -1));
        throw FailedPreconditionError(fmt::format("another training uses {}", directory.string()));
    }
}

DirectoryLock::DirectoryLock(DirectoryLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
{ }

DirectoryLock& DirectoryLock::operator=(DirectoryLock&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

DirectoryLock::~DirectoryLock()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

} // namespace engine
