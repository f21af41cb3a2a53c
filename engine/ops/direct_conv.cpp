// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/direct_conv.h"

#include "engine/ops/aligned_floats.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/gathered_product.h"
#include "engine/ops/picture_bands.h"
#include "engine/ops/shares.h"

#include <limits>

namespace engine {

namespace {

// Where the windows of the gradient's convolution find their filter: the cells in reverse order,
// and in each the output channels.
Starts reversedStarts(const ConvGeometry& geometry)
{
    Starts starts;
    for (std::int64_t cell = geometry.window.cells(); cell-- > 0;) {
        for (std::int64_t output = 0; output < geometry.outputs; ++output) {
            starts.push_back(
                static_cast<std::int32_t>(cell * geometry.channels * geometry.outputs + output));
        }
    }
    return starts;
}

// Every window of the pictures times the filter, and a share of the bands for each thread.
struct Sweep
{
    Sweep(const Window& window, std::int64_t batch, std::int64_t channels)
        : bands(window, batch, channels)
    { }

    PictureBands bands;
    std::int64_t columns = 0; // of the filter and the result
    Starts filterStarts; // of the rows of the filter
    std::int64_t filterStride = 1; // of its columns
};

class SweepKernel final : public Kernel
{
public:
    SweepKernel(const KernelRequest& request, Sweep sweep, const ConvInputs& inputs)
        : m_sweep(std::move(sweep)), m_inputs(inputs), m_epilogue(inputs.epilogue),
          m_shares(m_sweep.bands.count(), request.threads),
          m_panels(static_cast<std::size_t>(panelWidths().sizeOf(
              static_cast<std::int64_t>(m_sweep.filterStarts.size()), m_sweep.columns))),
          m_room(static_cast<std::size_t>(m_shares.count() * m_sweep.bands.roomSize()))
    { }

    std::string_view way() const override { return "direct"; }

    void compute(KernelContext& context) override
    {
        const PictureBands& bands = m_sweep.bands;
        const std::int64_t columns = m_sweep.columns;
        const float* x = context.input(m_inputs.picture).values<float>().data();
        const float* filter = context.input(m_inputs.filter).values<float>().data();
        const float* const bias = m_epilogue.bias(context);
        float* y = context.output(0).values<float>().data();
        packPanels({filter, m_sweep.filterStarts, m_sweep.filterStride}, columns, m_panels.data());
        m_shares.forEach([&](std::int64_t part, const Share& share) {
            float* room = m_room.data() + part * bands.roomSize();
            for (std::int64_t band = share.begin; band < share.end; ++band) {
                const std::int64_t windows = bands.windowsOf(band);
                float* const result = y + bands.firstWindow(band) * columns;
                multiplyGathered(
                    {.a = bands.base(x, band, room),
                     .rows = std::span(bands.windows()).first(static_cast<std::size_t>(windows)),
                     .terms = bands.cells(),
                     .panels = m_panels.data(),
                     .columns = columns,
                     .y = result,
                     .yStride = columns,
                     .bias = bias,
                     .relu = m_epilogue.relu});
                m_epilogue.activate(result, columns, windows, columns);
            }
        });
    }

private:
    Sweep m_sweep;
    ConvInputs m_inputs;
    Epilogue m_epilogue;
    Shares m_shares;
    AlignedFloats m_panels;
    AlignedFloats m_room;
};

// Each thread adds up the share of its bands; the shares are then added in order.
class DirectBackwardFilterKernel final : public Kernel
{
public:
    DirectBackwardFilterKernel(const KernelRequest& request, const ConvGeometry& geometry,
                               const ConvInputs& inputs)
        : m_bands(geometry.window, geometry.batch, geometry.channels), m_inputs(inputs),
          m_outputs(geometry.outputs), m_size(geometry.patchSize() * geometry.outputs),
          m_shares(m_bands.count(), request.threads),
          m_slopeStarts(startsOf(m_bands.mostWindows(), m_outputs)),
          m_panelSize(panelWidths().sizeOf(m_bands.mostWindows(), m_outputs)),
          m_panels(static_cast<std::size_t>(m_shares.count() * m_panelSize)),
          m_room(static_cast<std::size_t>(m_shares.count() * m_bands.roomSize())),
          m_sums(static_cast<std::size_t>((m_shares.count() - 1) * m_size))
    { }

    std::string_view way() const override { return "direct"; }

    void compute(KernelContext& context) override
    {
        const float* x = context.input(m_inputs.picture).values<float>().data();
        const float* dy = context.input(m_inputs.filter).values<float>().data();
        const std::span<float> slope = context.output(0).values<float>();
        m_shares.forEach([&](std::int64_t part, const Share& share) {
            float* sum = part == 0 ? slope.data() : m_sums.data() + (part - 1) * m_size;
            std::fill_n(sum, m_size, 0.0F);
            for (std::int64_t band = share.begin; band < share.end; ++band) {
                addBand(x, dy, {part, band}, sum);
            }
        });
        const std::span<const float> sums(m_sums);
        for (std::int64_t part = 1; part < m_shares.count(); ++part) {
            arrayOf(slope, 0, m_size) += arrayOf(sums, (part - 1) * m_size, m_size);
        }
    }

private:
    struct Place
    {
        std::int64_t part;
        std::int64_t band;
    };

    void addBand(const float* x, const float* dy, const Place& place, float* sum)
    {
        const auto windows = static_cast<std::size_t>(m_bands.windowsOf(place.band));
        float* const panels = m_panels.data() + place.part * m_panelSize;
        packPanels({dy + m_bands.firstWindow(place.band) * m_outputs,
                    std::span(m_slopeStarts).first(windows), 1},
                   m_outputs, panels);
        float* const room = m_room.data() + place.part * m_bands.roomSize();
        multiplyGathered({.a = m_bands.base(x, place.band, room),
                          .rows = m_bands.cells(),
                          .terms = std::span(m_bands.windows()).first(windows),
                          .panels = panels,
                          .columns = m_outputs,
                          .y = sum,
                          .yStride = m_outputs,
                          .accumulate = true});
    }

    PictureBands m_bands;
    ConvInputs m_inputs;
    std::int64_t m_outputs;
    std::int64_t m_size; // of the filter
    Shares m_shares;
    Starts m_slopeStarts; // of the windows of a band in dy
    std::int64_t m_panelSize;
    AlignedFloats m_panels;
    AlignedFloats m_room;
    AlignedFloats m_sums; // of all parts but the first
};

bool isSmallFilter(const ConvGeometry& geometry)
{
    return geometry.patchSize() * geometry.outputs < std::numeric_limits<std::int32_t>::max();
}

} // namespace

bool isDirectForward(const ConvGeometry& geometry)
{
    return geometry.groups == 1 && geometry.window.cells() > 0 && isSmallFilter(geometry)
        && PictureBands::areSmall(geometry.window, geometry.channels);
}

bool isDirectBackwardInput(const ConvGeometry& geometry)
{
    const auto& [height, width] = geometry.window;
    return geometry.groups == 1 && isSmallFilter(geometry) && height.stride == 1
        && width.stride == 1 && geometry.pixels() > 0
        && PictureBands::areSmall(reversed(geometry.window), geometry.outputs);
}

bool isDirectBackwardFilter(const ConvGeometry& geometry)
{
    return isDirectForward(geometry) && PictureBands::areSmall(geometry.window, geometry.outputs);
}

std::unique_ptr<Kernel> makeDirectForward(const KernelRequest& request,
                                          const ConvGeometry& geometry, const ConvInputs& inputs)
{
    Sweep sweep(geometry.window, geometry.batch, geometry.channels);
    sweep.columns = geometry.outputs;
    sweep.filterStarts = startsOf(geometry.patchSize(), geometry.outputs);
    return std::make_unique<SweepKernel>(request, std::move(sweep), inputs);
}

std::unique_ptr<Kernel> makeDirectBackwardInput(const KernelRequest& request,
                                                const ConvGeometry& geometry,
                                                const ConvInputs& inputs)
{
    Sweep sweep(reversed(geometry.window), geometry.batch, geometry.outputs);
    sweep.columns = geometry.channels;
    sweep.filterStarts = reversedStarts(geometry);
    sweep.filterStride = geometry.outputs;
    return std::make_unique<SweepKernel>(request, std::move(sweep), inputs);
}

std::unique_ptr<Kernel> makeDirectBackwardFilter(const KernelRequest& request,
                                                 const ConvGeometry& geometry,
                                                 const ConvInputs& inputs)
{
    return std::make_unique<DirectBackwardFilterKernel>(request, geometry, inputs);
}

} // namespace engine
