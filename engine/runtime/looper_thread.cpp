// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/looper_thread.h"

#include "engine/base/errors.h"

#include <chrono>

namespace engine {

namespace {

void callIfGiven(const std::function<void()>& function)
{
    if (function) {
        function();
    }
}

void runUntilStopped(Coordinator& coordinator, const LooperThread::Options& options)
{
    using Seconds = std::chrono::duration<double>;
    const double interval = options.timerIntervalSecs.value_or(0);
    const auto start = std::chrono::steady_clock::now();
    double next = 0; // seconds from the start
    callIfGiven(options.startLoop);
    while (!coordinator.shouldStop()) {
        options.runLoop();
        if (interval <= 0) {
            continue;
        }
        next += interval;
        const double remaining = next - Seconds(std::chrono::steady_clock::now() - start).count();
        if (remaining > 0) {
            coordinator.waitForStop(remaining);
        }
    }
    callIfGiven(options.stopLoop);
}

} // namespace

std::shared_ptr<CoordinatedThread> LooperThread::loop(Coordinator& coordinator, Options options)
{
    if (!options.runLoop) {
        throw InvalidArgumentError("a LooperThread needs something to run");
    }
    auto thread = std::make_shared<CoordinatedThread>(options.name, [&coordinator, options] {
        coordinator.stopOnException([&] { runUntilStopped(coordinator, options); });
    });
    coordinator.registerThread(thread);
    return thread;
}

} // namespace engine
