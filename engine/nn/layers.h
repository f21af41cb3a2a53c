// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/initializers.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

struct DenseOptions
{
    Initializer kernelInitializer = glorotUniform();
    Initializer biasInitializer = zerosInitializer();
    std::string_view name = "dense";
};

// activation(x · kernel + bias): x [batch, in] → [batch, units]. Makes the trainable variables
// NAME/kernel [in, units] and NAME/bias [units]. (tf.layers.dense)
// InvalidArgumentError: x is not a matrix or `in` is unknown; no such activation.
Output dense(Output x, std::int64_t units, std::string_view activation = "linear",
             const DenseOptions& options = {});

// Drops elements with probability `rate` where the bool scalar `training` is true and scales the
// others by 1 / (1 - rate); elsewhere it is x. One graph so trains and evaluates in one session:
// feed `training`. The global variable NAME/counter holds the position in the random stream; it is
// checkpointed with the rest, so a resumed run drops what an undisturbed one would. A rate of 0
// gives x and adds nothing. (tf.layers.dropout)
Output dropout(Output x, double rate, Output training, std::string_view name = "dropout");

struct MlpOptions
{
    std::vector<std::int64_t> hiddenLayers; // units
    std::string activation = "relu"; // of the hidden layers
    double dropoutRate = 0; // after each hidden layer
    Output training; // bool scalar; needed if dropoutRate > 0
};

// A multilayer perceptron: x [batch, in] → logits [batch, outputs]. Layers are named "dense",
// "dense_1" …; kernels before relu are drawn as He et al. propose, others as Glorot & Bengio.
Output mlp(Output x, std::int64_t outputs, const MlpOptions& options);

} // namespace engine
