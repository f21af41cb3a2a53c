// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/checkpoint/saver.h"
#include "engine/runtime/session.h"

#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace engine {

// Makes a raw session for a graph.
using SessionFactory = std::function<std::unique_ptr<Session>(Graph&)>;

// Makes raw sessions and brings the model in them into a usable state: restored, initialized, or
// waited for (tf.train.SessionManager, spec section 3.5).
class SessionManager
{
public:
    struct Options
    {
        Operation* localInitOp = nullptr;
        std::vector<Feed> localInitFeeds;
        Output readyOp; // invalid: always ready
        Output readyForLocalInitOp;
        double recoveryWaitSecs = 1;
        bool queuesArePositioned = false; // see remarksOnQueues(), which are logged as warnings
        SessionFactory sessionFactory; // empty: DirectSession
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // What prepareSession() and recoverSession() restore from.
    struct RestoreOptions
    {
        std::shared_ptr<Saver> saver;
        std::filesystem::path checkpointDir;
        std::string checkpointFilenameWithPath; // a prefix
        bool waitForCheckpoint = false;
        double maxWaitSecs = 7200;
    };

    struct InitOptions
    {
        Operation* initOp = nullptr;
        std::vector<Feed> initFeeds;
        std::function<void(Session&)> initFn;
    };

    // InvalidArgumentError: readyForLocalInitOp without localInitOp. `graph` is borrowed.
    SessionManager(Graph& graph, Options options);

    // Restores, or runs initOp and initFn where there is no checkpoint; then localInitOp.
    // InvalidArgumentError: directory and filename both given.
    // FailedPreconditionError: "Model is not initialized …", "Init operations did not make model
    // ready …". DataLossError: checkpoints exist and none is usable. What the saver throws.
    std::unique_ptr<Session> prepareSession(const RestoreOptions& restore, const InitOptions& init);

    struct Recovered
    {
        std::unique_ptr<Session> session;
        bool isReady = false; // restored and ready
    };
    // As prepareSession() without initialization.
    Recovered recoverSession(const RestoreOptions& restore);

    // Makes sessions until one finds the model ready, by itself or, with a saver and a directory,
    // by the newest checkpoint there (its chief is another process; nothing in the directory is
    // touched). DeadlineExceededError "Session was not ready after waiting N secs."
    std::unique_ptr<Session> waitForSession(double maxWaitSecs, const RestoreOptions& restore);
    std::unique_ptr<Session>
    waitForSession(double maxWaitSecs = std::numeric_limits<double>::infinity())
    {
        return waitForSession(maxWaitSecs, RestoreOptions());
    }

private:
    std::unique_ptr<Session> makeSession() const;
    bool restoreCheckpoint(Session& session, const RestoreOptions& restore);
    bool restoreFromDirectory(Session& session, const RestoreOptions& restore);
    void warnOfQueues(const std::string& prefix) const;
    std::string reasonNotReady(Session& session, Output readyOp) const;
    std::string reasonNotPrepared(Session& session);
    std::string runLocalInit(Session& session);
    std::string takeFromChief(Session& session, const RestoreOptions& restore);
    void initialize(Session& session, const InitOptions& init);

    Graph& m_graph;
    Options m_options;
    OrDefault<Clock, SystemClock> m_clock;
    OrDefault<Logger, NullLogger> m_logger;
};

} // namespace engine
