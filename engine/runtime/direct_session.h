// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/session.h"

#include <memory>

namespace engine {

struct SessionOptions
{
    int threads = 0; // for products and large loops; 0: all cores
};

// The session that computes, in this process. Compiles a plan for each set of fetches, feeds and
// shapes and keeps it; a step on a warm plan allocates nothing. Subnormal numbers are 0, as in
// TensorFlow's sessions (base/flush_subnormals).
//
// Thread rule: run() may be called from several threads; runs of the same plan take turns, unless
// they may wait for each other (queues): those get copies of the plan and run side by side. As in
// TensorFlow, concurrent runs that touch one variable are not ordered against each other.
class DirectSession final : public Session
{
public:
    // `graph` is not owned and must outlive the session.
    explicit DirectSession(Graph& graph, const SessionOptions& options = {});
    ~DirectSession() override;

    using Session::run;
    Graph* graph() const override;
    void run(const RunRequest& request, std::vector<Tensor>& results) override;
    // Idempotent, from any thread: runs that wait in a queue end with CancelledError. No run may
    // be going on when the session is destroyed.
    void close() override;

    int threads() const;
    std::size_t planCount() const; // plans kept

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace engine
