// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/session.h"

#include <functional>

// A raw session that runs what the test gives it and remembers the last request.
class FakeSession final : public engine::Session
{
public:
    explicit FakeSession(std::function<void()> onRun = {}, engine::Graph* graph = nullptr)
        : m_onRun(std::move(onRun)), m_graph(graph)
    { }
    ~FakeSession() override
    {
        if (destroyed != nullptr) {
            *destroyed = true;
        }
    }

    using Session::run;
    engine::Graph* graph() const override { return m_graph; }
    void run(const engine::RunRequest& request, std::vector<engine::Tensor>& results) override
    {
        ++runs;
        lastRequest = request;
        lastFetches.assign(request.fetches.begin(), request.fetches.end());
        lastFeeds.assign(request.feeds.begin(), request.feeds.end());
        if (request.options != nullptr) {
            lastOptions = *request.options;
        }
        if (m_onRun) {
            m_onRun();
        }
        results.resize(request.fetches.size());
        for (std::size_t i = 0; i < results.size(); ++i) {
            results[i] = engine::Tensor::scalar(static_cast<std::int64_t>(i) + 100);
        }
    }
    void close() override
    {
        ++closes;
        if (onClose) {
            onClose();
        }
    }

    int runs = 0;
    int closes = 0;
    bool* destroyed = nullptr;
    std::function<void()> onClose;
    engine::RunRequest lastRequest;
    std::vector<engine::Fetch> lastFetches;
    std::vector<engine::Feed> lastFeeds;
    engine::RunOptions lastOptions;

private:
    std::function<void()> m_onRun;
    engine::Graph* m_graph;
};
