// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "tests/engine/ops/op_testing.h"

// y = 2·x, x [?, 2] float64.
struct DoublingGraph
{
    engine::Tensor feed(std::int64_t rows, double value = 1) const
    {
        return doubles(engine::Shape{rows, 2},
                       std::vector<double>(static_cast<std::size_t>(rows) * 2, value));
    }

    engine::Graph graph;
    engine::Output x = engine::placeholder(graph, engine::DataType::Double,
                                           engine::Shape{engine::Shape::kUnknownDim, 2}, "x");
    engine::Output y = engine::add(x, x, "y");
};
