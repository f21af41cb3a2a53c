// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/float_activation.h"

#include "engine/ops/activation_functors.h"

#include <algorithm>
#include <array>

namespace engine {

namespace {

// FloatActivation::Loop. Whole chunks of vectors only: what is left over would be computed one by
// one, in which exp() and tanh() have other last bits.
template <typename Functor>
void activationLoop(double constant, const float* x, float* y, std::int64_t count)
{
    constexpr std::int64_t kSize = 64;
    using Chunk = Eigen::Array<float, kSize, 1>;
    const auto functor = [&] {
        if constexpr (std::is_constructible_v<Functor, double>) {
            return Functor(constant);
        } else {
            return Functor();
        }
    }();
    Chunk rest;
    for (std::int64_t i = 0; i < count; i += kSize) {
        const std::int64_t size = std::min(kSize, count - i);
        const float* source = x + i;
        if (size < kSize) {
            rest.setZero();
            source = std::copy_n(source, size, rest.data()) - size;
        }
        const Chunk found = functor.apply(Eigen::Map<const Chunk>(source));
        std::copy_n(found.data(), size, y + i);
    }
}

} // namespace

std::optional<FloatActivation> FloatActivation::of(const Operation& operation)
{
    static constexpr std::array<std::pair<std::string_view, Loop>, 11> kLoops{
        {{"Relu6", activationLoop<Relu6>},
         {"Tanh", activationLoop<Tanh>},
         {"Sigmoid", activationLoop<Sigmoid>},
         {"Softplus", activationLoop<Softplus>},
         {"Softsign", activationLoop<Softsign>},
         {"Elu", activationLoop<Elu>},
         {"Selu", activationLoop<Selu>},
         {"Gelu", activationLoop<Gelu>},
         {"ApproximateGelu", activationLoop<ApproximateGelu>},
         {"LeakyRelu", activationLoop<LeakyRelu>},
         {"Swish", activationLoop<Swish>}}};
    const auto found =
        std::ranges::find(kLoops, operation.def().type, &std::pair<std::string_view, Loop>::first);
    if (found == kLoops.end()) {
        return {};
    }
    const bool hasConstant = operation.attributes().has("value");
    return FloatActivation(found->second, hasConstant ? operation.attribute<double>("value") : 0);
}

} // namespace engine
