// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/checkpoint_files.h"
#include "engine/hooks/checkpoint_saver_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/fake_clock.h"

#include <QTemporaryDir>

// A model and a folder that a CheckpointSaverHook saves it in: a base of tests of that hook.
class SavingFixture
{
protected:
    using Steps = std::vector<std::int64_t>;

    // Before each test.
    void prepare()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_model = std::make_unique<TrainingGraph>();
        m_scaffold = std::make_shared<engine::Scaffold>();
        m_scaffold->finalize(m_model->graph);
    }
    engine::CheckpointSaverHook::Options options(const engine::Period& period)
    {
        engine::CheckpointSaverHook::Options result;
        result.checkpointDir = directory();
        result.period = period;
        result.scaffold = m_scaffold;
        result.clock = &m_clock;
        return result;
    }
    std::filesystem::path directory() const { return m_folder->filePath("run").toStdString(); }
    Steps saved() const
    {
        Steps steps;
        for (const std::string& prefix : engine::listCheckpoints(m_disk, directory())) {
            steps.push_back(engine::stepOfCheckpoint(prefix).value());
        }
        return steps;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TrainingGraph> m_model;
    std::shared_ptr<engine::Scaffold> m_scaffold;
    engine::LocalFileSystem m_disk;
    FakeClock m_clock;
};
