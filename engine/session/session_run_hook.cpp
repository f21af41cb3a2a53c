// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session_run_hook.h"

namespace engine {

void SessionRunContext::requestStop(std::string_view reason)
{
    m_stopRequested = true;
    if (m_stopReason.empty()) {
        m_stopReason = reason;
    }
}

} // namespace engine
