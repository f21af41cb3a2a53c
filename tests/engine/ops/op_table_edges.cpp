// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/batch_norm_ops.h"
#include "engine/ops/clip_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/cumsum_op.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/image_ops.h"
#include "engine/ops/layer_norm_op.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/repeat_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/slice_ops.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/top_k_ops.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/op_table.h"

using namespace engine;

namespace {

using X = std::vector<Output>;
using Build = std::function<Output(const X&)>;
using Cases = std::initializer_list<std::vector<Shape>>;

const Conv2dOptions kConv{{1, 1}, "SAME", {1, 1}, 1};
const PoolOptions kPool{{2, 2}, {2, 2}, "SAME"};
const Shape kNoPicture{0, 3, 4, 2};
const Shape kOneCell{1, 1, 1, 1};

} // namespace

// Operations whose other rows have neither axes of size 1 nor of size 0.
std::vector<OpRow> edgeRows()
{
    std::vector<OpRow> rows;
    const auto add = [&](const char* name, Cases cases, const Build& build) {
        for (const std::vector<Shape>& shapes : cases) {
            rows.push_back({name, shapes, build, -2, 2, false});
        }
    };
    add("conv", {{kOneCell, Shape{3, 3, 1, 1}}, {Shape{0, 5, 5, 3}, Shape{3, 3, 3, 2}}},
        [](const X& x) { return conv2d(x[0], x[1], kConv); });
    add("depthwise conv", {{kOneCell, Shape{2, 2, 1, 2}}, {kNoPicture, Shape{3, 3, 2, 1}}},
        [](const X& x) { return depthwiseConv2d(x[0], x[1], kConv); });
    add("transposed conv", {{kOneCell, Shape{2, 2, 1, 1}}, {Shape{0, 1, 1, 1}, Shape{2, 2, 1, 1}}},
        [](const X& x) {
            return conv2dTranspose(x[0], x[1], Shape{-1, 2, 2, 1}, {{2, 2}, "SAME", {1, 1}, 1});
        });
    add("max-pool", {{kOneCell}, {kNoPicture}}, [](const X& x) { return maxPool(x[0], kPool); });
    add("avg-pool", {{kOneCell}, {kNoPicture}}, [](const X& x) { return avgPool(x[0], kPool); });
    add("global pools", {{kOneCell}, {kNoPicture}},
        [](const X& x) { return engine::add(globalAvgPool(x[0]), globalMaxPool(x[0])); });
    add("local response normalization", {{kOneCell}, {kNoPicture}}, [](const X& x) {
        return localResponseNormalization(x[0], {2, 1.5, 0.3, 0.75});
    });
    add("standardization", {{kNoPicture}, {Shape{2, 1, 2, 1}}},
        [](const X& x) { return perImageStandardization(x[0]); });
    add("contrast", {{kOneCell}, {kNoPicture}}, [](const X& x) { return adjustContrast(x[0], 2); });
    add("brightness", {{kOneCell}, {kNoPicture}, {Shape{2, 3, 2}}},
        [](const X& x) { return adjustBrightness(x[0], 0.5); });
    add("flips", {{kOneCell}, {kNoPicture}, {Shape{2, 3, 2}}},
        [](const X& x) { return subtract(flipLeftRight(x[0]), scale(flipUpDown(x[0]), 2)); });
    add("crop", {{Shape{2, 3, 4, 1}}, {kNoPicture}}, [](const X& x) {
        return cropToBoundingBox(x[0], {1, 1, 2, 2});
    });
    add("crop or pad", {{kOneCell}, {kNoPicture}, {Shape{4, 2, 1}}},
        [](const X& x) { return resizeWithCropOrPad(x[0], 3, 3); });
    add("layer norm", {{Shape{1, 2}, Shape{2}, Shape{2}}, {Shape{0, 3}, Shape{3}, Shape{3}}},
        [](const X& x) { return layerNorm(x[0], x[1], x[2]); });
    add("batch norm by moving averages",
        {{kOneCell, Shape{1}, Shape{1}}, {kNoPicture, Shape{2}, Shape{2}}}, [](const X& x) {
            Graph& graph = x[0].graph();
            const Shape channels = x[1].shape();
            const Output flag = constant(graph, Tensor::scalar(false));
            return batchNorm(x[0],
                             {x[1], x[2], fill(graph, x[0].type(), channels, 0.25),
                              fill(graph, x[0].type(), channels, 2), flag})
                .y;
        });
    add("gather", {{Shape{1, 1}}, {Shape{1, 0}}}, [](const X& x) {
        const Tensor indices = Tensor::fromValues<std::int32_t>(Shape{3}, {0, 0, 0});
        return gather(x[0], constant(x[0].graph(), indices));
    });
    add("gather of nothing", {{Shape{2, 3}}}, [](const X& x) {
        return gather(x[0], constant(x[0].graph(), Tensor(DataType::Int32, Shape{0})));
    });
    add("slice", {{Shape{1, 1}}, {Shape{1, 0}}}, [](const X& x) {
        return slice(x[0], {0, 0}, {1, -1});
    });
    add("pad", {{Shape{1, 1}}, {Shape{0, 2}}}, [](const X& x) {
        return pad(x[0], {{1, 0}, {0, 2}}, PadMode::Constant, 5);
    });
    add("pad, symmetric", {{Shape{1, 1}}}, [](const X& x) {
        return pad(x[0], {{1, 0}, {0, 1}}, PadMode::Symmetric);
    });
    add("broadcast", {{Shape{1, 1}}, {Shape{0, 1}}}, [](const X& x) {
        return broadcastTo(x[0], Shape{2, x[0].shape().dim(0), 3});
    });
    add("reverse", {{Shape{1, 1}}, {Shape{0, 2}}}, [](const X& x) {
        return reverse(x[0], {0, 1});
    });
    add("concat", {{Shape{1, 1}, Shape{1, 1}}, {Shape{0, 2}, Shape{0, 1}}},
        [](const X& x) { return concat(x, 1); });
    add("split", {{Shape{1, 2}}, {Shape{0, 2}}}, [](const X& x) {
        return split(x[0], {1, 1}, 1)[1];
    });
    add("stack", {{Shape{1}, Shape{1}}, {Shape{0, 2}, Shape{0, 2}}},
        [](const X& x) { return stack(x, 0); });
    add("unstack", {{Shape{1, 1}}, {Shape{1, 0}}}, [](const X& x) { return unstack(x[0], 0)[0]; });
    add("expand and squeeze", {{Shape{1, 1}}, {Shape{0, 1}}},
        [](const X& x) { return squeeze(expandDims(x[0], 0), {2}); });
    add("transpose", {{Shape{1, 1, 1}}, {Shape{2, 0, 3}}}, [](const X& x) {
        return transpose(x[0], {2, 0, 1});
    });
    add("top k", {{Shape{1, 1}}, {Shape{0, 2}}}, [](const X& x) { return topK(x[0], 1).values; });
    add("cumsum", {{Shape{1, 1}}, {Shape{0, 2}}}, [](const X& x) { return cumsum(x[0], 1, {}); });
    add("log-sum-exp", {{Shape{1, 1}}, {Shape{0, 2}}},
        [](const X& x) { return reduceLogSumExp(x[0], {1}); });
    add("moments", {{Shape{1, 2}}, {Shape{0, 2}}}, [](const X& x) {
        const Moments found = moments(x[0], {1});
        return engine::add(found.mean, found.variance);
    });
    add("softmax along axis 0", {{Shape{1, 1}}, {Shape{2, 0}}},
        [](const X& x) { return softmax(x[0], 0); });
    add("clip by norm", {{Shape{1, 1}}, {Shape{0, 2}}},
        [](const X& x) { return clipByNorm(x[0], 0.5, {1}); });
    add("global norm", {{Shape{1}, Shape{0}}}, [](const X& x) { return globalNorm(x); });
    add("weighted cross-entropy", {{Shape{1, 1}, Shape{1, 1}}, {Shape{0, 2}, Shape{0, 2}}},
        [](const X& x) { return weightedCrossEntropyWithLogits(x[0], x[1], 3); });
    return rows;
}

// So large that threads share the work. One of each way in which kernels share it out; differences
// would take too long, so these rows are for equal bits only.
std::vector<OpRow> largeRows()
{
    std::vector<OpRow> rows;
    const auto add = [&](const char* name, const std::vector<Shape>& shapes, const Build& build) {
        rows.push_back({name, shapes, build, 0.5, 2, true});
    };
    add("multiply and add, large", {Shape{300, 400}, Shape{400}},
        [](const X& x) { return engine::add(multiply(x[0], x[1]), x[1]); });
    add("exp, large", {Shape{120000}}, [](const X& x) { return exp(x[0]); });
    add("sum of rows, large", {Shape{300, 400}}, [](const X& x) { return reduceSum(x[0], {1}); });
    add("sum of columns, large", {Shape{300, 400}},
        [](const X& x) { return reduceSum(x[0], {0}); });
    add("mean of all, large", {Shape{300, 400}}, [](const X& x) { return reduceMean(x[0]); });
    add("matrix product, large", {Shape{130, 500}, Shape{500, 270}},
        [](const X& x) { return matMul(x[0], x[1]); });
    add("bias, large", {Shape{3000, 40}, Shape{40}},
        [](const X& x) { return biasAdd(x[0], x[1]); });
    add("softmax, large", {Shape{3000, 40}}, [](const X& x) { return softmax(x[0]); });
    add("transpose, large", {Shape{300, 400}}, [](const X& x) { return transpose(x[0]); });
    add("concat, large", {Shape{300, 200}, Shape{300, 210}},
        [](const X& x) { return concat(x, 1); });
    add("layer norm, large", {Shape{2000, 60}, Shape{60}, Shape{60}},
        [](const X& x) { return layerNorm(x[0], x[1], x[2]); });
    add("conv, large", {Shape{8, 16, 16, 16}, Shape{3, 3, 16, 16}},
        [](const X& x) { return conv2d(x[0], x[1], kConv); });
    add("conv with strides, large", {Shape{8, 16, 16, 16}, Shape{3, 3, 16, 16}}, [](const X& x) {
        return conv2d(x[0], x[1], {{2, 2}, "SAME", {1, 1}, 1});
    });
    add("depthwise conv, large", {Shape{8, 16, 16, 16}, Shape{3, 3, 16, 1}},
        [](const X& x) { return depthwiseConv2d(x[0], x[1], kConv); });
    add("pools, large", {Shape{8, 32, 32, 16}},
        [](const X& x) { return engine::add(maxPool(x[0], kPool), avgPool(x[0], kPool)); });
    add("local response normalization, large", {Shape{8, 24, 24, 32}}, [](const X& x) {
        return localResponseNormalization(x[0], {4, 1, 0.1, 0.75});
    });
    return rows;
}
