// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/lrn_op.h"

#include "engine/base/errors.h"
#include "engine/ops/op_building.h"
#include "engine/ops/picture_loops.h"
#include "engine/ops/rows.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/shares.h"
#include "engine/ops/type_dispatch.h"

#include <fmt/format.h>

namespace engine {

namespace {

// Outputs: y, and bias + alpha * sum of squares, of which the gradient is made.
std::vector<OutputSpec> lrnShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireFloating(request, 0);
    const std::int64_t radius = request.attributes.get<std::int64_t>("depth_radius");
    if (request.inputs[0].shape.rank() < 1 || radius < 0) {
        throw InvalidArgumentError(fmt::format("operation {}: radius {} over the channels of {}",
                                               request.operationName, radius,
                                               request.inputs[0].shape.toString()));
    }
    return {request.inputs[0], request.inputs[0]};
}

template <typename T>
struct LrnParameters
{
    explicit LrnParameters(const Attributes& attributes)
        : radius(attributes.get<std::int64_t>("depth_radius")),
          bias(static_cast<T>(attributes.get<double>("bias"))),
          alpha(static_cast<T>(attributes.get<double>("alpha"))),
          beta(static_cast<T>(attributes.get<double>("beta")))
    { }

    // Adds to each channel of `sum` the values of the channels within the radius.
    void addNeighbours(const auto& values, auto& sum) const
    {
        const std::int64_t columns = sum.size();
        const std::int64_t reach = std::min(radius, columns - 1);
        for (std::int64_t step = -reach; step <= reach; ++step) {
            const std::int64_t size = columns - std::abs(step);
            sum.segment(std::max<std::int64_t>(-step, 0), size) +=
                values.segment(std::max<std::int64_t>(step, 0), size);
        }
    }

    // target = x * scale^-beta; roots are faster than powers and exact.
    void divide(const auto& x, const auto& scale, auto& target) const
    {
        if (beta == T(0.5)) {
            target = x / scale.sqrt();
        } else if (beta == T(0.75)) {
            target = x / (scale.sqrt() * scale.sqrt().sqrt());
        } else if (beta == T(1)) {
            target = x / scale;
        } else {
            target = x * scale.pow(-beta);
        }
    }

    std::int64_t radius;
    T bias;
    T alpha;
    T beta;
};

// What both passes have in common: shares of the rows, and room for two rows in each share.
template <typename T>
class LrnRowsKernel : public Kernel
{
public:
    explicit LrnRowsKernel(const KernelRequest& request)
        : m_layout(request.inputs[0].shape), m_parameters(request.operation.attributes()),
          m_shares(m_layout.rows, request.threads),
          m_room(static_cast<std::size_t>(m_shares.count() * roomSize()))
    { }

    void compute(KernelContext& context) override
    {
        m_shares.forEach([&](std::int64_t part, const Share& rows) {
            T* const room = m_room.data() + part * roomSize();
            if constexpr (std::is_same_v<T, float>) {
                if (LrnLoop::isFor(m_parameters.beta)) {
                    computeByLoop(context, rows, room);
                    return;
                }
            }
            computeRows(context, rows, room);
        });
    }

protected:
    virtual void computeRows(KernelContext& context, const Share& rows, T* room) = 0;
    virtual void computeByLoop(KernelContext& context, const Share& rows, T* room) = 0;

    std::int64_t columns() const { return m_layout.columns; }
    const LrnParameters<T>& parameters() const { return m_parameters; }
    LrnLoop loop() const
    {
        // Beyond the channels there is nothing to add.
        const std::int64_t farthest = std::max<std::int64_t>(columns() - 1, 0);
        return {static_cast<int>(std::min<std::int64_t>(m_parameters.radius, farthest)),
                static_cast<float>(m_parameters.bias), static_cast<float>(m_parameters.alpha),
                static_cast<float>(m_parameters.beta)};
    }
    const T* input(KernelContext& context, int index, const Share& rows) const
    {
        return std::as_const(context.input(index)).template values<T>().data()
            + rows.begin * columns();
    }
    T* output(KernelContext& context, int index, const Share& rows) const
    {
        return context.output(index).template values<T>().data() + rows.begin * columns();
    }

private:
    std::int64_t roomSize() const
    {
        return std::max(2 * columns(), lrnRoomSize(loop(), columns()));
    }

    RowLayout m_layout;
    LrnParameters<T> m_parameters;
    Shares m_shares;
    std::vector<T> m_room;
};

template <typename T>
class LrnKernel final : public LrnRowsKernel<T>
{
public:
    using LrnRowsKernel<T>::LrnRowsKernel;

private:
    void computeByLoop(KernelContext& context, const Share& rows, T* room) override
    {
        if constexpr (std::is_same_v<T, float>) {
            lrnLoop(this->loop(), this->input(context, 0, rows), this->output(context, 0, rows),
                    this->output(context, 1, rows), rows.end - rows.begin, this->columns(), room);
        }
    }

    void computeRows(KernelContext& context, const Share& rows, T*) override
    {
        const std::int64_t columns = this->columns();
        const LrnParameters<T>& parameters = this->parameters();
        const std::span<const T> x = std::as_const(context.input(0)).template values<T>();
        const std::span<T> y = context.output(0).template values<T>();
        const std::span<T> scales = context.output(1).template values<T>();
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
            const auto values = rowOf(x, row, columns);
            auto result = rowOf(y, row, columns);
            auto scale = rowOf(scales, row, columns);
            result = values.square() * parameters.alpha;
            scale.setConstant(parameters.bias);
            parameters.addNeighbours(result, scale);
            parameters.divide(values, scale, result);
        }
    }
};

// Inputs: dy, x, y, scale.
// dx = dy * scale^-beta - 2 alpha beta x * (sum over the neighbours of dy * y / scale)
template <typename T>
class LrnGradKernel final : public LrnRowsKernel<T>
{
public:
    using LrnRowsKernel<T>::LrnRowsKernel;

private:
    void computeByLoop(KernelContext& context, const Share& rows, T* room) override
    {
        if constexpr (std::is_same_v<T, float>) {
            const auto at = [&](int index) { return this->input(context, index, rows); };
            lrnGradientLoop(this->loop(),
                            {at(0), at(1), at(2), at(3), this->output(context, 0, rows)},
                            rows.end - rows.begin, this->columns(), room);
        }
    }

    void computeRows(KernelContext& context, const Share& rows, T* room) override
    {
        const std::int64_t columns = this->columns();
        const LrnParameters<T>& parameters = this->parameters();
        const auto input = [&](int index, std::int64_t row) {
            return rowOf(std::as_const(context.input(index)).template values<T>(), row, columns);
        };
        const std::span<T> dx = context.output(0).template values<T>();
        ArrayMap<T> products(room, columns);
        ArrayMap<T> sums(room + columns, columns);
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
            auto slope = rowOf(dx, row, columns);
            products = input(0, row) * input(2, row) / input(3, row);
            sums.setZero();
            parameters.addNeighbours(products, sums);
            parameters.divide(input(0, row), input(3, row), slope);
            slope -= input(1, row) * sums * (T(2) * parameters.alpha * parameters.beta);
        }
    }
};

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> make(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<KernelClass<decltype(type)>>(request);
    });
}

constexpr OpDef kLrnGrad{
    .type = "LRNGrad",
    .inferShapes =
        [](const ShapeRequest& request) { return std::vector<OutputSpec>{request.inputs[1]}; },
    .makeKernel = make<LrnGradKernel>};

std::vector<Output> lrnGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(
        kLrnGrad, {},
        {gradients[0], operation.input(0), resultOf(operation, 0), resultOf(operation, 1)},
        operation.attributes())};
}

constexpr OpDef kLrn{
    .type = "LRN", .inferShapes = lrnShape, .gradient = lrnGradient, .makeKernel = make<LrnKernel>};

} // namespace

Output localResponseNormalization(Output x, const LrnOptions& options, std::string_view name)
{
    return addOutput(kLrn, name, {x},
                     {{"depth_radius", std::int64_t{options.depthRadius}},
                      {"bias", options.bias},
                      {"alpha", options.alpha},
                      {"beta", options.beta}});
}

} // namespace engine
