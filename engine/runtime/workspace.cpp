// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/workspace.h"

namespace engine {

namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;
// Of what a plan needs, in addition: the next one may need a little more. Memory that nobody
// touches costs nothing.
constexpr std::size_t kSpareShare = 8;

} // namespace

std::shared_ptr<Workspace> Workspaces::take(std::size_t bytes, bool mayBlock)
{
    if (bytes < kLarge || mayBlock) {
        return std::make_shared<Workspace>(bytes);
    }
    std::shared_ptr<Workspace> shared = m_shared.lock();
    if (shared == nullptr || shared->bytes < bytes) {
        shared = std::make_shared<Workspace>(bytes + bytes / kSpareShare);
        m_shared = shared;
    }
    return shared;
}

} // namespace engine
