// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/monitored_session.h"
#include "tests/support/fake_clock.h"
#include "tests/support/scripted_hook.h"
#include "tests/support/training_graph.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace engine {

// A small model, a fake clock and a list of calls: what tests of monitored sessions start from.
class SessionFixture
{
protected:
    void makeFresh() // before each test
    {
        m_calls.clear();
        m_clock = std::make_unique<FakeClock>();
        m_logger = std::make_unique<MemoryLogger>();
        m_options = MonitoredSessionOptions();
        m_options.clock = m_clock.get();
        m_options.logger = m_logger.get();
        m_model = std::make_unique<TrainingGraph>();
    }

    std::shared_ptr<ScriptedHook> hook(const QString& name)
    {
        return std::make_shared<ScriptedHook>(name, &m_calls);
    }
    std::unique_ptr<MonitoredSession> open(std::vector<HookPointer> hooks)
    {
        return m_model->open(std::move(hooks), m_options);
    }
    // Throws `Thrown` the first time it is called.
    template <typename Thrown>
    static std::function<void(SessionRunContext&)> throwOnce()
    {
        return [done = false](SessionRunContext&) mutable {
            if (!std::exchange(done, true)) {
                throw Thrown("once");
            }
        };
    }

    QStringList m_calls;
    MonitoredSessionOptions m_options;
    std::unique_ptr<FakeClock> m_clock;
    std::unique_ptr<MemoryLogger> m_logger;
    std::unique_ptr<TrainingGraph> m_model;
};

} // namespace engine
