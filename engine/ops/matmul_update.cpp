// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matmul_update.h"

#include "engine/ops/adam_settings.h"
#include "engine/ops/aligned_floats.h"
#include "engine/ops/matmul_blocks.h"
#include "engine/ops/op_building.h"
#include "engine/ops/packed_product.h"
#include "engine/ops/row_runs.h"
#include "engine/ops/small_product.h"

#include <algorithm>

namespace engine {

namespace {

constexpr int kGradient = 6; // input of ApplyAdam
// Inputs of the kernel: those of the product, and those of ApplyAdam without the gradient.
constexpr int kVariable = 2;
constexpr int kFirstMoment = 3;
constexpr int kSecondMoment = 4;
constexpr int kScalars = 5;

// Of one element, in elements of a plain loop.
constexpr std::int64_t kUpdateCost = 4;

class MatMulAdamKernel final : public Kernel
{
public:
    MatMulAdamKernel(const KernelRequest& request, const Operation& update)
        : m_sizes(request), m_settings(update)
    {
        m_isSmall = isSmallProduct(smallProduct(nullptr, nullptr))
            && m_sizes.m * m_sizes.n * kUpdateCost < 2 * kParallelGrain;
        if (m_isSmall || m_sizes.n < panelWidths().wide) {
            m_gradient.resize(static_cast<std::size_t>(m_sizes.m * m_sizes.n));
        }
    }

    void compute(KernelContext& context) override
    {
        const AdamUpdate update{{m_settings.alpha(context, kScalars), m_settings.beta1,
                                 m_settings.beta2, m_settings.epsilon},
                                context.variable(kFirstMoment).values<float>().data(),
                                context.variable(kSecondMoment).values<float>().data()};
        const float* const a = context.input(0).values<float>().data();
        const float* const b = context.input(1).values<float>().data();
        float* const x = context.variable(kVariable).values<float>().data();
        if (m_isSmall) {
            multiplySmall(smallProduct(a, b));
            adamLoop(update.step, m_gradient.data(), update.m, update.v, x, m_sizes.m * m_sizes.n);
            return;
        }
        forEachProductBlock(m_sizes, kUpdateCost,
                            [&](const ProductBlock& block, std::uint64_t number) {
                                multiply(block, number, a, b, x, m_gradient.data(), update);
                            });
    }

private:
    SmallProduct smallProduct(const float* a, const float* b)
    {
        const auto [m, n, k, transposes] = m_sizes;
        return {m,
                n,
                k,
                a,
                m_sizes.aStride(),
                transposes.a,
                b,
                m_sizes.bStride(),
                transposes.b,
                m_gradient.data(),
                n};
    }

    void multiply(const ProductBlock& block, std::uint64_t number, const float* a, const float* b,
                  float* x, float* gradient, const AdamUpdate& update) const
    {
        const auto [m, n, k, transposes] = m_sizes;
        const std::int64_t place = block.top * n + block.left;
        const AdamUpdate here{update.step, update.m + place, update.v + place};
        const ProductShape shape{block.rows(), block.columns(), k, transposes.a, transposes.b};
        const MatrixRef<const float> left{a + block.top, m_sizes.aStride()};
        const MatrixRef<const float> right{b + (transposes.b ? block.left * k : block.left),
                                           m_sizes.bStride()};
        if (m_gradient.empty()) {
            multiplyPacked(shape, left, right, {x + place, n}, {.adam = &here, .number = number});
            return;
        }
        multiplyPacked(shape, left, right, {gradient + place, n}, {.number = number});
        forEachRun(n, block.rows(), block.columns(), [&](std::int64_t i, std::int64_t count) {
            adamLoop(here.step, gradient + place + i, here.m + i, here.v + i, x + place + i, count);
        });
    }

    MatMulSizes m_sizes;
    AdamSettings<float> m_settings;
    bool m_isSmall = false; // has loops of its own, and nothing for a second thread
    // If that is small, or narrower than the vectors that a product updates: then its rows, one
    // behind the other, fill more of them.
    AlignedFloats m_gradient;
};

bool isVariable(Output output)
{
    while (output.operation().def().kind == OpKind::Alias) {
        output = output.operation().input(0);
    }
    return output.operation().def().kind == OpKind::Variable;
}

} // namespace

bool canUpdate(const Operation& matMul, std::span<const OutputSpec> inputs, const Operation& update)
{
    const bool isGradient = update.def().type == "ApplyAdam"
        && update.input(kGradient) == resultOf(matMul) && inputs[0].type == DataType::Float
        && transposesOf(matMul.attributes()).a;
    const std::int64_t examples = isGradient ? inputs[0].shape.dim(0) : Shape::kUnknownDim;
    return examples >= 0 && examples <= kTermsAtOnce
        && std::ranges::none_of(matMul.inputs(), isVariable);
}

std::unique_ptr<Kernel> makeMatMulUpdate(const KernelRequest& request, const Operation& update)
{
    return std::make_unique<MatMulAdamKernel>(request, update);
}

} // namespace engine
