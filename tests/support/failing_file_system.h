// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/base/file_system.h"

#include <mutex>
#include <string>

// The local disk, on which one chosen call fails: "create", "append", "flush", "sync", "close",
// "rename", "remove", "syncDirectory" or "createDirectories". failAt(call, n) lets n of these calls
// pass and fails every later one with ResourceExhaustedError "the disk is full". Thread-safe.
class FailingFileSystem final : public engine::FileSystem
{
public:
    void failAt(const std::string& call, int passes = 0)
    {
        const std::scoped_lock lock(m_mutex);
        m_call = call;
        m_passes = passes;
    }

    std::unique_ptr<engine::WritableFile> create(const std::filesystem::path& path,
                                                 bool exclusive) override
    {
        enter("create");
        return std::make_unique<File>(*this, m_disk.create(path, exclusive));
    }
    void rename(const std::filesystem::path& from, const std::filesystem::path& to) override
    {
        enter("rename");
        m_disk.rename(from, to);
    }
    void remove(const std::filesystem::path& path) override
    {
        enter("remove");
        m_disk.remove(path);
    }
    void syncDirectory(const std::filesystem::path& directory) override
    {
        enter("syncDirectory");
        m_disk.syncDirectory(directory);
    }
    void createDirectories(const std::filesystem::path& directory) override
    {
        enter("createDirectories");
        m_disk.createDirectories(directory);
    }
    std::string read(const std::filesystem::path& path) const override { return m_disk.read(path); }
    std::vector<std::string> list(const std::filesystem::path& directory) const override
    {
        return m_disk.list(directory);
    }
    bool exists(const std::filesystem::path& path) const override { return m_disk.exists(path); }

private:
    class File final : public engine::WritableFile
    {
    public:
        File(FailingFileSystem& owner, std::unique_ptr<engine::WritableFile> file)
            : m_owner(owner), m_file(std::move(file))
        { }
        void append(std::string_view bytes) override
        {
            m_owner.enter("append");
            m_file->append(bytes);
        }
        void flush() override
        {
            m_owner.enter("flush");
            m_file->flush();
        }
        void sync() override
        {
            m_owner.enter("sync");
            m_file->sync();
        }
        void close() override
        {
            m_owner.enter("close");
            m_file->close();
        }

    private:
        FailingFileSystem& m_owner;
        std::unique_ptr<engine::WritableFile> m_file;
    };

    void enter(const std::string& call)
    {
        const std::scoped_lock lock(m_mutex);
        if (call == m_call && m_passes-- <= 0) {
            throw engine::ResourceExhaustedError("the disk is full");
        }
    }

    engine::LocalFileSystem m_disk;
    std::mutex m_mutex;
    std::string m_call;
    int m_passes = 0;
};
