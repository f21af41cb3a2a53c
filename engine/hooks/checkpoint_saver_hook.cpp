// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/checkpoint_saver_hook.h"

#include "engine/base/errors.h"
#include "engine/formats/graph_def.h"
#include "engine/hooks/saver_source.h"

#include <fmt/format.h>

namespace engine {

CheckpointSaverHook::CheckpointSaverHook(Options options)
    : m_options(std::move(options)), m_files(m_options.files), m_logger(m_options.logger),
      m_timer(m_options.period, m_options.clock, "save")
{
    m_logger->info("Create CheckpointSaverHook.");
    if (m_options.saver != nullptr && m_options.scaffold != nullptr) {
        throw InvalidArgumentError("You cannot provide both saver and scaffold.");
    }
    if (m_options.checkpointDir.empty()) {
        throw InvalidArgumentError("CheckpointSaverHook needs a checkpoint_dir.");
    }
}

void CheckpointSaverHook::begin(Graph& graph)
{
    m_isGraphSaved = m_isGraphSaved && m_graph == &graph;
    m_graph = &graph;
    m_files->createDirectories(m_options.checkpointDir);
    m_step.begin(graph, "CheckpointSaverHook");
    m_args.fetches = {m_step.fetch()};
    for (const auto& listener : m_options.listeners) {
        listener->begin(graph);
    }
}

void CheckpointSaverHook::afterCreateSession(SessionRunContext& context, Coordinator&)
{
    m_step.reset();
    m_timer.reset();
    const std::int64_t step = m_step.read(context.session());
    saveGraph();
    if (save(context.session(), step)) {
        context.requestStop("a checkpoint listener asked for it");
    }
    m_timer.updateLastTriggeredStep(step);
}

void CheckpointSaverHook::saveGraph()
{
    if (!m_options.saveGraphDef || m_isGraphSaved) {
        return;
    }
    writeFileDurably(*m_files, m_options.checkpointDir / "graph.pbtxt", graphDefText(*m_graph));
    if (m_options.summaryWriter != nullptr) {
        m_options.summaryWriter->addGraph(encodeGraphDef(*m_graph));
    }
    m_isGraphSaved = true;
}

const SessionRunArgs* CheckpointSaverHook::beforeRun(SessionRunContext&)
{
    return &m_args;
}

void CheckpointSaverHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    const std::int64_t predicted = m_step.predict(values.results[0]);
    bool stops = false;
    if (m_isSaveRequested.exchange(false)) {
        stops = saveNow(context.session());
    } else if (m_timer.shouldTriggerForStep(predicted)) {
        const std::int64_t step = m_step.read(context.session());
        if (m_timer.shouldTriggerForStep(step)) {
            m_timer.updateLastTriggeredStep(step);
            stops = save(context.session(), step);
        }
    }
    if (stops) {
        context.requestStop("a checkpoint listener asked for it");
    }
}

void CheckpointSaverHook::end(Session& session)
{
    const std::int64_t step = m_step.read(session);
    if (step != m_timer.lastTriggeredStep() || m_isOutdated) {
        save(session, step);
    }
    for (const auto& listener : m_options.listeners) {
        listener->end(session, step);
    }
}

bool CheckpointSaverHook::saveNow(Session& session)
{
    const std::int64_t step = m_step.read(session);
    if (step == m_timer.lastTriggeredStep() && !m_isOutdated) {
        return false;
    }
    const bool stops = save(session, step);
    m_timer.updateLastTriggeredStep(step);
    return stops;
}

bool CheckpointSaverHook::save(Session& session, std::int64_t step)
{
    m_isOutdated = false;
    const std::string path = (m_options.checkpointDir / m_options.checkpointBasename).string();
    m_logger->info(fmt::format("Saving checkpoints for {} into {}.", step, path));
    for (const auto& listener : m_options.listeners) {
        listener->beforeSave(session, step);
    }
    saverFor(m_options.saver, m_options.scaffold, *m_graph).save(session, path, step);
    if (m_options.summaryWriter != nullptr) {
        m_options.summaryWriter->addSessionLog(SessionLogKind::Checkpoint, path, step);
    }
    bool stops = false;
    for (const auto& listener : m_options.listeners) {
        stops |= listener->afterSave(session, step);
    }
    return stops;
}

} // namespace engine
