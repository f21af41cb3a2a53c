// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// Networks that other frameworks were measured with: the same sizes, batches, optimizer and loss,
// on numbers of the same distribution in memory.
#include "measurement.h"

#include "engine/base/clock.h"
#include "engine/nn/adam_optimizer.h"
#include "engine/nn/layers.h"
#include "engine/nn/losses.h"
#include "engine/ops/basic_ops.h"
#include "engine/runtime/direct_session.h"

#include <dnnl.h>
#include <omp.h>

#include <algorithm>
#include <random>
#include <thread>

namespace {

constexpr int kStepsPerLoss = 100; // the loss is fetched so seldom, inside the time
constexpr double kWarmUpSeconds = 1;

struct Workload
{
    std::string name;
    std::vector<std::int64_t> units; // inputs, hidden layers, classes
    std::int64_t batch;
    std::int64_t batches; // of the data in memory
    int threads;
};

// Two floating-point operations a multiply-add: forward, gradient of the weights, and gradient of
// the input of all layers but the first.
double flopsOfStep(const Workload& workload)
{
    double macs = 0;
    for (std::size_t i = 0; i + 1 < workload.units.size(); ++i) {
        const auto layer = static_cast<double>(workload.units[i] * workload.units[i + 1]);
        macs += layer * (i == 0 ? 2 : 3);
    }
    return 2 * macs * static_cast<double>(workload.batch);
}

// GFLOP/s of oneDNN's product of 1024 x 1024 matrices: what the machine gives at best.
double productPeak(int threads)
{
    constexpr std::int64_t kSize = 1024;
    constexpr double kFlops = 2.0 * kSize * kSize * kSize;
    const std::vector<float> a(kSize * kSize, 0.5F);
    const std::vector<float> b(kSize * kSize, 0.25F);
    std::vector<float> c(kSize * kSize);
    omp_set_num_threads(threads);
    const engine::SystemClock clock;
    double least = 1e9;
    const double start = clock.monotonicSeconds();
    while (clock.monotonicSeconds() - start < 0.5) {
        const double before = clock.monotonicSeconds();
        dnnl_sgemm('N', 'N', kSize, kSize, kSize, 1, a.data(), kSize, b.data(), kSize, 0, c.data(),
                   kSize);
        least = std::min(least, clock.monotonicSeconds() - before);
    }
    omp_set_num_threads(1);
    return kFlops / least / 1e9;
}

class Trained
{
public:
    explicit Trained(const Workload& workload)
        : m_workload(workload), m_graph(1), m_session(m_graph, {.threads = workload.threads})
    {
        const std::int64_t inputs = workload.units.front();
        m_x = engine::placeholder(m_graph, engine::DataType::Float,
                                  engine::Shape{engine::Shape::kUnknownDim, inputs}, "x");
        m_y = engine::placeholder(m_graph, engine::DataType::Int32,
                                  engine::Shape{engine::Shape::kUnknownDim}, "y");
        engine::Output layer = m_x;
        for (std::size_t i = 1; i < workload.units.size(); ++i) {
            const bool isLast = i + 1 == workload.units.size();
            layer = engine::dense(layer, workload.units[i], isLast ? "linear" : "relu");
        }
        m_loss = engine::sparseSoftmaxCrossEntropy(m_y, layer);
        const engine::Output rate =
            engine::constant(m_graph, engine::Tensor::scalar<float>(0.001F), "rate");
        m_train = &engine::AdamOptimizer(rate).minimize(m_loss);
        for (const auto& variable :
             m_graph.collectionOf<engine::Variable>(engine::keys::kGlobalVariables)) {
            m_session.run(variable->initializer());
        }
        fillData();
    }

    void step(std::int64_t number)
    {
        const std::int64_t at = number % m_workload.batches * m_workload.batch;
        const std::int64_t inputs = m_workload.units.front();
        const engine::Feed feeds[] = {
            {m_x,
             engine::Tensor::view(engine::DataType::Float, engine::Shape{m_workload.batch, inputs},
                                  &m_features[static_cast<std::size_t>(at * inputs)])},
            {m_y,
             engine::Tensor::view(engine::DataType::Int32, engine::Shape{m_workload.batch},
                                  &m_labels[static_cast<std::size_t>(at)])}};
        const engine::Fetch fetches[] = {m_train, m_loss};
        const std::size_t fetched = number % kStepsPerLoss == kStepsPerLoss - 1 ? 2 : 1;
        m_session.run({std::span(fetches, fetched), feeds}, m_results);
    }

private:
    void fillData()
    {
        std::mt19937_64 random(2);
        std::normal_distribution<float> normal;
        const std::int64_t examples = m_workload.batch * m_workload.batches;
        m_features.resize(static_cast<std::size_t>(examples * m_workload.units.front()));
        std::ranges::generate(m_features, [&] { return normal(random); });
        std::uniform_int_distribution<std::int32_t> label(
            0, static_cast<std::int32_t>(m_workload.units.back()) - 1);
        m_labels.resize(static_cast<std::size_t>(examples));
        std::ranges::generate(m_labels, [&] { return label(random); });
    }

    Workload m_workload;
    engine::Graph m_graph;
    engine::DirectSession m_session;
    engine::Output m_x;
    engine::Output m_y;
    engine::Output m_loss;
    engine::Operation* m_train = nullptr;
    std::vector<engine::Tensor> m_results;
    std::vector<float> m_features;
    std::vector<std::int32_t> m_labels;
};

Measurement measure(const Workload& workload, double seconds)
{
    Trained trained(workload);
    const engine::SystemClock clock;
    std::int64_t step = 0;
    const double warm = clock.monotonicSeconds();
    while (clock.monotonicSeconds() - warm < kWarmUpSeconds) {
        trained.step(step++);
    }
    std::vector<double> microseconds;
    const double start = clock.monotonicSeconds();
    double before = start;
    while (before - start < seconds) {
        trained.step(step++);
        const double now = clock.monotonicSeconds();
        microseconds.push_back((now - before) * 1e6);
        before = now;
    }
    const double rate = static_cast<double>(microseconds.size()) / (before - start);
    const double gflops = flopsOfStep(workload) * rate / 1e9;
    return {workload.name,
            {{"steps_per_second", rate},
             {"examples_per_second", rate * static_cast<double>(workload.batch)},
             {"step_us_median", median(microseconds)},
             {"step_us_p95", percentile95(microseconds)},
             {"gflops", gflops},
             {"peak_share", gflops / productPeak(workload.threads)},
             {"peak_rss_bytes", peakRssBytes()}}};
}

} // namespace

Measurement measureTabular(double seconds)
{
    // On one thread: the products are too small to share.
    return measure({"tabular", {32, 64, 64, 2}, 32, 1600, 1}, seconds);
}

Measurement measureMlp(double seconds)
{
    const auto threads = static_cast<int>(std::thread::hardware_concurrency());
    return measure({"mlp", {784, 512, 512, 10}, 128, 468, threads}, seconds);
}
