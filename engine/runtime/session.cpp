// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/session.h"

namespace engine {

std::vector<Tensor> Session::run(std::span<const Fetch> fetches, std::span<const Feed> feeds)
{
    std::vector<Tensor> results;
    run(RunRequest{fetches, feeds}, results);
    return results;
}

std::vector<Tensor> Session::run(std::initializer_list<Fetch> fetches,
                                 std::initializer_list<Feed> feeds)
{
    return run(std::span(fetches.begin(), fetches.size()), std::span(feeds.begin(), feeds.size()));
}

Tensor Session::run(const Fetch& fetch, std::initializer_list<Feed> feeds)
{
    return run(std::span(&fetch, 1), std::span(feeds.begin(), feeds.size()))[0];
}

} // namespace engine
