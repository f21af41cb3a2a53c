// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_parser.h"
#include "engine/jobs/training_job.h"
#include "engine/summary/run_store_reader.h"
#include "tests/support/fake_clock.h"

#include <QString>
#include <QTemporaryDir>

#include <functional>

// A folder that vanishes, and everything that a job is given from outside. Time stands still.
class JobWorld
{
public:
    std::filesystem::path path(std::string_view name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    engine::JobEnvironment environment() { return {clock, logger, files}; }

    // A network of 8 units that learns 200 points of two spirals, 16 a step.
    static engine::JobConfig tinyJob(const std::vector<std::string>& settings = {})
    {
        return engine::parseJob(R"([run]
steps = 40
threads = 1
[data]
kind = "spirals"
points = 200
batch_size = 16
test_fraction = 0.2
[model]
hidden_layers = [8]
dropout = 0.25
[optimizer]
learning_rate = 0.01
[session]
save_checkpoint_steps = 10
save_summaries_steps = 1
[evaluation]
every_steps = 20
)",
                                "tiny", settings);
    }
    engine::JobRequest request(std::string_view directory,
                               const std::vector<std::string>& settings = {}) const
    {
        engine::JobRequest request;
        request.config = tinyJob(settings);
        request.store = path("runs.sqlite");
        request.checkpointDir = path(directory);
        return request;
    }
    engine::JobResult train(const engine::JobRequest& request,
                            const std::function<void(engine::TrainingJob&)>& prepare = {})
    {
        engine::TrainingJob job(request, environment());
        job.open();
        if (prepare) {
            prepare(job);
        }
        return job.train();
    }

    engine::RunStoreReader reader() const
    {
        return engine::RunStoreReader(path("runs.sqlite"), clock);
    }
    // Step and value of each training loss.
    std::vector<std::pair<std::int64_t, double>> losses(engine::RunId run, int segment) const
    {
        return series(run, segment, "train/loss");
    }
    std::vector<std::pair<std::int64_t, double>> series(engine::RunId run, int segment,
                                                        std::string_view tag) const
    {
        std::vector<std::pair<std::int64_t, double>> values;
        for (const engine::StoredPoint& point : reader().points(run, segment, tag)) {
            values.emplace_back(point.step, point.value);
        }
        return values;
    }

    FakeClock clock;
    engine::MemoryLogger logger;
    engine::LocalFileSystem files;

private:
    QTemporaryDir m_folder;
};
