// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// Networks that other frameworks were measured with: the same sizes, batches, optimizer and loss,
// on data of the same shape in memory.
#include "measurement.h"
#include "workload_nets.h"

#include "engine/base/clock.h"
#include "engine/base/errors.h"
#include "engine/formats/idx.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/image_type_op.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"

#include <dnnl.h>
#include <omp.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <thread>

namespace {

constexpr int kStepsPerLoss = 100; // the loss is fetched so seldom, inside the time
constexpr double kWarmUpSeconds = 1;

using Examples = std::pair<engine::Tensor, engine::Tensor>; // features [n, …], labels [n]

struct Workload
{
    std::string name;
    engine::Shape example;
    std::int64_t batch;
    std::int64_t batches; // of the data in memory
    int threads;
    std::vector<double> layerMacs; // multiply-adds of one example's forward pass
    TrainedNet (*build)(engine::Output x, engine::Output y);
    // `count` examples: float32, or bytes that the net divides by 255.
    Examples (*load)(std::int64_t count, const engine::Shape& example);
};

// Two floating-point operations a multiply-add: forward, gradient of the weights, and gradient of
// the input of all layers but the first.
double flopsOfStep(const Workload& workload)
{
    const auto& macs = workload.layerMacs;
    const double all = std::accumulate(macs.begin(), macs.end(), 0.0);
    return 2 * (3 * all - macs.front()) * static_cast<double>(workload.batch);
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

engine::Shape stacked(std::int64_t count, const engine::Shape& example)
{
    std::vector<std::int64_t> dims{count};
    for (int axis = 0; axis < example.rank(); ++axis) {
        dims.push_back(example.dim(axis));
    }
    return engine::Shape(dims);
}

template <int kClasses>
Examples normalNumbers(std::int64_t count, const engine::Shape& example)
{
    std::mt19937_64 random(2);
    std::normal_distribution<float> normal;
    std::uniform_int_distribution<std::int64_t> label(0, kClasses - 1);
    engine::Tensor features(engine::DataType::Float, stacked(count, example));
    std::ranges::generate(features.values<float>(), [&] { return normal(random); });
    engine::Tensor labels(engine::DataType::Int64, engine::Shape{count});
    std::ranges::generate(labels.values<std::int64_t>(), [&] { return label(random); });
    return {features, labels};
}

// Fashion-MNIST in file order where it is installed, otherwise bytes of its shape.
Examples fashionPictures(std::int64_t count, const engine::Shape& example)
{
    const char* const given = std::getenv("FASHION_MNIST");
    const std::filesystem::path folder =
        given != nullptr ? given : "/usr/share/datasets/fashion-mnist";
    engine::Tensor features(engine::DataType::UInt8, stacked(count, example));
    engine::Tensor labels(engine::DataType::Int64, engine::Shape{count});
    const std::span<std::uint8_t> bytes = features.values<std::uint8_t>();
    const std::span<std::int64_t> classes = labels.values<std::int64_t>();
    try {
        const engine::Tensor pictures = engine::readIdx(folder / "train-images-idx3-ubyte.gz");
        const engine::Tensor numbers = engine::readIdx(folder / "train-labels-idx1-ubyte.gz");
        std::ranges::copy(pictures.values<std::uint8_t>().first(bytes.size()), bytes.begin());
        std::ranges::copy(numbers.values<std::uint8_t>().first(classes.size()), classes.begin());
    } catch (const engine::NotFoundError&) {
        std::fprintf(stderr, "bench: Fashion-MNIST is not in %s; random bytes instead\n",
                     folder.c_str());
        std::mt19937_64 random(2);
        std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
        std::ranges::generate(classes, [&] { return static_cast<std::int64_t>(random() % 10); });
    }
    return {features, labels};
}

class Trained
{
public:
    explicit Trained(const Workload& workload)
        : m_workload(workload), m_graph(1), m_session(m_graph, {.threads = workload.threads}),
          m_examples(workload.load(workload.batch * workload.batches, workload.example)),
          m_x(engine::placeholder(m_graph, m_examples.first.dataType(),
                                  stacked(-1, workload.example), "x")),
          m_y(engine::placeholder(m_graph, engine::DataType::Int64, engine::Shape{-1}, "y")),
          m_net(workload.build(
              m_x.type() == engine::DataType::UInt8 ? engine::convertImageDtype(m_x) : m_x, m_y))
    {
        for (const auto& variable :
             m_graph.collectionOf<engine::Variable>(engine::keys::kGlobalVariables)) {
            m_session.run(variable->initializer());
        }
    }

    void step(std::int64_t number)
    {
        const std::int64_t at = number % m_workload.batches * m_workload.batch;
        const engine::Feed feeds[] = {
            {m_x, features(at)},
            {m_y,
             engine::Tensor::view(engine::DataType::Int64, engine::Shape{m_workload.batch},
                                  &m_examples.second.values<std::int64_t>()[std::size_t(at)])}};
        const engine::Fetch fetches[] = {m_net.train, m_net.loss};
        const std::size_t fetched = number % kStepsPerLoss == kStepsPerLoss - 1 ? 2 : 1;
        m_session.run({std::span(fetches, fetched), feeds}, m_results);
    }

private:
    // A batch, from the example `at`.
    engine::Tensor features(std::int64_t at)
    {
        engine::Tensor& all = m_examples.first;
        const std::int64_t begin = at * m_workload.example.elementCount();
        char* const data = static_cast<char*>(all.data())
            + static_cast<std::size_t>(begin) * engine::sizeOf(all.dataType());
        return engine::Tensor::view(all.dataType(), stacked(m_workload.batch, m_workload.example),
                                    data);
    }

    Workload m_workload;
    engine::Graph m_graph;
    engine::DirectSession m_session;
    Examples m_examples;
    engine::Output m_x;
    engine::Output m_y;
    TrainedNet m_net;
    std::vector<engine::Tensor> m_results;
};

// Of each step in this time, after a warm-up.
std::vector<double> sampleMicroseconds(const Workload& workload, double warmUp, double seconds)
{
    Trained trained(workload);
    const engine::SystemClock clock;
    std::int64_t step = 0;
    const double warm = clock.monotonicSeconds();
    while (clock.monotonicSeconds() - warm < warmUp || step < 10) {
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
    return microseconds;
}

Measurement measure(const Workload& workload, double seconds)
{
    const std::vector<double> microseconds = sampleMicroseconds(workload, kWarmUpSeconds, seconds);
    const double all = std::accumulate(microseconds.begin(), microseconds.end(), 0.0);
    const double rate = static_cast<double>(microseconds.size()) / all * 1e6;
    const double gflops = flopsOfStep(workload) * rate / 1e9;
    const double bytes = peakRssBytes(); // without the matrices below
    return {workload.name,
            {{"steps_per_second", rate},
             {"examples_per_second", rate * static_cast<double>(workload.batch)},
             {"step_us_median", median(microseconds)},
             {"step_us_p95", percentile95(microseconds)},
             {"gflops", gflops},
             {"peak_share", gflops / productPeak(workload.threads)},
             {"peak_rss_bytes", bytes}}};
}

template <std::int64_t... kUnits>
TrainedNet denseNetOf(engine::Output x, engine::Output y)
{
    constexpr std::int64_t kSizes[] = {kUnits...};
    return denseNet(x, y, kSizes);
}

int allThreads()
{
    return static_cast<int>(std::thread::hardware_concurrency());
}

} // namespace

Measurement measureTabular(double seconds)
{
    // On one thread: the products are too small to share.
    return measure({.name = "tabular",
                    .example = {32},
                    .batch = 32,
                    .batches = 1600,
                    .threads = 1,
                    .layerMacs = {32 * 64, 64 * 64, 64 * 2},
                    .build = denseNetOf<64, 64, 2>,
                    .load = normalNumbers<2>},
                   seconds);
}

Measurement measureMlp(double seconds)
{
    return measure({.name = "mlp",
                    .example = {784},
                    .batch = 128,
                    .batches = 468,
                    .threads = allThreads(),
                    .layerMacs = {784 * 512, 512 * 512, 512 * 10},
                    .build = denseNetOf<512, 512, 10>,
                    .load = fashionPictures},
                   seconds);
}

Measurement measureMnistCnn(double seconds)
{
    return measure({.name = "mnist-cnn",
                    .example = {28, 28, 1},
                    .batch = 128,
                    .batches = 468,
                    .threads = allThreads(),
                    .layerMacs = {26 * 26 * 32 * 9, 24 * 24 * 64 * 288, 9216 * 128, 128 * 10},
                    .build = mnistNet,
                    .load = fashionPictures},
                   seconds);
}

Measurement measureCifarTutorial(double seconds)
{
    return measure(
        {.name = "cifar10-tutorial",
         .example = {24, 24, 3},
         .batch = 128,
         .batches = 80,
         .threads = allThreads(),
         .layerMacs = {24 * 24 * 64 * 75, 12 * 12 * 64 * 1600, 2304 * 384, 384 * 192, 192 * 10},
         .build = cifarTutorialNet,
         .load = normalNumbers<10>},
        seconds);
}

Measurement measureScaling(double seconds)
{
    constexpr std::int64_t kBatches[] = {64, 128, 256, 512};
    using Build = TrainedNet (*)(engine::Output, engine::Output);
    constexpr std::pair<std::size_t, Build> kDepths[] = {
        {2, denseNetOf<256, 256, 10>},
        {4, denseNetOf<256, 256, 256, 256, 10>},
        {8, denseNetOf<256, 256, 256, 256, 256, 256, 256, 256, 10>},
        {16,
         denseNetOf<256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256, 256,
                    10>}};
    const double each = seconds / double(std::size(kBatches) + std::size(kDepths));
    Workload workload{.name = "scaling",
                      .example = {256},
                      .batch = kBatches[0],
                      .batches = 20,
                      .threads = allThreads(),
                      .layerMacs = {},
                      .build = kDepths[1].second,
                      .load = normalNumbers<10>};
    Measurement measured{workload.name, {}};
    for (const std::int64_t batch : kBatches) {
        workload.batch = batch;
        measured.figures.emplace_back("batch_" + std::to_string(batch) + "_us",
                                      median(sampleMicroseconds(workload, each / 4, each)));
    }
    workload.batch = kBatches[1];
    for (const auto& [layers, build] : kDepths) {
        workload.build = build;
        measured.figures.emplace_back("layers_" + std::to_string(layers) + "_us",
                                      median(sampleMicroseconds(workload, each / 4, each)));
    }
    return measured;
}
