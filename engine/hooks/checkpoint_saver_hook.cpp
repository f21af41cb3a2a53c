// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/checkpoint_saver_hook.h"

#include "engine/base/errors.h"
#include "engine/formats/graph_def.h"
#include "engine/hooks/saver_source.h"

#include <fmt/format.h>

#include <utility>

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
    const bool stops = settle(context.session()); // of the session before
    if (save(context.session(), step) || stops) {
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
    bool stops = settleIfWritten(context.session());
    if (m_pending) { // what is due or asked for waits, the training does not
        m_isOverdue |= isDue(context.session(), predicted);
    } else if (m_isSaveRequested.exchange(false)) {
        stops |= saveSoon(context.session());
    } else if (isDue(context.session(), predicted) || m_isOverdue) {
        stops |= savePeriodically(context.session(), m_step.read(context.session()));
    }
    if (stops) {
        context.requestStop("a checkpoint listener asked for it");
    }
}

// By the plan, which goes on from here whenever the save comes.
bool CheckpointSaverHook::isDue(Session& session, std::int64_t predicted)
{
    if (!m_timer.shouldTriggerForStep(predicted)) {
        return false;
    }
    const std::int64_t step = m_step.read(session);
    if (!m_timer.shouldTriggerForStep(step)) {
        return false;
    }
    m_timer.updateLastTriggeredStep(step);
    return true;
}

void CheckpointSaverHook::end(Session& session)
{
    const std::int64_t step = m_step.read(session);
    settle(session);
    if (!isSaved(step)) {
        save(session, step);
    }
    for (const auto& listener : m_options.listeners) {
        listener->end(session, step);
    }
}

bool CheckpointSaverHook::saveSoon(Session& session)
{
    const bool stops = settleIfWritten(session);
    const std::int64_t step = m_step.read(session);
    if (isSaved(step)) {
        return stops;
    }
    if (m_pending) {
        m_isSaveRequested = true;
        return stops;
    }
    m_timer.updateLastTriggeredStep(step);
    return savePeriodically(session, step) || stops;
}

bool CheckpointSaverHook::saveNow(Session& session)
{
    const std::int64_t step = m_step.read(session);
    bool stops = settle(session);
    if (!isSaved(step)) {
        stops |= trySave(session, step);
        m_timer.updateLastTriggeredStep(step);
    }
    return stops;
}

bool CheckpointSaverHook::isSaved(std::int64_t step) const
{
    return step == m_savedStep && !m_isOutdated && !m_failedStep;
}

// What comes before every save.
SaveRequest CheckpointSaverHook::beginSave(Session& session, std::int64_t step)
{
    SaveRequest request;
    request.path = (m_options.checkpointDir / m_options.checkpointBasename).string();
    request.globalStep = step;
    m_savedStep = step;
    m_isOutdated = m_isOverdue = false;
    makeDirectoryAgain();
    m_logger->info(fmt::format("Saving checkpoints for {} into {}.", step, request.path));
    for (const auto& listener : m_options.listeners) {
        listener->beforeSave(session, step);
    }
    return request;
}

// Somebody may have deleted it. If it cannot be made, the saver says that it is missing.
void CheckpointSaverHook::makeDirectoryAgain()
{
    const std::filesystem::path& directory = m_options.checkpointDir;
    if (m_files->exists(directory)) {
        return;
    }
    try {
        m_files->createDirectories(directory);
        m_logger->warning(fmt::format("The directory of the checkpoints, {}, was gone and is made "
                                      "again, without what was saved there before.",
                                      directory.string()));
    } catch (const Error& error) {
        m_logger->warning(fmt::format("The directory of the checkpoints, {}, is gone and cannot be "
                                      "made again: {}",
                                      directory.string(), error.what()));
    }
}

bool CheckpointSaverHook::save(Session& session, std::int64_t step)
{
    const bool stops = settle(session);
    saverFor(m_options.saver, m_options.scaffold, *m_graph).save(session, beginSave(session, step));
    return announce(session, step) || stops;
}

// A save that the training can do without.
bool CheckpointSaverHook::trySave(Session& session, std::int64_t step)
{
    const bool stops = settle(session);
    const SaveRequest request = beginSave(session, step);
    try {
        saverFor(m_options.saver, m_options.scaffold, *m_graph).save(session, request);
    } catch (const Error& error) {
        if (!isTolerated(error, step)) {
            throw;
        }
        return stops;
    }
    return announce(session, step) || stops;
}

bool CheckpointSaverHook::savePeriodically(Session& session, std::int64_t step)
{
    if (!m_options.asyncCheckpoint) {
        return trySave(session, step);
    }
    const bool stops = settle(session);
    Saver& saver = saverFor(m_options.saver, m_options.scaffold, *m_graph);
    auto save = saver.saveInBackground(session, beginSave(session, step));
    if (save == nullptr) { // there are no variables
        return announce(session, step) || stops;
    }
    m_pending = Pending{&saver, std::move(save), step};
    return stops;
}

bool CheckpointSaverHook::settleIfWritten(Session& session)
{
    return m_pending && m_pending->save->isDone() && settle(session);
}

// Waits for the checkpoint that is being written and announces it.
bool CheckpointSaverHook::settle(Session& session)
{
    if (!m_pending) {
        return false;
    }
    const Pending pending = *std::exchange(m_pending, std::nullopt);
    if (!pending.save->isDone()) { // otherwise nobody waits for what others are writing
        pending.saver->finishSaving();
    }
    try {
        static_cast<void>(pending.save->prefix());
    } catch (const Error& error) {
        if (!isTolerated(error, pending.step)) {
            throw;
        }
        return false;
    }
    return announce(session, pending.step);
}

bool CheckpointSaverHook::isTolerated(const Error& error, std::int64_t step)
{
    m_failedStep = step;
    return m_options.toleratesFailure && m_options.toleratesFailure(error, step);
}

bool CheckpointSaverHook::announce(Session& session, std::int64_t step)
{
    m_failedStep.reset();
    record(step);
    bool stops = false;
    for (const auto& listener : m_options.listeners) {
        stops |= listener->afterSave(session, step);
    }
    return stops;
}

void CheckpointSaverHook::record(std::int64_t step)
{
    if (m_options.summaryWriter != nullptr) {
        m_options.summaryWriter->addSessionLog(
            SessionLogKind::Checkpoint,
            (m_options.checkpointDir / m_options.checkpointBasename).string(), step);
    }
}

void CheckpointSaverHook::onError(const Error&)
{
    if (!m_pending) {
        return;
    }
    const Pending pending = *std::exchange(m_pending, std::nullopt);
    pending.saver->finishSaving();
    try {
        static_cast<void>(pending.save->prefix());
        record(pending.step);
    } catch (const Error& error) { // the one that ends the session is the one to tell
        m_logger->error(
            fmt::format("Saving a checkpoint for {} failed: {}", pending.step, error.what()));
    }
}

} // namespace engine
