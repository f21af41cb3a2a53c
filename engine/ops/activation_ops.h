// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <string_view>

namespace engine {

// Activations of neurons: elementwise functions of a floating-point input.

Output relu(Output x, std::string_view name = "Relu"); // max(x, 0), NaN stays NaN; gradient 0 at 0
Output relu6(Output x, std::string_view name = "Relu6"); // of min(…, 6); gradient 0 at 6 too
// x where x > 0, otherwise alpha * x; the gradient at 0 is alpha.
Output leakyRelu(Output x, double alpha = 0.2, std::string_view name = "LeakyRelu");
// x where x > 0, otherwise exp(x) - 1; gradient 1 at 0. (Clevert et al., 2015)
Output elu(Output x, std::string_view name = "Elu");
// 1.0507 * (x where x > 0, otherwise 1.6733 * (exp(x) - 1)). (Klambauer et al., 2017)
Output selu(Output x, std::string_view name = "Selu");
Output tanh(Output x, std::string_view name = "Tanh");
Output sigmoid(Output x, std::string_view name = "Sigmoid"); // 1 / (1 + exp(-x))
Output logSigmoid(Output x, std::string_view name = "LogSigmoid"); // -softplus(-x)
Output softplus(Output x, std::string_view name = "Softplus"); // log(1 + exp(x)), no overflow
Output softsign(Output x, std::string_view name = "Softsign"); // x / (1 + |x|)
// x times the normal distribution's share below x, or with `approximate`
// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x³))). (Hendrycks & Gimpel, 2016)
Output gelu(Output x, bool approximate = false, std::string_view name = "Gelu");
// x * sigmoid(beta * x). (Ramachandran et al., 2017)
Output swish(Output x, double beta = 1, std::string_view name = "Swish");

} // namespace engine
