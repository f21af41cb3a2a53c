// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session_manager.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/usable_checkpoint.h"
#include "engine/runtime/direct_session.h"
#include "engine/session/queue_restart.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

namespace engine {

namespace {

std::string nameOf(const Operation* operation)
{
    return operation != nullptr ? operation->name() : "none";
}

void runOperation(Session& session, Operation& operation, const std::vector<Feed>& feeds)
{
    const Fetch fetch(operation);
    session.run(std::span(&fetch, 1), feeds);
}

std::chrono::nanoseconds nanoseconds(double seconds)
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(seconds));
}

} // namespace

SessionManager::SessionManager(Graph& graph, Options options)
    : m_graph(graph), m_options(std::move(options)), m_clock(m_options.clock),
      m_logger(m_options.logger)
{
    if (m_options.readyForLocalInitOp.isValid() && m_options.localInitOp == nullptr) {
        throw InvalidArgumentError("If you pass a ready_for_local_init_op you must also pass a "
                                   "local_init_op, which may be a no-op.");
    }
}

std::unique_ptr<Session> SessionManager::makeSession() const
{
    return m_options.sessionFactory ? m_options.sessionFactory(m_graph)
                                    : std::make_unique<DirectSession>(m_graph);
}

std::unique_ptr<Session> SessionManager::prepareSession(const RestoreOptions& restore,
                                                        const InitOptions& init)
{
    std::unique_ptr<Session> session = makeSession();
    if (!restoreCheckpoint(*session, restore)) {
        initialize(*session, init);
    }
    const auto message = [&](std::string_view what, std::string_view reason) {
        return fmt::format("Init operations did not make model ready{}. Init op: {}, init fn: {}, "
                           "local_init_op: {}, error: {}",
                           what, nameOf(init.initOp), init.initFn ? "given" : "none",
                           nameOf(m_options.localInitOp), reason);
    };
    if (const std::string reason = runLocalInit(*session); !reason.empty()) {
        throw FailedPreconditionError(message(" for local_init", reason));
    }
    if (const std::string reason = reasonNotReady(*session, m_options.readyOp); !reason.empty()) {
        throw FailedPreconditionError(message("", reason));
    }
    return session;
}

void SessionManager::initialize(Session& session, const InitOptions& init)
{
    if (init.initOp == nullptr && !init.initFn && m_options.localInitOp == nullptr) {
        throw FailedPreconditionError("Model is not initialized and no init_op or init_fn or "
                                      "local_init_op was given");
    }
    if (init.initOp != nullptr) {
        runOperation(session, *init.initOp, init.initFeeds);
    }
    if (init.initFn) {
        init.initFn(session);
    }
}

SessionManager::Recovered SessionManager::recoverSession(const RestoreOptions& restore)
{
    Recovered recovered{makeSession(), false};
    const bool isRestored = restoreCheckpoint(*recovered.session, restore);
    if (!isRestored) {
        runLocalInit(*recovered.session);
        return recovered;
    }
    const std::string reason = reasonNotPrepared(*recovered.session);
    if (!reason.empty()) {
        m_logger->info(fmt::format("Restoring left the model not ready: {}", reason));
    }
    recovered.isReady = reason.empty();
    return recovered;
}

std::unique_ptr<Session> SessionManager::waitForSession(double maxWaitSecs,
                                                        const RestoreOptions& restore)
{
    const double start = m_clock->monotonicSeconds();
    for (;;) {
        std::unique_ptr<Session> session = makeSession();
        std::string reason = reasonNotPrepared(*session);
        if (!reason.empty() && restore.saver != nullptr && !restore.checkpointDir.empty()) {
            reason = takeFromChief(*session, restore);
        }
        if (reason.empty()) {
            return session;
        }
        try {
            session->close();
        } catch (const Error& error) {
            m_logger->info(fmt::format("closing a session failed: {}", error.what()));
        }
        const double remaining = maxWaitSecs - (m_clock->monotonicSeconds() - start);
        if (remaining - m_options.recoveryWaitSecs < 0) {
            throw DeadlineExceededError(fmt::format(
                "Session was not ready after waiting {:g} secs. {}", maxWaitSecs, reason));
        }
        m_logger->info(fmt::format("Waiting for model to be ready. {}", reason));
        m_clock->sleepFor(nanoseconds(m_options.recoveryWaitSecs));
    }
}

// Empty if the session is ready then. A checkpoint that the chief replaces meanwhile is no fault:
// the next look finds another.
std::string SessionManager::takeFromChief(Session& session, const RestoreOptions& restore)
{
    const std::filesystem::path& directory = restore.checkpointDir;
    const auto newest = latestCheckpoint(restore.saver->files(), directory, *m_logger);
    if (!newest) {
        return fmt::format("There is no checkpoint in {}", directory.string());
    }
    try {
        restore.saver->restore(session, *newest);
    } catch (const NotFoundError& error) {
        return error.what();
    } catch (const DataLossError& error) {
        return error.what();
    } catch (const InvalidArgumentError& error) {
        if (checkpointExists(restore.saver->files(), *newest)) {
            throw; // of another model
        }
        return error.what();
    }
    m_logger->info(fmt::format("Restoring parameters from {}", *newest));
    return reasonNotPrepared(session);
}

bool SessionManager::restoreCheckpoint(Session& session, const RestoreOptions& restore)
{
    const bool hasDirectory = !restore.checkpointDir.empty();
    const bool hasFile = !restore.checkpointFilenameWithPath.empty();
    if (hasDirectory && hasFile) {
        throw InvalidArgumentError(fmt::format("Can not provide both checkpoint_dir ({}) and "
                                               "checkpoint_filename_with_path ({}).",
                                               restore.checkpointDir.string(),
                                               restore.checkpointFilenameWithPath));
    }
    if (restore.saver == nullptr) {
        return false;
    }
    if (hasFile) {
        restore.saver->restore(session, restore.checkpointFilenameWithPath);
        warnOfQueues(restore.checkpointFilenameWithPath);
        return true;
    }
    return hasDirectory && restoreFromDirectory(session, restore);
}

bool SessionManager::restoreFromDirectory(Session& session, const RestoreOptions& restore)
{
    const auto find = [&] {
        return findUsableCheckpoint(restore.saver->files(), restore.checkpointDir, *m_logger);
    };
    restore.saver->finishSaving(); // what is being written may be the newest
    std::optional<UsableCheckpoint> found = find();
    double waited = 0;
    while (!found && restore.waitForCheckpoint && waited < restore.maxWaitSecs) {
        m_logger->info(
            fmt::format("Waiting for a checkpoint in {}", restore.checkpointDir.string()));
        m_clock->sleepFor(nanoseconds(m_options.recoveryWaitSecs));
        waited += m_options.recoveryWaitSecs;
        found = find();
    }
    if (!found) {
        return false;
    }
    m_logger->info(fmt::format("Restoring parameters from {}", found->prefix));
    restore.saver->restore(session, found->prefix);
    restore.saver->recoverLastCheckpoints(found->keptPrefixes);
    restore.saver->tellRejected(found->rejected);
    warnOfQueues(found->prefix);
    return true;
}

void SessionManager::warnOfQueues(const std::string& prefix) const
{
    if (stepOfCheckpoint(prefix) == 0) {
        return; // nothing was taken from them
    }
    for (const std::string& remark : remarksOnQueues(m_graph, m_options.queuesArePositioned)) {
        m_logger->warning(remark);
    }
}

// Empty if ready.
std::string SessionManager::reasonNotReady(Session& session, Output readyOp) const
{
    if (!readyOp.isValid()) {
        return {};
    }
    try {
        const Tensor names = session.run(readyOp);
        if (names.dataType() != DataType::String || names.elementCount() == 0) {
            return {};
        }
        std::string reason = "Variables not initialized: ";
        for (const std::string& name : names.values<std::string>()) {
            reason += (&name == names.values<std::string>().data() ? "" : ", ") + name;
        }
        return reason;
    } catch (const FailedPreconditionError& error) {
        if (std::string_view(error.what()).find("uninitialized") == std::string_view::npos) {
            m_logger->warning(
                fmt::format("Asking whether the model is ready failed: {}", error.what()));
            throw;
        }
        return error.what();
    }
}

// Empty if the local initialization was done and left everything ready.
std::string SessionManager::reasonNotPrepared(Session& session)
{
    const std::string reason = runLocalInit(session);
    return reason.empty() ? reasonNotReady(session, m_options.readyOp) : reason;
}

// Empty if done.
std::string SessionManager::runLocalInit(Session& session)
{
    if (m_options.localInitOp == nullptr) {
        return {};
    }
    if (std::string reason = reasonNotReady(session, m_options.readyForLocalInitOp);
        !reason.empty()) {
        return reason;
    }
    m_logger->info("Running local_init_op.");
    runOperation(session, *m_options.localInitOp, m_options.localInitFeeds);
    m_logger->info("Done running local_init_op.");
    return {};
}

} // namespace engine
