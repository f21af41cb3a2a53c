// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/simulated_disk.h"

#include "engine/base/errors.h"

#include <cerrno>
#include <utility>

using engine::throwSystemError;

class SimulatedDisk::File final : public engine::WritableFile
{
public:
    File(SimulatedDisk& disk, std::shared_ptr<Content> content)
        : m_disk(disk), m_content(std::move(content))
    { }
    void append(std::string_view bytes) override { m_buffer += bytes; }
    void flush() override { write(); }
    void sync() override
    {
        write();
        if (m_disk.enter()) {
            m_content->durable = m_content->cached;
        }
    }
    void close() override
    {
        write();
        m_disk.enter();
    }

private:
    void write()
    {
        if (m_buffer.empty()) {
            return;
        }
        const std::string bytes = std::exchange(m_buffer, {});
        try {
            if (m_disk.enter()) {
                m_content->cached += bytes;
            }
        } catch (...) {
            if (m_disk.cutsShort()) {
                m_content->cached += bytes.substr(0, bytes.size() / 2);
            }
            throw;
        }
    }

    SimulatedDisk& m_disk;
    std::shared_ptr<Content> m_content;
    std::string m_buffer;
};

bool SimulatedDisk::enter()
{
    if (m_isOff) {
        return false;
    }
    const bool isNow = m_fault != Fault::None && !m_isBroken && m_callsLeft-- == 0;
    m_isBroken = m_isBroken || isNow;
    if (!m_isBroken) {
        return true;
    }
    switch (m_fault) {
    case Fault::IsFullFromThenOn:
        throwSystemError(ENOSPC, "write", "the disk");
    case Fault::IsReadOnlyFromThenOn:
        throwSystemError(EROFS, "write", "the disk");
    case Fault::FailsOnce:
    case Fault::IsCutShort:
        if (isNow) {
            throwSystemError(ENOSPC, "write", "the disk");
        }
        break;
    case Fault::PowerFails:
        m_isOff = true;
        throw PowerCut();
    case Fault::DirectoryIsDeleted:
        if (isNow) {
            m_names.clear();
            m_directories.clear();
        }
        break;
    case Fault::None:
        break;
    }
    return true;
}

SimulatedDisk SimulatedDisk::restarted(const Aftermath& aftermath) const
{
    Names names = m_durableNames;
    for (std::size_t i = 0; i < m_changes.size(); ++i) {
        if ((aftermath.arrivedNames >> i & 1U) != 0) {
            m_changes[i](names);
        }
    }
    SimulatedDisk disk;
    disk.m_directories = m_directories;
    for (const auto& [path, content] : names) {
        const std::size_t durable = content->durable.size();
        const std::size_t rest = content->cached.size() - durable;
        const std::string bytes =
            content->cached.substr(0, durable + rest * std::size_t(aftermath.arrivedQuarters) / 4);
        disk.m_names[path] = std::make_shared<Content>(Content{bytes, bytes});
    }
    disk.m_durableNames = disk.m_names;
    return disk;
}

void SimulatedDisk::apply(Change change)
{
    change(m_names);
    m_changes.push_back(std::move(change));
}

std::unique_ptr<engine::WritableFile> SimulatedDisk::create(const std::filesystem::path& path,
                                                            bool exclusive)
{
    auto content = std::make_shared<Content>();
    if (enter()) {
        if (!m_directories.contains(path.parent_path().string())) {
            throwSystemError(ENOENT, "create", path.string());
        }
        if (exclusive && m_names.contains(path.string())) {
            throwSystemError(EEXIST, "create", path.string());
        }
        apply([name = path.string(), content](Names& names) { names[name] = content; });
    }
    return std::make_unique<File>(*this, std::move(content));
}

void SimulatedDisk::rename(const std::filesystem::path& from, const std::filesystem::path& to)
{
    if (!enter()) {
        return;
    }
    const auto found = m_names.find(from.string());
    if (found == m_names.end()) {
        throwSystemError(ENOENT, "rename to", to.string());
    }
    apply([from = from.string(), to = to.string(), content = found->second](Names& names) {
        names.erase(from);
        names[to] = content;
    });
}

void SimulatedDisk::remove(const std::filesystem::path& path)
{
    if (enter() && m_names.contains(path.string())) {
        apply([name = path.string()](Names& names) { names.erase(name); });
    }
}

void SimulatedDisk::syncDirectory(const std::filesystem::path& directory)
{
    if (!enter()) {
        return;
    }
    if (!m_directories.contains(directory.string())) {
        throwSystemError(ENOENT, "open directory", directory.string());
    }
    m_durableNames = m_names;
    m_changes.clear();
}

void SimulatedDisk::createDirectories(const std::filesystem::path& directory)
{
    if (enter()) {
        m_directories.insert(directory.string());
    }
}

std::string SimulatedDisk::read(const std::filesystem::path& path) const
{
    const auto found = m_names.find(path.string());
    if (found == m_names.end()) {
        throwSystemError(ENOENT, "open", path.string());
    }
    return found->second->cached;
}

std::vector<std::string> SimulatedDisk::list(const std::filesystem::path& directory) const
{
    std::vector<std::string> names;
    for (const auto& [path, content] : m_names) {
        const std::filesystem::path file(path);
        if (file.parent_path() == directory) {
            names.push_back(file.filename().string());
        }
    }
    return names;
}

bool SimulatedDisk::exists(const std::filesystem::path& path) const
{
    return m_names.contains(path.string()) || m_directories.contains(path.string());
}
