// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/batch_matmul_op.h"

#include "engine/base/errors.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/broadcast.h"
#include "engine/ops/gemm.h"
#include "engine/ops/op_building.h"
#include "engine/ops/op_cost.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <fmt/format.h>

namespace engine {

namespace {

Shape batchOf(const Shape& shape)
{
    return Shape(shape.dims().first(static_cast<std::size_t>(shape.rank() - 2)));
}

std::vector<OutputSpec> batchMatMulShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 0);
    requireSameType(request, 0, 1);
    const Shape& a = request.inputs[0].shape;
    const Shape& b = request.inputs[1].shape;
    const bool transposeA = request.attributes.get<bool>("transpose_a");
    const bool transposeB = request.attributes.get<bool>("transpose_b");
    const bool areMatrices = a.rank() >= 2 && b.rank() >= 2;
    const Shape innerA{areMatrices ? a.dim(transposeA ? -2 : -1) : 0};
    const Shape innerB{areMatrices ? b.dim(transposeB ? -1 : -2) : 0};
    if (!areMatrices || !innerA.isCompatibleWith(innerB)) {
        throw InvalidArgumentError(fmt::format(
            "operation {}: {}{} cannot be multiplied by {}{}", request.operationName, a.toString(),
            transposeA ? " transposed" : "", b.toString(), transposeB ? " transposed" : ""));
    }
    const std::array<OutputSpec, 2> batches{OutputSpec{request.inputs[0].type, batchOf(a)},
                                            OutputSpec{request.inputs[1].type, batchOf(b)}};
    Shape output = broadcastInputShapes({request.operationName, batches, request.attributes}, 0, 1);
    output.append(a.dim(transposeA ? -1 : -2));
    output.append(b.dim(transposeB ? -2 : -1));
    return {{request.inputs[0].type, output}};
}

template <typename T>
class BatchMatMulKernel final : public Kernel
{
public:
    explicit BatchMatMulKernel(const KernelRequest& request)
        : m_plan(batchOf(request.outputs[0].shape),
                 {batchOf(request.inputs[0].shape), batchOf(request.inputs[1].shape)}),
          m_columnsA(request.inputs[0].shape.dim(-1)), m_columnsB(request.inputs[1].shape.dim(-1))
    {
        m_product.transposeA = request.operation.attribute<bool>("transpose_a");
        m_product.transposeB = request.operation.attribute<bool>("transpose_b");
        m_product.m = request.outputs[0].shape.dim(-2);
        m_product.n = request.outputs[0].shape.dim(-1);
        m_product.k = request.inputs[0].shape.dim(m_product.transposeA ? -2 : -1);
    }

    void compute(KernelContext& context) override
    {
        const T* a = std::as_const(context.input(0)).values<T>().data();
        const T* b = std::as_const(context.input(1)).values<T>().data();
        T* y = context.output(0).values<T>().data();
        const auto [m, n, k, transposeA, transposeB] = m_product;
        const std::int64_t count = m_plan.rowCount() * m_plan.rowSize();
        constexpr std::int64_t kProductsPerElement = 16;
        parallelFor(count, m * n * k / kProductsPerElement,
                    [&, m = m, n = n, k = k](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t i = begin; i < end; ++i) {
                            const BroadcastPlan::Offsets offsets =
                                m_plan.offsetsOfRow(i / m_plan.rowSize());
                            const std::int64_t place = i % m_plan.rowSize();
                            const std::int64_t indexA = offsets[0] + place * m_plan.rowStride(0);
                            const std::int64_t indexB = offsets[1] + place * m_plan.rowStride(1);
                            multiplyMatrices(m_product, {a + indexA * m * k, m_columnsA},
                                             {b + indexB * k * n, m_columnsB}, {y + i * m * n, n},
                                             false);
                        }
                    });
    }

private:
    BroadcastPlan m_plan; // over the axes before the matrices
    std::int64_t m_columnsA;
    std::int64_t m_columnsB;
    ProductShape m_product;
};

std::unique_ptr<Kernel> makeBatchMatMul(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<BatchMatMulKernel<decltype(type)>>(request);
    });
}

std::vector<Output> batchMatMulGradient(const Operation& operation,
                                        std::span<const Output> gradients)
{
    const Output a = operation.input(0);
    const Output b = operation.input(1);
    const Output dy = gradients[0];
    const bool transposeA = operation.attribute<bool>("transpose_a");
    const bool transposeB = operation.attribute<bool>("transpose_b");
    const Output da =
        transposeA ? batchMatMul(b, dy, transposeB, true) : batchMatMul(dy, b, false, !transposeB);
    const Output db =
        transposeB ? batchMatMul(dy, a, true, transposeA) : batchMatMul(a, dy, !transposeA, false);
    return {sumLike(da, a), sumLike(db, b)};
}

double batchMatMulFlops(const CostRequest& request)
{
    const bool transposesA = request.attributes.get<bool>("transpose_a");
    return productFlops(request.outputs[0].shape,
                        request.inputs[0].shape.dim(transposesA ? -2 : -1));
}

constexpr OpDef kBatchMatMul{.type = "BatchMatMulV2",
                             .inferShapes = batchMatMulShape,
                             .gradient = batchMatMulGradient,
                             .makeKernel = makeBatchMatMul,
                             .flops = batchMatMulFlops};

} // namespace

Output batchMatMul(Output a, Output b, bool transposeA, bool transposeB, std::string_view name)
{
    return addOutput(kBatchMatMul, name, {a, b},
                     {{"transpose_a", transposeA}, {"transpose_b", transposeB}});
}

} // namespace engine
