// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/errors.h"
#include "engine/base/logger.h"

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace engine {

// A thread with a name whose end can be waited for with a limit.
class CoordinatedThread
{
public:
    // Starts at once. `body` must not throw: see Coordinator::stopOnException().
    CoordinatedThread(std::string name, std::function<void()> body);
    ~CoordinatedThread(); // joins
    CoordinatedThread(const CoordinatedThread&) = delete;
    CoordinatedThread& operator=(const CoordinatedThread&) = delete;

    const std::string& name() const;
    bool isAlive() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

// Stops a group of threads together and carries the first error among them (tf.train.Coordinator,
// spec section 3.3). Thread-safe.
class Coordinator
{
public:
    // Errors with these codes, reported to requestStop(), count as a clean stop (StopIterationError
    // never does). TensorFlow's default is OutOfRange; a MonitoredSession's coordinator has none.
    // `clock` and `logger` are borrowed; null: the system's, none.
    explicit Coordinator(std::vector<ErrorCode> cleanStopCodes = {ErrorCode::OutOfRange},
                         Clock* clock = nullptr, Logger* logger = nullptr);
    ~Coordinator();
    Coordinator(const Coordinator&) = delete;
    Coordinator& operator=(const Coordinator&) = delete;

    // The first request wins, and only its error is kept. After join(): throws `error` at the
    // caller (clean ones not).
    void requestStop(std::exception_ptr error = nullptr);
    bool shouldStop() const;
    // Waits until a stop is requested, at most `seconds` of real time (negative: for ever).
    // Returns shouldStop().
    bool waitForStop(double seconds = -1);
    void clearStop(); // forgets stop, error and joined state

    void registerThread(std::shared_ptr<CoordinatedThread> thread);
    // Waits for the registered threads to end, once a stop is requested for at most the grace
    // period, and forgets them. Throws the reported error; else, with live threads and not
    // `ignoreLiveThreads`, FailedPreconditionError "Coordinator stopped with threads still
    // running: NAMES". A thread that outlives the grace period is joined by its last owner.
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
