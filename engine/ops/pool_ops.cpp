// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/pool_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/fusion_rules.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/picture_loops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"
#include "engine/ops/window.h"

#include <fmt/format.h>

#include <array>

namespace engine {

namespace {

using Numbers = std::vector<std::int64_t>;

Window windowOf(std::string_view name, const Attributes& attributes, const Shape& x)
{
    const Numbers& size = attributes.get<Numbers>("ksize");
    if (size.at(0) < 1 || size.at(1) < 1) {
        throw InvalidArgumentError(fmt::format("operation {}: a window of {} x {} over {}", name,
                                               size[0], size[1], x.toString()));
    }
    return windowFor(name, attributes, x, {size[0], size[1]});
}

std::vector<OutputSpec> poolShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireFloating(request, 0);
    requireRank(request, 0, 4);
    const Shape& x = request.inputs[0].shape;
    const Window window = windowOf(request.operationName, request.attributes, x);
    return {{request.inputs[0].type,
             Shape{x.dim(0), window.height.output, window.width.output, x.dim(3)}}};
}

struct PoolGeometry
{
    PoolGeometry(const KernelRequest& request, const Shape& x)
        : window(windowOf(request.operation.name(), request.operation.attributes(), x)),
          batch(x.dim(0)), channels(x.dim(3))
    { }

    // Pixels of the output, counted through the batch.
    std::int64_t pixels() const { return batch * window.positions(); }
    std::int64_t pixelCost() const { return window.cells() * channels; }

    // The cells of the picture under the window of a pixel.
    CellBlock cellsOf(std::int64_t pixel) const
    {
        const auto& [height, width] = window;
        const std::int64_t line = pixel / width.output;
        const std::int64_t column = pixel % width.output;
        const std::int64_t row = line % height.output;
        const std::int64_t firstRow = height.firstInside(row);
        const std::int64_t firstColumn = width.firstInside(column);
        const std::int64_t top = line / height.output * height.input + height.start(row) + firstRow;
        const std::int64_t left = width.start(column) + firstColumn;
        return {.offset = (top * width.input + left) * channels,
                .rows = height.endInside(row) - firstRow,
                .columns = width.endInside(column) - firstColumn,
                .rowStride = width.input * channels,
                .columnStride = channels};
    }

    // Calls cell(offset of its channels in x) for each of them, row by row.
    template <typename Cell>
    static void forEachCell(const CellBlock& cells, const Cell& cell)
    {
        for (std::int64_t i = 0; i < cells.rows; ++i) {
            for (std::int64_t j = 0; j < cells.columns; ++j) {
                cell(cells.offset + i * cells.rowStride + j * cells.columnStride);
            }
        }
    }

    std::int64_t pictureSize() const { return window.height.input * window.width.input * channels; }

    Window window;
    std::int64_t batch;
    std::int64_t channels;
};

template <typename T>
class MaxPoolKernel final : public Kernel
{
public:
    explicit MaxPoolKernel(const KernelRequest& request)
        : m_geometry(request, request.inputs[0].shape)
    { }

    void compute(KernelContext& context) override
    {
        const PoolGeometry& g = m_geometry;
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        parallelFor(g.pixels(), g.pixelCost(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t pixel = begin; pixel < end; ++pixel) {
                findLargest(x, pixel, output);
            }
        });
    }

private:
    void findLargest(std::span<const T> x, std::int64_t pixel, std::span<T> output) const
    {
        const std::int64_t channels = m_geometry.channels;
        const CellBlock cells = m_geometry.cellsOf(pixel);
        auto largest = arrayOf(output, pixel * channels, channels);
        if constexpr (std::is_same_v<T, float>) {
            largestCellLoop(cells, x.data(), largest.data(), channels);
            return;
        }
        largest = arrayOf(x, cells.offset, channels);
        PoolGeometry::forEachCell(cells, [&](std::int64_t offset) {
            largest = largerOf(largest, arrayOf(x, offset, channels));
        });
    }

    PoolGeometry m_geometry;
};

// Inputs: dy, x, y. What is left of dy goes to the first cell that equals y. Pictures are shared
// out: windows may overlap. With the slope of a relu behind the gradient, which made x: no y of 0
// passes anything on.
template <typename T>
class MaxPoolGradKernel final : public Kernel
{
public:
    explicit MaxPoolGradKernel(const KernelRequest& request, bool hasRelu = false)
        : m_geometry(request, request.inputs[1].shape), m_hasRelu(hasRelu)
    { }

    void compute(KernelContext& context) override
    {
        const PoolGeometry& g = m_geometry;
        const T* dy = std::as_const(context.input(0)).values<T>().data();
        const T* x = std::as_const(context.input(1)).values<T>().data();
        const T* y = std::as_const(context.input(2)).values<T>().data();
        T* dx = context.output(0).values<T>().data();
        const std::int64_t positions = g.window.positions();
        parallelFor(g.batch, positions * g.pixelCost(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t picture = begin; picture < end; ++picture) {
                std::fill_n(dx + picture * g.pictureSize(), g.pictureSize(), T(0));
                for (std::int64_t i = 0; i < positions; ++i) {
                    const std::int64_t pixel = picture * positions + i;
                    passOn(g.cellsOf(pixel), x, y + pixel * g.channels, dy + pixel * g.channels,
                           dx);
                }
            }
        });
    }

private:
    static constexpr std::int64_t kChunk = 64; // channels at a time

    void passOn(const CellBlock& cells, const T* x, const T* y, const T* dy, T* dx) const
    {
        const std::int64_t channels = m_geometry.channels;
        if constexpr (std::is_same_v<T, float>) {
            largestCellGradientLoop(cells, x, y, dy, dx, channels, m_hasRelu);
            return;
        }
        std::array<T, kChunk> left;
        for (std::int64_t first = 0; first < channels; first += kChunk) {
            const std::int64_t count = std::min(kChunk, channels - first);
            for (std::int64_t c = 0; c < count; ++c) {
                const bool isOpen = !m_hasRelu || y[first + c] > T(0);
                left[static_cast<std::size_t>(c)] = isOpen ? dy[first + c] : T(0);
            }
            PoolGeometry::forEachCell(cells, [&](std::int64_t offset) {
                for (std::int64_t c = 0; c < count; ++c) {
                    T& rest = left[static_cast<std::size_t>(c)];
                    const bool isLargest = x[offset + first + c] == y[first + c];
                    dx[offset + first + c] += isLargest ? rest : T(0);
                    rest = isLargest ? T(0) : rest;
                }
            });
        }
    }

    PoolGeometry m_geometry;
    bool m_hasRelu;
};

template <typename T>
class AvgPoolKernel final : public Kernel
{
public:
    explicit AvgPoolKernel(const KernelRequest& request)
        : m_geometry(request, request.inputs[0].shape)
    { }

    void compute(KernelContext& context) override
    {
        const PoolGeometry& g = m_geometry;
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        parallelFor(g.pixels(), g.pixelCost(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t pixel = begin; pixel < end; ++pixel) {
                auto mean = arrayOf(output, pixel * g.channels, g.channels);
                mean.setZero();
                const CellBlock cells = g.cellsOf(pixel);
                PoolGeometry::forEachCell(
                    cells, [&](std::int64_t offset) { mean += arrayOf(x, offset, g.channels); });
                mean /= static_cast<T>(cells.rows * cells.columns);
            }
        });
    }

private:
    PoolGeometry m_geometry;
};

// Inputs: dy, x (for the shape).
template <typename T>
class AvgPoolGradKernel final : public Kernel
{
public:
    explicit AvgPoolGradKernel(const KernelRequest& request)
        : m_geometry(request, request.inputs[1].shape)
    { }

    void compute(KernelContext& context) override
    {
        const PoolGeometry& g = m_geometry;
        const std::span<const T> dy = std::as_const(context.input(0)).values<T>();
        const std::span<T> dx = context.output(0).values<T>();
        std::ranges::fill(dx, T(0));
        const std::int64_t positions = g.window.positions();
        parallelFor(g.batch, positions * g.pixelCost(), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t pixel = begin * positions; pixel < end * positions; ++pixel) {
                const auto slope = arrayOf(dy, pixel * g.channels, g.channels);
                const CellBlock cells = g.cellsOf(pixel);
                const auto count = static_cast<T>(cells.rows * cells.columns);
                PoolGeometry::forEachCell(cells, [&](std::int64_t offset) {
                    arrayOf(dx, offset, g.channels) += slope / count;
                });
            }
        });
    }

private:
    PoolGeometry m_geometry;
};

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> make(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<KernelClass<decltype(type)>>(request);
    });
}

std::vector<OutputSpec> likeSecondInput(const ShapeRequest& request)
{
    return {request.inputs[1]};
}

// The slope of the relu that made x, which passes on what is above 0.
bool canTakeReluGrad(const Operation& operation, std::span<Operation* const> taken,
                     const Operation& next)
{
    return taken.empty() && next.def().type == "ReluGrad" && next.input(0) == operation.input(1)
        && next.input(1) == resultOf(operation);
}

std::unique_ptr<Kernel> makeFusedMaxPoolGrad(const KernelRequest& request,
                                             std::span<Operation* const>)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(),
                                [&](auto type) -> std::unique_ptr<Kernel> {
                                    return std::make_unique<MaxPoolGradKernel<decltype(type)>>(
                                        request, true);
                                });
}

constexpr OpDef kMaxPoolGrad{
    .type = "MaxPoolGrad", .inferShapes = likeSecondInput, .makeKernel = make<MaxPoolGradKernel>};
constexpr OpDef kAvgPoolGrad{
    .type = "AvgPoolGrad", .inferShapes = likeSecondInput, .makeKernel = make<AvgPoolGradKernel>};

std::vector<Output> maxPoolGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {addOutput(kMaxPoolGrad, {}, {gradients[0], operation.input(0), resultOf(operation)},
                      operation.attributes())};
}

std::vector<Output> avgPoolGradient(const Operation& operation, std::span<const Output> gradients)
{
    return {
        addOutput(kAvgPoolGrad, {}, {gradients[0], operation.input(0)}, operation.attributes())};
}

constexpr OpDef kMaxPool{.type = "MaxPool",
                         .inferShapes = poolShape,
                         .gradient = maxPoolGradient,
                         .makeKernel = make<MaxPoolKernel>};
constexpr OpDef kAvgPool{.type = "AvgPool",
                         .inferShapes = poolShape,
                         .gradient = avgPoolGradient,
                         .makeKernel = make<AvgPoolKernel>};

Output addPool(const OpDef& def, Output x, const PoolOptions& options, std::string_view name)
{
    return addOutput(def, name, {x},
                     {{"ksize", Numbers(options.ksize.begin(), options.ksize.end())},
                      {"strides", Numbers(options.strides.begin(), options.strides.end())},
                      {"padding", options.padding}});
}

} // namespace

const FusionRule kMaxPoolGradFusion{"MaxPoolGrad", canTakeReluGrad, makeFusedMaxPoolGrad};

Output maxPool(Output x, const PoolOptions& options, std::string_view name)
{
    return addPool(kMaxPool, x, options, name);
}

Output avgPool(Output x, const PoolOptions& options, std::string_view name)
{
    return addPool(kAvgPool, x, options, name);
}

Output globalAvgPool(Output x, std::string_view name)
{
    return reduceMean(x, {1, 2}, false, name);
}

Output globalMaxPool(Output x, std::string_view name)
{
    return reduceMax(x, {1, 2}, false, name);
}

} // namespace engine
