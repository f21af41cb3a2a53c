// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/nn/golden_nets.h"

#include "engine/nn/attention.h"
#include "engine/nn/losses.h"
#include "engine/nn/recurrent.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/batch_norm_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/image_ops.h"
#include "engine/ops/layer_norm_op.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/unary_ops.h"

using namespace engine;

namespace {

Output affine(Output x, const NetInputs& in, const QString& layer, const QString& kernel = "kernel",
              const QString& bias = "bias")
{
    return biasAdd(matMul(x, in.variables.at(layer + '/' + kernel)),
                   in.variables.at(layer + '/' + bias));
}

// Layers dense1, dense2 … with relu between them.
Output denseStack(Output x, const NetInputs& in)
{
    for (int i = 1;; ++i) {
        x = affine(x, in, QStringLiteral("dense%1").arg(i));
        if (!in.variables.contains(QStringLiteral("dense%1/kernel").arg(i + 1))) {
            return x;
        }
        x = relu(x);
    }
}

// The bytes of the pictures, 0 to 1.
Output scaledPictures(const NetInputs& in)
{
    return scale(cast(in.batch.at("pictures"), in.variables.begin()->second.type()), 1.0 / 255);
}

NetOutputs classified(Output logits, const NetInputs& in)
{
    return {sparseSoftmaxCrossEntropy(in.batch.at("labels"), logits), {}, {}};
}

NetOutputs linearNet(const NetInputs& in)
{
    const Output prediction =
        biasAdd(matMul(in.batch.at("x"), in.variables.at("kernel")), in.variables.at("bias"));
    return {meanSquaredError(in.batch.at("y"), prediction), {}, {}};
}

Output convolved(Output x, const NetInputs& in, const QString& layer, const QString& kernel,
                 const QString& bias)
{
    return relu(biasAdd(conv2d(x, in.variables.at(layer + '/' + kernel)),
                        in.variables.at(layer + '/' + bias)));
}

NetOutputs convNet(const NetInputs& in)
{
    const Output first = convolved(scaledPictures(in), in, "conv1", "kernel", "bias");
    const Output second = convolved(first, in, "conv2", "kernel", "bias");
    return classified(affine(flatten(maxPool(second)), in, "dense"), in);
}

NetOutputs cifarNet(const NetInputs& in)
{
    const PoolOptions pool{{3, 3}, {2, 2}, "SAME"};
    const LrnOptions lrn{4, 1, 0.001 / 9, 0.75};
    const auto local = [&](Output x, const QString& layer) {
        return affine(x, in, layer, "weights", "biases");
    };
    const Output pictures =
        perImageStandardization(cast(in.batch.at("pictures"), in.variables.begin()->second.type()));
    const Output first = convolved(pictures, in, "conv1", "weights", "biases");
    const Output normed = localResponseNormalization(maxPool(first, pool), lrn);
    const Output second = convolved(normed, in, "conv2", "weights", "biases");
    const Output pooled = maxPool(localResponseNormalization(second, lrn), pool);
    const Output local3 = relu(local(flatten(pooled), "local3"));
    const Output logits = local(relu(local(local3, "local4")), "softmax_linear");
    NetOutputs outputs = classified(logits, in);
    outputs.crossEntropy = outputs.loss;
    for (const char* layer : {"local3", "local4"}) {
        const Output weights = in.variables.at(QString(layer) + "/weights");
        outputs.loss = add(outputs.loss, scale(l2Loss(weights), in.weightDecay));
    }
    return outputs;
}

class ResidualNet
{
public:
    explicit ResidualNet(const NetInputs& in) : m_in(in) { }

    NetOutputs build()
    {
        Output x = relu(norm(conv(scaledPictures(m_in), "stem/kernel"), "stem/norm"));
        x = block(x, "block1", 1, x);
        const Output shortcut = norm(conv(x, "block2/shortcut/kernel", 2), "block2/shortcut/norm");
        x = block(x, "block2", 2, shortcut);
        NetOutputs outputs = classified(affine(globalAvgPool(x), m_in, "dense"), m_in);
        outputs.statistics = m_statistics;
        return outputs;
    }

private:
    Output conv(Output x, const QString& kernel, std::int64_t stride = 1) const
    {
        Conv2dOptions options;
        options.strides = {stride, stride};
        return conv2d(x, m_in.variables.at(kernel), options);
    }

    Output norm(Output x, const QString& name)
    {
        const auto variable = [&](const char* part) {
            return m_in.variables.at(name + '/' + part);
        };
        const BatchNormInputs inputs{variable("gamma"), variable("beta"), variable("moving_mean"),
                                     variable("moving_variance"), m_in.training};
        const BatchNormOutputs result = batchNorm(x, inputs, {1e-3, true});
        m_statistics[name + "/moving_mean"] = result.mean;
        m_statistics[name + "/moving_variance"] = result.variance;
        m_statistics["biased/" + name + "/moving_variance"] =
            batchNorm(x, inputs, {1e-3, false}).variance;
        return result.y;
    }

    Output block(Output x, const QString& name, std::int64_t stride, Output shortcut)
    {
        Output y = relu(norm(conv(x, name + "/conv1/kernel", stride), name + "/norm1"));
        y = norm(conv(y, name + "/conv2/kernel"), name + "/norm2");
        return relu(add(y, shortcut));
    }

    const NetInputs& m_in;
    Named m_statistics;
};

NetOutputs lstmNet(const NetInputs& in)
{
    const Output x = in.batch.at("x");
    const Output kernel = in.variables.at("lstm/recurrent_kernel");
    const Output zeros =
        fill(x.graph(), x.type(), Shape{x.shape().dim(0), kernel.shape().dim(0)}, 0);
    const LstmOutputs outputs = lstm(
        x, {zeros, zeros}, {in.variables.at("lstm/kernel"), kernel, in.variables.at("lstm/bias")});
    return classified(affine(outputs.last.h, in, "dense"), in);
}

NetOutputs transformerNet(const NetInputs& in)
{
    const auto normed = [&](Output x, const QString& name) {
        return layerNorm(x, in.variables.at(name + "/gamma"), in.variables.at(name + "/beta"),
                         1e-5);
    };
    const auto part = [&](const QString& name) { return in.variables.at("attention/" + name); };
    const AttentionWeights weights{part("query/kernel"),  part("query/bias"),   part("key/kernel"),
                                   part("key/bias"),      part("value/kernel"), part("value/bias"),
                                   part("output/kernel"), part("output/bias")};
    Output x = add(gather(in.variables.at("embedding/table"), in.batch.at("tokens")),
                   in.variables.at("embedding/position"));
    const Shape shape = x.shape();
    const Output tokens = normed(x, "norm1");
    x = add(x, multiHeadAttention(tokens, tokens, weights).y);
    const Output rows = reshape(normed(x, "norm2"), Shape{-1, shape.dim(2)});
    const Output mlp = affine(gelu(affine(rows, in, "mlp1")), in, "mlp2");
    x = add(x, reshape(mlp, shape));
    return classified(affine(reduceMean(normed(x, "norm3"), {1}), in, "dense"), in);
}

} // namespace

const std::map<QString, NetBuilder>& netBuilders()
{
    static const std::map<QString, NetBuilder> kBuilders{
        {"linear", linearNet},
        {"perceptron-adam",
         [](const NetInputs& in) { return classified(denseStack(in.batch.at("x"), in), in); }},
        {"mlp-momentum",
         [](const NetInputs& in) { return classified(denseStack(scaledPictures(in), in), in); }},
        {"conv-adam", convNet},
        {"cifar10-tutorial", cifarNet},
        {"residual-nesterov", [](const NetInputs& in) { return ResidualNet(in).build(); }},
        {"lstm-adam", lstmNet},
        {"transformer-adamw", transformerNet},
    };
    return kBuilders;
}
