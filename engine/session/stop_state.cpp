// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/stop_state.h"

namespace engine {

void StopState::request(std::string_view reason, bool byHook)
{
    const std::lock_guard lock(m_mutex);
    if (m_reason.empty()) {
        m_reason = reason;
    }
    m_isRequested = true;
    if (byHook) {
        m_isRequestedByHook = true;
    }
}

std::string StopState::reason() const
{
    const std::lock_guard lock(m_mutex);
    return m_reason;
}

} // namespace engine
