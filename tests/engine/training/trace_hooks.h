// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hooks/final_ops_hook.h"
#include "engine/session/scaffold.h"
#include "engine/session/session_run_hook.h"
#include "tests/engine/training/trace_world.h"

// The hooks of a scenario.
class TraceHooks
{
public:
    TraceHooks(TraceWorld& world, std::shared_ptr<engine::Scaffold> scaffold);

    std::vector<engine::HookPointer> make(const QJsonArray& descriptions);
    // Notes in the trace that a session is ready; to be called first of all hooks.
    engine::HookPointer makeAnnouncer() const;

    std::shared_ptr<engine::FinalOpsHook> finalOps; // null if the session has none

private:
    engine::HookPointer makeOne(const QJsonObject& description);
    engine::HookPointer makeCheckpointSaver(const QJsonObject& description);

    TraceWorld& m_world;
    std::shared_ptr<engine::Scaffold> m_scaffold;
    std::shared_ptr<engine::Clock> m_waiterClock;
    std::shared_ptr<engine::Logger> m_logger;
    QMap<QString, engine::HookPointer> m_recorders;
};
