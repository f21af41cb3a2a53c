// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/cumsum_op.h"

#include "engine/ops/axis_attributes.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

namespace {

std::vector<OutputSpec> cumsumShape(const ShapeRequest& request)
{
    requireNumeric(request, 0);
    static_cast<void>(axisOf(request.operationName, request.attributes, request.inputs[0].shape));
    return {request.inputs[0]};
}

template <typename T>
class CumsumKernel final : public Kernel
{
public:
    explicit CumsumKernel(const KernelRequest& request)
        : m_around(request.inputs[0].shape,
                   axisOf(request.operation.name(), request.operation.attributes(),
                          request.inputs[0].shape)),
          m_exclusive(request.operation.attribute<bool>("exclusive")),
          m_reverse(request.operation.attribute<bool>("reverse"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        const auto [outer, size, inner] = m_around;
        parallelFor(outer, size * inner,
                    [&, size = size, inner = inner](std::int64_t begin, std::int64_t end) {
                        for (std::int64_t block = begin; block < end; ++block) {
                            sumAlong(x, output, block * size * inner, inner);
                        }
                    });
    }

private:
    void sumAlong(std::span<const T> x, std::span<T> output, std::int64_t start,
                  std::int64_t inner) const
    {
        std::int64_t previous = 0;
        for (std::int64_t i = 0; i < m_around.size; ++i) {
            const std::int64_t place = start + (m_reverse ? m_around.size - 1 - i : i) * inner;
            auto sum = arrayOf(output, place, inner);
            if (i == 0) {
                if (m_exclusive) {
                    sum.setZero();
                } else {
                    sum = arrayOf(x, place, inner);
                }
            } else {
                sum = arrayOf(output, previous, inner)
                    + arrayOf(x, m_exclusive ? previous : place, inner);
            }
            previous = place;
        }
    }

    AroundAxis m_around;
    bool m_exclusive;
    bool m_reverse;
};

std::unique_ptr<Kernel> makeCumsum(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<CumsumKernel<decltype(type)>>(request);
    });
}

std::vector<Output> cumsumGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {
        cumsum(gradients[0], static_cast<int>(operation.attribute<std::int64_t>("axis")),
               {operation.attribute<bool>("exclusive"), !operation.attribute<bool>("reverse")})};
}

constexpr OpDef kCumsum{.type = "Cumsum",
                        .inferShapes = cumsumShape,
                        .gradient = cumsumGradient,
                        .makeKernel = makeCumsum};

} // namespace

Output cumsum(Output x, int axis, const CumsumOptions& options, std::string_view name)
{
    return addOutput(kCumsum, name, {x},
                     {{"axis", std::int64_t{axis}},
                      {"exclusive", options.exclusive},
                      {"reverse", options.reverse}});
}

} // namespace engine
