// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/profiler_hook.h"

#include "engine/formats/timeline.h"

#include <fmt/format.h>

namespace engine {

namespace {

constexpr int kFullTrace = 3;

} // namespace

ProfilerHook::ProfilerHook(Options options)
    : m_options(std::move(options)), m_files(m_options.files), m_clock(m_options.clock),
      m_timer(m_options.period, m_options.clock, "save")
{ }

void ProfilerHook::begin(Graph& graph)
{
    m_files->createDirectories(m_options.outputDir);
    m_step.begin(graph, "ProfilerHook");
    m_stepArgs.fetches = {m_step.fetch()};
    m_traceArgs.fetches = {m_step.fetch()};
    m_traceArgs.options.emplace();
    m_traceArgs.options->traceLevel = kFullTrace;
}

void ProfilerHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_step.reset();
    m_timer.reset();
    m_nextStep.reset();
}

const SessionRunArgs* ProfilerHook::beforeRun(SessionRunContext&)
{
    m_isDue = m_nextStep && m_timer.shouldTriggerForStep(*m_nextStep);
    if (!m_isDue) {
        return &m_stepArgs;
    }
    m_startMicros = m_clock->wallTime().count();
    return &m_traceArgs;
}

void ProfilerHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    std::int64_t step = m_step.predict(values.results[0]);
    if (!m_nextStep) { // the first run is no measure: its plan was compiled
        step = m_step.read(context.session());
        m_timer.updateLastTriggeredStep(step);
    } else if (m_isDue) {
        step = m_step.read(context.session());
        m_timer.updateLastTriggeredStep(step);
        write(values.metadata, step);
    }
    m_nextStep = step + m_step.advance();
}

void ProfilerHook::write(const RunMetadata& metadata, std::int64_t step)
{
    writeFileDurably(*m_files, m_options.outputDir / fmt::format("timeline-{}.json", step),
                     chromeTrace(metadata, m_options.showDataflow));
    if (m_options.summaryWriter != nullptr && m_recorded.insert(step).second) {
        m_options.summaryWriter->addRunMetadata(fmt::format("step_{}", step),
                                                encodeRunMetadata(metadata, m_startMicros), step);
    }
}

} // namespace engine
