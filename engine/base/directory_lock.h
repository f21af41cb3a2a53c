// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace engine {

// While it lives, nobody else who asks has the directory, in this process or in another; it ends
// with the process, however that ends (flock(2)). Leaves no file. On a file system without such
// locks it protects nothing.
class DirectoryLock
{
public:
    DirectoryLock() = default; // of nothing
    // FailedPreconditionError: somebody else has it; the classes of throwSystemError() if the
    // directory cannot be opened.
    explicit DirectoryLock(const std::filesystem::path& directory);
    DirectoryLock(DirectoryLock&& other) noexcept;
    DirectoryLock& operator=(DirectoryLock&& other) noexcept;
    ~DirectoryLock();

private:
    int m_descriptor = -1;
};

} // namespace engine
