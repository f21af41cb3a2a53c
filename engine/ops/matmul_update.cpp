// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matmul_update.h"

#include "engine/ops/adam_settings.h"
#include "engine/ops/aligned_floats.h"
#include "engine/ops/matmul_blocks.h"
#include "engine/ops/op_building.h"
#include "engine/ops/packed_product.h"
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

class MatMulAdamKernel final : public Kernel
{
public:
    MatMulAdamKernel(const KernelRequest& request, const Operation& update)
        : m_sizes(request), m_settings(update),
          m_isSmall(isSmallProduct(smallProduct(nullptr, nullptr, nullptr)))
    {
        if (m_isSmall || m_sizes.k > kTermsAtOnce) {
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
            multiplySmall(smallProduct(a, b, m_gradient.data()));
            adamLoop(update.step, m_gradient.data(), update.m, update.v, x, m_sizes.m * m_sizes.n);
            return;
        }
        forEachProductBlock(m_sizes,
                            [&](const ProductBlock& block) { multiply(block, a, b, x, update); });
    }

private:
    SmallProduct smallProduct(const float* a, const float* b, float* y) const
    {
        const auto [m, n, k, transposes] = m_sizes;
        return {m, n, k, a, m_sizes.aStride(), transposes.a, b, m_sizes.bStride(), transposes.b,
                y, n};
    }

    void multiply(const ProductBlock& block, const float* a, const float* b, float* x,
                  const AdamUpdate& update)
    {
        const auto [m, n, k, transposes] = m_sizes;
        const ProductShape shape{block.rows(), block.columns(), k, transposes.a, transposes.b};
        const MatrixRef<const float> left{a + block.top, m_sizes.aStride()};
        const MatrixRef<const float> right{b + (transposes.b ? block.left * k : block.left),
                                           m_sizes.bStride()};
        const std::int64_t place = block.top * n + block.left;
        const AdamUpdate here{update.step, update.m + place, update.v + place};
        if (m_gradient.empty()) {
            multiplyPacked(shape, left, right, {x + place, n}, {.adam = &here});
            return;
        }
        float* const gradient = m_gradient.data() + place;
        multiplyPacked(shape, left, right, {gradient, n});
        for (std::int64_t row = 0; row < block.rows(); ++row) {
            const std::int64_t start = row * n;
            adamLoop(here.step, gradient + start, here.m + start, here.v + start, x + place + start,
                     block.columns());
        }
    }

    MatMulSizes m_sizes;
    AdamSettings<float> m_settings;
    bool m_isSmall;
    AlignedFloats m_gradient; // where it is not used up at once
};

bool isVariable(Output output)
{
    while (output.operation().def().kind == OpKind::Alias) {
        output = output.operation().input(0);
    }
    return output.operation().def().kind == OpKind::Variable;
}

} // namespace

bool canTakeUpdate(const Operation& matMul, const Operation& next)
{
    return next.def().type == "ApplyAdam" && next.input(kGradient) == resultOf(matMul)
        && matMul.outputSpec(0).type == DataType::Float && transposesOf(matMul.attributes()).a
        && std::ranges::none_of(matMul.inputs(), isVariable);
}

std::unique_ptr<Kernel> makeMatMulUpdate(const KernelRequest& request, const Operation& update)
{
    return std::make_unique<MatMulAdamKernel>(request, update);
}

} // namespace engine
