// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/training/monitored_training_session.h"
#include "tests/engine/training/trace_hooks.h"
#include "tests/engine/training/trace_world.h"

// Plays a scenario on the engine; afterwards world.trace and world.files() hold what happened.
class TracePlayer
{
public:
    explicit TracePlayer(TraceWorld& world);

    void play();

private:
    void playSession(const QJsonObject& description);
    std::unique_ptr<engine::MonitoredSession> open(const QJsonObject& description,
                                                   TraceHooks& hooks,
                                                   std::shared_ptr<engine::Scaffold> scaffold);
    engine::MonitoredTrainingSessionOptions trainingOptions(const QJsonObject& args);
    void playProgram(const QJsonArray& verbs);
    void playInWith(const QJsonArray& verbs);
    void playVerb(const QJsonObject& verb);
    void run(const QJsonObject& verb);
    void runStepFn(const QJsonObject& verb);
    void playStep(const QJsonObject& part, engine::StepContext& context, QJsonValue& value);
    bool shouldStop();
    void putError(const QString& key);

    TraceWorld& m_world;
    std::unique_ptr<engine::Logger> m_counterLines;
    TraceHooks* m_hooks = nullptr;
    std::unique_ptr<engine::MonitoredSession> m_session;
};
