// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/division_ops.h"

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/broadcast.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/transcendental_ops.h"
#include "engine/ops/unary_ops.h"

#include <cmath>

namespace engine {

namespace {

struct QuotientOrZero
{
    static auto apply(const auto& x, const auto& y)
    {
        using T = ElementOf<decltype(x)>;
        return (y == T(0)).select(T(0), x / y);
    }
};

template <typename T>
T floorOfQuotient(T x, T y)
{
    if constexpr (std::is_integral_v<T>) {
        // The lowest number has no opposite: dividing it by -1 is undefined, so it wraps here.
        if (y == T(-1)) {
            return static_cast<T>(std::make_unsigned_t<T>(0)
                                  - static_cast<std::make_unsigned_t<T>>(x));
        }
        const T quotient = x / y;
        return (x % y != 0 && (x < 0) != (y < 0)) ? quotient - 1 : quotient;
    } else {
        return std::floor(x / y);
    }
}

template <typename T>
T floorRemainder(T x, T y)
{
    T rest = 0;
    if constexpr (std::is_integral_v<T>) {
        rest = y == T(-1) ? T(0) : x % y;
    } else {
        rest = std::fmod(x, y);
    }
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

struct FloorQuotient
{
    static auto apply(const auto& x, const auto& y)
    {
        using T = ElementOf<decltype(x)>;
        return x.binaryExpr(y, [](T a, T b) { return floorOfQuotient(a, b); });
    }
};
struct FloorRemainder
{
    static auto apply(const auto& x, const auto& y)
    {
        using T = ElementOf<decltype(x)>;
        return x.binaryExpr(y, [](T a, T b) { return floorRemainder(a, b); });
    }
};
struct PowerOf
{
    static auto apply(const auto& x, const auto& y)
    {
        using T = ElementOf<decltype(x)>;
        return x.binaryExpr(y, [](T a, T b) { return std::pow(a, b); });
    }
};

// Refuses a whole number divided by 0, which the processor would answer with a signal.
template <typename Functor, typename T>
class CheckedDivisionKernel final : public Kernel
{
public:
    explicit CheckedDivisionKernel(const KernelRequest& request)
        : m_division(request), m_name(request.operation.name())
    { }

    void compute(KernelContext& context) override
    {
        if constexpr (std::is_integral_v<T>) {
            const std::span<const T> divisors = std::as_const(context.input(1)).values<T>();
            if (std::ranges::find(divisors, T(0)) != divisors.end()) {
                throw InvalidArgumentError(
                    fmt::format("operation {}: a whole number is divided by zero", m_name));
            }
        }
        m_division.compute(context);
    }

private:
    BroadcastKernel<Functor, T> m_division;
    std::string m_name;
};

template <typename Functor>
std::unique_ptr<Kernel> makeCheckedDivision(const KernelRequest& request)
{
    return dispatchNumericType(request.inputs[0].type, request.operation.name(), [&](auto type) {
        return makeKernelOf<CheckedDivisionKernel<Functor, decltype(type)>>(request);
    });
}

std::vector<Output> divideNoNanGradient(const Operation& operation,
                                        std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output y = operation.input(1);
    const Output slope = divideNoNan(divideNoNan(negative(x), y), y);
    return {sumLike(divideNoNan(gradients[0], y), x), sumLike(multiply(gradients[0], slope), y)};
}

std::vector<Output> floorModGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output y = operation.input(1);
    return {sumLike(gradients[0], x),
            sumLike(negative(multiply(gradients[0], floorDivide(x, y))), y)};
}

std::vector<Output> powGradient(const Operation& operation, std::span<const Output> gradients)
{
    const Output x = operation.input(0);
    const Output y = operation.input(1);
    const Output dx = multiply(multiply(gradients[0], y), pow(x, shift(y, -1)));
    const Output logarithm =
        log(select(greater(x, zerosLike(x)), x, onesLike(x))); // 0 where x <= 0
    const Output dy = multiply(multiply(gradients[0], resultOf(operation)), logarithm);
    return {sumLike(dx, x), sumLike(dy, y)};
}

constexpr OpDef kDivNoNan = floatingBinaryOp<QuotientOrZero>("DivNoNan", divideNoNanGradient);
constexpr OpDef kFloorDiv{.type = "FloorDiv",
                          .inferShapes = numericBroadcast,
                          .gradient = noGradient,
                          .makeKernel = makeCheckedDivision<FloorQuotient>};
constexpr OpDef kFloorMod{.type = "FloorMod",
                          .inferShapes = numericBroadcast,
                          .gradient = floorModGradient,
                          .makeKernel = makeCheckedDivision<FloorRemainder>};
constexpr OpDef kPow = floatingBinaryOp<PowerOf>("Pow", powGradient);

} // namespace

Output divideNoNan(Output x, Output y, std::string_view name)
{
    return addOutput(kDivNoNan, name, {x, y});
}

Output floorDivide(Output x, Output y, std::string_view name)
{
    return addOutput(kFloorDiv, name, {x, y});
}

Output floorMod(Output x, Output y, std::string_view name)
{
    return addOutput(kFloorMod, name, {x, y});
}

Output pow(Output x, Output y, std::string_view name)
{
    return addOutput(kPow, name, {x, y});
}

} // namespace engine
