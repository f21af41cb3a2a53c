// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/random_ops.h"

#include "engine/base/random.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/random_key.h"
#include "engine/ops/type_dispatch.h"

#include <cmath>
#include <numbers>

namespace engine {

namespace {

std::vector<OutputSpec> randomShape(const ShapeRequest& request)
{
    const DataType type = request.attributes.get<DataType>("dtype");
    const Shape& shape = request.attributes.get<Shape>("shape");
    if (!isFloating(type) || !shape.isFullyKnown()) {
        throw InvalidArgumentError(fmt::format("operation {}: random values of type {} and shape "
                                               "{} are asked for",
                                               request.operationName, dataTypeName(type),
                                               shape.toString()));
    }
    return {{type, shape}};
}

// The draw of one element: block `element` of stream `attempt`.
struct Draw
{
    std::uint64_t key;
    std::uint64_t element;

    std::array<std::uint32_t, 4> bits(std::uint64_t attempt) const
    {
        return Philox(key, attempt, element).next();
    }
};

struct Uniform
{
    static double standard(const Draw& draw)
    {
        const auto bits = draw.bits(0);
        return Philox::toUnitDouble(bits[0], bits[1]);
    }
};

struct Normal
{
    static double standard(const Draw& draw, std::uint64_t attempt = 0)
    {
        const auto bits = draw.bits(attempt); // Box-Muller
        const double radius = std::sqrt(-2 * std::log(1 - Philox::toUnitDouble(bits[0], bits[1])));
        return radius * std::cos(2 * std::numbers::pi * Philox::toUnitDouble(bits[2], bits[3]));
    }
};

struct TruncatedNormal
{
    static double standard(const Draw& draw)
    {
        double value = Normal::standard(draw);
        for (std::uint64_t attempt = 1; std::abs(value) > 2; ++attempt) {
            value = Normal::standard(draw, attempt);
        }
        return value;
    }
};

// offset + factor * a standard value.
template <typename Distribution, typename T>
class RandomKernel final : public Kernel
{
public:
    explicit RandomKernel(const KernelRequest& request)
        : m_key(randomKey(request.operation)),
          m_offset(request.operation.attribute<double>("offset")),
          m_factor(request.operation.attribute<double>("factor"))
    { }

    void compute(KernelContext& context) override
    {
        const std::span<T> output = context.output(0).values<T>();
        const auto count = static_cast<std::int64_t>(output.size());
        constexpr std::int64_t kCost = 16; // of one draw, in simple operations
        parallelFor(count, kCost, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                output[static_cast<std::size_t>(i)] = valueOf(static_cast<std::uint64_t>(i));
            }
        });
    }

private:
    T valueOf(std::uint64_t element) const
    {
        const double value = m_offset + m_factor * Distribution::standard({m_key, element});
        if constexpr (std::is_same_v<Distribution, Uniform>) {
            // Rounding must not reach the upper limit, which is excluded.
            const T limit = static_cast<T>(m_offset + m_factor);
            return static_cast<T>(value) == limit ? std::nextafter(limit, static_cast<T>(m_offset))
                                                  : static_cast<T>(value);
        }
        return static_cast<T>(value);
    }

    std::uint64_t m_key;
    double m_offset;
    double m_factor;
};

template <typename Distribution>
std::unique_ptr<Kernel> makeRandom(const KernelRequest& request)
{
    return dispatchFloatingType(request.outputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<RandomKernel<Distribution, decltype(type)>>(request);
    });
}

// Stateful, so that two operations with different names are never merged into one.
const OpDef kRandomUniform{.type = "RandomUniform",
                           .inferShapes = randomShape,
                           .makeKernel = makeRandom<Uniform>,
                           .stateful = true};
const OpDef kRandomNormal{.type = "RandomStandardNormal",
                          .inferShapes = randomShape,
                          .makeKernel = makeRandom<Normal>,
                          .stateful = true};
const OpDef kTruncatedNormal{.type = "TruncatedNormal",
                             .inferShapes = randomShape,
                             .makeKernel = makeRandom<TruncatedNormal>,
                             .stateful = true};

Output addRandom(const OpDef& def, Graph& graph, const OutputSpec& spec, double offset,
                 double factor, const RandomOptions& options)
{
    Attributes attributes{
        {"dtype", spec.type}, {"shape", spec.shape}, {"offset", offset}, {"factor", factor}};
    if (options.seed) {
        attributes.set("seed", *options.seed);
    }
    return graph.addOperation({&def, options.name, {}, std::move(attributes), {}}).output();
}

} // namespace

Output randomUniform(Graph& graph, DataType type, const Shape& shape, double low, double high,
                     const RandomOptions& options)
{
    return addRandom(kRandomUniform, graph, {type, shape}, low, high - low, options);
}

Output randomNormal(Graph& graph, DataType type, const Shape& shape, double mean, double deviation,
                    const RandomOptions& options)
{
    return addRandom(kRandomNormal, graph, {type, shape}, mean, deviation, options);
}

Output truncatedNormal(Graph& graph, DataType type, const Shape& shape, double mean,
                       double deviation, const RandomOptions& options)
{
    return addRandom(kTruncatedNormal, graph, {type, shape}, mean, deviation, options);
}

} // namespace engine
