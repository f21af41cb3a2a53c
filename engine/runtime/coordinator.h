// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/errors.h"
#include "engine/base/logger.h"

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace engine {

// A thread with a name whose end can be waited for with a limit; the Coordinator joins them.
class CoordinatedThread
{
public:
    CoordinatedThread(std::string name, std::function<void()> body);
    ~CoordinatedThread(); // joins

    const std::string& name() const { return m_name; }
    bool isAlive() const;

private:
    struct State;
    std::string m_name;
    std::shared_ptr<State> m_state;
    std::thread m_thread;
};

// Stops a group of threads together and carries the first error among them (tf.train.Coordinator,
// spec section 3.3). Thread-safe.
class Coordinator
{
public:
    // Errors with these codes, reported to requestStop(), count as a clean stop. TensorFlow's
    // default is OutOfRange; a MonitoredSession's coordinator has none.
    explicit Coordinator(std::vector<ErrorCode> cleanStopCodes = {ErrorCode::OutOfRange},
                         Clock* clock = nullptr, Logger* logger = nullptr);
    ~Coordinator();

    // The first error reported wins. After join(): throws `error` (clean ones not).
    void requestStop(std::exception_ptr error = nullptr);
    bool shouldStop() const;
    // Waits until a stop is requested, at most `seconds` (negative: for ever).
    bool waitForStop(double seconds = -1);
    void clearStop(); // forgets stop, error and joined state

    void registerThread(std::shared_ptr<CoordinatedThread> thread);
    // Waits for the threads to end, once a stop is requested for at most the grace period.
    // Throws the reported error; else, with live threads and not `ignoreLiveThreads`,
    // FailedPreconditionError "Coordinator stopped with threads still running: NAMES".
    void join(double stopGracePeriodSecs = 120, bool ignoreLiveThreads = false);
    bool joined() const;
    // Throws the reported error, if any.
    void raiseRequestedException();
    std::exception_ptr requestedException() const;

    // Runs `body`; an error of it is reported instead of thrown.
    void stopOnException(const std::function<void()>& body);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace engine
