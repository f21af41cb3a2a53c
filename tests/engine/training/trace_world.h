// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/logger.h"
#include "engine/ops/variable_ops.h"
#include "engine/session/monitored_session.h"
#include "tests/support/fake_clock.h"
#include "tests/support/memory_summary_writer.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>
#include <memory>

// The world in which a scenario of golden/monitored/traces.json is played (its README is the
// language): the standard graph, sessions with injected faults, directories, and the trace.

// What an exception is called in a trace: "InvalidArgumentError"; of others: what().
QString nameOfError(const std::exception_ptr& error);
// Python's names in the traces as ours.
QString ourErrorName(const QString& name);
[[noreturn]] void throwByName(const QString& name);

// Names in a structure of fetches, depth first; and the structure with values in their places.
QStringList namesIn(const QJsonValue& fetches);
QJsonValue withValues(const QJsonValue& fetches, std::span<const engine::Tensor> values);

class TraceWorld
{
public:
    explicit TraceWorld(const QJsonObject& scenario);

    void put(const QJsonObject& entry) { trace.append(entry); }
    void beginSession(); // a fresh graph and fresh writers
    void endSession();

    std::vector<engine::Fetch> fetchesOf(const QJsonValue& fetches) const;
    std::vector<engine::Feed> feedsOf(const QJsonObject& feeds) const;
    std::int64_t stepOf(engine::Session& session) const;
    bool isTraining(const engine::Fetch& fetch) const;
    // One writer a directory and session, as TensorFlow's cache.
    std::shared_ptr<MemorySummaryWriter> writerOf(const std::filesystem::path& directory);
    std::vector<std::shared_ptr<engine::SummaryWriter>> writers() const;
    engine::SessionFactory sessionFactory(bool isChief);
    void report(engine::Coordinator& coordinator, const QString& error);

    QJsonArray stepsOnDisk() const;
    void damageNewest();
    void deleteNewest();
    QJsonObject files() const; // as in a scenario

    QJsonObject scenario;
    QJsonArray trace;
    QTemporaryDir folder;
    std::filesystem::path checkpointDir;
    std::filesystem::path summaryDir;
    FakeClock clock; // of hooks
    FakeClock recoveryClock;
    int trainRuns = 0;
    int creations = 0;
    std::unique_ptr<engine::Graph> graph;
    QMap<QString, engine::Output> tensors;
    engine::Output setStepTo;
    engine::Operation* setStep = nullptr;
    engine::Coordinator* coordinator = nullptr; // of the live session
    engine::Session* live = nullptr;
    QJsonValue userFetches; // of the run that goes on

private:
    void buildGraph();
    void addQueue(const QJsonObject& description, const engine::Variable& step,
                  const engine::Variable& w);
    void collect(const std::filesystem::path& directory, QJsonArray& into) const;

    std::map<std::filesystem::path, std::shared_ptr<MemorySummaryWriter>> m_writers;
    QJsonArray m_events; // one list a file
    QJsonArray m_summaryEvents;
};

// A raw session that notes training steps and its end, and throws the scenario's faults.
class TracedSession final : public engine::Session
{
public:
    TracedSession(TraceWorld& world, std::unique_ptr<engine::Session> session, bool isChief);

    using Session::run;
    engine::Graph* graph() const override { return m_session->graph(); }
    void run(const engine::RunRequest& request, std::vector<engine::Tensor>& results) override;
    void close() override;

    // The session is ready: notes it.
    void announce();

private:
    void throwFault(const QString& when, int run);

    TraceWorld& m_world;
    std::unique_ptr<engine::Session> m_session;
    QString m_how;
    bool m_isAnnounced = false;
};
