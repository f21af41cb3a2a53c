// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/winograd_conv.h"

#include "engine/ops/aligned_floats.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/gathered_product.h"
#include "engine/ops/picture_bands.h"
#include "engine/ops/shares.h"
#include "engine/ops/winograd_loops.h"

#include <algorithm>
#include <optional>

namespace engine {

namespace {

constexpr std::int64_t kFewestChannels = 16;
// Values of the tiles in a band and of their results: so many tiles that reading the filter's
// values does not count, and so few that theirs stay in a cache.
constexpr std::int64_t kBandValues = 192 * 1024;

std::int64_t blocksOf(std::int64_t results, const WinogradForm& form)
{
    return (results + form.outputs - 1) / form.outputs;
}

// Tiles overlap, so that each is for a block of windows of its own.
WindowAxis tiled(const WindowAxis& axis, const WinogradForm& form)
{
    return {.input = axis.input,
            .window = form.tile,
            .stride = form.outputs,
            .dilation = 1,
            .output = blocksOf(axis.output, form),
            .before = axis.before};
}

std::string_view wayOf(const WinogradForm& form)
{
    return form.tile == 4 ? "Winograd, tiles of 4" : "Winograd, tiles of 6";
}

class WinogradTiles
{
public:
    // For windows over pictures of so many channels, `values` of them and the result together.
    WinogradTiles(const WinogradForm& form, const Window& window, std::int64_t batch,
                  std::int64_t channels, std::int64_t values)
        : m_form(form), m_window(window), m_channels(channels),
          m_bands({tiled(window.height, form), tiled(window.width, form)}, batch, channels,
                  kBandValues / (form.values() * std::max<std::int64_t>(values, 1)))
    {
        for (std::int64_t i = 0; i < form.values() && !m_bands.cells().empty(); ++i) {
            m_pixels.push_back(m_bands.cells()[static_cast<std::size_t>(i * channels)]);
        }
    }

    const WinogradForm& form() const { return m_form; }

    const PictureBands& bands() const { return m_bands; }
    std::int64_t mostTiles() const { return m_bands.mostWindows(); }

    // Value i of tile r is at i * mostTiles() + r, all its channels.
    void transform(const float* pictures, std::int64_t band, float* room, float* values) const
    {
        const float* const base = m_bands.base(pictures, band, room);
        for (std::int64_t tile = 0; tile < m_bands.windowsOf(band); ++tile) {
            winogradTileLoop(m_form, base + m_bands.windows()[static_cast<std::size_t>(tile)],
                             m_pixels, m_channels,
                             {values + tile * m_channels, mostTiles() * m_channels});
        }
    }

    // The pixels of the result that a band's tiles are for; these are whole lines, and so are they.
    Share pixelsOf(std::int64_t band) const
    {
        const std::int64_t tilesAcross = blocksOf(m_window.width.output, m_form);
        const std::int64_t tilesDown = blocksOf(m_window.height.output, m_form);
        const std::int64_t line = m_bands.firstWindow(band) / tilesAcross;
        const std::int64_t lines = m_bands.windowsOf(band) / tilesAcross;
        const std::int64_t height = m_window.height.output;
        const std::int64_t top = line % tilesDown * m_form.outputs;
        const std::int64_t bottom = std::min(top + lines * m_form.outputs, height);
        const std::int64_t above = line / tilesDown * height;
        return {(above + top) * m_window.width.output, (above + bottom) * m_window.width.output};
    }

    // The windows of a tile in the result, which has so many channels.
    template <typename T>
    WinogradBlock<T> blockOf(T* result, std::int64_t band, std::int64_t tile,
                             std::int64_t columns) const
    {
        const std::int64_t width = m_window.width.output;
        const std::int64_t height = m_window.height.output;
        const std::int64_t tilesAcross = blocksOf(width, m_form);
        const std::int64_t tilesDown = blocksOf(height, m_form);
        const std::int64_t number = m_bands.firstWindow(band) + tile;
        const std::int64_t line = number / tilesAcross;
        const std::int64_t top = line % tilesDown * m_form.outputs;
        const std::int64_t left = number % tilesAcross * m_form.outputs;
        T* const picture = result + line / tilesDown * height * width * columns;
        WinogradBlock<T> block{};
        for (std::int64_t i = 0; i < m_form.outputs; ++i) {
            for (std::int64_t j = 0; j < m_form.outputs; ++j) {
                if (top + i < height && left + j < width) {
                    block[static_cast<std::size_t>(i * m_form.outputs + j)] =
                        picture + ((top + i) * width + left + j) * columns;
                }
            }
        }
        return block;
    }

private:
    WinogradForm m_form;
    Window m_window;
    std::int64_t m_channels;
    PictureBands m_bands;
    Starts m_pixels; // of a tile
};

// Forward, and backward to the input: there dy is the picture, and the filter is turned around.
class WinogradSweepKernel final : public Kernel
{
public:
    WinogradSweepKernel(const KernelRequest& request, const ConvGeometry& geometry,
                        const WinogradForm& form, const ConvInputs& inputs, bool isBackward)
        : m_isBackward(isBackward), m_inputs(inputs), m_epilogue(inputs.epilogue),
          m_channels(isBackward ? geometry.outputs : geometry.channels),
          m_columns(isBackward ? geometry.channels : geometry.outputs),
          m_tiles(form, isBackward ? reversed(geometry.window) : geometry.window, geometry.batch,
                  m_channels, m_channels + m_columns),
          m_shares(m_tiles.bands().count(), request.threads),
          m_filterStarts(startsOf(m_channels, isBackward ? 1 : m_columns)),
          m_tileStarts(startsOf(m_tiles.mostTiles(), m_channels)), m_terms(startsOf(m_channels, 1)),
          m_panelSize(panelWidths().sizeOf(m_channels, m_columns)),
          m_filterValues(
              static_cast<std::size_t>(m_tiles.form().values() * m_channels * m_columns)),
          m_panels(static_cast<std::size_t>(m_tiles.form().values() * m_panelSize)),
          m_room(static_cast<std::size_t>(m_shares.count() * roomSize()))
    { }

    std::string_view way() const override { return wayOf(m_tiles.form()); }

    void compute(KernelContext& context) override
    {
        const float* x = context.input(m_inputs.picture).values<float>().data();
        float* y = context.output(0).values<float>().data();
        transformFilter(context.input(m_inputs.filter).values<float>().data());
        const float* const bias = m_epilogue.bias(context);
        m_shares.forEach([&](std::int64_t part, const Share& share) {
            float* const room = m_room.data() + part * roomSize();
            for (std::int64_t band = share.begin; band < share.end; ++band) {
                computeBand(x, band, bias, y, room);
            }
        });
    }

private:
    std::int64_t valuesSize() const
    {
        return m_tiles.form().values() * m_tiles.mostTiles() * m_channels;
    }
    std::int64_t resultSize() const
    {
        return m_tiles.form().values() * m_tiles.mostTiles() * m_columns;
    }
    std::int64_t roomSize() const
    {
        return valuesSize() + resultSize() + m_tiles.bands().roomSize();
    }

    void transformFilter(const float* filter)
    {
        const std::int64_t size = m_channels * m_columns;
        const WinogradForm& form = m_tiles.form();
        const std::int64_t last = std::int64_t{form.window} * form.window - 1;
        winogradFilterLoop(form, m_isBackward ? filter + last * size : filter,
                           m_isBackward ? -size : size, size, {m_filterValues.data(), size});
        for (std::int64_t i = 0; i < m_tiles.form().values(); ++i) {
            packPanels(
                {m_filterValues.data() + i * size, m_filterStarts, m_isBackward ? m_channels : 1},
                m_columns, m_panels.data() + i * m_panelSize);
        }
    }

    void computeBand(const float* x, std::int64_t band, const float* bias, float* y, float* room)
    {
        float* const values = room;
        float* const result = values + valuesSize();
        m_tiles.transform(x, band, result + resultSize(), values);
        const std::int64_t most = m_tiles.mostTiles();
        const auto tiles = static_cast<std::size_t>(m_tiles.bands().windowsOf(band));
        for (std::int64_t i = 0; i < m_tiles.form().values(); ++i) {
            multiplyGathered({.a = values + i * most * m_channels,
                              .rows = std::span(m_tileStarts).first(tiles),
                              .terms = m_terms,
                              .panels = m_panels.data() + i * m_panelSize,
                              .columns = m_columns,
                              .y = result + i * most * m_columns,
                              .yStride = m_columns});
        }
        for (std::int64_t tile = 0; tile < static_cast<std::int64_t>(tiles); ++tile) {
            const WinogradBlock<float> block = m_tiles.blockOf(y, band, tile, m_columns);
            winogradResultLoop(m_tiles.form(), {result + tile * m_columns, most * m_columns},
                               m_columns, bias, m_epilogue.relu, block);
        }
        const auto [first, last] = m_tiles.pixelsOf(band);
        m_epilogue.activate(y + first * m_columns, m_columns, last - first, m_columns);
    }

    bool m_isBackward;
    ConvInputs m_inputs;
    Epilogue m_epilogue;
    std::int64_t m_channels;
    std::int64_t m_columns;
    WinogradTiles m_tiles;
    Shares m_shares;
    Starts m_filterStarts; // of the rows of the filter's values
    Starts m_tileStarts;
    Starts m_terms;
    std::int64_t m_panelSize; // of one value
    AlignedFloats m_filterValues;
    AlignedFloats m_panels;
    AlignedFloats m_room; // for each share: values, result, padded band
};

// Each thread adds up the values of its bands; their sum, in order, is transformed at the end.
class WinogradBackwardFilterKernel final : public Kernel
{
public:
    WinogradBackwardFilterKernel(const KernelRequest& request, const ConvGeometry& geometry,
                                 const WinogradForm& form, const ConvInputs& inputs)
        : m_inputs(inputs), m_channels(geometry.channels), m_columns(geometry.outputs),
          m_tiles(form, geometry.window, geometry.batch, m_channels, m_channels + m_columns),
          m_shares(m_tiles.bands().count(), request.threads),
          m_slopeStarts(startsOf(m_tiles.mostTiles(), m_columns)),
          m_tileStarts(startsOf(m_tiles.mostTiles(), m_channels)), m_rows(startsOf(m_channels, 1)),
          m_panelSize(panelWidths().sizeOf(m_tiles.mostTiles(), m_columns)),
          m_sumsSize(m_tiles.form().values() * m_channels * m_columns),
          m_room(static_cast<std::size_t>(m_shares.count() * roomSize()))
    { }

    std::string_view way() const override { return wayOf(m_tiles.form()); }

    void compute(KernelContext& context) override
    {
        const float* x = context.input(m_inputs.picture).values<float>().data();
        const float* dy = context.input(m_inputs.filter).values<float>().data();
        m_shares.forEach([&](std::int64_t part, const Share& share) {
            float* const sums = m_room.data() + part * roomSize();
            std::fill_n(sums, m_sumsSize, 0.0F);
            for (std::int64_t band = share.begin; band < share.end; ++band) {
                addBand(x, dy, band, sums);
            }
        });
        const std::span<float> room(m_room);
        for (std::int64_t part = 1; part < m_shares.count(); ++part) {
            arrayOf(room, 0, m_sumsSize) += arrayOf(room, part * roomSize(), m_sumsSize);
        }
        const std::int64_t size = m_channels * m_columns;
        winogradFilterGradientLoop(m_tiles.form(), {m_room.data(), size}, size,
                                   context.output(0).values<float>().data(), size);
    }

private:
    std::int64_t valuesSize() const
    {
        return m_tiles.form().values() * m_tiles.mostTiles() * m_channels;
    }
    std::int64_t slopesSize() const
    {
        return m_tiles.form().values() * m_tiles.mostTiles() * m_columns;
    }
    std::int64_t roomSize() const
    {
        return m_sumsSize + valuesSize() + slopesSize() + m_panelSize + m_tiles.bands().roomSize();
    }

    void addBand(const float* x, const float* dy, std::int64_t band, float* sums)
    {
        float* const values = sums + m_sumsSize;
        float* const slopes = values + valuesSize();
        float* const panels = slopes + slopesSize();
        m_tiles.transform(x, band, panels + m_panelSize, values);
        const std::int64_t most = m_tiles.mostTiles();
        const auto tiles = static_cast<std::size_t>(m_tiles.bands().windowsOf(band));
        for (std::int64_t tile = 0; tile < static_cast<std::int64_t>(tiles); ++tile) {
            winogradSlopeLoop(m_tiles.form(), m_tiles.blockOf(dy, band, tile, m_columns), m_columns,
                              {slopes + tile * m_columns, most * m_columns});
        }
        for (std::int64_t i = 0; i < m_tiles.form().values(); ++i) {
            packPanels({slopes + i * most * m_columns, std::span(m_slopeStarts).first(tiles), 1},
                       m_columns, panels);
            multiplyGathered({.a = values + i * most * m_channels,
                              .rows = m_rows,
                              .terms = std::span(m_tileStarts).first(tiles),
                              .panels = panels,
                              .columns = m_columns,
                              .y = sums + i * m_channels * m_columns,
                              .yStride = m_columns,
                              .accumulate = true});
        }
    }

    ConvInputs m_inputs;
    std::int64_t m_channels;
    std::int64_t m_columns;
    WinogradTiles m_tiles;
    Shares m_shares;
    Starts m_slopeStarts;
    Starts m_tileStarts;
    Starts m_rows;
    std::int64_t m_panelSize;
    std::int64_t m_sumsSize;
    AlignedFloats m_room; // for each share: sums, values, slopes, a panel, padded band
};

bool isPlain(const WindowAxis& axis)
{
    return axis.stride == 1 && axis.dilation == 1;
}

// Multiply-adds of a picture; a transformed value costs as much as so many of them.
constexpr double kCostOfTransform = 8;

double costOf(const WinogradForm& form, const ConvGeometry& geometry)
{
    const auto& [height, width] = geometry.window;
    const std::int64_t tiles = blocksOf(height.output, form) * blocksOf(width.output, form);
    const auto channels = static_cast<double>(geometry.channels);
    const auto outputs = static_cast<double>(geometry.outputs);
    return static_cast<double>(tiles * form.values())
        * (channels * outputs + kCostOfTransform * (channels + outputs));
}

// The cheapest form; none if plain sums are cheaper.
std::optional<WinogradForm> formFor(const ConvGeometry& geometry)
{
    const auto& [height, width] = geometry.window;
    std::optional<WinogradForm> best;
    auto least = static_cast<double>(geometry.window.positions() * geometry.window.cells()
                                     * geometry.channels * geometry.outputs);
    for (const WinogradForm& form : {kWinograd2Of3, kWinograd4Of3, kWinograd2Of5}) {
        const bool fits = height.window == form.window && width.window == form.window;
        if (fits && costOf(form, geometry) < least) {
            best = form;
            least = costOf(form, geometry);
        }
    }
    return best;
}

// Whether the places in a band fit the type of the offsets, forward and backward.
bool areTilesSmall(const ConvGeometry& geometry, const WinogradForm& form)
{
    const auto areSmall = [&](const Window& window, std::int64_t channels) {
        return PictureBands::areSmall({tiled(window.height, form), tiled(window.width, form)},
                                      channels);
    };
    return areSmall(geometry.window, std::max(geometry.channels, geometry.outputs))
        && areSmall(reversed(geometry.window), geometry.outputs);
}

} // namespace

bool isWinograd(const ConvGeometry& geometry)
{
    const auto& [height, width] = geometry.window;
    return geometry.groups == 1 && isPlain(height) && isPlain(width) && geometry.pixels() > 0
        && std::min(geometry.channels, geometry.outputs) >= kFewestChannels
        && formFor(geometry).has_value() && areTilesSmall(geometry, formFor(geometry).value());
}

std::unique_ptr<Kernel> makeWinogradForward(const KernelRequest& request,
                                            const ConvGeometry& geometry, const ConvInputs& inputs)
{
    return std::make_unique<WinogradSweepKernel>(request, geometry, formFor(geometry).value(),
                                                 inputs, false);
}

std::unique_ptr<Kernel> makeWinogradBackwardInput(const KernelRequest& request,
                                                  const ConvGeometry& geometry,
                                                  const ConvInputs& inputs)
{
    return std::make_unique<WinogradSweepKernel>(request, geometry, formFor(geometry).value(),
                                                 inputs, true);
}

std::unique_ptr<Kernel> makeWinogradBackwardFilter(const KernelRequest& request,
                                                   const ConvGeometry& geometry,
                                                   const ConvInputs& inputs)
{
    return std::make_unique<WinogradBackwardFilterKernel>(request, geometry,
                                                          formFor(geometry).value(), inputs);
}

} // namespace engine
