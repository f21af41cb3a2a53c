// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/learning_rate_schedule.h"
#include "engine/ops/op_building.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

namespace engine {

namespace {

std::vector<OutputSpec> scheduledRateShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireType(request, 0, DataType::Int64);
    requireRank(request, 0, 0);
    return {{request.attributes.get<DataType>("dtype"), Shape()}};
}

LearningRateSchedule scheduleOf(const Operation& operation)
{
    const std::span<const double> numbers = operation.attribute<Tensor>("numbers").values<double>();
    return LearningRateSchedule::fromNumbers(operation.attribute<std::string>("kind"),
                                             {numbers.begin(), numbers.end()});
}

template <typename T>
class ScheduledRateKernel final : public Kernel
{
public:
    explicit ScheduledRateKernel(const KernelRequest& request)
        : m_schedule(scheduleOf(request.operation))
    { }

    void compute(KernelContext& context) override
    {
        const std::int64_t step = context.input(0).scalarValue<std::int64_t>();
        context.output(0).values<T>()[0] = static_cast<T>(m_schedule.at(step));
    }

private:
    LearningRateSchedule m_schedule;
};

std::unique_ptr<Kernel> makeScheduledRate(const KernelRequest& request)
{
    return dispatchFloatingType(request.outputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<ScheduledRateKernel<decltype(type)>>(request);
    });
}

constexpr OpDef kScheduledRate{.type = "ScheduledRate",
                               .inferShapes = scheduledRateShape,
                               .gradient = noGradient,
                               .makeKernel = makeScheduledRate};

} // namespace

Output scheduledRate(Output globalStep, const LearningRateSchedule& schedule, DataType type,
                     std::string_view name)
{
    const Shape shape{static_cast<std::int64_t>(schedule.numbers().size())};
    return addOutput(kScheduledRate, name, {globalStep},
                     {{"kind", schedule.kind()},
                      {"numbers", Tensor::fromValues(shape, schedule.numbers())},
                      {"dtype", type}});
}

} // namespace engine
