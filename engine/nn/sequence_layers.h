// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/attention.h"
#include "engine/nn/initializers.h"
#include "engine/nn/recurrent.h"

#include <cstdint>
#include <string_view>

namespace engine {

// Layers for sequences [batch, time, in] with known time and in, of a known batch where it is said.
// They make their trainable variables in a scope of their name. InvalidArgumentError naming the
// layer and the shape.

// Rows of NAME/embeddings [count, width] at `indices` (int32 or int64): [..., width].
// (tf.keras.layers.Embedding)
Output embedding(Output indices, std::int64_t count, std::int64_t width, DataType type,
                 std::string_view name = "embedding");

// Keras' LSTM and GRU (reset after the product), beginning at zeros: variables NAME/kernel,
// NAME/recurrent_kernel and NAME/bias; the forget gate's bias begins at 1. The batch may be
// unknown.
LstmOutputs lstmLayer(Output x, std::int64_t units, Output lengths = {},
                      std::string_view name = "lstm");
GruOutputs gruLayer(Output x, std::int64_t units, std::string_view name = "gru");

// Layer normalisation over the last axis: NAME/gamma and NAME/beta.
Output layerNormLayer(Output x, double epsilon = 1e-3,
                      std::string_view name = "layer_normalization");

// multiHeadAttention() of `heads` heads of `size` numbers with variables of its own: NAME/query,
// NAME/key, NAME/value and NAME/output, each with kernel and bias.
AttentionOutputs attentionLayer(Output query, Output value, std::int64_t heads, std::int64_t size,
                                const AttentionOptions& options = {},
                                std::string_view name = "multi_head_attention");

} // namespace engine
