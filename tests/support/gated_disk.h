// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/base/file_system.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

// The local disk behind a gate: while it is closed, whoever wants to write a file waits. Told to
// fail, it lets nobody write. Thread-safe.
class GatedDisk final : public engine::FileSystem
{
public:
    // Closed for files whose names hold `part` only.
    void setOpen(bool isOpen, const std::string& part = {})
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_isOpen = isOpen;
            m_part = part;
        }
        m_changed.notify_all();
    }
    void setFull(bool isFull)
    {
        const std::scoped_lock lock(m_mutex);
        m_isFull = isFull;
    }

    std::unique_ptr<engine::WritableFile> create(const std::filesystem::path& path,
                                                 bool exclusive) override
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] {
            return m_isOpen || path.filename().string().find(m_part) == std::string::npos;
        });
        if (m_isFull) {
            throw engine::ResourceExhaustedError("the disk is full");
        }
        return m_disk.create(path, exclusive);
    }
    void rename(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        m_disk.rename(from, to);
    }
    void remove(const std::filesystem::path& path) override { m_disk.remove(path); }
    void syncDirectory(const std::filesystem::path& directory) override
    {
        m_disk.syncDirectory(directory);
    }
    void createDirectories(const std::filesystem::path& directory) override
    {
        m_disk.createDirectories(directory);
    }
    std::string read(const std::filesystem::path& path) const override { return m_disk.read(path); }
    std::vector<std::string> list(const std::filesystem::path& directory) const override
    {
        return m_disk.list(directory);
    }
    bool exists(const std::filesystem::path& path) const override { return m_disk.exists(path); }

private:
    engine::LocalFileSystem m_disk;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOpen = true;
    std::string m_part;
    bool m_isFull = false;
};
