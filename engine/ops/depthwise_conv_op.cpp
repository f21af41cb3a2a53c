// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/conv_attributes.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/op_building.h"
#include "engine/ops/op_cost.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/shares.h"
#include "engine/ops/type_dispatch.h"
#include "engine/ops/window.h"

#include <fmt/format.h>

namespace engine {

namespace {

std::vector<OutputSpec> depthwiseShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireFloating(request, 0);
    requireSameType(request, 0, 1);
    requireRank(request, 0, 4);
    requireRank(request, 1, 4);
    const Shape& x = request.inputs[0].shape;
    const Shape& filter = request.inputs[1].shape;
    const Shape channels{x.dim(3)};
    if (!channels.isCompatibleWith(Shape{filter.dim(2)})) {
        throw InvalidArgumentError(
            fmt::format("operation {}: filter {} does not fit the channels of {}",
                        request.operationName, filter.toString(), x.toString()));
    }
    const std::int64_t inputs = channels.mergedWith(Shape{filter.dim(2)}).dim(0);
    const bool isKnown = inputs != Shape::kUnknownDim && filter.dim(3) != Shape::kUnknownDim;
    const Window window =
        windowFor(request.operationName, request.attributes, x, {filter.dim(0), filter.dim(1)});
    return {{request.inputs[0].type,
             Shape{x.dim(0), window.height.output, window.width.output,
                   isKnown ? inputs * filter.dim(3) : Shape::kUnknownDim}}};
}

struct DepthwiseGeometry
{
    DepthwiseGeometry(const KernelRequest& request, const Shape& x, const Shape& filter)
        : window(windowFor(request.operation.name(), request.operation.attributes(), x,
                           {filter.dim(0), filter.dim(1)})),
          batch(x.dim(0)), channels(x.dim(3)), multiplier(filter.dim(3))
    { }

    std::int64_t outputs() const { return channels * multiplier; }
    std::int64_t lines() const { return batch * window.height.output; }
    std::int64_t lineCost() const { return window.width.output * outputs() * window.cells(); }

    // Calls tap(cell of the filter, offset in x, offset in y) for each cell of the input under each
    // window of one line of the output; lines count through the batch.
    template <typename Tap>
    void forEachTap(std::int64_t line, const Tap& tap) const
    {
        const auto& [height, width] = window;
        const std::int64_t picture = line / height.output;
        const std::int64_t row = line % height.output;
        for (std::int64_t column = 0; column < width.output; ++column) {
            const std::int64_t y = (line * width.output + column) * outputs();
            for (std::int64_t i = height.firstInside(row); i < height.endInside(row); ++i) {
                const std::int64_t above =
                    picture * height.input + height.start(row) + i * height.dilation;
                for (std::int64_t j = width.firstInside(column); j < width.endInside(column); ++j) {
                    const std::int64_t x =
                        above * width.input + width.start(column) + j * width.dilation;
                    tap(i * width.window + j, x * channels, y);
                }
            }
        }
    }

    Window window;
    std::int64_t batch;
    std::int64_t channels;
    std::int64_t multiplier;
};

// sum += a * b for each channel and copy: the arrays of copies have `multiplier` elements for each
// channel, that of channels one.
template <typename T>
struct ChannelProducts
{
    const DepthwiseGeometry& g;

    void addToCopies(const T* channels, const T* copies, T* sum) const
    {
        if (g.multiplier == 1) {
            for (std::int64_t c = 0; c < g.channels; ++c) {
                sum[c] += channels[c] * copies[c];
            }
            return;
        }
        for (std::int64_t c = 0; c < g.channels; ++c) {
            for (std::int64_t q = 0; q < g.multiplier; ++q) {
                sum[c * g.multiplier + q] += channels[c] * copies[c * g.multiplier + q];
            }
        }
    }

    void addToChannels(const T* a, const T* b, T* sum) const
    {
        for (std::int64_t c = 0; c < g.channels; ++c) {
            for (std::int64_t q = 0; q < g.multiplier; ++q) {
                sum[c] += a[c * g.multiplier + q] * b[c * g.multiplier + q];
            }
        }
    }
};

template <typename T>
class ForwardKernel final : public Kernel
{
public:
    explicit ForwardKernel(const KernelRequest& request)
        : m_geometry(request, request.inputs[0].shape, request.inputs[1].shape)
    { }

    void compute(KernelContext& context) override
    {
        const DepthwiseGeometry& g = m_geometry;
        const ChannelProducts<T> products{g};
        const T* x = std::as_const(context.input(0)).values<T>().data();
        const T* filter = std::as_const(context.input(1)).values<T>().data();
        const std::span<T> output = context.output(0).values<T>();
        parallelFor(g.lines(), g.lineCost(), [&](std::int64_t begin, std::int64_t end) {
            const std::int64_t size = g.window.width.output * g.outputs();
            arrayOf(output, begin * size, (end - begin) * size).setZero();
            for (std::int64_t line = begin; line < end; ++line) {
                g.forEachTap(line, [&](std::int64_t cell, std::int64_t from, std::int64_t to) {
                    products.addToCopies(x + from, filter + cell * g.outputs(), output.data() + to);
                });
            }
        });
    }

private:
    DepthwiseGeometry m_geometry;
};

// Inputs: dy, filter, x (for the shape). Pictures are shared out: windows of one picture add to the
// same places.
template <typename T>
class BackwardInputKernel final : public Kernel
{
public:
    explicit BackwardInputKernel(const KernelRequest& request)
        : m_geometry(request, request.inputs[2].shape, request.inputs[1].shape)
    { }

    void compute(KernelContext& context) override
    {
        const DepthwiseGeometry& g = m_geometry;
        const ChannelProducts<T> products{g};
        const T* dy = std::as_const(context.input(0)).values<T>().data();
        const T* filter = std::as_const(context.input(1)).values<T>().data();
        const std::span<T> dx = context.output(0).values<T>();
        arrayOf(dx, 0, static_cast<std::int64_t>(dx.size())).setZero();
        const std::int64_t lines = g.window.height.output;
        parallelFor(g.batch, lines * g.lineCost(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t line = begin * lines; line < end * lines; ++line) {
                g.forEachTap(line, [&](std::int64_t cell, std::int64_t to, std::int64_t from) {
                    products.addToChannels(dy + from, filter + cell * g.outputs(), dx.data() + to);
                });
            }
        });
    }

private:
    DepthwiseGeometry m_geometry;
};

// Inputs: x, dy, filter (for the shape). Each thread adds up the share of its lines; the shares
// are then added in order.
template <typename T>
class BackwardFilterKernel final : public Kernel
{
public:
    explicit BackwardFilterKernel(const KernelRequest& request)
        : m_geometry(request, request.inputs[0].shape, request.inputs[2].shape),
          m_shares(m_geometry.lines(), request.threads),
          m_size(request.inputs[2].shape.elementCount()),
          m_sums(static_cast<std::size_t>(m_shares.count() * m_size))
    { }

    void compute(KernelContext& context) override
    {
        const DepthwiseGeometry& g = m_geometry;
        const ChannelProducts<T> products{g};
        const T* x = std::as_const(context.input(0)).values<T>().data();
        const T* dy = std::as_const(context.input(1)).values<T>().data();
        const std::span<T> slope = context.output(0).values<T>();
        m_shares.forEach([&](std::int64_t part, const Share& lines) {
            T* sum = m_sums.data() + part * m_size;
            std::fill_n(sum, m_size, T(0));
            for (std::int64_t line = lines.begin; line < lines.end; ++line) {
                g.forEachTap(line, [&](std::int64_t cell, std::int64_t from, std::int64_t to) {
                    products.addToCopies(x + from, dy + to, sum + cell * g.outputs());
                });
            }
        });
        const std::span<const T> sums(m_sums);
        arrayOf(slope, 0, m_size) = arrayOf(sums, 0, m_size);
        for (std::int64_t part = 1; part < m_shares.count(); ++part) {
            arrayOf(slope, 0, m_size) += arrayOf(sums, part * m_size, m_size);
        }
    }

private:
    DepthwiseGeometry m_geometry;
    Shares m_shares;
    std::int64_t m_size;
    std::vector<T> m_sums;
};

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> make(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<KernelClass<decltype(type)>>(request);
    });
}

std::vector<OutputSpec> likeThirdInput(const ShapeRequest& request)
{
    return {request.inputs[2]};
}

constexpr OpDef kBackpropInput{.type = "DepthwiseConv2dNativeBackpropInput",
                               .inferShapes = likeThirdInput,
                               .makeKernel = make<BackwardInputKernel>,
                               .flops = backpropInputFlops};
constexpr OpDef kBackpropFilter{.type = "DepthwiseConv2dNativeBackpropFilter",
                                .inferShapes = likeThirdInput,
                                .makeKernel = make<BackwardFilterKernel>,
                                .flops = backpropFilterFlops};

std::vector<Output> depthwiseGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output filter = operation.input(1);
    return {addOutput(kBackpropInput, {}, {gradients[0], filter, x}, operation.attributes()),
            addOutput(kBackpropFilter, {}, {x, gradients[0], filter}, operation.attributes())};
}

constexpr OpDef kDepthwise{.type = "DepthwiseConv2dNative",
                           .inferShapes = depthwiseShape,
                           .gradient = depthwiseGradient,
                           .makeKernel = make<ForwardKernel>,
                           .flops = conv2dFlops};

} // namespace

Output depthwiseConv2d(Output x, Output filter, const Conv2dOptions& options, std::string_view name)
{
    return addOutput(kDepthwise, name, {x, filter}, convAttributes(options));
}

} // namespace engine
