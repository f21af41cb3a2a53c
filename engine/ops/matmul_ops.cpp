// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matmul_ops.h"

#include "engine/ops/batch_matmul_op.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/epilogue.h"
#include "engine/ops/fusion_rules.h"
#include "engine/ops/hot_loops.h"
#include "engine/ops/matmul_blocks.h"
#include "engine/ops/matmul_update.h"
#include "engine/ops/op_building.h"
#include "engine/ops/op_cost.h"
#include "engine/ops/packed_product.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/row_runs.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/small_product.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

namespace {

std::vector<OutputSpec> matMulShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 0);
    requireSameType(request, 0, 1);
    requireRank(request, 0, 2);
    requireRank(request, 1, 2);
    const Shape& a = request.inputs[0].shape;
    const Shape& b = request.inputs[1].shape;
    const Transposes transposes = transposesOf(request.attributes);
    const std::int64_t innerA = a.dim(transposes.a ? 0 : 1);
    const std::int64_t innerB = b.dim(transposes.b ? 1 : 0);
    if (innerA != innerB && innerA != Shape::kUnknownDim && innerB != Shape::kUnknownDim) {
        throw InvalidArgumentError(
            fmt::format("operation {}: {}{} times {}{}: the inner sizes {} and {} differ",
                        request.operationName, a.toString(), transposes.a ? " transposed" : "",
                        b.toString(), transposes.b ? " transposed" : "", innerA, innerB));
    }
    return {
        {request.inputs[0].type, Shape{a.dim(transposes.a ? 1 : 0), b.dim(transposes.b ? 0 : 1)}}};
}

std::vector<Output> matMulGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output a = operation.input(0);
    const Output b = operation.input(1);
    const Output dy = gradients[0];
    const Transposes transposes = transposesOf(operation.attributes());
    const Output da =
        transposes.a ? matMul(b, dy, transposes.b, true) : matMul(dy, b, false, !transposes.b);
    const Output db =
        transposes.b ? matMul(dy, a, true, transposes.a) : matMul(a, dy, !transposes.a, false);
    return {da, db};
}

class FloatMatMulKernel final : public Kernel
{
public:
    // With reluGrad the request's third input is the result of a relu: what does not belong to a
    // positive element of it becomes 0.
    explicit FloatMatMulKernel(const KernelRequest& request, const Epilogue& epilogue = {},
                               bool reluGrad = false)
        : m_sizes(request), m_epilogue(epilogue), m_reluGrad(reluGrad)
    { }

    void compute(KernelContext& context) override
    {
        forEachProductBlock(m_sizes, 0, [&](const ProductBlock& block, std::uint64_t number) {
            multiply(context, block, number);
        });
    }

private:
    void multiply(KernelContext& context, const ProductBlock& block, std::uint64_t number) const
    {
        const auto [m, n, k, transposes] = m_sizes;
        const float* a =
            context.input(0).values<float>().data() + (transposes.a ? block.top : block.top * k);
        const float* b =
            context.input(1).values<float>().data() + (transposes.b ? block.left * k : block.left);
        float* y = context.output(0).values<float>().data() + block.top * n + block.left;
        const std::int64_t rows = block.rows();
        const std::int64_t columns = block.columns();
        const std::int64_t aStride = m_sizes.aStride();
        const std::int64_t bStride = m_sizes.bStride();
        const float* const bias = m_epilogue.bias(context);
        const float* const biasHere = bias == nullptr ? nullptr : bias + block.left;
        const SmallProduct small{rows,    columns,      k, a, aStride, transposes.a, b,
                                 bStride, transposes.b, y, n};
        const float* const reluOutput = m_reluGrad
            ? context.input(2).values<float>().data() + block.top * n + block.left
            : nullptr;
        if (isSmallProduct(small)) {
            multiplySmall(small);
            if (!m_epilogue.isEmpty()) {
                epilogueLoop(biasHere, m_epilogue.relu, y, n, rows, columns);
            }
            if (reluOutput != nullptr) {
                forEachRun(n, rows, columns, [&](std::int64_t place, std::int64_t count) {
                    reluGradientLoop(reluOutput + place, y + place, y + place, count);
                });
            }
        } else {
            multiplyPacked({rows, columns, k, transposes.a, transposes.b}, {a, aStride},
                           {b, bStride}, {y, n},
                           {.bias = biasHere,
                            .relu = m_epilogue.relu,
                            .reluOutput = reluOutput,
                            .number = number});
        }
        m_epilogue.activate(y, n, rows, columns);
    }

    MatMulSizes m_sizes;
    Epilogue m_epilogue;
    bool m_reluGrad;
};

class DoubleMatMulKernel final : public Kernel
{
public:
    explicit DoubleMatMulKernel(const KernelRequest& request)
        : m_sizes(request), m_rowsA(request.inputs[0].shape.dim(0)),
          m_rowsB(request.inputs[1].shape.dim(0))
    { }

    void compute(KernelContext& context) override
    {
        const auto [m, n, k, transposes] = m_sizes;
        using Map = Eigen::Map<RowMajorMatrix<double>>;
        using ConstMap = Eigen::Map<const RowMajorMatrix<double>>;
        const ConstMap a(context.input(0).values<double>().data(), m_rowsA, transposes.a ? m : k);
        const ConstMap b(context.input(1).values<double>().data(), m_rowsB, transposes.b ? k : n);
        Map y(context.output(0).values<double>().data(), m, n);
        if (transposes.a && transposes.b) {
            y.noalias() = a.transpose() * b.transpose();
        } else if (transposes.a) {
            y.noalias() = a.transpose() * b;
        } else if (transposes.b) {
            y.noalias() = a * b.transpose();
        } else {
            y.noalias() = a * b;
        }
    }

private:
    MatMulSizes m_sizes;
    std::int64_t m_rowsA;
    std::int64_t m_rowsB;
};

std::unique_ptr<Kernel> makeMatMul(const KernelRequest& request)
{
    if (request.inputs[0].type == DataType::Float) {
        return std::make_unique<FloatMatMulKernel>(request);
    }
    return std::make_unique<DoubleMatMulKernel>(request);
}

double matMulFlops(const CostRequest& request)
{
    const Transposes transposes = transposesOf(request.attributes);
    return productFlops(request.outputs[0].shape,
                        request.inputs[0].shape.dim(transposes.a ? 0 : 1));
}

const OpDef kMatMul{.type = "MatMul",
                    .inferShapes = matMulShape,
                    .gradient = matMulGradient,
                    .makeKernel = makeMatMul,
                    .flops = matMulFlops};

bool isReluGrad(const Operation& operation)
{
    return operation.def().type == "ReluGrad";
}

bool canTake(const Operation& matMul, std::span<Operation* const> taken, const Operation& next)
{
    if (isReluGrad(next)) {
        return taken.empty() && matMul.outputSpec(0).type == DataType::Float
            && next.input(1) == resultOf(matMul);
    }
    return Epilogue::canTake(matMul, taken, next);
}

std::unique_ptr<Kernel> makeFusedMatMul(const KernelRequest& request,
                                        std::span<Operation* const> followers)
{
    const Operation& first = *followers.front();
    if (first.def().updatedVariables > 0) {
        return makeMatMulUpdate(request, first);
    }
    if (isReluGrad(first)) {
        return std::make_unique<FloatMatMulKernel>(request, Epilogue(), true);
    }
    return std::make_unique<FloatMatMulKernel>(request, Epilogue(request.operation, followers));
}

std::vector<OutputSpec> biasAddShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireNumeric(request, 0);
    requireSameType(request, 0, 1);
    requireRank(request, 1, 1);
    const Shape& x = request.inputs[0].shape;
    const Shape& bias = request.inputs[1].shape;
    if (x.rank() < 1 || !Shape{x.dim(-1)}.isCompatibleWith(bias)) {
        throw InvalidArgumentError(fmt::format("operation {}: bias {} does not fit {}",
                                               request.operationName, bias.toString(),
                                               x.toString()));
    }
    Shape output = x;
    output.setDim(-1, Shape{x.dim(-1)}.mergedWith(bias).dim(0));
    return {{request.inputs[0].type, output}};
}

template <typename T>
void computeBiasAdd(KernelContext& context)
{
    const std::span<const T> x = context.input(0).values<T>();
    const std::span<const T> bias = context.input(1).values<T>();
    const std::span<T> output = context.output(0).values<T>();
    const auto columns = static_cast<std::int64_t>(bias.size());
    const std::int64_t rows = columns == 0 ? 0 : static_cast<std::int64_t>(x.size()) / columns;
    parallelFor(rows, columns, [&](std::int64_t begin, std::int64_t end) {
        if constexpr (std::is_same_v<T, float>) {
            biasAddLoop(x.data() + begin * columns, bias.data(), output.data() + begin * columns,
                        end - begin, columns);
            return;
        }
        for (std::int64_t row = begin; row < end; ++row) {
            arrayOf(output, row * columns, columns) =
                arrayOf(x, row * columns, columns) + arrayOf(bias, 0, columns);
        }
    });
}

std::unique_ptr<Kernel> makeBiasAdd(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [](auto type) {
        return functionKernel<&computeBiasAdd<decltype(type)>>();
    });
}

std::vector<OutputSpec> biasAddGradShape(const ShapeRequest& request)
{
    requireFloating(request, 0);
    return {{request.inputs[0].type, Shape{request.inputs[0].shape.dim(-1)}}};
}

// Sums of columns. Threads share the columns, so the order of each sum does not depend on them.
void computeDoubleBiasAddGrad(KernelContext& context)
{
    const std::span<const double> dy = context.input(0).values<double>();
    const std::span<double> output = context.output(0).values<double>();
    std::ranges::fill(output, 0);
    const auto columns = static_cast<std::int64_t>(output.size());
    const std::int64_t rows = columns == 0 ? 0 : static_cast<std::int64_t>(dy.size()) / columns;
    parallelFor(columns, rows, [&](std::int64_t begin, std::int64_t end) {
        ArrayMap<double> sums = arrayOf(output, begin, end - begin);
        for (std::int64_t row = 0; row < rows; ++row) {
            sums += arrayOf(dy, row * columns + begin, end - begin);
        }
    });
}

// Many rows are summed block by block, and then the blocks: threads share whole lines of memory,
// and long sums stay more exact. The order does not depend on the threads here either.
class FloatBiasAddGradKernel final : public Kernel
{
public:
    explicit FloatBiasAddGradKernel(const KernelRequest& request)
        : m_columns(request.outputs[0].shape.dim(0)),
          m_rows(m_columns == 0 ? 0 : request.inputs[0].shape.elementCount() / m_columns),
          m_blocks((m_rows + kRowsInBlock - 1) / kRowsInBlock),
          m_sums(static_cast<std::size_t>(m_blocks > 1 ? m_blocks * m_columns : 0))
    { }

    void compute(KernelContext& context) override
    {
        const float* dy = context.input(0).values<float>().data();
        float* output = context.output(0).values<float>().data();
        if (m_blocks <= 1) {
            parallelFor(m_columns, m_rows, [&](std::int64_t begin, std::int64_t end) {
                columnSumsLoop(dy + begin, output + begin, m_rows, end - begin, m_columns);
            });
            return;
        }
        parallelFor(m_blocks, kRowsInBlock * m_columns, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t block = begin; block < end; ++block) {
                const std::int64_t first = block * kRowsInBlock;
                columnSumsLoop(dy + first * m_columns, m_sums.data() + block * m_columns,
                               std::min(kRowsInBlock, m_rows - first), m_columns, m_columns);
            }
        });
        columnSumsLoop(m_sums.data(), output, m_blocks, m_columns, m_columns);
    }

private:
    static constexpr std::int64_t kRowsInBlock = 512;

    std::int64_t m_columns;
    std::int64_t m_rows;
    std::int64_t m_blocks;
    std::vector<float> m_sums; // of each block
};

std::unique_ptr<Kernel> makeBiasAddGrad(const KernelRequest& request)
{
    if (request.inputs[0].type == DataType::Float) {
        return std::make_unique<FloatBiasAddGradKernel>(request);
    }
    return functionKernel<&computeDoubleBiasAddGrad>();
}

const OpDef kBiasAddGrad{
    .type = "BiasAddGrad", .inferShapes = biasAddGradShape, .makeKernel = makeBiasAddGrad};

std::vector<Output> biasAddGradient(const Operation&, std::span<const Output> gradients)
{
    return {gradients[0], addOutput(kBiasAddGrad, {}, {gradients[0]})};
}

const OpDef kBiasAdd{.type = "BiasAdd",
                     .inferShapes = biasAddShape,
                     .gradient = biasAddGradient,
                     .makeKernel = makeBiasAdd};

} // namespace

const FusionRule kMatMulFusion{"MatMul", canTake, makeFusedMatMul, canUpdate};

Output matMul(Output a, Output b, bool transposeA, bool transposeB, std::string_view name)
{
    if (a.shape().rank() > 2 || b.shape().rank() > 2) {
        return batchMatMul(a, b, transposeA, transposeB, name);
    }
    return addOutput(kMatMul, name, {a, b},
                     {{"transpose_a", transposeA}, {"transpose_b", transposeB}});
}

Output biasAdd(Output x, Output bias, std::string_view name)
{
    return addOutput(kBiasAdd, name, {x, bias});
}

} // namespace engine
