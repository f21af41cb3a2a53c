// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/batch_feed_hook.h"

namespace engine {

BatchFeedHook::BatchFeedHook(std::unique_ptr<BatchSource> source, const JobGraph& graph,
                             StepTimes& times, const Clock& clock)
    : m_source(std::move(source)), m_graph(graph), m_times(times), m_clock(clock)
{
    m_args.feeds = {{graph.features, {}}, {graph.labels, {}}};
    if (graph.isTraining.isValid()) {
        m_args.feeds.push_back({graph.isTraining, Tensor::scalar(true)});
    }
}

void BatchFeedHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    const Tensor position = context.session().run(m_graph.dataPosition->value());
    m_source->seek(position.scalarValue<std::int64_t>());
}

const SessionRunArgs* BatchFeedHook::beforeRun(SessionRunContext&)
{
    const TimeScope scope(m_times.data, m_clock);
    const Batch& batch = m_source->next();
    m_args.feeds[0].value = batch.features;
    m_args.feeds[1].value = batch.labels;
    return &m_args;
}

} // namespace engine
