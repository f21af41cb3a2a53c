// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/conv_kernels.h"

#include "engine/ops/direct_conv.h"
#include "engine/ops/eigen_maps.h"
#include "engine/ops/gemm.h"
#include "engine/ops/shares.h"
#include "engine/ops/type_dispatch.h"
#include "engine/ops/winograd_conv.h"

namespace engine {

namespace {

// What the three passes have in common: shares of the work and the room for a block of patches.
template <typename T>
class ConvKernel : public Kernel
{
public:
    // `items`: what is shared out, pixels or pictures.
    ConvKernel(const KernelRequest& request, const ConvGeometry& geometry, const ConvInputs& inputs,
               std::int64_t items)
        : m_geometry(geometry), m_inputs(inputs), m_shares(items, request.threads),
          m_block(blockFor(geometry)),
          m_patches(geometry.isPointwise() ? 0
                                           : static_cast<std::size_t>(m_shares.count() * m_block
                                                                      * geometry.patchSize()))
    { }

    std::string_view way() const override
    {
        return m_geometry.isPointwise() ? "product" : "patches and product";
    }

protected:
    const ConvGeometry& geometry() const { return m_geometry; }
    const Shares& shares() const { return m_shares; }

    const T* picture(KernelContext& context) const
    {
        return std::as_const(context.input(m_inputs.picture)).template values<T>().data();
    }
    const T* filter(KernelContext& context) const
    {
        return std::as_const(context.input(m_inputs.filter)).template values<T>().data();
    }

    // Calls body(group, first, end) for each block of the pixels of a share.
    template <typename Body>
    void forEachBlock(const Share& pixels, const Body& body) const
    {
        for (std::int64_t group = 0; group < m_geometry.groups; ++group) {
            for (std::int64_t first = pixels.begin; first < pixels.end; first += m_block) {
                body(group, first, std::min(first + m_block, pixels.end));
            }
        }
    }

    T* patchesOf(std::int64_t part)
    {
        return m_patches.data() + part * m_block * m_geometry.patchSize();
    }

    // The patches of some pixels of `input`, which for a pointwise filter lie there already.
    MatrixRef<const T> patchesFrom(const T* input, std::int64_t group, std::int64_t first,
                                   std::int64_t end, T* room) const
    {
        if (m_geometry.isPointwise()) {
            return {input + first * m_geometry.channels + group * m_geometry.groupChannels(),
                    m_geometry.channels};
        }
        gatherPatches(m_geometry, group, input, first, end, room);
        return {room, m_geometry.patchSize()};
    }

private:
    static std::int64_t blockFor(const ConvGeometry& geometry)
    {
        constexpr std::int64_t kCacheElements = 48 * 1024;
        const std::int64_t fitting =
            kCacheElements / std::max<std::int64_t>(geometry.patchSize(), 1);
        return std::clamp<std::int64_t>(fitting / 16 * 16, 16, 1024);
    }

    ConvGeometry m_geometry;
    ConvInputs m_inputs;
    Shares m_shares;
    std::int64_t m_block; // pixels whose patches are there at a time
    std::vector<T> m_patches;
};

template <typename T>
class ConvForwardKernel final : public ConvKernel<T>
{
public:
    ConvForwardKernel(const KernelRequest& request, const ConvGeometry& geometry,
                      const ConvInputs& inputs)
        : ConvKernel<T>(request, geometry, inputs, geometry.pixels())
    { }

    void compute(KernelContext& context) override
    {
        const ConvGeometry& g = this->geometry();
        const T* x = this->picture(context);
        const T* filter = this->filter(context);
        T* y = context.output(0).values<T>().data();
        this->shares().forEach([&](std::int64_t part, const Share& share) {
            this->forEachBlock(
                share, [&](std::int64_t group, std::int64_t first, std::int64_t end) {
                    const MatrixRef<const T> patches =
                        this->patchesFrom(x, group, first, end, this->patchesOf(part));
                    const std::int64_t column = group * g.groupOutputs();
                    multiplyMatrices({end - first, g.groupOutputs(), g.patchSize(), false, false},
                                     patches, {filter + column, g.outputs},
                                     {y + first * g.outputs + column, g.outputs}, false);
                });
        });
    }
};

// Pictures are shared out: windows of one picture add to the same places.
template <typename T>
class ConvBackwardInputKernel final : public ConvKernel<T>
{
public:
    ConvBackwardInputKernel(const KernelRequest& request, const ConvGeometry& geometry,
                            const ConvInputs& inputs)
        : ConvKernel<T>(request, geometry, inputs, geometry.batch)
    { }

    void compute(KernelContext& context) override
    {
        const ConvGeometry& g = this->geometry();
        const T* dy = this->picture(context);
        const T* filter = this->filter(context);
        T* dx = context.output(0).values<T>().data();
        this->shares().forEach([&](std::int64_t part, const Share& share) {
            const std::int64_t positions = g.window.positions();
            const Share pixels{share.begin * positions, share.end * positions};
            if (!g.isPointwise()) {
                std::fill_n(dx + share.begin * g.pictureSize(),
                            (share.end - share.begin) * g.pictureSize(), T(0));
            }
            this->forEachBlock(pixels,
                               [&](std::int64_t group, std::int64_t first, std::int64_t end) {
                                   multiplyBlock(dy, filter, dx, {part, group}, {first, end});
                               });
        });
    }

private:
    struct Place
    {
        std::int64_t part;
        std::int64_t group;
    };

    void multiplyBlock(const T* dy, const T* filter, T* dx, const Place& place, const Share& block)
    {
        const ConvGeometry& g = this->geometry();
        const std::int64_t column = place.group * g.groupOutputs();
        const ProductShape shape{block.end - block.begin, g.patchSize(), g.groupOutputs(), false,
                                 true};
        const MatrixRef<const T> slopes{dy + block.begin * g.outputs + column, g.outputs};
        const MatrixRef<const T> weights{filter + column, g.outputs};
        if (g.isPointwise()) {
            T* target = dx + block.begin * g.channels + place.group * g.groupChannels();
            multiplyMatrices(shape, slopes, weights, {target, g.channels}, false);
            return;
        }
        T* patches = this->patchesOf(place.part);
        multiplyMatrices(shape, slopes, weights, {patches, g.patchSize()}, false);
        scatterPatches(g, place.group, patches, block.begin, block.end, dx);
    }
};

// Each thread adds up the share of its pixels; the shares are then added in order.
template <typename T>
class ConvBackwardFilterKernel final : public ConvKernel<T>
{
public:
    ConvBackwardFilterKernel(const KernelRequest& request, const ConvGeometry& geometry,
                             const ConvInputs& inputs)
        : ConvKernel<T>(request, geometry, inputs, geometry.pixels()),
          m_size(geometry.patchSize() * geometry.outputs),
          m_sums(static_cast<std::size_t>((this->shares().count() - 1) * m_size))
    { }

    void compute(KernelContext& context) override
    {
        const ConvGeometry& g = this->geometry();
        const T* x = this->picture(context);
        const T* dy = this->filter(context);
        const std::span<T> slope = context.output(0).values<T>();
        this->shares().forEach([&](std::int64_t part, const Share& share) {
            T* sum = part == 0 ? slope.data() : m_sums.data() + (part - 1) * m_size;
            std::fill_n(sum, m_size, T(0));
            this->forEachBlock(
                share, [&](std::int64_t group, std::int64_t first, std::int64_t end) {
                    const MatrixRef<const T> patches =
                        this->patchesFrom(x, group, first, end, this->patchesOf(part));
                    const std::int64_t column = group * g.groupOutputs();
                    multiplyMatrices({g.patchSize(), g.groupOutputs(), end - first, true, false},
                                     patches, {dy + first * g.outputs + column, g.outputs},
                                     {sum + column, g.outputs}, true);
                });
        });
        const std::span<const T> sums(m_sums);
        for (std::int64_t part = 1; part < this->shares().count(); ++part) {
            arrayOf(slope, 0, m_size) += arrayOf(sums, (part - 1) * m_size, m_size);
        }
    }

private:
    std::int64_t m_size;
    std::vector<T> m_sums; // of all parts but the first
};

template <template <typename> typename KernelClass>
std::unique_ptr<Kernel> make(const KernelRequest& request, const ConvGeometry& geometry,
                             const ConvInputs& inputs)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(),
                                [&](auto type) -> std::unique_ptr<Kernel> {
                                    return std::make_unique<KernelClass<decltype(type)>>(
                                        request, geometry, inputs);
                                });
}

bool isFloat(const KernelRequest& request)
{
    return request.inputs[0].type == DataType::Float;
}

} // namespace

std::unique_ptr<Kernel> makeConvForward(const KernelRequest& request, const ConvGeometry& geometry,
                                        const ConvInputs& inputs)
{
    if (isFloat(request) && isWinograd(geometry)) {
        return makeWinogradForward(request, geometry, inputs);
    }
    return isFloat(request) && isDirectForward(geometry)
        ? makeDirectForward(request, geometry, inputs)
        : withEpilogue(inputs.epilogue, make<ConvForwardKernel>(request, geometry, inputs));
}

std::unique_ptr<Kernel> makeConvBackwardInput(const KernelRequest& request,
                                              const ConvGeometry& geometry,
                                              const ConvInputs& inputs)
{
    if (isFloat(request) && isWinograd(geometry)) {
        return makeWinogradBackwardInput(request, geometry, inputs);
    }
    return isFloat(request) && isDirectBackwardInput(geometry)
        ? makeDirectBackwardInput(request, geometry, inputs)
        : withEpilogue(inputs.epilogue, make<ConvBackwardInputKernel>(request, geometry, inputs));
}

std::unique_ptr<Kernel> makeConvBackwardFilter(const KernelRequest& request,
                                               const ConvGeometry& geometry,
                                               const ConvInputs& inputs)
{
    if (isFloat(request) && isWinograd(geometry)) {
        return makeWinogradBackwardFilter(request, geometry, inputs);
    }
    return isFloat(request) && isDirectBackwardFilter(geometry)
        ? makeDirectBackwardFilter(request, geometry, inputs)
        : make<ConvBackwardFilterKernel>(request, geometry, inputs);
}

} // namespace engine
