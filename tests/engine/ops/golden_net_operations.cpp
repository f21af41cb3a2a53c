// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/attention.h"
#include "engine/nn/losses.h"
#include "engine/nn/recurrent.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/batch_norm_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/layer_norm_op.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/golden_tables.h"

using namespace engine;

namespace {

using Inputs = GoldenInputs;

// What a moving average becomes.
Output moved(Output average, Output value, double decay)
{
    return add(scale(average, decay), scale(value, 1 - decay));
}

Inputs batchNormTraining(const Inputs& x, const QJsonObject& attributes)
{
    const Output training = constant(x[0].graph(), Tensor::scalar(true));
    const BatchNormOutputs result =
        batchNorm(x[0], {x[1], x[2], x[3], x[4], training},
                  {attributes["epsilon"].toDouble(), attributes["fused"].toBool()});
    const double decay = attributes["decay"].toDouble();
    return {result.y, moved(x[3], result.mean, decay), moved(x[4], result.variance, decay)};
}

LossWeights weightsOf(Output weights, const QJsonObject& attributes)
{
    static const std::map<QString, LossReduction> kReductions{
        {"none", LossReduction::None},
        {"weighted_sum", LossReduction::Sum},
        {"weighted_mean", LossReduction::Mean},
        {"weighted_sum_over_batch_size", LossReduction::SumOverBatchSize},
        {"weighted_sum_by_nonzero_weights", LossReduction::SumByNonzeroWeights}};
    return {weights, kReductions.at(attributes["reduction"].toString())};
}

GoldenBuilder loss(Output (*function)(Output, Output, const LossWeights&))
{
    return [=](const Inputs& x, const QJsonObject& attributes) {
        return Inputs{function(x[0], x[1], weightsOf(x[2], attributes))};
    };
}

GoldenBuilder loss(Output (*function)(Output, Output, const LossWeights&, double),
                   const QString& attribute)
{
    return [=](const Inputs& x, const QJsonObject& attributes) {
        return Inputs{
            function(x[0], x[1], weightsOf(x[2], attributes), attributes[attribute].toDouble())};
    };
}

Inputs lstmOf(const Inputs& x, const QJsonObject& attributes)
{
    const QString layout = attributes["layout"].toString();
    LstmWeights weights;
    Output lengths;
    if (layout == "tensorflow1") {
        weights = lstmWeightsOfTensorFlow1(x[3], x[4], x[0].shape().dim(-1),
                                           attributes["forget_bias"].toDouble(1));
        lengths = x.size() > 5 ? x[5] : Output();
    } else if (layout == "pytorch") {
        weights = lstmWeightsOfPyTorch(x[3], x[4], x[5], x[6]);
    } else {
        weights = {x[3], x[4], x[5]};
    }
    const LstmOutputs result = lstm(x[0], {x[1], x[2]}, weights, lengths);
    return {result.y, result.last.h, result.last.c};
}

Inputs gruOf(const Inputs& x, const QJsonObject& attributes)
{
    const QString layout = attributes["layout"].toString();
    GruWeights weights;
    if (layout == "tensorflow1") {
        weights = gruWeightsOfTensorFlow1(x[2], x[3], x[4], x[5], x[0].shape().dim(-1));
    } else if (layout == "pytorch") {
        weights = gruWeightsOfPyTorch(x[2], x[3], x[4], x[5]);
    } else {
        weights = {x[2], x[3], x[4], attributes["reset_after"].toBool()};
    }
    const GruOutputs result = gru(x[0], x[1], weights);
    return {result.y, result.last};
}

Inputs attentionOf(const Inputs& x, const QJsonObject& attributes)
{
    const AttentionOptions options{attributes["causal"].toBool(), x.size() > 10 ? x[10] : Output()};
    const AttentionOutputs result =
        multiHeadAttention(x[0], x[1], {x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9]}, options);
    return {result.y, result.weights};
}

GoldenTable makeTable()
{
    return {
        {"batch_norm_training", batchNormTraining},
        {"batch_norm_inference",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{batchNormalization(x[0], x[3], x[4], x[2], x[1],
                                              attributes["epsilon"].toDouble())};
         }},
        {"layer_norm",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{layerNorm(x[0], x[1], x[2], attributes["epsilon"].toDouble())};
         }},
        {"local_response_normalization",
         [](const Inputs& x, const QJsonObject& attributes) {
             const LrnOptions options{attributes["depth_radius"].toInt(),
                                      attributes["bias"].toDouble(), attributes["alpha"].toDouble(),
                                      attributes["beta"].toDouble()};
             return Inputs{localResponseNormalization(x[0], options)};
         }},
        {"dropout_with_mask",
         [](const Inputs& x, const QJsonObject& attributes) {
             const Output kept = scale(x[0], 1 / (1 - attributes["rate"].toDouble()));
             return Inputs{select(x[1], kept, zerosLike(x[0]))};
         }},
        {"lstm", lstmOf},
        {"gru", gruOf},
        {"multi_head_attention", attentionOf},
        {"loss_mean_squared_error", loss(&meanSquaredError)},
        {"loss_absolute_difference", loss(&absoluteDifference)},
        {"loss_hinge", loss(&hingeLoss)},
        {"loss_sparse_softmax_cross_entropy", loss(&sparseSoftmaxCrossEntropy)},
        {"loss_huber", loss(&huberLoss, "delta")},
        {"loss_log", loss(&logLoss, "epsilon")},
        {"loss_softmax_cross_entropy", loss(&softmaxCrossEntropy, "label_smoothing")},
        {"loss_sigmoid_cross_entropy", loss(&sigmoidCrossEntropy, "label_smoothing")},
    };
}

} // namespace

const GoldenTable& goldenNetOperations()
{
    static const GoldenTable kTable = makeTable();
    return kTable;
}
