// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/epilogue.h"

#include "engine/ops/hot_loops.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/row_runs.h"

namespace engine {

namespace {

bool isA(const Operation& operation, std::string_view type)
{
    return operation.def().type == type;
}

class EpilogueKernel final : public Kernel
{
public:
    EpilogueKernel(const Epilogue& epilogue, std::unique_ptr<Kernel> inner)
        : m_epilogue(epilogue), m_inner(std::move(inner))
    { }

    std::string_view way() const override { return m_inner->way(); }

    void compute(KernelContext& context) override
    {
        m_inner->compute(context);
        const std::span<float> y = context.output(0).values<float>();
        const std::int64_t columns = context.output(0).shape().dim(-1);
        const std::int64_t rows = columns == 0 ? 0 : static_cast<std::int64_t>(y.size()) / columns;
        const float* const bias = m_epilogue.bias(context);
        parallelFor(rows, columns, [&](std::int64_t begin, std::int64_t end) {
            epilogueLoop(bias, m_epilogue.relu, y.data() + begin * columns, columns, end - begin,
                         columns);
            m_epilogue.activate(y.data() + begin * columns, columns, end - begin, columns);
        });
    }

private:
    Epilogue m_epilogue;
    std::unique_ptr<Kernel> m_inner;
};

} // namespace

Epilogue::Epilogue(const Operation& operation, std::span<Operation* const> followers)
    : biasInput(isA(*followers.front(), "BiasAdd") ? static_cast<int>(operation.inputs().size())
                                                   : -1),
      relu(isA(*followers.back(), "Relu")), activation(FloatActivation::of(*followers.back()))
{ }

bool Epilogue::canTake(const Operation& operation, std::span<Operation* const> taken,
                       const Operation& next)
{
    const Operation& last = taken.empty() ? operation : *taken.back();
    if (operation.outputSpec(0).type != DataType::Float || next.input(0) != resultOf(last)) {
        return false;
    }
    if (isA(next, "BiasAdd")) {
        return taken.empty();
    }
    const bool isFirstActivation = taken.empty() || isA(last, "BiasAdd");
    return isFirstActivation && (isA(next, "Relu") || FloatActivation::of(next));
}

const float* Epilogue::bias(const KernelContext& context) const
{
    return biasInput < 0 ? nullptr : context.input(biasInput).values<float>().data();
}

void Epilogue::activate(float* y, std::int64_t stride, std::int64_t rows,
                        std::int64_t columns) const
{
    if (activation) {
        forEachRun(stride, rows, columns, [&](std::int64_t place, std::int64_t count) {
            activation->apply(y + place, y + place, count);
        });
    }
}

std::unique_ptr<Kernel> withEpilogue(const Epilogue& epilogue, std::unique_ptr<Kernel> inner)
{
    return epilogue.isEmpty() ? std::move(inner)
                              : std::make_unique<EpilogueKernel>(epilogue, std::move(inner));
}

} // namespace engine
