// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/clip_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/cumsum_op.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/repeat_ops.h"
#include "engine/ops/shape_ops.h"
#include "engine/ops/slice_ops.h"
#include "engine/ops/top_k_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/golden_tables.h"

using namespace engine;

namespace {

using Inputs = GoldenInputs;

int axisIn(const QJsonObject& attributes)
{
    return attributes["axis"].toInt();
}

Inputs splitOf(const Inputs& x, const QJsonObject& attributes)
{
    return attributes.contains("num")
        ? split(x[0], attributes["num"].toInt(), axisIn(attributes))
        : split(x[0], goldenNumbers(attributes["sizes"]), axisIn(attributes));
}

Inputs padOf(const Inputs& x, const QJsonObject& attributes)
{
    static const std::map<QString, PadMode> kModes{{"CONSTANT", PadMode::Constant},
                                                   {"REFLECT", PadMode::Reflect},
                                                   {"SYMMETRIC", PadMode::Symmetric}};
    std::vector<Padding> paddings;
    for (const QJsonValue& padding : attributes["paddings"].toArray()) {
        paddings.push_back({padding[0].toInteger(), padding[1].toInteger()});
    }
    return {pad(x[0], paddings, kModes.at(attributes["mode"].toString()),
                attributes["constant_value"].toDouble())};
}

Inputs oneHotOf(const Inputs& x, const QJsonObject& attributes)
{
    const OneHotOptions options{DataType::Double, attributes["on_value"].toDouble(),
                                attributes["off_value"].toDouble(), axisIn(attributes)};
    return {oneHot(x[0], attributes["depth"].toInteger(), options)};
}

Inputs clippedByGlobalNorm(const Inputs& x, const QJsonObject& attributes)
{
    ClippedTensors clipped = clipByGlobalNorm(x, attributes["clip_norm"].toDouble());
    clipped.tensors.push_back(clipped.norm);
    return clipped.tensors;
}

GoldenTable makeTable()
{
    return {
        {"concat",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{concat(x, axisIn(attributes))};
         }},
        {"split", splitOf},
        {"slice",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{slice(x[0], goldenNumbers(attributes["begin"]),
                                 goldenNumbers(attributes["size"]))};
         }},
        {"pad", padOf},
        {"transpose",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{transpose(x[0], goldenNumbers(attributes["perm"]))};
         }},
        {"tile",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{tile(x[0], goldenNumbers(attributes["multiples"]))};
         }},
        {"stack",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{stack(x, axisIn(attributes))};
         }},
        {"unstack",
         [](const Inputs& x, const QJsonObject& attributes) {
             return unstack(x[0], axisIn(attributes));
         }},
        {"expand_dims",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{expandDims(x[0], axisIn(attributes))};
         }},
        {"squeeze",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{squeeze(x[0], goldenNumbers(attributes["axes"]))};
         }},
        {"reverse",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{reverse(x[0], goldenAxes(attributes["axes"]))};
         }},
        {"broadcast_to",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{broadcastTo(x[0], goldenShape(attributes["shape"]))};
         }},
        {"gather",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{gather(x[0], x[1], axisIn(attributes))};
         }},
        {"scatter_gradient_twice",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{add(scale(gather(x[0], x[1]), attributes["scale"].toDouble()),
                               gather(x[0], x[2]))};
         }},
        {"one_hot", oneHotOf},
        {"top_k",
         [](const Inputs& x, const QJsonObject& attributes) {
             const auto [values, indices] = topK(x[0], attributes["k"].toInt());
             return Inputs{values, indices};
         }},
        {"in_top_k",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{inTopK(x[0], x[1], attributes["k"].toInt())};
         }},
        {"cumsum",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{
                 cumsum(x[0], axisIn(attributes),
                        {attributes["exclusive"].toBool(), attributes["reverse"].toBool()})};
         }},
        {"clip_by_norm",
         [](const Inputs& x, const QJsonObject& attributes) {
             return Inputs{clipByNorm(x[0], attributes["clip_norm"].toDouble(),
                                      goldenAxes(attributes["axes"]))};
         }},
        {"clip_by_global_norm", clippedByGlobalNorm},
        {"global_norm", [](const Inputs& x, const QJsonObject&) { return Inputs{globalNorm(x)}; }},
    };
}

} // namespace

const GoldenTable& goldenArrayOperations()
{
    static const GoldenTable kTable = makeTable();
    return kTable;
}
