// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/jobs/job_parser.h"
#include "engine/jobs/training_job.h"
#include "engine/summary/run_store_reader.h"
#include "tests/support/fake_clock.h"

#include <QString>
#include <QTemporaryDir>

#include <cmath>
#include <fstream>
#include <functional>
#include <numbers>

// A folder that vanishes, and everything that a job is given from outside. Time stands still.
class JobWorld
{
public:
    std::filesystem::path path(std::string_view name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    engine::JobEnvironment environment() { return {clock, logger, files}; }

    // A network of 8 units that learns 200 points of two spirals, 16 a step. Saves stop it, so that
    // they come at the same steps however fast the disk is.
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
async_checkpoint = false
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
        request.config.directory = path("");
        request.store = path("runs.sqlite");
        request.checkpointDir = path(directory);
        return request;
    }
    // Settings with which the tiny job learns the pictures that writePictures() has written.
    static std::vector<std::string> pictureSettings(const std::string& augment,
                                                    const std::string& file = "pictures.bin")
    {
        return {"data.kind=cifar10", "data.train_files=[\"" + file + "\"]",
                "data.augment=" + augment};
    }
    static constexpr const char* kEveryAugmentation =
        R"(["crop 24 pad=1", "flip", "flip_up_down", "brightness 63", "contrast 0.2 1.8", )"
        R"("standardize"])";
    // Six pictures of each class of CIFAR-10, which differ by their tint.
    void writePictures(std::string_view name = "pictures.bin") const
    {
        std::ofstream file(path(name), std::ios::binary);
        for (int i = 0; i < 60; ++i) {
            const int label = i % 10;
            file.put(static_cast<char>(label));
            for (int pixel = 0; pixel < 3 * 32 * 32; ++pixel) {
                const double turns = label / 10.0 + pixel / (32 * 32) / 3.0;
                const double value = 125 + 100 * std::cos(2 * std::numbers::pi * turns);
                file.put(static_cast<char>(static_cast<int>(value) + (pixel + i) % 7));
            }
        }
    }
    // A number file as MNIST's: `sizes` {12, 2, 2} are 12 pictures of 2 x 2, {12} as many labels.
    // Its bytes are these over and over.
    void writeIdx(std::string_view name, const std::vector<std::uint8_t>& sizes,
                  const std::vector<int>& bytes) const
    {
        std::ofstream file(path(name), std::ios::binary);
        file.write("\0\0\x08", 3).put(static_cast<char>(sizes.size()));
        std::size_t count = 1;
        for (const std::uint8_t size : sizes) {
            file.write("\0\0\0", 3).put(static_cast<char>(size));
            count *= size;
        }
        for (std::size_t i = 0; i < count; ++i) {
            file.put(static_cast<char>(bytes[i % bytes.size()]));
        }
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
