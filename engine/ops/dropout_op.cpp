// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/dropout_op.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/random_key.h"
#include "engine/ops/random_loops.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <algorithm>

namespace engine {

namespace {

std::vector<OutputSpec> dropoutShape(const ShapeRequest& request)
{
    requireInputCount(request, 3);
    requireType(request, 0, DataType::Int64);
    requireRank(request, 0, 0);
    requireFloating(request, 1);
    requireType(request, 2, DataType::Bool);
    requireRank(request, 2, 0);
    const double rate = request.attributes.get<double>("rate");
    if (!(rate >= 0 && rate < 1)) {
        throw InvalidArgumentError(fmt::format("operation {}: dropout rate {} is not in [0, 1)",
                                               request.operationName, rate));
    }
    return {request.inputs[1], request.inputs[1]};
}

template <typename T>
class DropoutKernel final : public Kernel
{
public:
    explicit DropoutKernel(const KernelRequest& request)
        : m_key(randomKey(request.operation)),
          m_keep(1 - request.operation.attribute<double>("rate"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> x = context.input(1).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        const std::span<T> mask = context.output(1).values<T>();
        if (!context.input(2).scalarValue<bool>()) {
            std::ranges::copy(x, output.begin());
            std::ranges::fill(mask, T(1));
            return;
        }
        std::int64_t& counter = context.variable(0).values<std::int64_t>()[0];
        drop(x, mask, output, static_cast<std::uint64_t>(counter));
        ++counter;
    }

private:
    // Element i belongs to number i % 4 of block i / 4.
    void drop(std::span<const T> x, std::span<T> mask, std::span<T> y, std::uint64_t stream) const
    {
        constexpr std::int64_t kNumbers = 4;
        constexpr std::int64_t kCost = 2; // of an element, in simple operations
        const auto limit = static_cast<std::uint64_t>(m_keep * 0x1p32); // numbers below it keep
        const auto count = static_cast<std::int64_t>(x.size());
        const std::int64_t blocks = (count + kNumbers - 1) / kNumbers;
        const DropoutLoop<T> loop{m_key, stream,
                                  static_cast<std::uint32_t>(std::max<std::uint64_t>(limit, 1) - 1),
                                  limit == 0 ? T(0) : static_cast<T>(1 / m_keep)};
        parallelFor(blocks, kCost * kNumbers, [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t first = begin * kNumbers;
            dropoutLoop(loop, begin, x.data() + first, mask.data() + first, y.data() + first,
                        std::min(end * kNumbers, count) - first);
        });
    }

    std::uint64_t m_key;
    double m_keep;
};

std::unique_ptr<Kernel> makeDropout(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[1].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<DropoutKernel<decltype(type)>>(request);
    });
}

std::vector<Output> dropoutGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {Output(), multiply(gradients[0], resultOf(operation, 1)), Output()};
}

const OpDef kDropout{.type = "Dropout",
                     .inferShapes = dropoutShape,
                     .gradient = dropoutGradient,
                     .makeKernel = makeDropout,
                     .updatedVariables = 1,
                     .stateful = true};

} // namespace

Output dropoutWithCounter(Output counter, Output x, Output training, const DropoutOptions& options)
{
    Attributes attributes{{"rate", options.rate}};
    if (options.seed) {
        attributes.set("seed", *options.seed);
    }
    return addOutput(kDropout, options.name, {counter, x, training}, std::move(attributes));
}

} // namespace engine
