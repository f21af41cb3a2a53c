// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/session_run_hook.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// The part that hooks with a step share: the global step is fetched with each run, which gives the
// value before the update; the value after it is predicted from how far the last run came, and read
// by a run of its own only when something is due.
class GlobalStepReader
{
public:
    // FailedPreconditionError "Global step should be created to use HOOK."
    void begin(const Graph& graph, std::string_view hookName);

    Fetch fetch() const { return m_value; }
    const std::string& name() const { return m_value.operation().name(); }

    // Takes the fetched value (first of a hook's results); returns the step that the run led to if
    // it advanced as far as the one before.
    std::int64_t predict(const Tensor& fetched);
    // How far a run advances: as far as the last one did, 1 as long as that is unknown.
    std::int64_t advance() const { return m_advance; }
    // The value that the last run fetched; nothing before the first.
    std::optional<std::int64_t> fetched() const { return m_fetched; }
    // The true step now, by a raw run.
    std::int64_t read(Session& session) const;
    // Forgets how far runs advance (the session was created again).
    void reset();

private:
    Output m_value;
    std::optional<std::int64_t> m_fetched;
    std::int64_t m_advance = 1;
};

} // namespace engine
