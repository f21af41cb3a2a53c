// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/queue_runner.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace engine {

namespace {

void runOperation(Session& session, Operation& operation)
{
    const Fetch fetch(operation);
    std::vector<Tensor> results;
    session.run({{&fetch, 1}, {}}, results);
}

} // namespace

struct QueueRunner::State
{
    void fill(Session& session, Operation& enqueueOp, Coordinator* coordinator);
    void cancelOnStop(Session& session, Coordinator& coordinator) const;
    void fillUntilStopped(Session& session, Operation& enqueueOp, const Coordinator* coordinator);
    bool isEndOfInput(const Error& error) const
    {
        return std::ranges::count(options.queueClosedCodes, error.code()) > 0;
    }
    // Returns whether the calling thread was the session's last.
    bool leave(const Session& session)
    {
        const std::lock_guard lock(mutex);
        return --runsPerSession[&session] == 0;
    }
    void report(Coordinator* coordinator)
    {
        if (coordinator != nullptr) {
            coordinator->stopOnException([] { throw; });
            return;
        }
        const std::lock_guard lock(mutex);
        exceptionsRaised.push_back(std::current_exception());
    }

    Options options;
    mutable std::mutex mutex; // for the rest
    std::map<const Session*, int> runsPerSession;
    std::vector<std::exception_ptr> exceptionsRaised;
};

void QueueRunner::State::fill(Session& session, Operation& enqueueOp, Coordinator* coordinator)
{
    bool hasEnded = false;
    try {
        fillUntilStopped(session, enqueueOp, coordinator);
    } catch (const Error& error) {
        hasEnded = isEndOfInput(error);
        if (!hasEnded) {
            report(coordinator);
        }
    } catch (...) {
        report(coordinator);
    }
    if (leave(session) && hasEnded) {
        try {
            runOperation(session, *options.closeOp);
        } catch (const Error&) { // closed already: as wanted
        }
    }
}

void QueueRunner::State::fillUntilStopped(Session& session, Operation& enqueueOp,
                                          const Coordinator* coordinator)
{
    const Fetch fetch(enqueueOp);
    const RunRequest request{{&fetch, 1}, {}};
    std::vector<Tensor> results;
    while (coordinator == nullptr || !coordinator->shouldStop()) {
        session.run(request, results);
    }
}

void QueueRunner::State::cancelOnStop(Session& session, Coordinator& coordinator) const
{
    coordinator.waitForStop();
    try {
        runOperation(session, *options.cancelOp);
    } catch (const Error&) { // closed already: as wanted
    }
}

QueueRunner::QueueRunner(const Queue& queue, std::vector<Operation*> enqueueOps, Options options)
    : m_enqueueOps(std::move(enqueueOps)), m_name(queue.name()), m_state(std::make_shared<State>())
{
    if (m_enqueueOps.empty()) {
        throw InvalidArgumentError(
            fmt::format("the runner of queue {} has no enqueue operation", m_name));
    }
    m_state->options = std::move(options);
    if (m_state->options.closeOp == nullptr) {
        m_state->options.closeOp = &queue.close();
    }
    if (m_state->options.cancelOp == nullptr) {
        m_state->options.cancelOp = &queue.close(true);
    }
}

QueueRunner::~QueueRunner() = default;

std::vector<std::shared_ptr<CoordinatedThread>> QueueRunner::createThreads(Session& session,
                                                                           Coordinator* coordinator)
{
    {
        const std::lock_guard lock(m_state->mutex);
        int& runs = m_state->runsPerSession[&session];
        if (runs > 0) {
            return {};
        }
        runs = static_cast<int>(m_enqueueOps.size());
        m_state->exceptionsRaised.clear();
    }
    std::vector<std::shared_ptr<CoordinatedThread>> threads;
    // Registered one by one: if the system refuses a thread, the coordinator stops the others.
    const auto start = [&](std::string_view role, std::function<void()> body) {
        threads.push_back(std::make_shared<CoordinatedThread>(
            fmt::format("QueueRunnerThread-{}-{}", m_name, role), std::move(body)));
        if (coordinator != nullptr) {
            coordinator->registerThread(threads.back());
        }
    };
    for (Operation* operation : m_enqueueOps) {
        start(operation->name(), [state = m_state, &session, operation, coordinator] {
            state->fill(session, *operation, coordinator);
        });
    }
    if (coordinator != nullptr) {
        start("close_on_stop", [state = m_state, &session, coordinator] {
            state->cancelOnStop(session, *coordinator);
        });
    }
    return threads;
}

std::vector<std::exception_ptr> QueueRunner::exceptionsRaised() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->exceptionsRaised;
}

void addQueueRunner(const Queue& queue, std::vector<Operation*> enqueueOps)
{
    queue.graph().addToCollection(keys::kQueueRunners,
                                  std::make_shared<QueueRunner>(queue, std::move(enqueueOps)));
}

std::vector<std::shared_ptr<CoordinatedThread>>
startQueueRunners(Session& session, Coordinator* coordinator, std::string_view collection)
{
    std::vector<std::shared_ptr<CoordinatedThread>> threads;
    for (const auto& runner : session.graph()->collectionOf<QueueRunner>(collection)) {
        const auto started = runner->createThreads(session, coordinator);
        threads.insert(threads.end(), started.begin(), started.end());
    }
    return threads;
}

} // namespace engine
