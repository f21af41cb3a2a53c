// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_owner.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <unistd.h>

namespace engine {

std::string hostName()
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0 || name.front() == '\0') {
        return "localhost";
    }
    return name.data();
}

std::int64_t processId()
{
    return ::getpid();
}

bool isGone(const RunOwner& owner, std::chrono::microseconds now)
{
    const std::chrono::microseconds silence =
        now - std::chrono::microseconds(owner.heartbeatMicros);
    if (silence > kHeartbeatTimeout) {
        return true;
    }
    // Signal 0 only asks. EPERM: it exists and belongs to somebody else.
    const bool isHere = owner.host == hostName();
    return isHere && ::kill(static_cast<pid_t>(owner.pid), 0) != 0 && errno == ESRCH;
}

} // namespace engine
