// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/ops/op_table.h"

#include "engine/ops/activation_ops.h"
#include "engine/ops/batch_matmul_op.h"
#include "engine/ops/clip_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/cumsum_op.h"
#include "engine/ops/division_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/repeat_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/slice_ops.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/top_k_ops.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"

using namespace engine;

namespace {

using X = std::vector<Output>;

// A function of one input over some shapes.
void addUnary(std::vector<OpRow>& rows, const std::string& name, Output (*function)(Output),
              double low = -2, double high = 2)
{
    for (const Shape& shape : {Shape{2, 3}, Shape{1}, Shape{}, Shape{0, 2}}) {
        rows.push_back(
            {name, {shape}, [=](const X& x) { return function(x[0]); }, low, high, true});
    }
}

// A function of two inputs that broadcast.
void addBinary(std::vector<OpRow>& rows, const std::string& name,
               Output (*function)(Output, Output), double low = -2, double high = 2)
{
    const std::vector<std::vector<Shape>> pairs{{Shape{2, 3}, Shape{2, 3}},
                                                {Shape{2, 1, 3}, Shape{4, 1}},
                                                {Shape{}, Shape{2, 1}},
                                                {Shape{0, 3}, Shape{1, 3}}};
    for (const std::vector<Shape>& shapes : pairs) {
        rows.push_back(
            {name, shapes, [=](const X& x) { return function(x[0], x[1]); }, low, high, true});
    }
}

} // namespace

std::vector<OpRow> elementwiseRows()
{
    std::vector<OpRow> rows;
    addUnary(
        rows, "rsqrt", [](Output x) { return rsqrt(x); }, 0.5, 2);
    addUnary(rows, "shift", [](Output x) { return shift(x, -0.75); });
    addUnary(rows, "expm1", [](Output x) { return expm1(x); });
    addUnary(
        rows, "log1p", [](Output x) { return log1p(x); }, -0.5, 2);
    addUnary(rows, "sin", [](Output x) { return sin(x); });
    addUnary(rows, "cos", [](Output x) { return cos(x); });
    addUnary(rows, "erf", [](Output x) { return erf(x); });
    addUnary(
        rows, "relu6", [](Output x) { return relu6(x); }, 0.1, 5.9);
    addUnary(
        rows, "elu", [](Output x) { return elu(x); }, -2, -0.1);
    addUnary(
        rows, "selu", [](Output x) { return selu(x); }, 0.1, 2);
    addUnary(rows, "softplus", [](Output x) { return softplus(x); });
    addUnary(
        rows, "softsign", [](Output x) { return softsign(x); }, 0.1, 2);
    addUnary(rows, "log sigmoid", [](Output x) { return logSigmoid(x); });
    addUnary(
        rows, "leaky relu", [](Output x) { return leakyRelu(x, 0.1); }, -2, -0.1);
    addUnary(rows, "gelu", [](Output x) { return gelu(x); });
    addUnary(rows, "approximate gelu", [](Output x) { return gelu(x, true); });
    addUnary(rows, "swish", [](Output x) { return swish(x, 1.5); });
    addBinary(
        rows, "pow", [](Output x, Output y) { return pow(x, y); }, 0.5, 2);
    addBinary(
        rows, "divide no nan", [](Output x, Output y) { return divideNoNan(x, y); }, 0.5, 2);
    addBinary(
        rows, "floor mod", [](Output x, Output y) { return floorMod(x, y); }, 2.1, 2.9);
    rows.push_back({"weighted cross-entropy",
                    {Shape{2, 3}, Shape{2, 3}},
                    [](const X& x) { return weightedCrossEntropyWithLogits(x[0], x[1], 3); },
                    0.1,
                    0.9,
                    true});
    return rows;
}

std::vector<OpRow> arrayRows()
{
    std::vector<OpRow> rows;
    const auto add = [&](const char* name, const std::vector<Shape>& shapes,
                         const std::function<Output(const X&)>& build, bool mayBeUnknown = true) {
        rows.push_back({name, shapes, build, -2, 2, mayBeUnknown});
    };
    add("slice", {Shape{3, 4}}, [](const X& x) { return slice(x[0], {1, 0}, {2, -1}); });
    add("slice of nothing", {Shape{3, 4}}, [](const X& x) { return slice(x[0], {3, 1}, {0, 2}); });
    add("pad", {Shape{2, 1, 3}}, [](const X& x) {
        return pad(x[0], {{1, 0}, {0, 2}, {1, 1}}, PadMode::Constant, 5);
    });
    add("pad, reflect", {Shape{3, 4}}, [](const X& x) {
        return pad(x[0], {{2, 1}, {1, 3}}, PadMode::Reflect);
    });
    add("pad, symmetric", {Shape{2, 3}}, [](const X& x) {
        return pad(x[0], {{2, 1}, {0, 3}}, PadMode::Symmetric);
    });
    add("tile", {Shape{2, 1, 3}}, [](const X& x) { return tile(x[0], {2, 3, 1}); });
    add("tile of nothing", {Shape{0, 2}}, [](const X& x) { return tile(x[0], {2, 2}); });
    add("broadcast", {Shape{2, 1}}, [](const X& x) { return broadcastTo(x[0], Shape{3, 2, 4}); });
    add("reverse", {Shape{2, 3, 2}}, [](const X& x) { return reverse(x[0], {0, -1}); });
    add("concat", {Shape{2, 1, 2}, Shape{2, 3, 2}, Shape{2, 0, 2}},
        [](const X& x) { return concat(x, 1); });
    add("split", {Shape{2, 6}}, [](const X& x) {
        const std::vector<Output> parts = split(x[0], {1, -1, 2}, -1);
        return concat(std::vector<Output>{parts[2], parts[0]}, 1);
    });
    add("stack", {Shape{2, 3}, Shape{2, 3}}, [](const X& x) { return stack(x, -1); });
    add(
        "unstack", {Shape{2, 3}}, [](const X& x) { return unstack(x[0], 1)[2]; }, false);
    add("expand and squeeze", {Shape{2, 1}},
        [](const X& x) { return squeeze(expandDims(x[0], 0), {2}); });
    add("transpose", {Shape{2, 1, 3, 2}}, [](const X& x) { return transpose(x[0], {3, 1, 0, 2}); });
    add("transpose, the rows stay", {Shape{2, 3, 4}}, [](const X& x) {
        return transpose(x[0], {1, 0, 2});
    });
    add("transpose of nothing", {Shape{2, 0}}, [](const X& x) { return transpose(x[0]); });
    add("top k", {Shape{2, 5}}, [](const X& x) { return topK(x[0], 2).values; });
    for (const bool exclusive : {false, true}) {
        add(exclusive ? "cumsum, exclusive" : "cumsum", {Shape{2, 4, 1}}, [=](const X& x) {
            return cumsum(x[0], 1, {exclusive, !exclusive});
        });
    }
    add("log-sum-exp", {Shape{2, 3, 2}}, [](const X& x) {
        return reduceLogSumExp(x[0], {0, 2}, true);
    });
    add("mean of moments", {Shape{2, 3}}, [](const X& x) { return moments(x[0], {0}).mean; });
    add("variance of moments", {Shape{2, 3}}, [](const X& x) {
        return moments(x[0], {0, 1}).variance;
    });
    add("softmax along axis 0", {Shape{3, 2}}, [](const X& x) { return softmax(x[0], 0); });
    add("log-softmax along axis 1", {Shape{2, 3, 2}},
        [](const X& x) { return logSoftmax(x[0], 1); });
    add("clip by norm", {Shape{3, 2}}, [](const X& x) { return clipByNorm(x[0], 1.5, {1}); });
    add("global norm", {Shape{2}, Shape{1, 3}}, [](const X& x) { return globalNorm(x); });
    add("clip by global norm", {Shape{2}, Shape{2}}, [](const X& x) {
        const std::vector<Output> clipped = clipByGlobalNorm(x, 0.5).tensors;
        return concat(clipped, 0);
    });
    add("batch matrix product", {Shape{2, 3, 2}, Shape{2, 2, 4}},
        [](const X& x) { return batchMatMul(x[0], x[1]); });
    add("batch matrix product, broadcast", {Shape{3, 1, 2, 4}, Shape{2, 3, 4}},
        [](const X& x) { return batchMatMul(x[0], x[1], false, true); });
    add("batch matrix product, both transposed", {Shape{1, 2, 3}, Shape{2, 4, 2}},
        [](const X& x) { return batchMatMul(x[0], x[1], true, true); });
    add("batch matrix product of nothing", {Shape{0, 2, 3}, Shape{3, 2}},
        [](const X& x) { return batchMatMul(x[0], x[1]); });
    return rows;
}
