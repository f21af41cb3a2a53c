// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/hooked_session.h"
#include "tests/support/training_graph.h"

// Runs one hook around a raw session, without the other layers of a monitored session.
class HookDriver
{
public:
    HookDriver(TrainingGraph& model, engine::HookPointer hook)
        : m_model(model), m_hooks({std::move(hook)}, m_logger)
    {
        m_hooks.begin(model.graph);
        auto raw = std::make_unique<engine::DirectSession>(model.graph);
        model.initialize(*raw);
        m_raw = raw.get();
        m_session = std::make_unique<engine::HookedSession>(std::move(raw), m_hooks, m_stop);
    }

    void create() { m_session->notifyCreated(m_coordinator); }
    void end() { m_hooks.end(*m_raw); }
    void run(const engine::Fetch& fetch) { m_session->run(fetch); }
    void train() { run(m_model.train); }
    engine::Session& raw() { return *m_raw; }
    void setStep(std::int64_t step) { m_model.setStepIn(*m_raw, step); }
    std::int64_t step() { return m_model.stepIn(*m_raw); }
    bool stops() const { return m_stop.isRequested(); }
    std::string reason() const { return m_stop.reason(); }

private:
    TrainingGraph& m_model;
    engine::NullLogger m_logger;
    engine::HookList m_hooks;
    engine::StopState m_stop;
    engine::Coordinator m_coordinator;
    engine::Session* m_raw = nullptr;
    std::unique_ptr<engine::HookedSession> m_session;
};
