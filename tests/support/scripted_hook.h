// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/session_run_hook.h"

#include <QStringList>

#include <functional>

// Notes its calls as "NAME.call" and then does what the test gave it.
class ScriptedHook final : public engine::SessionRunHook
{
public:
    ScriptedHook(QString name, QStringList* calls) : m_name(std::move(name)), m_calls(calls) { }

    void begin(engine::Graph& graph) override
    {
        note("begin");
        call(onBegin, graph);
    }
    void afterCreateSession(engine::SessionRunContext& context,
                            engine::Coordinator& coordinator) override
    {
        note("created");
        call(onCreated, context, coordinator);
    }
    const engine::SessionRunArgs* beforeRun(engine::SessionRunContext& context) override
    {
        note("before");
        call(onBefore, context);
        return args ? &*args : nullptr;
    }
    void afterRun(engine::SessionRunContext& context,
                  const engine::SessionRunValues& values) override
    {
        note("after");
        call(onAfter, context, values);
    }
    void end(engine::Session& session) override
    {
        note("end");
        call(onEnd, session);
    }
    void onError(const engine::Error& error) override
    {
        note("error");
        call(onFailure, error);
    }
    bool isGuard() const override { return guards; }
    bool isSaver() const override { return saves; }

    std::function<void(engine::Graph&)> onBegin;
    std::function<void(engine::SessionRunContext&, engine::Coordinator&)> onCreated;
    std::function<void(engine::SessionRunContext&)> onBefore;
    std::function<void(engine::SessionRunContext&, const engine::SessionRunValues&)> onAfter;
    std::function<void(engine::Session&)> onEnd;
    std::function<void(const engine::Error&)> onFailure;
    std::optional<engine::SessionRunArgs> args;
    bool guards = false;
    bool saves = false;

private:
    void note(const char* what) { m_calls->append(m_name + '.' + what); }
    template <typename Function, typename... Arguments>
    static void call(const Function& function, Arguments&&... arguments)
    {
        if (function) {
            function(std::forward<Arguments>(arguments)...);
        }
    }

    QString m_name;
    QStringList* m_calls;
};
