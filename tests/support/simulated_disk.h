// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

// A disk in memory that tells what is durable from what is only cached, and on which any one call
// goes wrong. Not thread-safe.
class SimulatedDisk final : public engine::FileSystem
{
public:
    enum class Fault
    {
        None,
        FailsOnce, // with ResourceExhaustedError
        IsFullFromThenOn,
        IsReadOnlyFromThenOn, // PermissionDeniedError
        IsCutShort, // half of what is written arrives, then ResourceExhaustedError
        PowerFails, // throws PowerCut; the process has ended and whatever it still does is void
        DirectoryIsDeleted // with all in it, before the call
    };
    struct PowerCut
    { };

    // What the disk holds after the power has failed. Of the changes of names since the last sync
    // of the directory any set may have arrived, of bytes not synced all, none or half.
    struct Aftermath
    {
        unsigned arrivedNames = 0; // bit i: the i-th change
        int arrivedQuarters = 0; // 0, 2 or 4: of the bytes
    };

    // The `call`-th call from now (from 0) goes wrong.
    void failAt(Fault fault, int call)
    {
        m_fault = fault;
        m_callsLeft = call;
        m_isBroken = false;
    }
    bool hasFailed() const { return m_isBroken; }
    int unsyncedNames() const { return static_cast<int>(m_changes.size()); }
    // The machine as it comes up again; this disk stays as it is.
    SimulatedDisk restarted(const Aftermath& aftermath) const;

    std::unique_ptr<engine::WritableFile> create(const std::filesystem::path& path,
                                                 bool exclusive) override;
    void rename(const std::filesystem::path& from, const std::filesystem::path& to) override;
    void remove(const std::filesystem::path& path) override;
    void syncDirectory(const std::filesystem::path& directory) override;
    void createDirectories(const std::filesystem::path& directory) override;
    std::string read(const std::filesystem::path& path) const override;
    std::vector<std::string> list(const std::filesystem::path& directory) const override;
    bool exists(const std::filesystem::path& path) const override;

private:
    class File;
    struct Content
    {
        std::string cached;
        std::string durable;
    };
    using Names = std::map<std::string, std::shared_ptr<Content>>;
    using Change = std::function<void(Names&)>;

    bool enter(); // false: the power is off, nothing is done
    bool cutsShort() const { return m_isBroken && m_fault == Fault::IsCutShort; }
    void apply(Change change);

    Names m_names;
    Names m_durableNames;
    std::vector<Change> m_changes; // since the last sync of a directory
    std::set<std::string> m_directories;
    Fault m_fault = Fault::None;
    int m_callsLeft = 0;
    bool m_isBroken = false;
    bool m_isOff = false;
};
