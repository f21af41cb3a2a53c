// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/queue_ops.h"
#include "engine/runtime/coordinator.h"
#include "engine/runtime/session.h"

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Fills a queue by threads of its own, one for each enqueue operation (tf.train.QueueRunner, spec
// section 3.4). In keys::kQueueRunners of its graph it is started by every MonitoredSession.
// Thread-safe.
class QueueRunner final : public CollectionObject
{
public:
    struct Options
    {
        Operation* closeOp = nullptr; // run by the last thread whose input ended; null: made
        Operation* cancelOp = nullptr; // run when the coordinator stops; null: made
        // Errors of an enqueue operation that mean the end of its input.
        std::vector<ErrorCode> queueClosedCodes{ErrorCode::OutOfRange};
    };

    // An operation listed n times gets n threads. InvalidArgumentError: none is listed.
    QueueRunner(const Queue& queue, std::vector<Operation*> enqueueOps, Options options);
    QueueRunner(const Queue& queue, std::vector<Operation*> enqueueOps)
        : QueueRunner(queue, std::move(enqueueOps), Options())
    { }
    ~QueueRunner() override;

    // Starts the threads, "QueueRunnerThread-QUEUE-OPERATION". With a coordinator they are
    // registered with it, stop with it, report other errors to it, and there is one more thread,
    // "…-close_on_stop", that runs cancelOp when it stops; without one the caller must keep and
    // join them. Nothing while threads of this session run. `session` and `coordinator` must
    // outlive the threads.
    std::vector<std::shared_ptr<CoordinatedThread>>
    createThreads(Session& session, Coordinator* coordinator = nullptr);

    const std::string& queueName() const { return m_name; }
    std::size_t threadCount() const { return m_enqueueOps.size(); }

    // What threads without a coordinator ended with, since the last createThreads() that started
    // some.
    std::vector<std::exception_ptr> exceptionsRaised() const;

private:
    struct State;

    std::vector<Operation*> m_enqueueOps;
    std::string m_name;
    std::shared_ptr<State> m_state; // the threads' too: they may outlive this
};

// Puts a runner into keys::kQueueRunners of its queue's graph.
void addQueueRunner(const Queue& queue, std::vector<Operation*> enqueueOps);

// Starts every runner of the session's graph (tf.train.start_queue_runners). Returns all threads.
std::vector<std::shared_ptr<CoordinatedThread>>
startQueueRunners(Session& session, Coordinator* coordinator = nullptr,
                  std::string_view collection = keys::kQueueRunners);

} // namespace engine
