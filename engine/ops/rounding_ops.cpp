// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/rounding_ops.h"

#include "engine/ops/elementwise.h"

#include <cmath>

namespace engine {

namespace {

struct Floor
{
    static auto apply(const auto& x) { return x.floor(); }
};
struct Ceiling
{
    static auto apply(const auto& x) { return x.ceil(); }
};
struct ToEven
{
    static auto apply(const auto& x) { return x.rint(); }
};
struct IsNan
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::isnan(value); });
    }
};
struct IsInfinite
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::isinf(value); });
    }
};
struct IsFinite
{
    static auto apply(const auto& x)
    {
        using T = ElementOf<decltype(x)>;
        return x.unaryExpr([](T value) { return std::isfinite(value); });
    }
};

constexpr OpDef kFloor = floatingUnaryOp<Floor>("Floor", noGradient);
constexpr OpDef kCeil = floatingUnaryOp<Ceiling>("Ceil", noGradient);
constexpr OpDef kRound = floatingUnaryOp<ToEven>("Round", noGradient);

std::vector<OutputSpec> kindShape(const ShapeRequest& request)
{
    return {{DataType::Bool, floatingUnary(request)[0].shape}};
}

template <typename Functor>
std::unique_ptr<Kernel> makeKindKernel(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<ElementwiseKernel<Functor, 1, decltype(type), bool>>(request);
    });
}

template <typename Functor>
constexpr OpDef kindOp(std::string_view type)
{
    return {.type = type,
            .inferShapes = kindShape,
            .gradient = noGradient,
            .makeKernel = makeKindKernel<Functor>};
}

constexpr OpDef kIsNan = kindOp<IsNan>("IsNan");
constexpr OpDef kIsInf = kindOp<IsInfinite>("IsInf");
constexpr OpDef kIsFinite = kindOp<IsFinite>("IsFinite");

template <typename T>
class CheckNumericsKernel final : public Kernel
{
public:
    explicit CheckNumericsKernel(const KernelRequest& request) : m_operation(request.operation) { }

    void compute(KernelContext& context) override
    {
        const std::span<const T> x = std::as_const(context.input(0)).values<T>();
        const std::span<T> output = context.output(0).values<T>();
        bool hasNan = false;
        bool isFinite = true;
        for (std::size_t i = 0; i < x.size(); ++i) {
            output[i] = x[i];
            hasNan = hasNan || std::isnan(x[i]);
            isFinite = isFinite && std::isfinite(x[i]);
        }
        if (!isFinite) {
            throw InvalidArgumentError(
                fmt::format("operation {}: {} : Tensor had {} values", m_operation.name(),
                            m_operation.attribute<std::string>("message"), hasNan ? "NaN" : "Inf"));
        }
    }

private:
    const Operation& m_operation;
};

std::unique_ptr<Kernel> makeCheckNumerics(const KernelRequest& request)
{
    return dispatchFloatingType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<CheckNumericsKernel<decltype(type)>>(request);
    });
}

std::vector<Output> checkNumericsGradient(const Operation& operation,
                                          std::span<const Output> gradients)
{
    return {checkNumerics(gradients[0],
                          "Not a number (NaN) or infinity (Inf) values detected in gradient of "
                              + operation.attribute<std::string>("message"))};
}

constexpr OpDef kCheckNumerics{.type = "CheckNumerics",
                               .inferShapes = floatingUnary,
                               .gradient = checkNumericsGradient,
                               .makeKernel = makeCheckNumerics,
                               .checksValues = true};

} // namespace

Output floor(Output x, std::string_view name)
{
    return addOutput(kFloor, name, {x});
}

Output ceil(Output x, std::string_view name)
{
    return addOutput(kCeil, name, {x});
}

Output round(Output x, std::string_view name)
{
    return addOutput(kRound, name, {x});
}

Output isNan(Output x, std::string_view name)
{
    return addOutput(kIsNan, name, {x});
}

Output isInf(Output x, std::string_view name)
{
    return addOutput(kIsInf, name, {x});
}

Output isFinite(Output x, std::string_view name)
{
    return addOutput(kIsFinite, name, {x});
}

Output checkNumerics(Output x, std::string_view message, std::string_view name)
{
    return addOutput(kCheckNumerics, name, {x}, {{"message", std::string(message)}});
}

} // namespace engine
