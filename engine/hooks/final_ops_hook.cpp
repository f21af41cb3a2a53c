// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/final_ops_hook.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

FinalOpsHook::FinalOpsHook(std::vector<Fetch> finalOps, std::vector<Feed> feeds, Logger* logger)
    : m_finalOps(std::move(finalOps)), m_feeds(std::move(feeds)), m_logger(logger)
{ }

void FinalOpsHook::end(Session& session)
{
    if (m_finalOps.empty()) {
        return;
    }
    try {
        m_values = session.run(m_finalOps, m_feeds);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::OutOfRange) {
            m_logger->warning(fmt::format(
                "An OutOfRangeError or StopIteration exception is raised by the final ops. Likely "
                "they depend on an input source that has run out: {}",
                error.what()));
        }
        throw;
    }
}

} // namespace engine
