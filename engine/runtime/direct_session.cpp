// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/direct_session.h"

#include "engine/base/errors.h"
#include "engine/base/thread_pool.h"
#include "engine/ops/packed_product.h"
#include "engine/runtime/plan.h"

#include <algorithm>
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

namespace engine {

namespace {

// More kinds of runs than any training has; a caller who feeds ever new shapes pays with memory
// for the last ones only.
constexpr std::size_t kMaxPlans = 64;
// Of one plan whose runs wait in queues.
constexpr int kMaxCopies = 32;

} // namespace

struct DirectSession::Impl
{
    struct CountedPlan
    {
        CountedPlan(const RunRequest& request, Impl& session)
            : plan(request, session.variables, session.resources, session.workspaces,
                   session.pool->threads())
        { }
        Plan plan;
        std::atomic<int> runs{0}; // that are going on or wait for their turn
    };
    // While it lives, the run is counted.
    class Use
    {
    public:
        explicit Use(std::shared_ptr<CountedPlan> plan) : m_plan(std::move(plan)) { }
        ~Use() { --m_plan->runs; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        Plan& plan() const { return m_plan->plan; }

    private:
        std::shared_ptr<CountedPlan> m_plan;
    };

    std::shared_ptr<CountedPlan> planFor(const RunRequest& request);
    void requireOfGraph(const RunRequest& request) const;

    Graph* graph = nullptr;
    std::unique_ptr<ThreadPool> pool;
    std::atomic<bool> isClosed = false;
    VariableStore variables;
    ResourceStore resources;
    std::mutex mutex;
    Workspaces workspaces;
    std::list<std::shared_ptr<CountedPlan>> plans; // most recently used first
};

void DirectSession::Impl::requireOfGraph(const RunRequest& request) const
{
    for (const Fetch& fetch : request.fetches) {
        if (&fetch.operation->graph() != graph) {
            throw InvalidArgumentError("fetch " + fetch.operation->name()
                                       + " is not of this graph");
        }
    }
    for (const Feed& feed : request.feeds) {
        if (!feed.output.isValid()) {
            throw InvalidArgumentError("a feed names no output");
        }
        if (&feed.output.graph() != graph) {
            throw InvalidArgumentError("feed " + feed.output.name() + " is not of this graph");
        }
    }
}

// The plan, with this run counted.
std::shared_ptr<DirectSession::Impl::CountedPlan>
DirectSession::Impl::planFor(const RunRequest& request)
{
    const std::lock_guard lock(mutex);
    int copies = 0;
    const auto found =
        std::ranges::find_if(plans, [&](const std::shared_ptr<CountedPlan>& candidate) {
            if (!candidate->plan.key().matches(request)) {
                return false;
            }
            const bool isFree = !candidate->plan.mayBlock() || candidate->runs == 0;
            return isFree || ++copies == kMaxCopies;
        });
    if (found != plans.end()) {
        plans.splice(plans.begin(), plans, found);
    } else {
        requireOfGraph(request);
        plans.push_front(std::make_shared<CountedPlan>(request, *this));
        if (plans.size() > kMaxPlans) {
            plans.pop_back();
        }
    }
    ++plans.front()->runs;
    return plans.front();
}

DirectSession::DirectSession(Graph& graph, const SessionOptions& options)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->graph = &graph;
    m_impl->pool = std::make_unique<ThreadPool>(
        options.threads > 0 ? options.threads
                            : static_cast<int>(std::thread::hardware_concurrency()),
        prepareProducts);
}

DirectSession::~DirectSession() = default;

Graph* DirectSession::graph() const
{
    return m_impl->isClosed ? nullptr : m_impl->graph;
}

void DirectSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    if (m_impl->isClosed) {
        throw FailedPreconditionError("Attempted to use a closed Session.");
    }
    prepareProducts(); // before a loop in which nothing may throw
    const ThreadPool::Use use(*m_impl->pool);
    const Impl::Use run(m_impl->planFor(request));
    run.plan().run(request, results);
}

void DirectSession::close()
{
    m_impl->isClosed = true;
    m_impl->resources.cancelAll();
}

int DirectSession::threads() const
{
    return m_impl->pool->threads();
}

std::size_t DirectSession::planCount() const
{
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->plans.size();
}

} // namespace engine
