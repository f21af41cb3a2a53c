// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/sequential_model.h"

#include "engine/base/errors.h"
#include "engine/jobs/item_text.h"
#include "engine/nn/activations.h"
#include "engine/nn/layers.h"
#include "engine/nn/picture_layers.h"
#include "engine/nn/regularization.h"
#include "engine/nn/sequence_layers.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/lrn_op.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace engine {

namespace {

// What is built, and what layers are built with.
struct Stack
{
    Output x;
    const SequentialOptions& options;
};

struct LayerKind
{
    std::string_view usage; // its first word is the kind's name
    bool dependsOnTraining;
    void (*add)(Stack& stack, ItemText& text);
};

// A layer of weights.
struct WeightOptions
{
    std::string activation;
    Initializer kernel;
    Initializer bias;
    double decay = 0;
};

std::string activationOf(ItemText& text, std::string_view otherwise)
{
    std::string name = text.word("activation", otherwise);
    if (std::ranges::find(activationNames(), name) == activationNames().end()) {
        text.refuse(
            fmt::format("activation must be one of {}", fmt::join(activationNames(), ", ")));
    }
    return name;
}

WeightOptions weightOptions(const Stack& stack, ItemText& text)
{
    WeightOptions options;
    options.activation = activationOf(text, stack.options.activation);
    const std::optional<double> deviation = text.number("stddev");
    if (deviation && *deviation <= 0) {
        text.refuse("stddev must be more than 0");
    }
    options.kernel = deviation         ? truncatedNormalInitializer(0, *deviation)
        : options.activation == "relu" ? heNormal()
                                       : glorotUniform();
    options.bias = constantInitializer(text.number("bias", 0));
    options.decay = text.notNegative("weight_decay", 0);
    return options;
}

// Of the kernel that was made last.
void addDecay(const Stack& stack, double weight)
{
    if (weight == 0) {
        return;
    }
    const auto variables = stack.x.graph().collectionOf<Variable>(keys::kTrainableVariables);
    const auto kernel =
        std::ranges::find_if(variables.rbegin(), variables.rend(),
                             [](const auto& v) { return v->name().ends_with("/kernel"); });
    addWeightDecay((*kernel)->value(), weight);
}

std::string padding(ItemText& text)
{
    const std::string name = text.word("padding", "valid");
    if (name != "valid" && name != "same") {
        text.refuse("padding must be valid or same");
    }
    return name == "same" ? "SAME" : "VALID";
}

void requirePicture(const Stack& stack, const ItemText& text)
{
    if (stack.x.shape().rank() != 4) {
        text.refuse(fmt::format("it needs pictures [batch, height, width, channels], not {}",
                                stack.x.shape().toString()));
    }
}

void flattenIfNeeded(Stack& stack)
{
    if (stack.x.shape().rank() != 2) {
        stack.x = flatten(stack.x);
    }
}

void addConv(Stack& stack, ItemText& text)
{
    requirePicture(stack, text);
    const std::int64_t filters = text.whole("FILTERS");
    const std::int64_t size = text.whole("SIZE");
    const std::int64_t stride = text.whole("stride", 1, 1);
    const WeightOptions weights = weightOptions(stack, text);
    ConvLayerOptions options;
    options.convolution.strides = {stride, stride};
    options.convolution.padding = padding(text);
    options.activation = weights.activation;
    options.kernelInitializer = weights.kernel;
    options.biasInitializer = weights.bias;
    stack.x = convLayer(stack.x, filters, size, options);
    addDecay(stack, weights.decay);
}

PoolOptions poolOptions(const Stack& stack, ItemText& text)
{
    requirePicture(stack, text);
    const std::int64_t size = text.whole("SIZE");
    const std::int64_t stride = text.whole("stride", 1, size);
    return {{size, size}, {stride, stride}, padding(text)};
}

void addMaxPool(Stack& stack, ItemText& text)
{
    stack.x = maxPool(stack.x, poolOptions(stack, text));
}

void addAvgPool(Stack& stack, ItemText& text)
{
    stack.x = avgPool(stack.x, poolOptions(stack, text));
}

void addGlobalAvgPool(Stack& stack, ItemText& text)
{
    requirePicture(stack, text);
    stack.x = globalAvgPool(stack.x);
}

void addBatchNorm(Stack& stack, ItemText& text)
{
    BatchNormLayerOptions options;
    options.momentum = text.notNegative("momentum", options.momentum);
    if (options.momentum >= 1) {
        text.refuse("momentum must be from 0 to below 1");
    }
    stack.x = batchNormLayer(stack.x, stack.options.training, options);
    stack.x = activate(stack.x, activationOf(text, "linear"));
}

void addLayerNorm(Stack& stack, ItemText&)
{
    stack.x = layerNormLayer(stack.x);
}

void addLrn(Stack& stack, ItemText& text)
{
    requirePicture(stack, text);
    LrnOptions options;
    options.depthRadius = static_cast<int>(text.whole("radius", 0, options.depthRadius));
    options.bias = text.number("bias", options.bias);
    options.alpha = text.number("alpha", options.alpha);
    options.beta = text.number("beta", options.beta);
    stack.x = localResponseNormalization(stack.x, options);
}

void addResidual(Stack& stack, ItemText& text)
{
    requirePicture(stack, text);
    ResidualBlockOptions options;
    options.filters = text.whole("FILTERS");
    options.stride = text.whole("stride", 1, 1);
    stack.x = residualBlock(stack.x, stack.options.training, options);
}

void addDropout(Stack& stack, ItemText& text)
{
    stack.x = dropout(stack.x, text.fraction("RATE"), stack.options.training);
}

void addFlatten(Stack& stack, ItemText&)
{
    flattenIfNeeded(stack);
}

void addDense(Stack& stack, ItemText& text)
{
    flattenIfNeeded(stack);
    const std::int64_t units = text.whole("UNITS");
    const WeightOptions weights = weightOptions(stack, text);
    DenseOptions options;
    options.kernelInitializer = weights.kernel;
    options.biasInitializer = weights.bias;
    stack.x = dense(stack.x, units, weights.activation, options);
    addDecay(stack, weights.decay);
}

#define WEIGHT_OPTIONS "[activation=relu] [stddev=S] [bias=0] [weight_decay=0]"
#define POOL_OPTIONS "[stride=SIZE] [padding=valid]"

constexpr std::array kKinds{
    LayerKind{"conv FILTERS SIZE [stride=1] [padding=valid] " WEIGHT_OPTIONS, false, addConv},
    LayerKind{"max_pool SIZE " POOL_OPTIONS, false, addMaxPool},
    LayerKind{"avg_pool SIZE " POOL_OPTIONS, false, addAvgPool},
    LayerKind{"global_avg_pool", false, addGlobalAvgPool},
    LayerKind{"batch_norm [momentum=0.99] [activation=linear]", true, addBatchNorm},
    LayerKind{"layer_norm", false, addLayerNorm},
    LayerKind{"lrn [radius=5] [bias=1] [alpha=1] [beta=0.5]", false, addLrn},
    LayerKind{"residual FILTERS [stride=1]", true, addResidual},
    LayerKind{"dropout RATE", true, addDropout},
    LayerKind{"flatten", false, addFlatten},
    LayerKind{"dense UNITS " WEIGHT_OPTIONS, false, addDense},
};

#undef WEIGHT_OPTIONS
#undef POOL_OPTIONS

constexpr std::string_view kPrefix = "model.layers: ";

// Pictures of one channel come without its axis.
Output withChannels(Output x)
{
    const Shape& shape = x.shape();
    return shape.rank() == 3 ? reshape(x, Shape{-1, shape.dim(1), shape.dim(2), 1}) : x;
}

} // namespace

std::span<const std::string_view> layerUsages()
{
    static const std::vector<std::string_view> kUsages = usagesOf(kKinds);
    return kUsages;
}

bool dependsOnTraining(std::span<const std::string> layers)
{
    return std::ranges::any_of(layers, [](const std::string& layer) {
        return ItemText(layer, kPrefix).findKind(kKinds, "layer").dependsOnTraining;
    });
}

Output sequentialModel(Output x, std::span<const std::string> layers, std::int64_t outputs,
                       const SequentialOptions& options)
{
    Stack stack{withChannels(x), options};
    for (const std::string& layer : layers) {
        ItemText text(layer, kPrefix);
        const LayerKind& kind = text.findKind(kKinds, "layer");
        try {
            kind.add(stack, text);
        } catch (const InvalidArgumentError& error) {
            if (std::string_view(error.what()).starts_with(kPrefix)) {
                throw;
            }
            text.refuse(error.what()); // a shape that a layer does not take
        }
        text.finish();
    }
    flattenIfNeeded(stack);
    return dense(stack.x, outputs);
}

} // namespace engine
