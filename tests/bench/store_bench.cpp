// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"

#include <QTemporaryDir>

Measurement measureStore(double seconds)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    engine::SystemClock clock;
    std::int64_t step = 0;
    double elapsed = 0;
    double handOver = 0;
    {
        engine::RunStoreWriter writer(path, clock);
        engine::RunSpec spec;
        spec.name = "bench";
        writer.beginSegment(writer.createRun(spec), 0);
        const auto tag = writer.registerTag("train/loss");
        const double start = clock.monotonicSeconds();
        while (clock.monotonicSeconds() - start < seconds) {
            const double before = clock.monotonicSeconds();
            for (int i = 0; i < 10'000; ++i) {
                ++step;
                writer.scalar(tag, 1.0 / static_cast<double>(step), step);
            }
            handOver += clock.monotonicSeconds() - before;
            writer.flush(); // so that the disk's speed is measured, not the queue's
        }
        elapsed = clock.monotonicSeconds() - start;
        writer.endSegment(engine::RunStatus::Finished, "measured", step);
        writer.close();
    }
    engine::RunStoreReader reader(path, clock);
    const double readStart = clock.monotonicSeconds();
    const std::size_t points = reader.points(1, 0, "train/loss", step / 2, step / 2 + 2000).size();
    const double readSeconds = clock.monotonicSeconds() - readStart;
    const auto count = static_cast<double>(step);
    return {"store",
            {{"points_per_second", count / elapsed},
             {"hand_over_ns", handOver / count * 1e9},
             {"window_ms", readSeconds * 1e3},
             {"window_points", static_cast<double>(points)},
             {"bytes_per_scalar", static_cast<double>(reader.sizeInBytes()) / count}}};
}
