// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/jobs/job_graph.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"
#include "gui/bridge/metric_buffer.h"

#include <vector>

namespace gui {

// Appends the numbers of every step to a MetricBuffer: loss, accuracy, learning rate. Sees a step
// before anything can refuse it, so a NaN reaches the chart.
class SignalHook final : public engine::SessionRunHook
{
public:
    // `buffer` and `clock` must outlive it.
    SignalHook(const engine::JobGraph& graph, MetricBuffer& buffer, const engine::Clock& clock);

    const engine::SessionRunArgs* beforeRun(engine::SessionRunContext& context) override;
    void afterRun(engine::SessionRunContext& context,
                  const engine::SessionRunValues& values) override;
    bool isGuard() const override { return true; } // to come ahead of NanTensorHook

private:
    MetricBuffer& m_buffer;
    const engine::Clock& m_clock;
    engine::SessionRunArgs m_args; // the global step, then the scalars
    std::vector<MetricBuffer::Tag> m_tags;
};

// Appends what others record: evaluations, steps per second. Tags of SignalHook are left out, since
// they come at every step anyway.
class MetricBufferWriter final : public engine::SummaryWriter
{
public:
    MetricBufferWriter(const engine::JobGraph& graph, MetricBuffer& buffer,
                       const engine::Clock& clock);

    void addScalar(std::string_view tag, double value, std::int64_t step) override;
    void addSessionLog(engine::SessionLogKind, std::string_view, std::int64_t) override { }
    void addEvent(std::string_view, std::string_view, std::int64_t) override { }
    void flush() override { }
    void close() override { }

private:
    const engine::JobGraph& m_graph;
    MetricBuffer& m_buffer;
    const engine::Clock& m_clock;
};

} // namespace gui
