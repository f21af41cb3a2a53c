// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/random.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/reduction_ops.h"
#include "tests/engine/ops/op_testing.h"

// A function of float64 inputs whose gradient is compared with central differences.
struct GradientCase
{
    std::vector<engine::Shape> shapes; // of the inputs
    std::function<engine::Output(const std::vector<engine::Output>&)> build;
    double low = -2; // inputs are drawn from here …
    double high = 2; // … to there
    bool shapesMayBeUnknown = true; // try also with placeholders of unknown axes
};

inline constexpr double kDifferenceStep = 1e-5;
inline constexpr Tolerance kGradientTolerance{.relative = 1e-7, .absolute = 1e-8};

namespace gradient_checker {

inline std::vector<engine::Tensor> drawInputs(const GradientCase& function)
{
    engine::RandomStream random(20, 3);
    std::vector<engine::Tensor> inputs;
    for (const engine::Shape& shape : function.shapes) {
        engine::Tensor input(engine::DataType::Double, shape);
        for (double& value : input.values<double>()) {
            value = function.low + (function.high - function.low) * random.nextUnit();
        }
        inputs.push_back(input);
    }
    return inputs;
}

// Weights that make the gradients of the outputs' elements tell apart.
inline engine::Tensor weightsFor(const engine::Shape& shape)
{
    engine::RandomStream random(20, 4);
    engine::Tensor weights(engine::DataType::Double, shape);
    for (double& value : weights.values<double>()) {
        value = 0.5 + random.nextUnit();
    }
    return weights;
}

inline QString mismatch(const GradientCase& function, bool shapesAreKnown)
{
    engine::Graph graph;
    std::vector<engine::Tensor> values = drawInputs(function);
    std::vector<engine::Output> inputs;
    std::vector<engine::Feed> feeds;
    for (const engine::Tensor& value : values) {
        const engine::Shape shape = shapesAreKnown ? value.shape() : unknownLike(value.shape());
        inputs.push_back(engine::placeholder(graph, engine::DataType::Double, shape));
        feeds.push_back({inputs.back(), value});
    }
    const engine::Output output = function.build(inputs);
    engine::DirectSession session(graph, {1});
    const std::vector<engine::Fetch> valueFetch{output};
    const engine::Shape outputShape = session.run(valueFetch, feeds)[0].shape();
    const engine::Output sum = engine::reduceSum(
        engine::multiply(output, engine::constant(graph, weightsFor(outputShape))));
    const std::vector<engine::Output> slopes = engine::gradients(sum, inputs);
    const std::vector<engine::Fetch> slopeFetches(slopes.begin(), slopes.end());
    const std::vector<engine::Tensor> got = session.run(slopeFetches, feeds);

    const std::vector<engine::Fetch> sumFetch{sum};
    const auto sumWith = [&](double& element, double value) {
        const double kept = std::exchange(element, value);
        const double result = session.run(sumFetch, feeds)[0].scalarAsDouble();
        element = kept;
        return result;
    };
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::vector<double> want;
        for (double& element : values[i].values<double>()) { // shared with the feed
            const double step = kDifferenceStep * std::max(1.0, std::abs(element));
            const double above = sumWith(element, element + step);
            const double below = sumWith(element, element - step);
            want.push_back((above - below) / (2 * step));
        }
        const QString difference = mismatchOf(got[i], values[i].shape(), want, kGradientTolerance);
        if (!difference.isEmpty()) {
            return QStringLiteral("gradient of input %1: %2").arg(i).arg(difference);
        }
    }
    return {};
}

} // namespace gradient_checker

// Empty if the gradients are right, with known and with unknown shapes.
inline QString gradientMismatch(const GradientCase& function)
{
    QString difference = gradient_checker::mismatch(function, true);
    if (difference.isEmpty() && function.shapesMayBeUnknown) {
        difference = gradient_checker::mismatch(function, false);
    }
    return difference;
}

#define VERIFY_GRADIENT(...)                                                                       \
    do {                                                                                           \
        const QString difference = gradientMismatch(__VA_ARGS__);                                  \
        QVERIFY2(difference.isEmpty(), qPrintable(difference));                                    \
    } while (false)
