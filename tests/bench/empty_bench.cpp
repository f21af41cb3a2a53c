// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "engine/base/clock.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "engine/summary/event_file_writer.h"
#include "engine/training/monitored_training_session.h"

#include <QTemporaryDir>

namespace {

constexpr int kStepsPerSample = 100;

// A graph that only counts.
struct CountingGraph
{
    engine::Graph graph;
    engine::Operation* count = nullptr;

    CountingGraph()
    {
        const auto step = engine::createGlobalStep(graph);
        const engine::Output one = engine::constant(graph, engine::Tensor::scalar<std::int64_t>(1));
        count = &engine::assignAdd(step->value(), one).operation();
    }
};

template <typename Run>
std::vector<double> sampleMicroseconds(double seconds, Run&& run)
{
    const engine::SystemClock clock;
    std::vector<double> samples;
    const double start = clock.monotonicSeconds();
    double before = start;
    while (before - start < seconds) {
        for (int i = 0; i < kStepsPerSample; ++i) {
            run();
        }
        const double now = clock.monotonicSeconds();
        samples.push_back((now - before) * 1e6 / kStepsPerSample);
        before = now;
    }
    return samples;
}

std::vector<double> sampleRaw(double seconds)
{
    CountingGraph counting;
    engine::DirectSession session(counting.graph);
    session.run(engine::getGlobalStep(counting.graph)->initializer());
    const engine::Fetch fetch(counting.count);
    std::vector<engine::Tensor> results;
    return sampleMicroseconds(seconds, [&] { session.run({std::span(&fetch, 1), {}}, results); });
}

std::vector<double> sampleMonitored(double seconds)
{
    const QTemporaryDir folder;
    engine::SystemClock clock;
    engine::LocalFileSystem files;
    CountingGraph counting;
    engine::MonitoredTrainingSessionOptions options;
    options.checkpointDir = folder.path().toStdString();
    options.summaryWriterFactory = [&](const std::filesystem::path& directory) {
        return std::make_shared<engine::EventFileWriter>(files, directory, clock);
    };
    const auto session = engine::MonitoredTrainingSession(counting.graph, options);
    const engine::Fetch fetch(counting.count);
    std::vector<engine::Tensor> results;
    std::vector<double> samples = sampleMicroseconds(seconds, [&] {
        session->run({std::span(&fetch, 1), {}}, results);
    });
    session->close();
    return samples;
}

} // namespace

Measurement measureEmptyStep(double seconds)
{
    const std::vector<double> raw = sampleRaw(seconds / 2);
    const std::vector<double> monitored = sampleMonitored(seconds / 2);
    return {"empty",
            {{"raw_us_median", median(raw)},
             {"step_us_median", median(monitored)},
             {"step_us_p95", percentile95(monitored)},
             {"overhead_us", median(monitored) - median(raw)},
             {"step_ns", median(monitored) * 1000}}};
}
