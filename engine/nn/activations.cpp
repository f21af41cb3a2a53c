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

constexpr std::array<std::string_view, 4> kNames{"linear", "relu", "sigmoid", "tanh"};
constexpr std::array<Output (*)(Output), kNames.size()> kFunctions{
    [](Output x) { return x; },
    [](Output x) { return relu(x); },
    [](Output x) { return sigmoid(x); },
    [](Output x) { return tanh(x); },
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
