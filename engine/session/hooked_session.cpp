// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/hooked_session.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

const RunOptions kNoOptions;

bool feeds(std::span<const Feed> feeds, const Output& output)
{
    return std::ranges::any_of(feeds, [&](const Feed& feed) { return feed.output == output; });
}

void merge(const RunOptions& options, RunOptions& into)
{
    into.traceLevel = std::max(into.traceLevel, options.traceLevel);
    into.timeoutMs = std::max(into.timeoutMs, options.timeoutMs);
    into.outputPartitionGraphs |= options.outputPartitionGraphs;
    into.reportTensorAllocationsUponOom |= options.reportTensorAllocationsUponOom;
    into.debugTensorWatches.insert(into.debugTensorWatches.end(),
                                   options.debugTensorWatches.begin(),
                                   options.debugTensorWatches.end());
}

} // namespace

HookedSession::HookedSession(std::unique_ptr<Session> session, HookList& hooks, StopState& stop)
    : WrappedSession(std::move(session)), m_hooks(hooks), m_stop(stop)
{ }

void HookedSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    if (m_stopRequested) {
        throw FailedPreconditionError("Run called even after should_stop requested.");
    }
    SessionRunContext context(wrapped(), request);
    try {
        askHooks(context);
        runMerged(request, results);
        tellHooks(context, request);
    } catch (...) {
        takeStopRequest(context);
        throw;
    }
    takeStopRequest(context);
}

void HookedSession::notifyCreated(Coordinator& coordinator)
{
    const RunRequest nothing;
    SessionRunContext context(wrapped(), nothing);
    try {
        for (const HookPointer& hook : m_hooks.hooks()) {
            hook->afterCreateSession(context, coordinator);
        }
    } catch (...) {
        takeStopRequest(context);
        throw;
    }
    takeStopRequest(context);
}

void HookedSession::askHooks(SessionRunContext& context)
{
    const RunRequest& request = context.originalArgs();
    m_fetches.assign(request.fetches.begin(), request.fetches.end());
    m_feeds.clear();
    m_slices.clear();
    m_hasOptions = false;
    m_metadata.timings.clear();
    m_metadata.partitionGraphs.clear();
    for (const HookPointer& hook : m_hooks.hooks()) {
        const SessionRunArgs* args = hook->beforeRun(context);
        m_slices.push_back({m_fetches.size(), args != nullptr ? args->fetches.size() : 0});
        if (args == nullptr) {
            continue;
        }
        m_fetches.insert(m_fetches.end(), args->fetches.begin(), args->fetches.end());
        addFeeds(args->feeds);
        if (args->options) {
            addOptions(*args->options, request);
        }
    }
    if (!m_feeds.empty()) {
        addCallersFeeds(request.feeds);
    }
}

void HookedSession::addFeeds(const std::vector<Feed>& given)
{
    const std::size_t earlier = m_feeds.size();
    for (const Feed& feed : given) {
        if (feeds(std::span(m_feeds).first(earlier), feed.output)) {
            throw FailedPreconditionError(fmt::format(
                "Same tensor is fed by two hooks. Conflicting tensor: {}", feed.output.name()));
        }
        m_feeds.push_back(feed);
    }
}

void HookedSession::addCallersFeeds(std::span<const Feed> given)
{
    for (const Feed& feed : m_feeds) {
        if (feeds(given, feed.output)) {
            throw FailedPreconditionError(
                fmt::format("Same tensor is fed by a SessionRunHook and user. Conflicting "
                            "tensor: {}",
                            feed.output.name()));
        }
    }
    m_feeds.insert(m_feeds.end(), given.begin(), given.end());
}

void HookedSession::addOptions(const RunOptions& options, const RunRequest& request)
{
    if (!m_hasOptions) {
        m_options = request.options != nullptr ? *request.options : RunOptions();
        m_hasOptions = true;
    }
    merge(options, m_options);
}

void HookedSession::runMerged(const RunRequest& request, std::vector<Tensor>& results)
{
    RunRequest merged = request;
    if (!m_feeds.empty()) {
        merged.feeds = m_feeds;
    }
    if (m_hasOptions) {
        merged.options = &m_options;
        merged.metadata = request.metadata != nullptr ? request.metadata : &m_metadata;
    }
    const std::size_t callersFetches = request.fetches.size();
    if (m_fetches.size() == callersFetches) {
        wrapped().run(merged, results);
    } else {
        merged.fetches = m_fetches;
        // The caller's tensors travel along, so that they are written in place.
        results.resize(callersFetches);
        m_results.resize(m_fetches.size());
        std::ranges::swap_ranges(results, m_results);
        wrapped().run(merged, m_results);
        std::swap_ranges(results.begin(), results.end(), m_results.begin());
    }
    m_feeds.clear(); // keeps no batch alive
}

void HookedSession::tellHooks(SessionRunContext& context, const RunRequest& request)
{
    const RunOptions* options = m_hasOptions ? &m_options : request.options;
    const RunMetadata& metadata = request.metadata != nullptr ? *request.metadata : m_metadata;
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        std::span<const Tensor> own;
        if (m_slices[i].count > 0) {
            own = std::span<const Tensor>(m_results).subspan(m_slices[i].first, m_slices[i].count);
        }
        m_hooks.hooks()[i]->afterRun(context,
                                     {own, options != nullptr ? *options : kNoOptions, metadata});
    }
}

void HookedSession::takeStopRequest(const SessionRunContext& context)
{
    if (context.stopRequested()) {
        m_stopRequested = true;
        m_stop.request(context.stopReason(), true);
    }
}

} // namespace engine
