// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/monitored_session.h"

#include "engine/base/errors.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/queue_runner.h"
#include "engine/session/coordinated_session.h"
#include "engine/session/hook_list.h"
#include "engine/session/hooked_session.h"
#include "engine/session/stop_state.h"

#include <fmt/format.h>

#include <typeinfo>

namespace engine {

namespace {

// Calls `use` with any exception as an engine error.
template <typename Use>
void asEngineError(const std::exception_ptr& exception, Use&& use)
{
    try {
        std::rethrow_exception(exception);
    } catch (const Error& error) {
        use(error);
    } catch (const std::exception& error) {
        use(UnknownError(error.what()));
    } catch (...) {
        use(UnknownError("an exception that is no std::exception"));
    }
}

bool endsLoopCleanly(const Error& error)
{
    return typeid(error) == typeid(OutOfRangeError) || typeid(error) == typeid(StopIterationError);
}

// Does several things even if one throws; then throws the first error.
class FirstError
{
public:
    template <typename Action>
    void of(Action&& action)
    {
        try {
            action();
        } catch (...) {
            m_error = m_error ? m_error : std::current_exception();
        }
    }
    void rethrow() const
    {
        if (m_error) {
            std::rethrow_exception(m_error);
        }
    }

private:
    std::exception_ptr m_error;
};

// The global step of a session; nothing if there is none or it cannot be read.
std::optional<std::int64_t> readGlobalStep(Session& session)
{
    try {
        if (const auto step = getGlobalStep(*session.graph())) {
            return session.run(step->value()).scalarValue<std::int64_t>();
        }
    } catch (const Error&) {
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

MonitoredSession::MonitoredSession(std::shared_ptr<SessionCreator> creator,
                                   std::vector<HookPointer> hooks,
                                   const MonitoredSessionOptions& options)
    : MonitoredSession(std::move(creator), std::move(hooks), options, Recovery::Bounded)
{ }

MonitoredSession::MonitoredSession(std::shared_ptr<SessionCreator> creator,
                                   std::vector<HookPointer> hooks,
                                   const MonitoredSessionOptions& options, Recovery recovery)
    : m_creator(std::move(creator)), m_clock(options.clock), m_logger(options.logger),
      m_stopGracePeriodSecs(options.stopGracePeriodSecs), m_writers(options.summaryWriters),
      m_stop(std::make_unique<StopState>()),
      m_hooks(std::make_unique<HookList>(std::move(hooks), *m_logger)),
      m_graphWasFinalized(m_creator->graph().isFinalized())
{
    try {
        m_hooks->begin(m_creator->graph());
        open(options.recovery, recovery);
    } catch (...) {
        asEngineError(std::current_exception(),
                      [this](const Error& error) { m_hooks->reportError(error); });
        closeChain();
        throw;
    }
}

MonitoredSession::~MonitoredSession()
{
    if (m_session == nullptr) {
        return;
    }
    const std::exception_ptr cause = m_lastError
        ? m_lastError
        : std::make_exception_ptr(CancelledError("the session was destroyed without close()"));
    try {
        asEngineError(cause, [this](const Error& error) { closeAfterError(error); });
    } catch (const std::exception& error) {
        m_logger->error(fmt::format("closing the session failed: {}", error.what()));
    }
}

void MonitoredSession::open(const RecoveryOptions& options, Recovery recovery)
{
    if (recovery == Recovery::None) {
        m_session = createChain();
        return;
    }
    auto recoverable = std::make_unique<RecoverableSession>(
        [this] { return createChain(); }, options, *m_stop, *m_clock, *m_logger,
        [this](WrappedSession& lost, const Error& error) { noteLost(lost, error); });
    m_recoverable = recoverable.get();
    m_session = std::move(recoverable);
}

std::unique_ptr<WrappedSession> MonitoredSession::createChain()
{
    auto coordinator =
        std::make_shared<Coordinator>(std::vector<ErrorCode>(), m_clock.get(), m_logger.get());
    auto hooked = std::make_unique<HookedSession>(m_creator->createSession(), *m_hooks, *m_stop);
    HookedSession& hookedSession = *hooked;
    auto session = std::make_unique<CoordinatedSession>(std::move(hooked), coordinator,
                                                        m_stopGracePeriodSecs, m_logger.get());
    try {
        startQueueRunners(session->rawSession(), coordinator.get());
        noteCreatedAgain(session->rawSession());
        hookedSession.notifyCreated(*coordinator);
    } catch (...) {
        asEngineError(std::current_exception(),
                      [&](const Error& error) { discard(*session, error); });
        throw;
    }
    return session;
}

// A session whose hooks failed is closed and its threads joined before the error leaves.
void MonitoredSession::discard(WrappedSession& session, const Error& error)
{
    if (!isPreemption(error)) {
        m_hooks->reportError(error);
    }
    try {
        session.close();
    } catch (const std::exception& second) {
        m_logger->error(fmt::format("closing the session failed: {}", second.what()));
    }
}

void MonitoredSession::noteLost(WrappedSession& lost, const Error& error)
{
    m_lastStep = readGlobalStep(lost.rawSession()).value_or(m_lastStep);
    m_lossReason = error.what();
}

void MonitoredSession::noteCreatedAgain(Session& session)
{
    if (m_lossReason.empty()) {
        return;
    }
    const std::optional<std::int64_t> step = readGlobalStep(session);
    if (!step) {
        return;
    }
    const std::string message =
        fmt::format("The session was lost at step {} and goes on at step {} ({})", m_lastStep,
                    *step, m_lossReason);
    if (*step == 0 && m_lastStep > 0) {
        m_logger->warning(fmt::format("{}. There is no checkpoint: {} steps of training are lost "
                                      "and training starts again from step 0.",
                                      message, m_lastStep));
    } else {
        m_logger->info(message);
    }
    for (const auto& writer : m_writers) {
        writer->addEvent("session_recreated", message, *step);
    }
    m_lossReason.clear();
}

WrappedSession& MonitoredSession::openSession() const
{
    if (m_session == nullptr) {
        throw FailedPreconditionError("Session is closed.");
    }
    return *m_session;
}

Graph* MonitoredSession::graph() const
{
    return m_session == nullptr ? nullptr : m_session->graph();
}

const std::vector<HookPointer>& MonitoredSession::hooks() const
{
    return m_hooks->hooks();
}

void MonitoredSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    WrappedSession& session = openSession();
    if (m_stop->isRequestedByHook()) {
        throw FailedPreconditionError("Run called even after should_stop requested.");
    }
    try {
        session.run(request, results);
    } catch (...) {
        m_lastError = std::current_exception();
        throw;
    }
    m_lastError = nullptr;
}

std::vector<Tensor> MonitoredSession::run(std::span<const Fetch> fetches,
                                          std::span<const Feed> feeds)
{
    std::vector<Tensor> results;
    run(RunRequest{fetches, feeds}, results);
    return results;
}

std::vector<Tensor> MonitoredSession::run(std::initializer_list<Fetch> fetches,
                                          std::initializer_list<Feed> feeds)
{
    return run(std::span(fetches.begin(), fetches.size()), std::span(feeds.begin(), feeds.size()));
}

Tensor MonitoredSession::run(const Fetch& fetch, std::initializer_list<Feed> feeds)
{
    run(RunRequest{std::span(&fetch, 1), std::span(feeds.begin(), feeds.size())}, m_single);
    return std::move(m_single[0]);
}

void MonitoredSession::runWithoutHooks(const RunRequest& request, std::vector<Tensor>& results)
{
    repeat([&](WrappedSession& session) { session.rawSession().run(request, results); });
}

std::vector<Tensor> MonitoredSession::runWithoutHooks(std::span<const Fetch> fetches,
                                                      std::span<const Feed> feeds)
{
    std::vector<Tensor> results;
    runWithoutHooks(RunRequest{fetches, feeds}, results);
    return results;
}

void MonitoredSession::runStep(const std::function<void(StepContext&)>& step)
{
    repeat([&](WrappedSession& session) {
        session.runStep([&] {
            StepContext context(session);
            step(context);
        });
    });
}

void MonitoredSession::repeat(const std::function<void(WrappedSession&)>& body)
{
    WrappedSession& session = openSession();
    try {
        if (m_recoverable != nullptr) {
            m_recoverable->repeatUntilDone(body);
        } else {
            body(session);
        }
    } catch (...) {
        m_lastError = std::current_exception();
        throw;
    }
    m_lastError = nullptr;
}

bool MonitoredSession::shouldStop()
{
    if (m_session == nullptr || m_stop->isRequested()) {
        return true;
    }
    try {
        return m_session->shouldStop() || m_stop->isRequested();
    } catch (const std::exception&) {
        return true; // what a thread reported: close() throws it
    }
}

void MonitoredSession::requestStop(std::string_view reason)
{
    m_stop->request(reason, false);
}

bool MonitoredSession::stopRequested() const
{
    return m_stop->isRequested();
}

std::string MonitoredSession::stopReason() const
{
    return m_stop->reason();
}

void MonitoredSession::close()
{
    if (m_session == nullptr) {
        return;
    }
    if (m_recoverable != nullptr && m_recoverable->failure()) {
        // There is no session that hooks could end with.
        asEngineError(m_recoverable->failure(),
                      [this](const Error& error) { closeAfterError(error); });
        return;
    }
    FirstError first;
    first.of([this] { m_hooks->end(m_session->rawSession()); });
    first.of([this] { closeWriters(); });
    first.of([this] { closeChain(); });
    first.rethrow();
}

void MonitoredSession::closeAfterError(const Error& error)
{
    if (m_session == nullptr) {
        return;
    }
    m_logger->error(fmt::format("The session ends because of an error: {}", error.what()));
    m_hooks->reportError(error);
    try {
        closeWriters();
    } catch (const std::exception& second) { // must not hide the error that the session ends with
        m_logger->error(fmt::format("closing the records failed: {}", second.what()));
    }
    closeChain(); // throws what a thread reported: the cause, if there is any
}

void MonitoredSession::closeChain()
{
    const std::unique_ptr<WrappedSession> session = std::move(m_session);
    m_recoverable = nullptr;
    if (!m_graphWasFinalized) {
        m_creator->graph().unfinalize();
    }
    if (session != nullptr) {
        session->close();
    }
}

void MonitoredSession::closeWriters()
{
    if (m_writers.empty()) {
        return;
    }
    if (!m_session->isClosed()) {
        m_lastStep = readGlobalStep(m_session->rawSession()).value_or(m_lastStep);
    }
    FirstError first;
    for (const auto& writer : m_writers) {
        writer->addSessionLog(SessionLogKind::Stop, {}, m_lastStep);
        first.of([&] { writer->close(); });
    }
    first.rethrow();
}

void StepContext::runWithHooks(const RunRequest& request, std::vector<Tensor>& results)
{
    m_session.run(request, results);
}

Tensor StepContext::runWithHooks(const Fetch& fetch, std::initializer_list<Feed> feeds)
{
    return m_session.run(fetch, feeds);
}

void StepContext::requestStop()
{
    throw StopIterationError("step_fn has requested the iterations to stop.");
}

void with(MonitoredSession& session, const std::function<void()>& body)
{
    try {
        body();
    } catch (const Error& error) {
        if (!endsLoopCleanly(error)) {
            session.closeAfterError(error);
            throw;
        }
    } catch (...) {
        asEngineError(std::current_exception(),
                      [&session](const Error& error) { session.closeAfterError(error); });
        throw;
    }
    session.close();
}

} // namespace engine
