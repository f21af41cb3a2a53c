// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/count_up_to_op.h"

#include "engine/base/errors.h"
#include "engine/ops/op_building.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>

namespace engine {

namespace {

std::vector<OutputSpec> counterShape(const ShapeRequest& request)
{
    requireType(request, 0, DataType::Int64);
    requireRank(request, 0, 0);
    return sameAsFirstInput(request);
}

class CountUpToKernel final : public Kernel
{
public:
    explicit CountUpToKernel(const KernelRequest& request)
        : m_limit(request.operation.attribute<std::int64_t>("limit"))
    { }

    void compute(KernelContext& context) override
    {
        std::int64_t& count = context.variable(0).values<std::int64_t>()[0];
        if (count >= m_limit) {
            throw OutOfRangeError(fmt::format("Reached limit of {}", m_limit));
        }
        context.output(0).values<std::int64_t>()[0] = count++;
    }

private:
    std::int64_t m_limit;
};

const OpDef kCountUpTo{.type = "CountUpTo",
                       .inferShapes = counterShape,
                       .makeKernel = makeKernelOf<CountUpToKernel>,
                       .updatedVariables = 1,
                       .stateful = true};

} // namespace

Output countUpTo(Output variable, std::int64_t limit, std::string_view name)
{
    return addOutput(kCountUpTo, name, {variable}, {{"limit", limit}});
}

} // namespace engine
