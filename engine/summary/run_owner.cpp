// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_owner.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
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

namespace {

// Killed or ended, but its parent has not asked how: it still has its number (proc(5), state Z).
bool isZombie(std::int64_t pid)
{
    std::ifstream file(fmt::format("/proc/{}/stat", pid));
    std::string line;
    std::getline(file, line);
    const std::size_t name = line.rfind(')'); // a program's name may hold brackets
    return name != std::string::npos && line.substr(name).starts_with(") Z");
}

// Signal 0 only asks. EPERM: it exists and belongs to somebody else.
bool isAlive(std::int64_t pid)
{
    return (::kill(static_cast<pid_t>(pid), 0) == 0 || errno != ESRCH) && !isZombie(pid);
}

std::string programOf(std::string_view process)
{
    std::error_code error;
    const std::filesystem::path program =
        std::filesystem::read_symlink(fmt::format("/proc/{}/exe", process), error);
    return error ? std::string() : program.filename().string();
}

// Whether a living process is a program that trains: ours by name, or the one that asks.
bool trains(std::int64_t pid)
{
    const std::string program = programOf(std::to_string(pid));
    return program.starts_with("trainspotter")
        || (!program.empty() && program == programOf("self"));
}

} // namespace

bool isGone(const RunOwner& owner, std::chrono::microseconds now)
{
    const bool isSilent =
        std::chrono::microseconds(owner.heartbeatMicros) < now - kHeartbeatTimeout;
    if (owner.host != hostName()) {
        return isSilent;
    }
    return !isAlive(owner.pid) || (isSilent && !trains(owner.pid));
}

} // namespace engine
