// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/operation.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace engine {

// State of a session that is no variable: a queue.
class Resource
{
public:
    Resource() = default;
    virtual ~Resource() = default;
    Resource(const Resource&) = delete;
    Resource& operator=(const Resource&) = delete;

    // The session closes: whoever waits, or comes later, gets CancelledError.
    virtual void cancel() = 0;
};

// The resources of a session, each made when a kernel first asks for it. Thread-safe.
class ResourceStore
{
public:
    // The resource of this operation; `make(operation)` gives a std::unique_ptr<T> to a new one.
    // One operation always has the same T.
    template <typename T, typename Make>
    T& of(const Operation& operation, Make&& make)
    {
        const std::lock_guard lock(m_mutex);
        std::unique_ptr<Resource>& resource = m_resources[&operation];
        if (!resource) {
            resource = make(operation);
        }
        return static_cast<T&>(*resource);
    }

    void cancelAll()
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [operation, resource] : m_resources) {
            resource->cancel();
        }
    }

private:
    std::mutex m_mutex;
    std::unordered_map<const Operation*, std::unique_ptr<Resource>> m_resources;
};

} // namespace engine
