// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/timed_session.h"

#include <algorithm>

namespace engine {

double StepTimes::monitoringShare(const Clock& clock) const
{
    const std::int64_t start = loopStart;
    const auto elapsed = static_cast<double>(clock.monotonic().count() - start);
    if (start == 0 || elapsed <= 0 || compute == 0) {
        return -1;
    }
    return std::clamp(1 - static_cast<double>(compute + data) / elapsed, 0.0, 1.0);
}

} // namespace engine
