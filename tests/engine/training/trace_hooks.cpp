// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/training/trace_hooks.h"

#include "engine/hooks/checkpoint_saver_hook.h"
#include "engine/hooks/feed_fn_hook.h"
#include "engine/hooks/global_step_waiter_hook.h"
#include "engine/hooks/logging_tensor_hook.h"
#include "engine/hooks/nan_tensor_hook.h"
#include "engine/hooks/step_counter_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/hooks/summary_saver_hook.h"

using namespace engine;

namespace {

class Announcer final : public SessionRunHook
{
public:
    explicit Announcer(TraceWorld& world) : m_world(world) { }

    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override
    {
        m_world.coordinator = &coordinator;
        dynamic_cast<TracedSession&>(context.session()).announce();
    }

private:
    TraceWorld& m_world;
};

class Recorder final : public SessionRunHook
{
public:
    Recorder(TraceWorld& world, const QJsonObject& description)
        : m_world(world),
          m_description(description), m_args{world.fetchesOf(description["fetches"]),
                                             world.feedsOf(description["feeds"].toObject()),
                                             std::nullopt}
    { }

    void begin(Graph&) override { note("begin", nullptr, nullptr, {}); }
    void afterCreateSession(SessionRunContext& context, Coordinator&) override
    {
        note("after_create_session", &context.session(), &context, {});
    }
    const SessionRunArgs* beforeRun(SessionRunContext& context) override
    {
        QJsonObject more{{"user_fetches", userFetches(context)},
                         {"user_feeds", userFeeds(context)}};
        if (m_description.contains("fetches")) {
            more["fetches"] = m_description["fetches"];
        }
        if (m_description.contains("feeds")) {
            more["feeds"] = QJsonArray::fromStringList(m_description["feeds"].toObject().keys());
        }
        note("before_run", &context.session(), &context, more);
        return m_args.fetches.empty() && m_args.feeds.empty() ? nullptr : &m_args;
    }
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override
    {
        QJsonObject more;
        if (m_description.contains("fetches")) {
            more["results"] = withValues(m_description["fetches"], values.results);
        }
        note("after_run", &context.session(), &context, more);
    }
    void end(Session& session) override { note("end", &session, nullptr, {}); }
    void onError(const Error& error) override
    {
        m_world.put({{"call", "on_error"},
                     {"hook", m_description["name"]},
                     {"error", nameOfError(std::make_exception_ptr(error))}});
    }

private:
    // The user's structure, if the context has exactly its tensors.
    QJsonValue userFetches(const SessionRunContext& context) const
    {
        const std::vector<Fetch> wanted = m_world.fetchesOf(m_world.userFetches);
        const std::span<const Fetch> seen = context.originalArgs().fetches;
        return std::ranges::equal(wanted, seen) ? m_world.userFetches : QJsonValue("others");
    }
    QJsonArray userFeeds(const SessionRunContext& context) const
    {
        QStringList names;
        for (const Feed& feed : context.originalArgs().feeds) {
            names.append(QString::fromStdString(feed.output.operation().name()));
        }
        names.sort();
        return QJsonArray::fromStringList(names);
    }

    void note(const QString& call, Session* session, SessionRunContext* context,
              const QJsonObject& more)
    {
        const int nth = ++m_calls[call];
        QJsonObject entry = more;
        entry["call"] = call;
        entry["hook"] = m_description["name"];
        if (session != nullptr) {
            entry["step"] = static_cast<qint64>(m_world.stepOf(*session));
        }
        std::vector<QJsonObject> actions;
        for (const QJsonValue action : m_description["actions"].toArray()) {
            if (action["at"].toString() == call && action["nth"].toInt(nth) == nth) {
                actions.push_back(action.toObject());
            }
        }
        for (const QJsonObject& action : actions) {
            if (action["do"] == "request_stop") {
                entry["requests_stop"] = true;
            } else if (action["do"] == "raise") {
                entry["raises"] = action["error"];
            }
        }
        m_world.put(entry);
        for (const QJsonObject& action : actions) {
            act(action, session, context);
        }
    }

    void act(const QJsonObject& action, Session* session, SessionRunContext* context)
    {
        const QString what = action["do"].toString();
        if (what == "request_stop") {
            context->requestStop("the scenario asks for it");
        } else if (what == "raw_run") {
            const std::vector<Tensor> values = session->run(m_world.fetchesOf(action["fetch"]));
            m_world.put(
                {{"raw_run", action["fetch"]}, {"value", withValues(action["fetch"], values)}});
        } else if (what == "report_to_coordinator") {
            m_world.report(*m_world.coordinator, action["error"].toString());
        } else if (what == "list_checkpoints") {
            m_world.put({{"checkpoints", m_world.stepsOnDisk()}});
        } else {
            throwByName(action["error"].toString());
        }
    }

    TraceWorld& m_world;
    QJsonObject m_description;
    SessionRunArgs m_args;
    QMap<QString, int> m_calls;
};

class Listener final : public CheckpointSaverListener
{
public:
    Listener(TraceWorld& world, const QJsonObject& description)
        : m_world(world), m_description(description)
    { }

    void begin(Graph&) override
    {
        m_world.put({{"call", "listener_begin"}, {"listener", m_description["name"]}});
    }
    void beforeSave(Session&, std::int64_t step) override
    {
        m_world.put(entry("before_save", step));
    }
    bool afterSave(Session&, std::int64_t step) override
    {
        const bool stops = m_description["stop_at"].toArray().contains(static_cast<qint64>(step));
        const bool raises = m_description["raise_at"].toArray().contains(static_cast<qint64>(step));
        QJsonObject noted = entry("after_save", step);
        if (stops) {
            noted["requests_stop"] = true;
        }
        if (raises) {
            noted["raises"] = "ValueError";
        }
        m_world.put(noted);
        if (raises) {
            throwByName("ValueError");
        }
        return stops;
    }
    void end(Session&, std::int64_t step) override { m_world.put(entry("listener_end", step)); }

private:
    QJsonObject entry(const QString& call, std::int64_t step) const
    {
        return {{"call", call},
                {"listener", m_description["name"]},
                {"step", static_cast<qint64>(step)}};
    }

    TraceWorld& m_world;
    QJsonObject m_description;
};

// At its n-th sleep the global step is set to the n-th number.
class WaiterClock final : public Clock
{
public:
    WaiterClock(TraceWorld& world, const QJsonArray& steps) : m_world(world), m_steps(steps) { }

    std::chrono::nanoseconds monotonic() const override { return m_world.clock.monotonic(); }
    std::chrono::microseconds wallTime() const override { return m_world.clock.wallTime(); }
    void sleepFor(std::chrono::nanoseconds duration) override
    {
        m_world.clock.sleepFor(duration);
        m_world.put({{"sleeps", std::chrono::duration<double>(duration).count()}});
        const Tensor step = Tensor::scalar(static_cast<std::int64_t>(m_steps.takeAt(0).toInt()));
        m_world.live->run(m_world.setStep, {Feed{m_world.setStepTo, step}});
    }

private:
    TraceWorld& m_world;
    QJsonArray m_steps;
};

class TraceLogger final : public Logger
{
public:
    explicit TraceLogger(TraceWorld& world) : m_world(world) { }
    void log(LogLevel level, std::string_view message) override
    {
        if (level == LogLevel::Info) {
            m_world.put({{"log", QString::fromStdString(std::string(message))}});
        }
    }

private:
    TraceWorld& m_world;
};

std::optional<std::int64_t> optionalInt(const QJsonObject& description, const QString& key)
{
    return description.contains(key) ? std::optional<std::int64_t>(description[key].toInt())
                                     : std::nullopt;
}

} // namespace

TraceHooks::TraceHooks(TraceWorld& world, std::shared_ptr<Scaffold> scaffold)
    : m_world(world), m_scaffold(std::move(scaffold)),
      m_logger(std::make_shared<TraceLogger>(world))
{ }

HookPointer TraceHooks::makeAnnouncer() const
{
    return std::make_shared<Announcer>(m_world);
}

std::vector<HookPointer> TraceHooks::make(const QJsonArray& descriptions)
{
    std::vector<HookPointer> hooks;
    for (const QJsonValue description : descriptions) {
        hooks.push_back(makeOne(description.toObject()));
    }
    return hooks;
}

HookPointer TraceHooks::makeCheckpointSaver(const QJsonObject& description)
{
    CheckpointSaverHook::Options options;
    options.checkpointDir = m_world.checkpointDir;
    options.period.steps = optionalInt(description, "save_steps");
    options.scaffold = m_scaffold;
    options.summaryWriter = m_world.writerOf(m_world.checkpointDir);
    options.clock = &m_world.clock;
    for (const QJsonValue listener : description["listeners"].toArray()) {
        options.listeners.push_back(std::make_shared<Listener>(m_world, listener.toObject()));
    }
    return std::make_shared<CheckpointSaverHook>(std::move(options));
}

HookPointer TraceHooks::makeOne(const QJsonObject& description)
{
    const QString kind = description["hook"].toString();
    const QString name = description["name"].toString();
    if (kind == "same_as") {
        return m_recorders[name];
    }
    if (kind == "Recorder") {
        return m_recorders[name] = std::make_shared<Recorder>(m_world, description);
    }
    if (kind == "CheckpointSaverHook") {
        return makeCheckpointSaver(description);
    }
    if (kind == "SummarySaverHook") {
        SummarySaverHook::Options options;
        options.period.steps = optionalInt(description, "save_steps");
        options.scaffold = m_scaffold;
        options.summaryWriter = m_world.writerOf(m_world.summaryDir);
        options.clock = &m_world.clock;
        return std::make_shared<SummarySaverHook>(options);
    }
    if (kind == "StepCounterHook") {
        StepCounterHook::Options options;
        options.period.steps = optionalInt(description, "every_n_steps");
        options.summaryWriter = m_world.writerOf(m_world.summaryDir);
        options.clock = &m_world.clock;
        options.logger = m_logger.get();
        return std::make_shared<StepCounterHook>(options);
    }
    if (kind == "NanTensorHook") {
        NanTensorHook::Options options;
        options.failOnNanLoss = description["fail_on_nan_loss"].toBool(true);
        return std::make_shared<NanTensorHook>(m_world.tensors["loss"], options);
    }
    if (kind == "StopAtStepHook") {
        return std::make_shared<StopAtStepHook>(StopAtStepHook::Options{
            optionalInt(description, "num_steps"), optionalInt(description, "last_step")});
    }
    if (kind == "LoggingTensorHook") {
        LoggingTensorHook::Options options;
        options.everyNIter = optionalInt(description, "every_n_iter");
        options.atEnd = description["at_end"].toBool();
        options.clock = &m_world.clock;
        options.logger = m_logger.get();
        std::map<std::string, std::string> tensors;
        for (const QString& tensor : namesIn(description["tensors"])) {
            tensors[tensor.toStdString()] = m_world.tensors[tensor].name();
        }
        return std::make_shared<LoggingTensorHook>(tensors, options);
    }
    if (kind == "FinalOpsHook") {
        finalOps = std::make_shared<FinalOpsHook>(m_world.fetchesOf(description["final_ops"]));
        return finalOps;
    }
    if (kind == "FeedFnHook") {
        return std::make_shared<FeedFnHook>(
            [this, feeds = description["feeds"].toObject()](std::vector<Feed>& into) {
                into = m_world.feedsOf(feeds);
            });
    }
    if (kind == "GlobalStepWaiterHook") {
        m_waiterClock = std::make_shared<WaiterClock>(m_world, description["on_sleep"].toArray());
        return std::make_shared<GlobalStepWaiterHook>(description["wait_until_step"].toInt(),
                                                      m_waiterClock.get());
    }
    throw NotFoundError("the scenario has an unknown hook " + kind.toStdString());
}
