// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/best_checkpoint_hook.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/hooks/saver_source.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace engine {

namespace {

constexpr auto kListName = "best.json";

} // namespace

BestCheckpointHook::BestCheckpointHook(Options options)
    : m_options(std::move(options)), m_files(m_options.files), m_logger(m_options.logger),
      m_watcher(m_options.metric, m_options.clock)
{
    if (m_options.directory.empty() || m_options.keep == 0) {
        throw InvalidArgumentError(fmt::format("BestCheckpointHook needs a directory ('{}') and "
                                               "something to keep ({})",
                                               m_options.directory.string(), m_options.keep));
    }
}

void BestCheckpointHook::begin(Graph& graph)
{
    m_graph = &graph;
    m_watcher.begin(graph, "BestCheckpointHook");
    m_files->createDirectories(m_options.directory);
    readList();
}

void BestCheckpointHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    settle(); // of the session before
    m_watcher.afterCreateSession();
}

const SessionRunArgs* BestCheckpointHook::beforeRun(SessionRunContext&)
{
    return m_watcher.beforeRun();
}

void BestCheckpointHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    if (m_pending && m_pending->save->isDone()) {
        settle();
    }
    const auto measured = m_watcher.afterRun(context.session(), values);
    if (!measured || !isAmongBest(*measured)) {
        return;
    }
    settle();
    if (isAmongBest(*measured)) { // still, if one was being written
        save(context.session(), *measured);
    }
}

bool BestCheckpointHook::isAmongBest(const WatchedMetric::Measured& measured) const
{
    return !std::isnan(measured.value)
        && (m_best.size() < m_options.keep
            || m_watcher.metric().isBetter(measured.value, m_best.back().value));
}

void BestCheckpointHook::end(Session&)
{
    settle();
}

void BestCheckpointHook::onError(const Error&)
{
    try {
        settle();
    } catch (const Error& error) { // the one that ends the session is the one to tell
        m_logger->error(fmt::format("Saving one of the best checkpoints failed: {}", error.what()));
    }
}

// Waits for the checkpoint that is being written and enters it.
void BestCheckpointHook::settle()
{
    if (!m_pending) {
        return;
    }
    const Pending pending = *std::exchange(m_pending, std::nullopt);
    if (!pending.save->isDone()) {
        pending.saver->finishSaving();
    }
    static_cast<void>(pending.save->prefix());
    enter(pending.measured);
}

std::string BestCheckpointHook::prefixOf(std::int64_t step) const
{
    return (m_options.directory / fmt::format("best.ckpt-{}", step)).string();
}

void BestCheckpointHook::save(Session& session, const WatchedMetric::Measured& measured)
{
    SaveRequest request;
    request.path = (m_options.directory / "best.ckpt").string();
    request.globalStep = measured.step;
    request.writeState = false; // nor does the saver's own list hear of it
    Saver& saver = saverFor(m_options.saver, m_options.scaffold, *m_graph);
    if (!m_options.asyncCheckpoint) {
        saver.save(session, request);
        enter(measured);
    } else if (auto pending = saver.saveInBackground(session, request)) {
        m_pending = Pending{&saver, std::move(pending), measured};
    } else { // there are no variables
        enter(measured);
    }
}

void BestCheckpointHook::enter(const WatchedMetric::Measured& measured)
{
    m_logger->info(fmt::format("{} {:g} at step {} is among the best {}", m_options.metric.name,
                               measured.value, measured.step, m_options.keep));
    // After a recovery the step may come a second time.
    std::erase_if(m_best, [&](const auto& older) { return older.step == measured.step; });
    const auto place = std::ranges::find_if(m_best, [&](const auto& older) {
        return m_watcher.metric().isBetter(measured.value, older.value);
    });
    m_best.insert(place, measured);
    std::optional<WatchedMetric::Measured> evicted;
    if (m_best.size() > m_options.keep) {
        evicted = m_best.back();
        m_best.pop_back();
    }
    writeList();
    if (evicted) {
        removeCheckpoint(*m_files, prefixOf(evicted->step), *m_logger);
    }
}

void BestCheckpointHook::writeList()
{
    nlohmann::json list = nlohmann::json::array();
    for (const WatchedMetric::Measured& measured : m_best) {
        // Infinity is no number of JSON's.
        list.push_back({{"step", measured.step}, {"value", fmt::format("{}", measured.value)}});
    }
    writeFileDurably(
        *m_files, m_options.directory / kListName,
        nlohmann::json{{"metric", m_options.metric.name}, {"checkpoints", list}}.dump(2));
}

void BestCheckpointHook::readList()
{
    const std::filesystem::path path = m_options.directory / kListName;
    m_best.clear();
    if (!m_files->exists(path)) {
        return;
    }
    try {
        const auto list = nlohmann::json::parse(m_files->read(path));
        for (const auto& entry : list.at("checkpoints")) {
            const WatchedMetric::Measured measured{entry.at("step").get<std::int64_t>(),
                                                   std::stod(entry.at("value").get<std::string>())};
            if (checkpointExists(*m_files, prefixOf(measured.step))) {
                m_best.push_back(measured);
            }
        }
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw DataLossError(fmt::format("{}: {}", path.string(), error.what()));
    }
}

} // namespace engine
