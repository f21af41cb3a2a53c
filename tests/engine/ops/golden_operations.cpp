// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/ops/golden_operations.h"

#include "engine/base/errors.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/division_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/rounding_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/golden_tables.h"
#include "tests/engine/ops/golden_train.h"

using namespace engine;

namespace {

using Inputs = GoldenInputs;
using Builder = GoldenBuilder;
using Table = GoldenTable;

[[noreturn]] void notImplemented(const QString& what)
{
    throw UnimplementedError((what + " is not implemented").toStdString());
}

Builder unary(Output (*function)(Output, std::string_view))
{
    return [=](const Inputs& x, const QJsonObject&) { return Inputs{function(x[0], "golden")}; };
}

Builder binary(Output (*function)(Output, Output, std::string_view))
{
    return
        [=](const Inputs& x, const QJsonObject&) { return Inputs{function(x[0], x[1], "golden")}; };
}

Builder reduction(Output (*function)(Output, const Axes&, bool, std::string_view))
{
    return [=](const Inputs& x, const QJsonObject& attributes) {
        return Inputs{function(x[0], goldenAxes(attributes["axes"]),
                               attributes["keep_dims"].toBool(), "golden")};
    };
}

Builder alongAxis(Output (*function)(Output, int, std::string_view))
{
    return [=](const Inputs& x, const QJsonObject& attributes) {
        return Inputs{function(x[0], attributes["axis"].toInt(-1), "golden")};
    };
}

Builder position(Output (*function)(Output, int, DataType, std::string_view))
{
    return [=](const Inputs& x, const QJsonObject& attributes) {
        return Inputs{function(x[0], attributes["axis"].toInt(),
                               goldenType(attributes["output_type"].toString("int64")), "golden")};
    };
}

Inputs denseLayer(const Inputs& x, const QJsonObject& attributes)
{
    static const std::map<QString, Output (*)(Output)> kActivations{{"linear", [](Output y) { return y; }},
                                                                    {"relu", [](Output y) { return relu(y); }},
                                                                    {"tanh", [](Output y) { return tanh(y); }},
                                                                    {"sigmoid", [](Output y) { return sigmoid(y); }},
                                                                    {"gelu", [](Output y) { return gelu(y); }},
                                                                    {"swish", [](Output y) { return swish(y); }}};
    const QString activation = attributes["activation"].toString();
    if (!kActivations.contains(activation)) {
        notImplemented("activation " + activation);
    }
    return {kActivations.at(activation)(biasAdd(matMul(x[0], x[1]), x[2]))};
}

Inputs product(const Inputs& x, const QJsonObject& attributes)
{
    return {
        matMul(x[0], x[1], attributes["transpose_a"].toBool(), attributes["transpose_b"].toBool())};
}

// ((x + y) * x - y / (x² + 1)) * exp(-y²) + tanh(x y)
Inputs polynomial(const Inputs& inputs, const QJsonObject&)
{
    const Output x = inputs[0];
    const Output y = inputs[1];
    const Output one = onesLike(x);
    const Output left = subtract(multiply(add(x, y), x), divide(y, add(square(x), one)));
    return {add(multiply(left, exp(negative(square(y)))), tanh(multiply(x, y)))};
}

const Table& table()
{
    static const Table kTable{
        {"negative", unary(&negative)},
        {"square", unary(&square)},
        {"exp", unary(&exp)},
        {"log", unary(&log)},
        {"sqrt", unary(&sqrt)},
        {"abs", unary(&engine::abs)},
        {"sign", unary(&sign)},
        {"reciprocal", unary(&reciprocal)},
        {"relu", unary(&relu)},
        {"tanh", unary(&tanh)},
        {"sigmoid", unary(&sigmoid)},
        {"expm1", unary(&expm1)},
        {"log1p", unary(&log1p)},
        {"rsqrt", unary(&rsqrt)},
        {"sin", unary(&sin)},
        {"cos", unary(&cos)},
        {"erf", unary(&erf)},
        {"floor", unary(&floor)},
        {"ceil", unary(&ceil)},
        {"round", unary(&round)},
        {"is_nan", unary(&isNan)},
        {"is_inf", unary(&isInf)},
        {"is_finite", unary(&isFinite)},
        {"relu6", unary(&relu6)},
        {"elu", unary(&elu)},
        {"selu", unary(&selu)},
        {"softplus", unary(&softplus)},
        {"softsign", unary(&softsign)},
        {"log_sigmoid", unary(&logSigmoid)},
        {"leaky_relu",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{leakyRelu(x[0], attributes["alpha"].toDouble())};
         }},
        {"gelu",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{gelu(x[0], attributes["approximate"].toBool())};
         }},
        {"swish",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{swish(x[0], attributes["beta"].toDouble())};
         }},
        {"check_numerics",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{checkNumerics(x[0], attributes["message"].toString().toStdString())};
         }},
        {"logical_not", unary(&logicalNot)},
        {"l2_loss", unary(&l2Loss)},
        {"add", binary(&add)},
        {"subtract", binary(&subtract)},
        {"multiply", binary(&multiply)},
        {"divide", binary(&divide)},
        {"divide_no_nan", binary(&divideNoNan)},
        {"floor_divide", binary(&floorDivide)},
        {"floor_mod", binary(&floorMod)},
        {"pow", binary(&pow)},
        {"squared_difference", binary(&squaredDifference)},
        {"maximum", binary(&maximum)},
        {"minimum", binary(&minimum)},
        {"equal", binary(&equal)},
        {"not_equal", binary(&notEqual)},
        {"less", binary(&less)},
        {"less_equal", binary(&lessEqual)},
        {"greater", binary(&greater)},
        {"greater_equal", binary(&greaterEqual)},
        {"logical_and", binary(&logicalAnd)},
        {"logical_or", binary(&logicalOr)},
        {"bias_add", binary(&biasAdd)},
        {"softmax_cross_entropy", binary(&softmaxCrossEntropyWithLogits)},
        {"sparse_softmax_cross_entropy", binary(&sparseSoftmaxCrossEntropyWithLogits)},
        {"sigmoid_cross_entropy", binary(&sigmoidCrossEntropyWithLogits)},
        {"reduce_sum", reduction(&reduceSum)},
        {"reduce_mean", reduction(&reduceMean)},
        {"reduce_max", reduction(&reduceMax)},
        {"reduce_min", reduction(&reduceMin)},
        {"reduce_prod", reduction(&reduceProd)},
        {"reduce_logsumexp", reduction(&reduceLogSumExp)},
        {"reduce_any", reduction(&reduceAny)},
        {"reduce_all", reduction(&reduceAll)},
        {"moments",
         [](const Inputs& x, const QJsonObject& attributes) {
             const auto [mean, variance] =
                 moments(x[0], goldenNumbers(attributes["axes"]), attributes["keep_dims"].toBool());
             return Inputs{mean, variance};
         }},
        {"softmax", alongAxis(&softmax)},
        {"log_softmax", alongAxis(&logSoftmax)},
        {"weighted_sigmoid_cross_entropy",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{
                 weightedCrossEntropyWithLogits(x[0], x[1], attributes["pos_weight"].toDouble())};
         }},
        {"argmax", position(&argMax)},
        {"argmin", position(&argMin)},
        {"matmul", product},
        {"dense", denseLayer},
        {"polynomial", polynomial},
        {"select_rows",
         [](const Inputs& x, const QJsonObject&) {
             return Inputs{select(expandDims(x[0], -1), x[1], x[2])};
         }},
        {"select",
         [](const Inputs& x, const QJsonObject&) { return Inputs{select(x[0], x[1], x[2])}; }},
        {"where_log",
         [](const Inputs& x, const QJsonObject&) {
             const Output zeros = zerosLike(x[0]);
             return Inputs{select(greater(x[0], zeros), log(x[0]), zeros)};
         }},
        {"clip_by_value",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{
                 clipByValue(x[0], attributes["low"].toDouble(), attributes["high"].toDouble())};
         }},
        {"cast",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{cast(x[0], goldenType(attributes["to"].toString()))};
         }},
        {"reshape",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{reshape(x[0], goldenShape(attributes["shape"]))};
         }},
        {"stop_gradient",
         [](const Inputs& x, const QJsonObject&) {
             return Inputs{add(multiply(x[0], stopGradient(x[0])), x[1])};
         }},
        {"fan_out",
         [](const Inputs& x, const QJsonObject&) {
             const Output u = multiply(x[0], x[0]);
             return Inputs{add(u, x[0]), reduceSum(multiply(u, x[1]), {-1})};
         }},
    };
    return kTable;
}

} // namespace

std::vector<Output> addGoldenOperation(const QString& name, const std::vector<Output>& inputs,
                                       const QJsonObject& attributes)
{
    for (const GoldenTable* operations :
         {&table(), &goldenArrayOperations(), &goldenPictureOperations(), &goldenNetOperations()}) {
        if (const auto found = operations->find(name); found != operations->end()) {
            return found->second(inputs, attributes);
        }
    }
    notImplemented("operation " + name);
}
