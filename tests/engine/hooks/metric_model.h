// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/saver.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/hooks/hook_driver.h"

#include <memory>

// A model that gets better and then worse: `metric` is (w - 3)², and w is 0 in the run to step 1,
// 1 in the run to step 2 … so that it is 9, 4, 1, 0, 1, 4, 9 … and best in the run to step 4.
struct MetricModel
{
    MetricModel()
    {
        using namespace engine;
        metric =
            square(subtract(model.w->value(), scalarConstant(model.graph, DataType::Float, 3)));
        saver = std::make_shared<Saver>();
        saver->build(model.graph);
    }

    TrainingGraph model;
    engine::Output metric;
    std::shared_ptr<engine::Saver> saver;
};

inline void trainFor(HookDriver& driver, int runs)
{
    for (int i = 0; i < runs && !driver.stops(); ++i) {
        driver.train();
    }
}
