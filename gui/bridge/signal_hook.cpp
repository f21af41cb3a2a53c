// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/signal_hook.h"

#include <algorithm>

namespace gui {

SignalHook::SignalHook(const engine::JobGraph& graph, MetricBuffer& buffer,
                       const engine::Clock& clock)
    : m_buffer(buffer), m_clock(clock)
{
    m_args.fetches.emplace_back(graph.globalStep->value());
    for (const auto& [tag, output] : graph.stepScalars) {
        m_args.fetches.emplace_back(output);
        m_tags.push_back(buffer.registerTag(tag));
    }
}

const engine::SessionRunArgs* SignalHook::beforeRun(engine::SessionRunContext&)
{
    return &m_args;
}

void SignalHook::afterRun(engine::SessionRunContext&, const engine::SessionRunValues& values)
{
    MetricPoint point;
    point.step = values.results[0].scalarValue<std::int64_t>() + 1;
    point.wallSeconds = m_clock.wallSeconds();
    for (std::size_t i = 0; i < m_tags.size(); ++i) {
        point.value = values.results[i + 1].scalarAsDouble();
        m_buffer.append(m_tags[i], point);
    }
}

MetricBufferWriter::MetricBufferWriter(const engine::JobGraph& graph, MetricBuffer& buffer,
                                       const engine::Clock& clock)
    : m_graph(graph), m_buffer(buffer), m_clock(clock)
{ }

void MetricBufferWriter::addScalar(std::string_view tag, double value, std::int64_t step)
{
    const auto isOfStep = [tag](const auto& scalar) { return scalar.first == tag; };
    if (std::ranges::none_of(m_graph.stepScalars, isOfStep)) {
        m_buffer.append(m_buffer.registerTag(tag), {step, value, m_clock.wallSeconds()});
    }
}

} // namespace gui
