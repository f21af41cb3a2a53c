// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/hook_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>

namespace engine {

namespace {

void requireDistinct(const std::vector<HookPointer>& hooks)
{
    std::set<const SessionRunHook*> seen;
    for (std::size_t i = 0; i < hooks.size(); ++i) {
        if (hooks[i] == nullptr) {
            throw InvalidArgumentError(fmt::format("hook {} of {} is null", i + 1, hooks.size()));
        }
        if (!seen.insert(hooks[i].get()).second) {
            throw InvalidArgumentError(
                fmt::format("hook {} of {} is in the list already; each hook may be given once",
                            i + 1, hooks.size()));
        }
    }
}

} // namespace

HookList::HookList(std::vector<HookPointer> hooks, Logger& logger)
    : m_hooks(std::move(hooks)), m_logger(logger)
{
    requireDistinct(m_hooks);
    const auto firstSaver =
        std::ranges::find_if(m_hooks, [](const HookPointer& hook) { return hook->isSaver(); });
    std::stable_partition(firstSaver, m_hooks.end(),
                          [](const HookPointer& hook) { return hook->isGuard(); });
}

void HookList::begin(Graph& graph)
{
    for (const HookPointer& hook : m_hooks) {
        ++m_begun;
        hook->begin(graph);
    }
}

void HookList::end(Session& session)
{
    std::exception_ptr first;
    for (const HookPointer& hook : m_hooks) {
        try {
            hook->end(session);
        } catch (const std::exception& error) {
            m_logger.error(fmt::format("end of a hook failed: {}", error.what()));
            first = first ? first : std::current_exception();
        } catch (...) {
            first = first ? first : std::current_exception();
        }
    }
    if (first) {
        std::rethrow_exception(first);
    }
}

void HookList::reportError(const Error& error)
{
    if (m_isErrorReported) {
        return;
    }
    m_isErrorReported = true;
    for (std::size_t i = 0; i < m_begun; ++i) {
        try {
            m_hooks[i]->onError(error);
        } catch (const std::exception& second) {
            m_logger.error(fmt::format("onError of a hook failed: {}", second.what()));
        }
    }
}

} // namespace engine
