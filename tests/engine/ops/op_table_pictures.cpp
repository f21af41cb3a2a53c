// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/batch_norm_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/image_ops.h"
#include "engine/ops/layer_norm_op.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/op_table.h"

using namespace engine;

namespace {

using X = std::vector<Output>;
using Pair = std::array<std::int64_t, 2>;

Conv2dOptions convolution(const Pair& strides, const char* padding, const Pair& dilations = {1, 1},
                          std::int64_t groups = 1)
{
    return {strides, padding, dilations, groups};
}

Output normalized(const X& x, bool training)
{
    Graph& graph = x[0].graph();
    const Shape channels{x[0].shape().dim(-1) > 0 ? x[0].shape().dim(-1) : 3};
    const Output mean = fill(graph, x[0].type(), channels, 0.25);
    const Output variance = fill(graph, x[0].type(), channels, 2);
    const Output flag = constant(graph, Tensor::scalar(training));
    return batchNorm(x[0], {x[1], x[2], mean, variance, flag}).y;
}

} // namespace

std::vector<OpRow> pictureRows()
{
    std::vector<OpRow> rows;
    const auto add = [&](const char* name, const std::vector<Shape>& shapes,
                         const std::function<Output(const X&)>& build, bool mayBeUnknown = true) {
        rows.push_back({name, shapes, build, -2, 2, mayBeUnknown});
    };
    const auto addConv = [&](const char* name, const Shape& x, const Shape& filter,
                             const Conv2dOptions& options) {
        add(name, {x, filter}, [=](const X& in) { return conv2d(in[0], in[1], options); });
    };
    addConv("conv", Shape{2, 4, 5, 3}, Shape{3, 3, 3, 2}, convolution({1, 1}, "SAME"));
    addConv("conv, pointwise", Shape{2, 3, 2, 3}, Shape{1, 1, 3, 2}, convolution({1, 1}, "VALID"));
    addConv("conv, strides and dilation", Shape{1, 7, 8, 2}, Shape{2, 3, 2, 2},
            convolution({2, 1}, "VALID", {1, 2}));
    addConv("conv, even sizes", Shape{1, 4, 6, 1}, Shape{3, 2, 1, 1}, convolution({2, 2}, "SAME"));
    addConv("conv, groups", Shape{2, 3, 3, 4}, Shape{2, 2, 2, 6},
            convolution({1, 1}, "SAME", {1, 1}, 2));
    addConv("conv of no picture", Shape{0, 3, 3, 2}, Shape{2, 2, 2, 1},
            convolution({1, 1}, "SAME"));
    add("depthwise conv", {Shape{2, 4, 5, 3}, Shape{3, 2, 3, 1}}, [](const X& in) {
        return depthwiseConv2d(in[0], in[1], convolution({1, 2}, "SAME"));
    });
    add("depthwise conv with multiplier", {Shape{1, 4, 5, 2}, Shape{2, 2, 2, 3}}, [](const X& in) {
        return depthwiseConv2d(in[0], in[1], convolution({1, 1}, "VALID", {2, 1}));
    });
    add("transposed conv", {Shape{2, 2, 3, 2}, Shape{3, 3, 1, 2}}, [](const X& in) {
        return conv2dTranspose(in[0], in[1], Shape{-1, 4, 5, 1}, convolution({2, 2}, "SAME"));
    });
    add("max-pool", {Shape{2, 5, 4, 3}}, [](const X& in) {
        return maxPool(in[0], {{3, 3}, {2, 2}, "SAME"});
    });
    add("max-pool of 70 channels", {Shape{1, 3, 3, 70}}, [](const X& in) {
        return maxPool(in[0], {{2, 2}, {1, 1}, "VALID"});
    });
    add("avg-pool", {Shape{2, 5, 4, 1}}, [](const X& in) {
        return avgPool(in[0], {{3, 2}, {2, 1}, "SAME"});
    });
    add("global pools", {Shape{2, 3, 2, 2}},
        [](const X& in) { return subtract(globalAvgPool(in[0]), globalMaxPool(in[0])); });
    add(
        "standardization", {Shape{2, 3, 2, 2}},
        [](const X& in) { return perImageStandardization(in[0]); }, false);
    add("contrast", {Shape{3, 2, 2}}, [](const X& in) { return adjustContrast(in[0], 1.5); });
    return rows;
}

std::vector<OpRow> netRows()
{
    std::vector<OpRow> rows;
    const auto add = [&](const char* name, const std::vector<Shape>& shapes,
                         const std::function<Output(const X&)>& build, bool mayBeUnknown = true) {
        rows.push_back({name, shapes, build, -2, 2, mayBeUnknown});
    };
    add("batch norm", {Shape{2, 2, 2, 3}, Shape{3}, Shape{3}},
        [](const X& in) { return normalized(in, true); });
    add("batch norm of a table", {Shape{5, 3}, Shape{3}, Shape{3}},
        [](const X& in) { return normalized(in, true); });
    add("batch norm by moving averages", {Shape{4, 3}, Shape{3}, Shape{3}},
        [](const X& in) { return normalized(in, false); });
    add("normalization by given statistics", {Shape{4, 3}, Shape{3}, Shape{3}, Shape{3}},
        [](const X& in) {
            const Output variance = shift(square(in[1]), 1);
            return batchNormalization(in[0], in[1], variance, in[2], in[3], 1e-3);
        });
    add("layer norm", {Shape{2, 3, 4}, Shape{4}, Shape{4}},
        [](const X& in) { return layerNorm(in[0], in[1], in[2]); });
    add("layer norm over two axes", {Shape{2, 3, 2}, Shape{3, 2}, Shape{3, 2}},
        [](const X& in) { return layerNorm(in[0], in[1], in[2]); });
    for (const double beta : {0.5, 0.75, 1.0, 0.6}) {
        add("local response normalization", {Shape{2, 2, 1, 5}}, [=](const X& in) {
            return localResponseNormalization(in[0], {2, 1.5, 0.3, beta});
        });
    }
    add("gather", {Shape{4, 2}}, [](const X& in) {
        const Tensor indices = Tensor::fromValues<std::int32_t>(Shape{2, 2}, {3, 0, 3, 1});
        return gather(in[0], constant(in[0].graph(), indices));
    });
    add("gather along axis 1", {Shape{2, 3, 2}}, [](const X& in) {
        const Tensor indices = Tensor::fromValues<std::int64_t>(Shape{3}, {2, 2, 0});
        return gather(in[0], constant(in[0].graph(), indices), 1);
    });
    return rows;
}
