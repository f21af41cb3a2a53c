// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/base/logger.h"
#include "engine/base/or_default.h"
#include "engine/hooks/second_or_step_timer.h"
#include "engine/session/session_run_hook.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace engine {

// Logs the values of tensors every so many runs or seconds (tf.train.LoggingTensorHook, spec
// section 2.2). Counts runs, not the global step.
class LoggingTensorHook final : public SessionRunHook
{
public:
    // Tag and tensor in the order of the line.
    using Values = std::vector<std::pair<std::string, Tensor>>;

    struct Options
    {
        std::optional<std::int64_t> everyNIter;
        std::optional<double> everyNSecs;
        bool atEnd = false;
        std::function<std::string(const Values&)> formatter; // empty: "tag = value, tag = value"
        Clock* clock = nullptr;
        Logger* logger = nullptr;
    };

    // Tags are the names, in this order; or tag → name of a tensor, in the order of tags. Names are
    // looked up in begin(). InvalidArgumentError: not exactly one period, unless there is only
    // atEnd; a period that is not positive.
    LoggingTensorHook(const std::vector<std::string>& tensors, Options options);
    LoggingTensorHook(const std::map<std::string, std::string>& tensors, Options options);

    // NotFoundError, InvalidArgumentError: no such tensor.
    void begin(Graph& graph) override;
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;

private:
    struct Item
    {
        std::string tag;
        std::string tensor;
    };

    LoggingTensorHook(std::vector<Item> items, Options options);
    static std::vector<Item> itemsOf(const std::vector<std::string>& tensors);
    static std::vector<Item> itemsOf(const std::map<std::string, std::string>& tensors);
    void resetTimer();
    void log(std::span<const Tensor> results);

    std::vector<Item> m_items;
    Options m_options;
    OrDefault<Logger, NullLogger> m_logger;
    std::optional<SecondOrStepTimer> m_timer; // none: only at the end
    SessionRunArgs m_args;
    std::int64_t m_runs = 0;
    bool m_isDue = false;
};

} // namespace engine
