// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/axis_maps.h"

#include "engine/ops/eigen_maps.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/type_dispatch.h"

#include <algorithm>

namespace engine {

namespace {

bool isIdentity(const AxisMap& map, std::int64_t inputSize)
{
    if (static_cast<std::int64_t>(map.size()) != inputSize) {
        return false;
    }
    for (std::size_t i = 0; i < map.size(); ++i) {
        if (map[i] != static_cast<std::int64_t>(i)) {
            return false;
        }
    }
    return true;
}

bool hasNoRepeats(const AxisMap& map)
{
    AxisMap sources;
    std::ranges::copy_if(map, std::back_inserter(sources),
                         [](std::int64_t source) { return source != kNoSource; });
    std::ranges::sort(sources);
    return std::ranges::adjacent_find(sources) == sources.end();
}

// How to walk the output row by row. A row is the last axis that is not taken as it is, with all
// axes behind it; it consists of runs of elements that lie next to each other in the input too.
class AxisWalk
{
public:
    struct Run
    {
        std::int64_t output; // from the beginning of the row
        std::int64_t input; // from the row's offset, or kNoSource
        std::int64_t size;
    };

    AxisWalk(std::vector<AxisMap> maps, const Shape& input)
    {
        std::int64_t stride = 1;
        int last = input.rank() - 1;
        for (; last > 0; --last) {
            if (!isIdentity(maps[static_cast<std::size_t>(last)], input.dim(last))) {
                break;
            }
            stride *= input.dim(last);
        }
        if (last < 0) {
            m_runs.push_back({0, 0, 1});
            m_rowSize = 1;
            return;
        }
        addRuns(maps[static_cast<std::size_t>(last)], stride);
        m_isInjective = std::ranges::all_of(maps, hasNoRepeats);
        stride *= input.dim(last);
        for (int axis = last - 1; axis >= 0; --axis) {
            m_rowCount *= static_cast<std::int64_t>(maps[static_cast<std::size_t>(axis)].size());
            m_outer.push_back({std::move(maps[static_cast<std::size_t>(axis)]), stride});
            stride *= input.dim(axis);
        }
    }

    std::int64_t rowCount() const { return m_rowCount; }
    std::int64_t rowSize() const { return m_rowSize; }
    const std::vector<Run>& runs() const { return m_runs; }
    // Whether no element of the input is taken twice.
    bool isInjective() const { return m_isInjective; }

    // Where the row's elements begin in the input, or kNoSource if none is taken.
    std::int64_t inputOffsetOfRow(std::int64_t row) const
    {
        std::int64_t offset = 0;
        for (const Outer& axis : m_outer) {
            const auto size = static_cast<std::int64_t>(axis.map.size());
            const std::int64_t source = axis.map[static_cast<std::size_t>(row % size)];
            if (source == kNoSource) {
                return kNoSource;
            }
            offset += source * axis.stride;
            row /= size;
        }
        return offset;
    }

private:
    struct Outer
    {
        AxisMap map;
        std::int64_t stride;
    };

    void addRuns(const AxisMap& map, std::int64_t block)
    {
        for (const std::int64_t source : map) {
            const std::int64_t input = source == kNoSource ? kNoSource : source * block;
            const bool continues = !m_runs.empty()
                && (input == kNoSource ? m_runs.back().input == kNoSource
                                       : m_runs.back().input != kNoSource
                            && m_runs.back().input + m_runs.back().size == input);
            if (continues) {
                m_runs.back().size += block;
            } else {
                m_runs.push_back({m_rowSize, input, block});
            }
            m_rowSize += block;
        }
    }

    std::vector<Outer> m_outer; // innermost first
    std::vector<Run> m_runs;
    std::int64_t m_rowCount = 1;
    std::int64_t m_rowSize = 0;
    bool m_isInjective = true;
};

template <typename T>
class AxisGatherKernel final : public Kernel
{
public:
    AxisGatherKernel(AxisWalk walk, double fill)
        : m_walk(std::move(walk)), m_fill(static_cast<T>(fill))
    { }

    void compute(KernelContext& context) override
    {
        const T* input = std::as_const(context.input(0)).values<T>().data();
        T* output = context.output(0).values<T>().data();
        const std::int64_t size = m_walk.rowSize();
        parallelFor(m_walk.rowCount(), size, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                copyRow(input, m_walk.inputOffsetOfRow(row), output + row * size);
            }
        });
    }

private:
    void copyRow(const T* input, std::int64_t offset, T* row) const
    {
        if (offset == kNoSource) {
            std::fill_n(row, m_walk.rowSize(), m_fill);
            return;
        }
        for (const AxisWalk::Run& run : m_walk.runs()) {
            if (run.input == kNoSource) {
                std::fill_n(row + run.output, run.size, m_fill);
            } else {
                std::copy_n(input + offset + run.input, run.size, row + run.output);
            }
        }
    }

    AxisWalk m_walk;
    T m_fill;
};

template <typename T>
class AxisScatterKernel final : public Kernel
{
public:
    explicit AxisScatterKernel(AxisWalk walk) : m_walk(std::move(walk)) { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> dy = std::as_const(context.input(0)).values<T>();
        const std::span<T> dx = context.output(0).values<T>();
        std::ranges::fill(dx, T(0));
        const auto addRows = [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t row = begin; row < end; ++row) {
                addRow(dy, row * m_walk.rowSize(), m_walk.inputOffsetOfRow(row), dx);
            }
        };
        if (m_walk.isInjective()) {
            parallelFor(m_walk.rowCount(), m_walk.rowSize(), addRows);
        } else {
            addRows(0, m_walk.rowCount());
        }
    }

private:
    void addRow(std::span<const T> dy, std::int64_t start, std::int64_t offset,
                std::span<T> dx) const
    {
        if (offset == kNoSource) {
            return;
        }
        for (const AxisWalk::Run& run : m_walk.runs()) {
            if (run.input != kNoSource) {
                arrayOf(dx, offset + run.input, run.size) +=
                    arrayOf(dy, start + run.output, run.size);
            }
        }
    }

    AxisWalk m_walk;
};

} // namespace

std::unique_ptr<Kernel> makeAxisGather(const KernelRequest& request, MapsFunction maps, double fill)
{
    const Shape& input = request.inputs[0].shape;
    AxisWalk walk(maps(request.operation.attributes(), input, request.outputs[0].shape), input);
    return dispatchElementType(request.inputs[0].type, request.operation.name(),
                               [&](auto type) -> std::unique_ptr<Kernel> {
                                   return std::make_unique<AxisGatherKernel<decltype(type)>>(
                                       std::move(walk), fill);
                               });
}

std::unique_ptr<Kernel> makeAxisScatter(const KernelRequest& request, MapsFunction maps)
{
    const Shape& input = request.inputs[1].shape;
    AxisWalk walk(maps(request.operation.attributes(), input, request.inputs[0].shape), input);
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(),
                                [&](auto type) -> std::unique_ptr<Kernel> {
                                    return std::make_unique<AxisScatterKernel<decltype(type)>>(
                                        std::move(walk));
                                });
}

} // namespace engine
