// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/image_ops.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/pool_ops.h"
#include "tests/engine/ops/golden_tables.h"

using namespace engine;

namespace {

using Inputs = GoldenInputs;

std::array<std::int64_t, 2> pairIn(const QJsonObject& attributes, const QString& name)
{
    const QJsonArray values = attributes[name].toArray();
    return {values[0].toInteger(1), values[1].toInteger(1)};
}

Conv2dOptions convOptions(const QJsonObject& attributes)
{
    return {pairIn(attributes, "strides"), attributes["padding"].toString().toStdString(),
            pairIn(attributes, "dilations"), attributes["groups"].toInteger(1)};
}

PoolOptions poolOptions(const QJsonObject& attributes)
{
    return {pairIn(attributes, "ksize"), pairIn(attributes, "strides"),
            attributes["padding"].toString().toStdString()};
}

Conv2dOptions withPadding(const std::string& padding)
{
    Conv2dOptions options;
    options.padding = padding;
    return options;
}

// See its description in the golden file.
Inputs convChain(const Inputs& x, const QJsonObject&)
{
    const Output first = relu(biasAdd(conv2d(x[0], x[1], withPadding("SAME")), x[2]));
    const Output second = relu(biasAdd(conv2d(first, x[3], withPadding("SAME")), x[4]));
    return {conv2d(maxPool(add(second, first)), x[5], withPadding("VALID"))};
}

GoldenTable makeTable()
{
    return {
        {"conv2d",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{conv2d(x[0], x[1], convOptions(attributes))};
         }},
        {"depthwise_conv2d",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{depthwiseConv2d(x[0], x[1], convOptions(attributes))};
         }},
        {"conv2d_transpose",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{conv2dTranspose(x[0], x[1], goldenShape(attributes["output_shape"]),
                                           convOptions(attributes))};
         }},
        {"conv2d_bias_relu",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{relu(biasAdd(conv2d(x[0], x[1], convOptions(attributes)), x[2]))};
         }},
        {"conv_chain", convChain},
        {"max_pool",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{maxPool(x[0], poolOptions(attributes))};
         }},
        {"avg_pool",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{avgPool(x[0], poolOptions(attributes))};
         }},
        {"global_avg_pool",
         [](const Inputs& x, const QJsonObject&) { return Inputs{globalAvgPool(x[0])}; }},
        {"global_max_pool",
         [](const Inputs& x, const QJsonObject&) { return Inputs{globalMaxPool(x[0])}; }},
        {"image_crop",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{cropToBoundingBox(
                 x[0],
                 {attributes["top"].toInteger(), attributes["left"].toInteger(),
                  attributes["height"].toInteger(), attributes["width"].toInteger()})};
         }},
        {"image_crop_or_pad",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{resizeWithCropOrPad(x[0], attributes["height"].toInteger(),
                                               attributes["width"].toInteger())};
         }},
        {"image_flip_left_right",
         [](const Inputs& x, const QJsonObject&) { return Inputs{flipLeftRight(x[0])}; }},
        {"image_flip_up_down",
         [](const Inputs& x, const QJsonObject&) { return Inputs{flipUpDown(x[0])}; }},
        {"image_adjust_brightness",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{adjustBrightness(x[0], attributes["delta"].toDouble())};
         }},
        {"image_adjust_contrast",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{adjustContrast(x[0], attributes["factor"].toDouble())};
         }},
        {"image_per_image_standardization",
         [](const Inputs& x, const QJsonObject&) { return Inputs{perImageStandardization(x[0])}; }},
    };
}

} // namespace

const GoldenTable& goldenPictureOperations()
{
    static const GoldenTable kTable = makeTable();
    return kTable;
}
