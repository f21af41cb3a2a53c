// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/training/monitored_training_session.h"

#include "engine/hooks/checkpoint_saver_hook.h"
#include "engine/hooks/queue_position_hook.h"
#include "engine/hooks/step_counter_hook.h"
#include "engine/hooks/summary_saver_hook.h"
#include "engine/summary/event_file_writer.h"

#include <algorithm>
#include <map>

namespace engine {

namespace {

constexpr std::int64_t kDefaultSaveSummariesSteps = 100;
constexpr double kDefaultSaveCheckpointSecs = 600;

// An event file with what it borrows.
struct OwnedEventFile
{
    OwnedEventFile(const MonitoredTrainingSessionOptions& options,
                   const std::filesystem::path& directory)
        : files(options.files), clock(options.clock), writer(*files, directory, *clock)
    { }

    OrDefault<FileSystem, LocalFileSystem> files;
    OrDefault<Clock, SystemClock> clock;
    EventFileWriter writer;
};

// The hooks and the writers of a chief.
class ChiefAssembly
{
public:
    explicit ChiefAssembly(const MonitoredTrainingSessionOptions& options,
                           std::shared_ptr<Scaffold> scaffold)
        : m_options(options), m_scaffold(std::move(scaffold)),
          m_summaryDir(options.summaryDir.empty() ? options.checkpointDir : options.summaryDir),
          m_hooks(options.chiefOnlyHooks)
    {
        addStepCounter();
        addSummarySaver();
        addCheckpointSaver();
        m_hooks.insert(m_hooks.end(), options.hooks.begin(), options.hooks.end());
    }

    const std::vector<HookPointer>& hooks() const { return m_hooks; }
    std::vector<std::shared_ptr<SummaryWriter>> writers() const
    {
        std::vector<std::shared_ptr<SummaryWriter>> writers;
        for (const auto& [directory, writer] : m_writers) {
            if (writer != nullptr) {
                writers.push_back(writer);
            }
        }
        return writers;
    }

private:
    void addStepCounter()
    {
        const std::int64_t steps = m_options.logStepCountSteps.value_or(0);
        if (m_summaryDir.empty() || steps <= 0) {
            return;
        }
        StepCounterHook::Options hook;
        hook.period = Period::everySteps(steps);
        hook.summaryWriter = writerOf(m_summaryDir);
        hook.clock = m_options.clock;
        hook.logger = m_options.logger;
        m_hooks.push_back(std::make_shared<StepCounterHook>(std::move(hook)));
    }

    void addSummarySaver()
    {
        SummarySaverHook::Options hook;
        hook.period =
            resolveSummaryPeriod(m_options.saveSummariesSteps, m_options.saveSummariesSecs);
        if (m_summaryDir.empty() || hook.period.isAbsent()) {
            return;
        }
        hook.scaffold = m_scaffold;
        hook.summaryWriter = writerOf(m_summaryDir);
        hook.clock = m_options.clock;
        m_hooks.push_back(std::make_shared<SummarySaverHook>(std::move(hook)));
    }

    void addCheckpointSaver()
    {
        CheckpointSaverHook::Options hook;
        hook.period =
            resolveCheckpointPeriod(m_options.saveCheckpointSteps, m_options.saveCheckpointSecs);
        if (m_options.checkpointDir.empty() || hook.period.isAbsent()) {
            return;
        }
        hook.checkpointDir = m_options.checkpointDir;
        hook.scaffold = m_scaffold;
        hook.summaryWriter = writerOf(m_options.checkpointDir);
        hook.asyncCheckpoint = m_options.asyncCheckpoint;
        hook.toleratesFailure = m_options.toleratesCheckpointFailure;
        hook.saveGraphDef = m_options.saveGraphDef;
        hook.files = m_options.files;
        hook.clock = m_options.clock;
        hook.logger = m_options.logger;
        m_hooks.push_back(std::make_shared<CheckpointSaverHook>(std::move(hook)));
    }

    std::shared_ptr<SummaryWriter> writerOf(const std::filesystem::path& directory)
    {
        auto& writer = m_writers[directory];
        if (writer == nullptr) {
            writer = makeWriter(directory);
        }
        return writer;
    }

    std::shared_ptr<SummaryWriter> makeWriter(const std::filesystem::path& directory) const
    {
        if (m_options.summaryWriterFactory) {
            return m_options.summaryWriterFactory(directory);
        }
        const auto file = std::make_shared<OwnedEventFile>(m_options, directory);
        return {file, &file->writer};
    }

    const MonitoredTrainingSessionOptions& m_options;
    std::shared_ptr<Scaffold> m_scaffold;
    std::filesystem::path m_summaryDir;
    std::vector<HookPointer> m_hooks;
    std::map<std::filesystem::path, std::shared_ptr<SummaryWriter>> m_writers;
};

MonitoredSessionOptions sessionOptions(const MonitoredTrainingSessionOptions& options)
{
    MonitoredSessionOptions result;
    result.stopGracePeriodSecs = options.stopGracePeriodSecs;
    result.recovery = options.recovery;
    result.clock = options.clock;
    result.logger = options.logger;
    return result;
}

std::shared_ptr<Scaffold> freshScaffold(const MonitoredTrainingSessionOptions& options)
{
    Scaffold::Options pieces;
    pieces.defaultSaver.files = options.files;
    pieces.defaultSaver.clock = options.clock;
    pieces.defaultSaver.logger = options.logger;
    return std::make_shared<Scaffold>(std::move(pieces));
}

SessionFactory sessionFactory(const MonitoredTrainingSessionOptions& options)
{
    if (options.sessionFactory) {
        return options.sessionFactory;
    }
    return [config = options.config](Graph& graph) {
        return std::make_unique<DirectSession>(graph, config);
    };
}

std::unique_ptr<MonitoredSession> workerSession(Graph& graph,
                                                const MonitoredTrainingSessionOptions& options)
{
    WorkerSessionCreator::Options creator;
    creator.scaffold = options.scaffold != nullptr ? options.scaffold : freshScaffold(options);
    creator.checkpointDir = options.checkpointDir;
    creator.maxWaitSecs = options.maxWaitSecs;
    creator.recoveryWaitSecs = options.recoveryWaitSecs;
    creator.sessionFactory = sessionFactory(options);
    creator.clock = options.clock;
    creator.logger = options.logger;
    return std::make_unique<MonitoredSession>(
        std::make_shared<WorkerSessionCreator>(graph, std::move(creator)), options.hooks,
        sessionOptions(options));
}

} // namespace

Period resolveSummaryPeriod(const PeriodArgument<std::int64_t>& steps,
                            const PeriodArgument<double>& secs)
{
    if (steps.isDefault() && secs.isDefault()) {
        return Period::everySteps(kDefaultSaveSummariesSteps);
    }
    return {secs.value(), steps.value()};
}

Period resolveCheckpointPeriod(const PeriodArgument<std::int64_t>& steps,
                               const PeriodArgument<double>& secs)
{
    if (steps.isDefault() && secs.isDefault()) {
        return Period::everySecs(kDefaultSaveCheckpointSecs);
    }
    return {secs.value(), steps.value()};
}

std::unique_ptr<MonitoredSession>
MonitoredTrainingSession(Graph& graph, const MonitoredTrainingSessionOptions& options)
{
    if (!options.isChief) {
        return workerSession(graph, options);
    }
    const auto scaffold = options.scaffold != nullptr ? options.scaffold : freshScaffold(options);
    ChiefSessionCreator::Options creator;
    creator.scaffold = scaffold;
    creator.checkpointDir = options.checkpointDir;
    creator.sessionFactory = sessionFactory(options);
    creator.clock = options.clock;
    creator.logger = options.logger;

    const ChiefAssembly assembly(options, scaffold);
    creator.queuesArePositioned = std::ranges::any_of(assembly.hooks(), [](const auto& hook) {
        return std::dynamic_pointer_cast<QueuePositionHook>(hook) != nullptr;
    });
    MonitoredSessionOptions session = sessionOptions(options);
    session.summaryWriters = assembly.writers();
    return std::make_unique<MonitoredSession>(
        std::make_shared<ChiefSessionCreator>(graph, std::move(creator)), assembly.hooks(),
        session);
}

} // namespace engine
