// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/ops/refused_inputs.h"

using namespace engine;

namespace {

using Numbers = std::vector<std::int64_t>;
using Names = std::initializer_list<std::string_view>;
using AttributeList = std::vector<std::pair<std::string, AttributeValue>>;

OutputSpec real(std::initializer_list<std::int64_t> shape)
{
    return {DataType::Double, Shape(shape)};
}

OutputSpec whole(std::initializer_list<std::int64_t> shape)
{
    return {DataType::Int32, Shape(shape)};
}

OutputSpec step(std::initializer_list<std::int64_t> shape)
{
    return {DataType::Int64, Shape(shape)};
}

OutputSpec flag(std::initializer_list<std::int64_t> shape)
{
    return {DataType::Bool, Shape(shape)};
}

class Rows
{
public:
    void add(const Names& types, const std::vector<OutputSpec>& inputs,
             const AttributeList& attributes = {})
    {
        for (const std::string_view type : types) {
            m_rows.push_back({type, inputs, attributes});
        }
    }
    std::vector<RefusedInputs> take() { return std::move(m_rows); }

private:
    std::vector<RefusedInputs> m_rows;
};

void addElementwise(Rows& rows)
{
    rows.add({"Relu",
              "Relu6",
              "Tanh",
              "Sigmoid",
              "Softplus",
              "Softsign",
              "Elu",
              "Selu",
              "Gelu",
              "LeakyRelu",
              "ApproximateGelu",
              "Swish",
              "Exp",
              "Expm1",
              "Log",
              "Log1p",
              "Sin",
              "Cos",
              "Erf",
              "Sqrt",
              "Rsqrt",
              "Reciprocal",
              "PowConstant",
              "Scale",
              "Shift",
              "Floor",
              "Ceil",
              "Round",
              "ClipByValue",
              "IsNan",
              "IsInf",
              "L2Loss",
              "IsFinite",
              "BiasAddGrad",
              "CheckNumerics",
              "Mean"},
             {whole({2, 3})});
    rows.add({"ConvertImageDtype"}, {real({2, 3})});
    rows.add({"Neg", "Square", "Abs", "Sign"}, {flag({2, 3})});
    rows.add({"LogicalNot", "Any", "All"}, {real({2, 3})});
    const std::vector<OutputSpec> pair{real({2, 3}), real({2, 4})};
    rows.add({"ReluGrad",      "Relu6Grad", "TanhGrad", "SigmoidGrad",     "SoftplusGrad",
              "SoftsignGrad",  "EluGrad",   "SeluGrad", "GeluGrad",        "ApproximateGeluGrad",
              "LeakyReluGrad", "SwishGrad", "SqrtGrad", "RsqrtGrad",       "Log1pGrad",
              "SinGrad",       "CosGrad",   "ErfGrad",  "ClipByValueGrad", "SoftmaxGrad",
              "LogSoftmaxGrad"},
             pair);
    rows.add({"Add",      "Sub",          "Mul",      "RealDiv",  "SquaredDifference",
              "Maximum",  "Minimum",      "DivNoNan", "FloorDiv", "FloorMod",
              "Pow",      "Equal",        "NotEqual", "Less",     "LessEqual",
              "Greater",  "GreaterEqual", "AddN",     "SumLike",  "Assign",
              "AssignAdd"},
             pair);
    rows.add({"Add", "Less", "MatMul", "Assign"}, {real({2, 2}), whole({2, 2})});
    rows.add({"LogicalAnd", "LogicalOr"}, {flag({2, 3}), flag({2, 4})});
    rows.add({"SelectV2"}, {flag({2}), real({3}), real({3})});
    rows.add({"SelectV2"}, {flag({2}), real({2}), real({3})});
}

void addAxes(Rows& rows)
{
    const AttributeList axis{{"axis", std::int64_t{7}}};
    const AttributeList axes{{"axes", Numbers{7}}};
    rows.add({"Sum", "Mean", "Max", "Min", "Prod", "ReverseV2", "Squeeze"}, {real({2, 3})}, axes);
    rows.add({"Any", "All"}, {flag({2, 3})}, axes);
    rows.add({"Sum"}, {real({2, 3})}, {{"axes", Numbers{1, -1}}});
    rows.add({"ArgMax", "ArgMin", "Cumsum", "SplitV", "ExpandDims"}, {real({2, 3})}, axis);
    rows.add({"ArgMax"}, {real({2, 0})}, {{"axis", std::int64_t{1}}});
    rows.add({"ConcatV2"}, {real({2, 3}), real({2, 3})}, axis);
    rows.add({"ConcatV2"}, {real({2, 3}), real({2, 4})}, {{"axis", std::int64_t{0}}});
    rows.add({"OneHot"}, {whole({2, 3})}, axis);
    rows.add({"GatherV2"}, {real({2, 3}), whole({4})}, axis);
    rows.add({"GatherV2"}, {real({2, 3}), real({4})});
    rows.add({"SplitV"}, {real({2, 5})}, {{"axis", std::int64_t{1}}, {"sizes", Numbers{1, 3}}});
    rows.add({"Squeeze"}, {real({2, 3})}, {{"axes", Numbers{0}}});
    rows.add({"Transpose"}, {real({2, 3})}, {{"perm", Numbers{0, 0}}});
    rows.add({"Tile"}, {real({2, 3})}, {{"multiples", Numbers{1, -1}}});
    rows.add({"BroadcastTo"}, {real({2, 3})}, {{"shape", Shape{4, 2}}});
    rows.add({"Reshape"}, {real({2, 3})}, {{"shape", Shape{4, 2}}});
    rows.add({"Reshape"}, {real({2, 3})}, {{"shape", Shape{-1, -1}}});
    rows.add({"Flatten", "Softmax", "LogSoftmax", "LRN"}, {real({})});
    rows.add({"Slice"}, {real({2, 3})}, {{"begin", Numbers{0, 1}}, {"size", Numbers{2, 3}}});
    rows.add({"Pad"}, {real({2, 3})}, {{"paddings", Numbers{1, 1}}});
    rows.add({"TopKV2"}, {real({2, 3})}, {{"k", std::int64_t{4}}});
    rows.add({"InTopKV2"}, {real({2, 3}), whole({4})});
}

void addNets(Rows& rows)
{
    const AttributeList same{{"padding", std::string("SAME")},
                             {"strides", Numbers{1, 1}},
                             {"dilations", Numbers{1, 1}},
                             {"groups", std::int64_t{1}}};
    const AttributeList plain{{"transpose_a", false}, {"transpose_b", false}};
    rows.add({"MatMul"}, {real({2, 3}), real({4, 5})}, plain);
    rows.add({"MatMul"}, {real({2, 3}), real({3})}, plain);
    rows.add({"BatchMatMulV2"}, {real({2, 3, 4}), real({3, 4, 2})}, plain);
    rows.add({"BatchMatMulV2"}, {real({2, 3, 4}), real({2, 5, 2})}, plain);
    rows.add({"BiasAdd"}, {real({2, 3}), real({4})});
    rows.add({"Conv2D", "DepthwiseConv2dNative"}, {real({1, 4, 4, 3}), real({3, 3, 2, 4})}, same);
    rows.add({"Conv2D", "DepthwiseConv2dNative"}, {real({4, 4, 3}), real({3, 3, 3, 4})}, same);
    rows.add({"Conv2D"}, {real({1, 2, 2, 1}), real({3, 3, 1, 1})},
             {{"padding", std::string("VALID")}, same[1], same[2], same[3]});
    rows.add({"Conv2DTranspose"}, {real({1, 3, 3, 1}), real({3, 3, 1, 1})},
             {{"output_shape", Shape{1, 9, 9, 1}},
              same[0],
              {"strides", Numbers{2, 2}},
              same[2],
              same[3]});
    rows.add({"MaxPool", "AvgPool"}, {real({2, 3, 4})});
    rows.add({"LayerNorm"}, {real({2, 3}), real({4}), real({4})});
    rows.add({"FusedBatchNorm"},
             {real({2, 3}), real({4}), real({3}), real({3}), real({3}), flag({})});
    rows.add({"Dropout"}, {step({}), real({2, 3}), flag({2})});
    rows.add({"SoftmaxCrossEntropyWithLogits", "SigmoidCrossEntropyWithLogits"},
             {real({2, 3}), real({2, 4})});
    rows.add({"SparseSoftmaxCrossEntropyWithLogits"}, {whole({2}), real({3, 3})});
}

void addState(Rows& rows)
{
    const OutputSpec w = real({2, 3});
    const OutputSpec number = real({});
    const OutputSpec slope = real({2, 4});
    rows.add({"ApplyGradientDescent"}, {w, number, slope});
    rows.add({"ApplyMomentum", "ApplyAdagrad", "ApplyLion"}, {w, w, number, slope});
    rows.add({"ApplyRMSProp"}, {w, w, w, number, slope});
    rows.add({"ApplyCenteredRMSProp"}, {w, w, w, w, number, slope});
    rows.add({"ApplyAdam", "ApplyAdamW"}, {w, w, w, number, number, number, slope});
    rows.add({"ApplyGradientDescent"}, {w, real({2}), w});
    rows.add({"SparseApplyMomentum"}, {w, w, number, slope, step({2})});
    rows.add({"AssignMovingAvg"}, {w, slope, number});
    rows.add({"CountUpTo", "ScheduledRate"}, {step({2})});
    rows.add({"ScalarSummary"}, {real({2})});
    rows.add({"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}, {},
             {{"shape", Shape{2, Shape::kUnknownDim}}});
}

} // namespace

std::vector<RefusedInputs> refusedInputs()
{
    Rows rows;
    addElementwise(rows);
    addAxes(rows);
    addNets(rows);
    addState(rows);
    return rows.take();
}

std::vector<std::string_view> typesThatRefuseNothing()
{
    return {"Placeholder",
            "Const",
            "NoOp",
            "Identity",
            "StopGradient",
            "Fill",
            "FillLike",
            "Cast",
            "Variable",
            "ReadVariableOp",
            "IsVariableInitialized",
            "ReportUninitializedVariables",
            "ReshapeLike",
            "ExpandReduced",
            "ConcatGrad",
            "GatherGrad",
            "SliceGrad",
            "PadGrad",
            "TileGrad",
            "ReverseGrad",
            "ProdGrad",
            "TopKGrad",
            "FusedBatchNormGrad",
            "LayerNormGrad",
            "LRNGrad",
            "MaxPoolGrad",
            "AvgPoolGrad",
            "Conv2DBackpropInput",
            "Conv2DBackpropFilter",
            "DepthwiseConv2dNativeBackpropInput",
            "DepthwiseConv2dNativeBackpropFilter",
            "HistogramSummary",
            "ImageSummary",
            "MergeSummary",
            "FIFOQueueV2",
            "RandomShuffleQueueV2",
            "QueueEnqueueV2",
            "QueueEnqueueManyV2",
            "QueueDequeueV2",
            "QueueDequeueManyV2",
            "QueueCloseV2",
            "QueueSizeV2"};
}
