// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/direct_session.h"
#include "engine/session/scaffold.h"
#include "engine/session/session_manager.h"

#include <filesystem>
#include <memory>
#include <string>

namespace engine {

// Makes raw sessions that are ready to use; asked again after each preemption error.
class SessionCreator
{
public:
    virtual ~SessionCreator() = default;

    virtual std::unique_ptr<Session> createSession() = 0;
    virtual Graph& graph() const = 0;
};

// Initializes the model or restores it from a checkpoint (tf.train.ChiefSessionCreator).
class ChiefSessionCreator final : public SessionCreator
{
public:
    struct Options
    {
        std::shared_ptr<Scaffold> scaffold; // null: a fresh one
        std::filesystem::path checkpointDir; // empty: not restored
        std::string checkpointFilenameWithPath; // a prefix; excludes checkpointDir
        bool queuesArePositioned = false; // see SessionManager::Options
        SessionFactory sessionFactory; // empty: DirectSession
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // `graph` is borrowed.
    ChiefSessionCreator(Graph& graph, Options options);

    // What Scaffold::finalize() and SessionManager::prepareSession() throw.
    std::unique_ptr<Session> createSession() override;
    Graph& graph() const override { return m_graph; }

private:
    Graph& m_graph;
    Options m_options;
    std::unique_ptr<SessionManager> m_manager;
};

// Waits until a chief has made the model ready (tf.train.WorkerSessionCreator): in this process, or
// in another one that saves to a directory which both see.
class WorkerSessionCreator final : public SessionCreator
{
public:
    struct Options
    {
        std::shared_ptr<Scaffold> scaffold; // null: a fresh one
        std::filesystem::path checkpointDir; // of a chief in another process; only read
        double maxWaitSecs = 1800;
        double recoveryWaitSecs = 1; // between two looks
        SessionFactory sessionFactory; // empty: DirectSession
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    WorkerSessionCreator(Graph& graph, Options options);

    // What Scaffold::finalize() and SessionManager::waitForSession() throw.
    std::unique_ptr<Session> createSession() override;
    Graph& graph() const override { return m_graph; }

private:
    Graph& m_graph;
    Options m_options;
    std::unique_ptr<SessionManager> m_manager;
};

} // namespace engine
