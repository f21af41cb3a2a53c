// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// Fits a line through points; what ARCHITECTURE.md shows of the C++ interface.
#include "engine/base/errors.h"
#include "engine/hooks/nan_tensor_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/losses.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/summary_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/training/monitored_training_session.h"

#include <cmath>
#include <cstdio>

namespace {

// The line's slope after 300 steps; `directory` gets checkpoints, summaries and the graph.
float fit(const std::filesystem::path& directory)
{
    using namespace engine;
    Graph graph;
    const Output x = constant(graph, Tensor::fromValues<float>({4, 1}, {0, 1, 2, 3}));
    const Output y = constant(graph, Tensor::fromValues<float>({4, 1}, {1, 3, 5, 7}));
    const auto slope = makeVariable("slope", scalarConstant(graph, DataType::Float, 0));
    const auto offset = makeVariable("offset", scalarConstant(graph, DataType::Float, 0));
    const Output line = add(multiply(x, slope->value()), offset->value());
    const Output loss = meanSquaredError(y, line);
    scalarSummary("loss", loss);
    GradientDescentOptimizer optimizer(scalarConstant(graph, DataType::Float, 0.1));
    Operation& trainOp = optimizer.minimize(loss, createGlobalStep(graph));

    MonitoredTrainingSessionOptions options;
    options.checkpointDir = directory;
    options.hooks = {std::make_shared<NanTensorHook>(loss),
                     std::make_shared<StopAtStepHook>(StopAtStepHook::Options{{}, 300})};
    const auto session = MonitoredTrainingSession(graph, options);
    float result = 0;
    with(*session, [&] {
        while (!session->shouldStop()) {
            session->run(trainOp);
        }
        const Fetch fetch(slope->value());
        result = session->runWithoutHooks({&fetch, 1})[0].scalarValue<float>();
    });
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const float slope = fit(argc > 1 ? argv[1] : "line");
        std::printf("slope %.3f\n", static_cast<double>(slope));
        return std::abs(slope - 2) < 0.01F ? 0 : 1;
    } catch (const engine::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
