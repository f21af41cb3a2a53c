// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/or_default.h"
#include "engine/session/recoverable_session.h"
#include "engine/session/session_creator.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <concepts>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace engine {

class HookList;
class StopState;

// What a step function works with (spec section 1.6).
class StepContext
{
public:
    explicit StepContext(WrappedSession& session) : m_session(session) { }

    // The raw session that is alive now; runs through it call no hooks.
    Session& session() const { return m_session.rawSession(); }
    void runWithHooks(const RunRequest& request, std::vector<Tensor>& results);
    Tensor runWithHooks(const Fetch& fetch, std::initializer_list<Feed> feeds = {});
    // Throws StopIterationError, which leaves the step function and, in with(), ends it cleanly.
    [[noreturn]] void requestStop();

private:
    WrappedSession& m_session;
};

struct MonitoredSessionOptions
{
    double stopGracePeriodSecs = 120; // how long close() waits for registered threads
    RecoveryOptions recovery;
    Clock* clock = nullptr; // null: the system's
    Logger* logger = nullptr; // null: none
    // Told of re-creations; they get a STOP record and are closed with the session.
    std::vector<std::shared_ptr<SummaryWriter>> summaryWriters;
};

// A session that calls hooks, initializes or restores the model, and goes on after preemption
// errors (tf.train.MonitoredSession, spec section 1.4). It is no Session: savers and hooks use
// the raw one.
//
//     engine::with(session, [&] {
//         while (!session.shouldStop()) {
//             session.run(trainOp);
//         }
//     });
//
// Queue runners of the graph run from each creation of the raw session until it is closed.
//
// Without with(): call close() for a clean end. The destructor of a session that is still open is
// an unclean end: onError instead of end.
//
// Thread rule: one thread; requestStop(), stopRequested() and stopReason() from any thread.
class MonitoredSession
{
public:
    // The creator's graph must outlive the session. InvalidArgumentError: a hook twice or null in
    // `hooks`; and what hooks and the creator throw.
    MonitoredSession(std::shared_ptr<SessionCreator> creator, std::vector<HookPointer> hooks,
                     const MonitoredSessionOptions& options = {});
    virtual ~MonitoredSession();
    MonitoredSession(const MonitoredSession&) = delete;
    MonitoredSession& operator=(const MonitoredSession&) = delete;

    Graph* graph() const; // null once closed

    // One run with hooks, retried on a new session after a preemption error.
    // FailedPreconditionError: closed; "Run called even after should_stop requested."
    // StopIterationError: a hook asked for a stop while the session was re-created.
    void run(const RunRequest& request, std::vector<Tensor>& results);
    std::vector<Tensor> run(std::span<const Fetch> fetches, std::span<const Feed> feeds = {});
    std::vector<Tensor> run(std::initializer_list<Fetch> fetches,
                            std::initializer_list<Feed> feeds = {});
    Tensor run(const Fetch& fetch, std::initializer_list<Feed> feeds = {});
    // For evaluation: no hook hears of it.
    void runWithoutHooks(const RunRequest& request, std::vector<Tensor>& results);
    std::vector<Tensor> runWithoutHooks(std::span<const Fetch> fetches,
                                        std::span<const Feed> feeds = {});

    // Runs `step(StepContext&)` as one unit: after a preemption error all of it is called again.
    // Returns what `step` returns.
    template <std::invocable<StepContext&> Step>
    auto runStepFn(Step&& step) -> std::invoke_result_t<Step&, StepContext&>;

    // A hook, a thread, requestStop() or an error wants the loop to end; true once closed. May
    // re-create the session when a thread has reported a preemption error.
    bool shouldStop();
    // Asks the loop to end; runs still work. The first reason is kept.
    void requestStop(std::string_view reason = {});
    bool stopRequested() const;
    std::string stopReason() const; // empty if nobody asked or gave one

    // Clean end: end of every hook, then everything is closed. Throws the first error of these.
    // Does nothing when closed already.
    void close();
    // Unclean end because of `error`: onError of every hook, then everything is closed. Throws only
    // what a thread reported to the coordinator, which is the cause of `error`.
    void closeAfterError(const Error& error);

    // The first hook of class Hook; null if there is none.
    template <typename Hook>
    std::shared_ptr<Hook> findHook() const;

protected:
    enum class Recovery
    {
        None,
        Bounded
    };
    MonitoredSession(std::shared_ptr<SessionCreator> creator, std::vector<HookPointer> hooks,
                     const MonitoredSessionOptions& options, Recovery recovery);

    WrappedSession& openSession() const; // FailedPreconditionError when closed

private:
    void open(const RecoveryOptions& options, Recovery recovery);
    std::unique_ptr<WrappedSession> createChain();
    void discard(WrappedSession& session, const Error& error);
    void noteLost(WrappedSession& lost, const Error& error);
    void noteCreatedAgain(Session& session);
    void runStep(const std::function<void(StepContext&)>& step);
    void repeat(const std::function<void(WrappedSession&)>& body);
    void closeChain();
    void closeWriters();
    const std::vector<HookPointer>& hooks() const;

    std::shared_ptr<SessionCreator> m_creator;
    OrDefault<Clock, SystemClock> m_clock;
    OrDefault<Logger, NullLogger> m_logger;
    double m_stopGracePeriodSecs;
    std::vector<std::shared_ptr<SummaryWriter>> m_writers;
    std::unique_ptr<StopState> m_stop;
    std::unique_ptr<HookList> m_hooks;
    std::unique_ptr<WrappedSession> m_session; // null once closed
    RecoverableSession* m_recoverable = nullptr; // m_session, if it recovers
    bool m_graphWasFinalized;
    std::exception_ptr m_lastError; // that left the last run
    std::string m_lossReason; // why the session is being created again
    std::int64_t m_lastStep = 0; // when the session was lost or closed
    std::vector<Tensor> m_single; // result of run(fetch)
};

// Does not recover: a preemption error reaches the user.
class SingularMonitoredSession final : public MonitoredSession
{
public:
    SingularMonitoredSession(std::shared_ptr<SessionCreator> creator,
                             std::vector<HookPointer> hooks,
                             const MonitoredSessionOptions& options = {})
        : MonitoredSession(std::move(creator), std::move(hooks), options, Recovery::None)
    { }

    Session& rawSession() const { return openSession().rawSession(); }
};

// Python's `with` block: runs `body` and closes the session. Swallows exactly OutOfRangeError and
// StopIterationError (not classes derived from them); anything else is rethrown after the close.
void with(MonitoredSession& session, const std::function<void()>& body);

template <std::invocable<StepContext&> Step>
auto MonitoredSession::runStepFn(Step&& step) -> std::invoke_result_t<Step&, StepContext&>
{
    using Result = std::invoke_result_t<Step&, StepContext&>;
    if constexpr (std::is_void_v<Result>) {
        runStep([&step](StepContext& context) { step(context); });
    } else {
        std::optional<Result> result;
        runStep([&step, &result](StepContext& context) { result.emplace(step(context)); });
        return std::move(*result);
    }
}

template <typename Hook>
std::shared_ptr<Hook> MonitoredSession::findHook() const
{
    for (const HookPointer& hook : hooks()) {
        if (auto found = std::dynamic_pointer_cast<Hook>(hook)) {
            return found;
        }
    }
    return nullptr;
}

} // namespace engine
