// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session_creator.h"

namespace engine {

namespace {

std::shared_ptr<Scaffold> orFresh(const std::shared_ptr<Scaffold>& scaffold)
{
    return scaffold != nullptr ? scaffold : std::make_shared<Scaffold>();
}

SessionManager::Options managerOptions(const Scaffold& scaffold)
{
    SessionManager::Options options;
    options.localInitOp = scaffold.localInitOp();
    options.localInitFeeds = scaffold.localInitFeeds();
    options.readyOp = scaffold.readyOp();
    options.readyForLocalInitOp = scaffold.readyForLocalInitOp();
    return options;
}

} // namespace

ChiefSessionCreator::ChiefSessionCreator(Graph& graph, Options options)
    : m_graph(graph), m_options(std::move(options))
{
    m_options.scaffold = orFresh(m_options.scaffold);
}

std::unique_ptr<Session> ChiefSessionCreator::createSession()
{
    Scaffold& scaffold = *m_options.scaffold;
    scaffold.finalize(m_graph, m_options.logger);
    if (m_manager == nullptr) {
        SessionManager::Options options = managerOptions(scaffold);
        options.queuesArePositioned = m_options.queuesArePositioned;
        options.sessionFactory = m_options.sessionFactory;
        options.clock = m_options.clock;
        options.logger = m_options.logger;
        m_manager = std::make_unique<SessionManager>(m_graph, std::move(options));
    }
    SessionManager::RestoreOptions restore;
    restore.saver = scaffold.saver();
    restore.checkpointDir = m_options.checkpointDir;
    restore.checkpointFilenameWithPath = m_options.checkpointFilenameWithPath;
    return m_manager->prepareSession(restore,
                                     {scaffold.initOp(), scaffold.initFeeds(), scaffold.initFn()});
}

WorkerSessionCreator::WorkerSessionCreator(Graph& graph, Options options)
    : m_graph(graph), m_options(std::move(options))
{
    m_options.scaffold = orFresh(m_options.scaffold);
}

std::unique_ptr<Session> WorkerSessionCreator::createSession()
{
    Scaffold& scaffold = *m_options.scaffold;
    scaffold.finalize(m_graph, m_options.logger);
    if (m_manager == nullptr) {
        SessionManager::Options options = managerOptions(scaffold);
        options.recoveryWaitSecs = m_options.recoveryWaitSecs;
        options.sessionFactory = m_options.sessionFactory;
        options.clock = m_options.clock;
        options.logger = m_options.logger;
        m_manager = std::make_unique<SessionManager>(m_graph, std::move(options));
    }
    SessionManager::RestoreOptions restore;
    restore.saver = scaffold.saver();
    restore.checkpointDir = m_options.checkpointDir;
    return m_manager->waitForSession(m_options.maxWaitSecs, restore);
}

} // namespace engine
