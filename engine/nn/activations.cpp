// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/activations.h"

#include "engine/base/errors.h"
#include "engine/ops/activation_ops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace engine {

namespace {

constexpr std::array<std::string_view, 12> kNames{"linear",  "relu", "relu6",    "leaky_relu",
                                                  "elu",     "selu", "gelu",     "swish",
                                                  "sigmoid", "tanh", "softplus", "softsign"};
constexpr std::array<Output (*)(Output), kNames.size()> kFunctions{
    [](Output x) { return x; },           [](Output x) { return relu(x); },
    [](Output x) { return relu6(x); },    [](Output x) { return leakyRelu(x); },
    [](Output x) { return elu(x); },      [](Output x) { return selu(x); },
    [](Output x) { return gelu(x); },     [](Output x) { return swish(x); },
    [](Output x) { return sigmoid(x); },  [](Output x) { return tanh(x); },
    [](Output x) { return softplus(x); }, [](Output x) { return softsign(x); },
};

} // namespace

std::span<const std::string_view> activationNames()
{
    return kNames;
}

Output activate(Output x, std::string_view activation)
{
    const auto found = std::ranges::find(kNames, activation);
    if (found == kNames.end()) {
        throw InvalidArgumentError(fmt::format("there is no activation '{}'; there are {}",
                                               activation, fmt::join(kNames, ", ")));
    }
    return kFunctions.at(static_cast<std::size_t>(found - kNames.begin()))(x);
}

} // namespace engine
