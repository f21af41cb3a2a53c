// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "engine/base/clock.h"
#include "engine/checkpoint/saver.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"

#include <QTemporaryDir>

#include <cstring>

namespace {

constexpr int kVariables = 16;
constexpr std::int64_t kElements = 1'000'000; // of each: 64 MB together

// A model whose weights and nothing else have to be saved.
struct Weights
{
    Weights()
    {
        for (int i = 0; i < kVariables; ++i) {
            const engine::Output first =
                engine::fill(graph, engine::DataType::Float, {kElements}, 1.0 / (i + 1));
            variables.push_back(engine::makeVariable("weights_" + std::to_string(i), first));
        }
        saver.build(graph);
        session = std::make_unique<engine::DirectSession>(graph);
        for (const auto& variable : variables) {
            session->run(&variable->initializer());
        }
    }

    engine::Graph graph;
    std::vector<std::shared_ptr<engine::Variable>> variables;
    engine::Saver saver;
    std::unique_ptr<engine::DirectSession> session;
};

// One pass over memory: as many bytes as the variables have, to places that are there already.
double memcpyMilliseconds(const engine::Clock& clock)
{
    static const std::vector<float> from(kVariables * kElements, 1.0F);
    static std::vector<float> to(kVariables * kElements);
    const double start = clock.monotonicSeconds();
    std::memcpy(to.data(), from.data(), from.size() * sizeof(float));
    return (clock.monotonicSeconds() - start) * 1e3;
}

} // namespace

Measurement measureCheckpoint(double seconds)
{
    const engine::SystemClock clock;
    const QTemporaryDir folder;
    Weights weights;
    engine::SaveRequest request;
    request.path = folder.filePath(QStringLiteral("model.ckpt")).toStdString();
    std::vector<double> held; // how long the training waits
    std::vector<double> written;
    std::vector<double> copied;
    const double begin = clock.monotonicSeconds();
    for (std::int64_t step = 1; step <= 5 || clock.monotonicSeconds() - begin < seconds; ++step) {
        request.globalStep = step;
        const double start = clock.monotonicSeconds();
        const auto pending = weights.saver.saveInBackground(*weights.session, request);
        held.push_back((clock.monotonicSeconds() - start) * 1e3);
        weights.saver.finishSaving();
        written.push_back((clock.monotonicSeconds() - start) * 1e3);
        static_cast<void>(pending->prefix()); // throws what went wrong
        copied.push_back(memcpyMilliseconds(clock));
    }
    return {"checkpoint",
            {{"megabytes", kVariables * kElements * sizeof(float) / 1e6},
             {"held_ms", median(held)},
             {"held_ms_p95", percentile95(held)},
             {"memcpy_ms", median(copied)},
             {"written_ms", median(written)}}};
}
