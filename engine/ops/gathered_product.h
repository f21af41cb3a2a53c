// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/adam_loop.h"
#include "engine/ops/product_panels.h"

#include <cstdint>
#include <span>

namespace engine {

// A product whose left matrix lies scattered in memory: y[r, n] = Σ_t a[rows[r] + terms[t]] b[t,
// n]. All passes of a convolution are such products, and no patches are copied for them: forward,
// rows are pixels and terms the cells of the window; for the gradient of the filter the other way
// round. After K. Goto and R. van de Geijn, Anatomy of High-Performance Matrix Multiplication
// (2008), with the packing of the left matrix left out.

PanelWidths panelWidths(); // of this processor
std::int64_t tileRows(); // rows of y that are summed at a time

// The averages of a variable, laid out as it is.
struct AdamUpdate
{
    AdamStep step;
    float* m;
    float* v;
};

// By rows, and where its panels go, which is GatheredProduct::panels.
struct UnpackedMatrix
{
    const float* data = nullptr; // null: none
    std::int64_t stride = 0;
    float* panels = nullptr;
};

struct GatheredProduct
{
    const float* a;
    std::span<const std::int32_t> rows;
    std::span<const std::int32_t> terms;
    const float* panels; // as packPanels() lays them out
    std::int64_t columns;
    float* y; // [rows, columns]
    std::int64_t yStride;
    bool accumulate = false; // adds to what y holds
    const float* bias = nullptr; // [columns], added at the end
    bool relu = false; // and then this
    // The slope of a relu: where its output, laid out as y is, is not positive y becomes 0, at the
    // very end.
    const float* reluOutput = nullptr;
    // y is a variable and the product its gradient, which is written nowhere: the update happens
    // while sums are in the registers, what it needs of memory comes meanwhile. Without the four
    // before.
    const AdamUpdate* adam = nullptr;
    // b itself, if the panels hold nothing yet: they are laid out while the first rows are
    // multiplied, which hides most of that time.
    UnpackedMatrix b = {};
};

// On the calling thread, without allocation. The terms of each sum are added in their order.
void multiplyGathered(const GatheredProduct& product);

} // namespace engine
