// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/run_store_writer.h"
#include "engine/summary/sqlite.h"
#include "tests/support/fake_clock.h"

#include <QTemporaryDir>

#include <chrono>
#include <filesystem>
#include <string_view>

// A store in a folder that vanishes, with time that the test decides.
class StoreTest
{
public:
    std::filesystem::path path() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "runs.sqlite";
    }

    // Commits at flush() and close(), and when a batch is full.
    static engine::RunStoreWriter::Options patient()
    {
        engine::RunStoreWriter::Options options;
        options.commitInterval = std::chrono::hours(1);
        return options;
    }

    static engine::RunSpec spec(const char* name)
    {
        engine::RunSpec spec;
        spec.name = name;
        spec.targetSteps = 100;
        return spec;
    }

    // As other programs see it.
    std::int64_t integer(std::string_view sql) const
    {
        engine::Database store(path(), engine::Database::Access::ReadOnly);
        return store.queryInteger(sql);
    }

    // All runs are trained by processes of another host from now on: nobody here can see whether
    // those live, only how long they have been silent.
    void moveRunsToAnotherHost() const
    {
        engine::Database store(path(), engine::Database::Access::ReadWrite);
        store.execute("UPDATE run SET host = 'another-host'");
    }

    FakeClock clock;

private:
    QTemporaryDir m_folder;
};
