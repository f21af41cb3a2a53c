// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/arena.h"

#include <memory>
#include <mutex>

namespace engine {

// The memory of results of one run at a time: whoever runs in it locks it.
struct Workspace
{
    explicit Workspace(std::size_t size) : bytes(size), arena(size) { } // ResourceExhaustedError

    const std::size_t bytes;
    const Arena arena;
    std::mutex mutex;
};

// Gives the plans of a session their workspaces. A training has several large plans, with and
// without the loss or a test, that do not run at the same time: they get one together.
//
// Thread rule: none; the caller locks.
class Workspaces
{
public:
    // One of at least so many bytes. A small one is the plan's own, so that quick questions need
    // not wait for a step, and so is one whose runs may wait for other runs.
    // ResourceExhaustedError.
    std::shared_ptr<Workspace> take(std::size_t bytes, bool mayBlock);

private:
    std::weak_ptr<Workspace> m_shared; // the largest so far
};

} // namespace engine
