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
// A heartbeat older than this means that the process is gone, even if one has its number.
inline constexpr std::chrono::seconds kHeartbeatTimeout{60};

std::string hostName(); // "localhost" if the system does not say
std::int64_t processId();

// True if `owner` no longer trains: its process is gone from this host, or has long been silent.
bool isGone(const RunOwner& owner, std::chrono::microseconds now);

} // namespace engine
