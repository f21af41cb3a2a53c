// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/training/trace_player.h"

using namespace engine;

namespace {

constexpr int kMostLoops = 50;

// Of everything that a whole session logs only the step counter's lines belong into the trace.
class CounterLines final : public Logger
{
public:
    explicit CounterLines(TraceWorld& world) : m_world(world) { }
    void log(LogLevel, std::string_view message) override
    {
        if (message.starts_with("global_step/sec: ")) {
            m_world.put({{"log", QString::fromStdString(std::string(message))}});
        }
    }

private:
    TraceWorld& m_world;
};

template <typename T>
PeriodArgument<T> period(const QJsonObject& args, const QString& key)
{
    return args.contains(key) ? PeriodArgument<T>(static_cast<T>(args[key].toDouble()))
                              : PeriodArgument<T>();
}

std::string textOf(const std::exception_ptr& error)
{
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& known) {
        return known.what();
    }
}

} // namespace

TracePlayer::TracePlayer(TraceWorld& world)
    : m_world(world), m_counterLines(std::make_unique<CounterLines>(world))
{ }

void TracePlayer::play()
{
    int number = 0;
    for (const QJsonValue description : m_world.scenario["sessions"].toArray()) {
        if (description["before"] == "damage_newest_checkpoint") {
            m_world.damageNewest();
        } else if (description["before"] == "delete_newest_checkpoint") {
            m_world.deleteNewest();
        }
        m_world.put({{"session", ++number}});
        playSession(description.toObject());
    }
}

void TracePlayer::playSession(const QJsonObject& description)
{
    m_world.beginSession();
    Scaffold::Options pieces;
    if (description["init_fn"].toBool()) {
        pieces.initFn = [this](Scaffold&, Session&) { m_world.put({{"call", "init_fn"}}); };
    }
    const auto scaffold = std::make_shared<Scaffold>(pieces);
    TraceHooks hooks(m_world, scaffold);
    m_hooks = &hooks;
    try {
        m_session = open(description, hooks, scaffold);
    } catch (...) {
        putError("open_raised");
        m_world.endSession();
        return;
    }
    m_world.put({{"user", "opened"}});
    const QJsonArray program = description["program"].toArray();
    if (description["with"].toBool()) {
        playInWith(program);
    } else {
        try {
            playProgram(program);
        } catch (const std::exception&) {
            putError("leaves_program");
        }
    }
    const qsizetype length = m_world.trace.size();
    m_session.reset(); // in Python nothing happens when a session is forgotten
    while (m_world.trace.size() > length) {
        m_world.trace.removeLast();
    }
    m_world.endSession();
}

std::unique_ptr<MonitoredSession> TracePlayer::open(const QJsonObject& description,
                                                    TraceHooks& hooks,
                                                    std::shared_ptr<Scaffold> scaffold)
{
    const QJsonObject args = description["args"].toObject();
    const bool isChief = args["is_chief"].toBool(true);
    std::vector<HookPointer> userHooks = hooks.make(description["hooks"].toArray());
    std::vector<HookPointer> chiefHooks = hooks.make(description["chief_only_hooks"].toArray());
    const QString kind = description["kind"].toString();
    const bool hasDefaults = kind == "MonitoredTrainingSession";
    auto& first = hasDefaults && isChief ? chiefHooks : userHooks;
    first.insert(first.begin(), hooks.makeAnnouncer());

    if (hasDefaults) {
        MonitoredTrainingSessionOptions options = trainingOptions(args);
        options.isChief = isChief;
        options.scaffold = std::move(scaffold);
        options.hooks = userHooks;
        options.chiefOnlyHooks = chiefHooks;
        options.sessionFactory = m_world.sessionFactory(isChief);
        return MonitoredTrainingSession(*m_world.graph, options);
    }
    ChiefSessionCreator::Options creator;
    creator.scaffold = std::move(scaffold);
    if (args["checkpoint_dir"].toBool()) {
        creator.checkpointDir = m_world.checkpointDir;
    }
    creator.sessionFactory = m_world.sessionFactory(true);
    MonitoredSessionOptions options;
    options.clock = &m_world.recoveryClock;
    options.summaryWriters = m_world.writers();
    auto chief = std::make_shared<ChiefSessionCreator>(*m_world.graph, std::move(creator));
    if (kind == "SingularMonitoredSession") {
        return std::make_unique<SingularMonitoredSession>(std::move(chief), userHooks, options);
    }
    return std::make_unique<MonitoredSession>(std::move(chief), userHooks, options);
}

MonitoredTrainingSessionOptions TracePlayer::trainingOptions(const QJsonObject& args)
{
    MonitoredTrainingSessionOptions options;
    if (args["checkpoint_dir"].toBool()) {
        options.checkpointDir = m_world.checkpointDir;
    }
    if (args["summary_dir"].toBool()) {
        options.summaryDir = m_world.summaryDir;
    }
    options.asyncCheckpoint = false; // the original writes in the step
    options.saveCheckpointSecs = period<double>(args, "save_checkpoint_secs");
    options.saveCheckpointSteps = period<std::int64_t>(args, "save_checkpoint_steps");
    options.saveSummariesSecs = period<double>(args, "save_summaries_secs");
    options.saveSummariesSteps = period<std::int64_t>(args, "save_summaries_steps");
    options.logStepCountSteps = args["log_step_count_steps"].toInt(100);
    options.summaryWriterFactory = [this](const std::filesystem::path& directory) {
        return m_world.writerOf(directory);
    };
    options.clock = &m_world.clock;
    options.logger = m_counterLines.get();
    return options;
}

void TracePlayer::playInWith(const QJsonArray& verbs)
{
    try {
        with(*m_session, [&] {
            try {
                playProgram(verbs);
            } catch (...) {
                m_world.put(
                    {{"user", "leaves_with"}, {"error", nameOfError(std::current_exception())}});
                throw;
            }
            m_world.put({{"user", "leaves_with"}, {"error", QJsonValue::Null}});
        });
        m_world.put({{"user", "outside"}, {"error", QJsonValue::Null}});
    } catch (...) {
        putError("outside");
    }
    shouldStop();
}

void TracePlayer::playProgram(const QJsonArray& verbs)
{
    for (const QJsonValue verb : verbs) {
        if (!verb["catch"].toBool()) {
            playVerb(verb.toObject());
            continue;
        }
        try {
            playVerb(verb.toObject());
        } catch (const std::exception&) {
            putError("caught");
        }
    }
}

void TracePlayer::putError(const QString& key)
{
    const std::exception_ptr error = std::current_exception();
    m_world.put({{"user", key},
                 {"error", nameOfError(error)},
                 {"text", QString::fromStdString(textOf(error))}});
}

bool TracePlayer::shouldStop()
{
    const bool answer = m_session->shouldStop();
    m_world.put({{"user", "should_stop"}, {"value", answer}});
    return answer;
}

void TracePlayer::playVerb(const QJsonObject& verb)
{
    const QString what = verb["do"].toString();
    if (what == "run") {
        for (int i = 0; i < verb["times"].toInt(1); ++i) {
            run(verb);
        }
    } else if (what == "loop" || what == "loop_step_fn") {
        for (int i = 0; i < verb["at_most"].toInt(kMostLoops) && !shouldStop(); ++i) {
            what == "loop" ? run(verb) : runStepFn(verb);
        }
    } else if (what == "step_fn") {
        runStepFn(verb);
    } else if (what == "should_stop") {
        shouldStop();
    } else if (what == "close") {
        m_world.put({{"user", "close"}});
        m_session->close();
        m_world.put({{"user", "closed"}});
    } else if (what == "raise") {
        m_world.put({{"user", "raises"}, {"error", verb["error"]}});
        throwByName(verb["error"].toString());
    } else if (what == "report_to_coordinator") {
        m_world.report(*m_world.coordinator, verb["error"].toString());
    } else if (what == "list_checkpoints") {
        m_world.put({{"checkpoints", m_world.stepsOnDisk()}});
    } else if (what == "graph") {
        m_world.put({{"graph_final", m_world.graph->isFinalized()},
                     {"graph_property", m_session->graph() != nullptr}});
    } else if (what == "final_ops") {
        const auto& values = m_hooks->finalOps->finalOpsValues();
        m_world.put({{"final_ops", values ? withValues("value", *values) : QJsonValue::Null}});
    } else {
        throw NotFoundError("the scenario has an unknown verb " + what.toStdString());
    }
}

void TracePlayer::run(const QJsonObject& verb)
{
    m_world.clock.advanceSeconds(verb["tick"].toDouble(1));
    m_world.userFetches = verb["fetch"];
    const QJsonObject feeds = verb["feeds"].toObject();
    QJsonObject entry{{"user", "run"}, {"fetches", verb["fetch"]}};
    if (!feeds.isEmpty()) {
        entry["feeds"] = QJsonArray::fromStringList(feeds.keys());
    }
    m_world.put(entry);
    const std::vector<Tensor> values =
        m_session->run(m_world.fetchesOf(verb["fetch"]), m_world.feedsOf(feeds));
    m_world.put({{"user", "returned"}, {"value", withValues(verb["fetch"], values)}});
}

void TracePlayer::runStepFn(const QJsonObject& verb)
{
    m_world.clock.advanceSeconds(verb["tick"].toDouble(1));
    m_world.put({{"user", "run_step_fn"}});
    int calls = 0;
    const QJsonValue result = m_session->runStepFn([&](StepContext& context) {
        m_world.put({{"user", "step_fn"}, {"nth", ++calls}});
        QJsonValue value(QJsonValue::Null);
        for (const QJsonValue part : verb["body"].toArray()) {
            if (part["only_nth"].toInt(calls) == calls) {
                playStep(part.toObject(), context, value);
            }
        }
        return value;
    });
    m_world.put({{"user", "step_fn_returned"}, {"value", result}});
}

void TracePlayer::playStep(const QJsonObject& part, StepContext& context, QJsonValue& value)
{
    const QString what = part["do"].toString();
    const QJsonValue fetch = part["fetch"];
    if (what == "raw_run") {
        const std::vector<Tensor> values = context.session().run(m_world.fetchesOf(fetch));
        m_world.put({{"raw_run", fetch}, {"value", withValues(fetch, values)}});
    } else if (what == "run_with_hooks") {
        m_world.userFetches = fetch;
        m_world.put({{"user", "run_with_hooks"}, {"fetches", fetch}});
        const std::vector<Fetch> fetches = m_world.fetchesOf(fetch);
        const std::vector<Feed> feeds = m_world.feedsOf(part["feeds"].toObject());
        std::vector<Tensor> values;
        context.runWithHooks({fetches, feeds}, values);
        value = withValues(fetch, values);
        m_world.put({{"user", "returned"}, {"value", value}});
    } else if (what == "raise") {
        m_world.put({{"user", "raises"}, {"error", part["error"]}});
        throwByName(part["error"].toString());
    } else {
        m_world.put({{"user", "request_stop"}});
        context.requestStop();
    }
}
