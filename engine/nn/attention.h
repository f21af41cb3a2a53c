// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

namespace engine {

// Of H heads of s numbers each; d is the width of the tokens.
struct AttentionWeights
{
    Output queryKernel; // [d, H, s]
    Output queryBias; // [H, s]
    Output keyKernel;
    Output keyBias; // has no effect; its gradient is 0
    Output valueKernel;
    Output valueBias;
    Output outputKernel; // [H, s, d]
    Output outputBias; // [d]
};

struct AttentionOptions
{
    bool causal = false; // a token sees itself and those before it
    Output keyKeep; // bool [batch, values]: the values that are seen; invalid: all
};

struct AttentionOutputs
{
    Output y; // [batch, queries, d]
    Output weights; // [batch, H, queries, values], rows of sum 1
};

// Vaswani et al., "Attention is all you need", 2017: for each head the softmax over the values of
// query · key / sqrt(s) weighs the values; the heads' results, joined, go through the output
// kernel. query [batch, queries, d], value [batch, values, d], all but the batch known; keys are
// made from the value. A row that sees nothing is NaN. InvalidArgumentError naming the shapes.
AttentionOutputs multiHeadAttention(Output query, Output value, const AttentionWeights& weights,
                                    const AttentionOptions& options = {});

} // namespace engine
