// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/coordinator.h"

#include <functional>
#include <memory>
#include <optional>

namespace engine {

// A thread that does something again and again until its coordinator stops (tf.train.LooperThread).
// What the functions throw is reported to the coordinator and ends the thread.
class LooperThread
{
public:
    struct Options
    {
        std::string name = "looper";
        std::function<void()> startLoop; // once, before the first
        std::function<void()> runLoop;
        std::function<void()> stopLoop; // once, after the last; not after an error
        // Real time between the beginnings of two calls, at multiples of it from the start; nothing
        // or 0: one call follows the other.
        std::optional<double> timerIntervalSecs;
    };

    // Starts the thread and registers it with `coordinator`, which must outlive it.
    // InvalidArgumentError: no runLoop.
    static std::shared_ptr<CoordinatedThread> loop(Coordinator& coordinator, Options options);
};

} // namespace engine
