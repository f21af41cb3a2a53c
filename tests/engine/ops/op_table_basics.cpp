// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/rounding_ops.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/op_table.h"

using namespace engine;

namespace {

using X = std::vector<Output>;
using Build = std::function<Output(const X&)>;

class Rows
{
public:
    void add(const char* name, std::initializer_list<std::vector<Shape>> cases, const Build& build,
             double low = -2, double high = 2)
    {
        for (const std::vector<Shape>& shapes : cases) {
            m_rows.push_back({name, shapes, build, low, high, true});
        }
    }
    void addUnary(const char* name, const Build& build, double low = -2, double high = 2)
    {
        add(name, {{Shape{2, 3}}, {Shape{1, 1}}, {Shape{0, 2}}}, build, low, high);
    }
    void addBinary(const char* name, const Build& build, double low = -2, double high = 2)
    {
        add(name, {{Shape{2, 3}, Shape{3}}, {Shape{1, 1}, Shape{1}}, {Shape{0, 3}, Shape{3}}},
            build, low, high);
    }
    std::vector<OpRow> take() { return std::move(m_rows); }

private:
    std::vector<OpRow> m_rows;
};

void addFunctions(Rows& rows)
{
    rows.addUnary("negative", [](const X& x) { return negative(x[0]); });
    rows.addUnary("square", [](const X& x) { return square(x[0]); });
    rows.addUnary("abs", [](const X& x) { return abs(x[0]); });
    rows.addUnary(
        "sqrt", [](const X& x) { return sqrt(x[0]); }, 0.5, 2);
    rows.addUnary(
        "reciprocal", [](const X& x) { return reciprocal(x[0]); }, 0.5, 2);
    rows.addUnary("exp", [](const X& x) { return exp(x[0]); });
    rows.addUnary(
        "log", [](const X& x) { return log(x[0]); }, 0.5, 2);
    rows.addUnary("relu", [](const X& x) { return relu(x[0]); });
    rows.addUnary("tanh", [](const X& x) { return tanh(x[0]); });
    rows.addUnary("sigmoid", [](const X& x) { return sigmoid(x[0]); });
    rows.addUnary("elu on both sides of 0", [](const X& x) { return elu(x[0]); });
    rows.addUnary("selu on both sides of 0", [](const X& x) { return selu(x[0]); });
    rows.addUnary("leaky relu on both sides of 0", [](const X& x) { return leakyRelu(x[0], 0.1); });
    rows.addUnary("clip by value", [](const X& x) { return clipByValue(x[0], -1, 0.5); });
    rows.addUnary("check numerics", [](const X& x) { return checkNumerics(x[0], "x"); });
    rows.addUnary("identity", [](const X& x) { return identity(x[0]); });
    rows.addUnary("reshape", [](const X& x) { return reshape(x[0], Shape{-1}); });
    rows.addBinary("add", [](const X& x) { return add(x[0], x[1]); });
    rows.addBinary("subtract", [](const X& x) { return subtract(x[0], x[1]); });
    rows.addBinary("multiply", [](const X& x) { return multiply(x[0], x[1]); });
    rows.addBinary(
        "divide", [](const X& x) { return divide(x[0], x[1]); }, 0.5, 2);
    rows.addBinary("maximum", [](const X& x) { return maximum(x[0], x[1]); });
    rows.addBinary("minimum", [](const X& x) { return minimum(x[0], x[1]); });
    rows.addBinary("squared difference", [](const X& x) { return squaredDifference(x[0], x[1]); });
    rows.addBinary("bias", [](const X& x) { return biasAdd(x[0], x[1]); });
    rows.addBinary("select", [](const X& x) {
        return select(less(x[0], x[1]), scale(x[0], 3), multiply(x[0], x[1]));
    });
    rows.add("sum of several",
             {{Shape{2, 3}, Shape{2, 3}, Shape{2, 3}}, {Shape{1, 1}}, {Shape{0}, Shape{0}}},
             [](const X& x) { return addN(x); });
}

void addReductions(Rows& rows)
{
    const struct
    {
        const char* name;
        Output (*reduce)(Output, const Axes&, bool, std::string_view);
    } reductions[] = {{"sum", reduceSum},
                      {"mean", reduceMean},
                      {"max", reduceMax},
                      {"min", reduceMin},
                      {"product", reduceProd}};
    for (const auto& [name, reduce] : reductions) {
        rows.add(name, {{Shape{2, 3, 2}}, {Shape{1, 1, 1}}, {Shape{0, 3, 2}}},
                 [reduce = reduce](const X& x) { return reduce(x[0], Axes{1}, false, "r"); });
        rows.add(name, {{Shape{2, 3}}, {Shape{1}}},
                 [reduce = reduce](const X& x) { return reduce(x[0], Axes::all(), true, "r"); });
    }
    rows.addUnary("half the squares", [](const X& x) { return l2Loss(x[0]); });
}

void addProducts(Rows& rows)
{
    for (const bool a : {false, true}) {
        for (const bool b : {false, true}) {
            const auto build = [=](const X& x) { return matMul(x[0], x[1], a, b); };
            const auto shapes = [&](std::int64_t m, std::int64_t k, std::int64_t n) {
                return std::vector<Shape>{a ? Shape{k, m} : Shape{m, k},
                                          b ? Shape{n, k} : Shape{k, n}};
            };
            rows.add("matrix product",
                     {shapes(2, 3, 4), shapes(1, 1, 1), shapes(0, 2, 3), shapes(2, 0, 3)}, build);
        }
    }
}

void addLosses(Rows& rows)
{
    rows.addUnary("softmax", [](const X& x) { return softmax(x[0]); });
    rows.addUnary("log-softmax", [](const X& x) { return logSoftmax(x[0]); });
    rows.add("softmax cross-entropy", {{Shape{2, 3}}, {Shape{1, 1}}, {Shape{0, 3}}},
             [](const X& x) {
                 const Output labels = softmax(zerosLike(x[0])); // equal, and add up to 1
                 return softmaxCrossEntropyWithLogits(labels, x[0]);
             });
    rows.add("sigmoid cross-entropy",
             {{Shape{2, 3}, Shape{2, 3}}, {Shape{1}, Shape{1}}, {Shape{0}, Shape{0}}},
             [](const X& x) { return sigmoidCrossEntropyWithLogits(x[0], x[1]); });
}

} // namespace

std::vector<OpRow> basicRows()
{
    Rows rows;
    addFunctions(rows);
    addReductions(rows);
    addProducts(rows);
    addLosses(rows);
    return rows.take();
}
