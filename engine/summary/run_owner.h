// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace engine {

// The process that trains a run, as the store has it.
struct RunOwner
{
    std::string host;
    std::int64_t pid = 0;
    std::int64_t heartbeatMicros = 0; // since 1970 UTC
};

inline constexpr std::chrono::seconds kHeartbeatPeriod{2};
// Longer silence means that a process of another host is gone, and that whoever has the owner's
// number on this host is another program.
inline constexpr std::chrono::seconds kHeartbeatTimeout{60};

std::string hostName(); // "localhost" if the system does not say
std::int64_t processId();

// True if `owner` no longer trains: its process is gone from this host, or it has long been silent
// and is not seen to live. (Clocks jump and machines sleep: silence alone proves nothing where one
// can look.)
bool isGone(const RunOwner& owner, std::chrono::microseconds now);

} // namespace engine
