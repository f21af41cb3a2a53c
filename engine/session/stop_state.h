// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

namespace engine {

// That a stop was requested, and why. Belongs to the outermost session, so that it outlives
// errors and re-creations. Thread-safe.
class StopState
{
public:
    // `byHook`: further runs are refused; otherwise they still work.
    void request(std::string_view reason, bool byHook);
    bool isRequested() const { return m_isRequested; }
    bool isRequestedByHook() const { return m_isRequestedByHook; }
    std::string reason() const; // the first that is not empty

private:
    std::atomic<bool> m_isRequested{false};
    std::atomic<bool> m_isRequestedByHook{false};
    mutable std::mutex m_mutex;
    std::string m_reason;
};

} // namespace engine
