// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <cstdint>

namespace engine {

// Recurrent nets unrolled in time: x [batch, time, in] with known time and in. Floating point.
// InvalidArgumentError naming the shapes that do not fit.

// Keras' layout; columns are the input gate i, the forget gate f, the candidate g, the output gate
// o.
struct LstmWeights
{
    Output kernel; // [in, 4 units]
    Output recurrentKernel; // [units, 4 units]
    Output bias; // [4 units]
};
// From TensorFlow 1's BasicLSTMCell: one kernel [in + units, 4 units] and bias, columns i g f o;
// `forgetBias` is added to f.
LstmWeights lstmWeightsOfTensorFlow1(Output kernel, Output bias, std::int64_t inputs,
                                     double forgetBias = 1);
// From PyTorch: weights [4 units, in] and [4 units, units], rows i f g o, and two biases.
LstmWeights lstmWeightsOfPyTorch(Output weightIh, Output weightHh, Output biasIh, Output biasHh);

struct LstmState
{
    Output h; // [batch, units]
    Output c;
};
struct LstmOutputs
{
    Output y; // [batch, time, units]: h of every step
    LstmState last;
};
// Hochreiter & Schmidhuber, 1997, with Gers' forget gate: c = sigmoid(f) * c + sigmoid(i) *
// tanh(g), h = sigmoid(o) * tanh(c). Steps at or past a row's `lengths` (int32 [batch]; invalid:
// none) give y = 0 and leave h and c as they were.
LstmOutputs lstm(Output x, const LstmState& initial, const LstmWeights& weights,
                 Output lengths = {});

// Keras' layout; columns are the update gate z, the reset gate r, the candidate n.
struct GruWeights
{
    Output kernel; // [in, 3 units]
    Output recurrentKernel; // [units, 3 units]
    // [2, 3 units], for the input and for h, if the reset comes after the product, otherwise
    // [3 units].
    Output bias;
    bool resetAfter = true;
};
// From TensorFlow 1's GRUCell: kernels [in + units, 2 units] (columns r z) and [in + units, units].
GruWeights gruWeightsOfTensorFlow1(Output gatesKernel, Output gatesBias, Output candidateKernel,
                                   Output candidateBias, std::int64_t inputs);
// From PyTorch: weights [3 units, in] and [3 units, units], rows r z n, and two biases.
GruWeights gruWeightsOfPyTorch(Output weightIh, Output weightHh, Output biasIh, Output biasHh);

struct GruOutputs
{
    Output y; // [batch, time, units]: h of every step
    Output last; // [batch, units]
};
// Cho et al., 2014: h = z * h + (1 - z) * n, with n = tanh(x Kn + r * (h Rn + b)) or, if the reset
// comes before the product, tanh(x Kn + (r * h) Rn + b).
GruOutputs gru(Output x, Output initial, const GruWeights& weights);

} // namespace engine
