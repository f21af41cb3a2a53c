// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/training/monitored_training_session.h"
#include "tests/support/scripted_hook.h"
#include "tests/support/training_graph.h"

#include <QDir>
#include <QMap>
#include <QTest>

#include <functional>

using namespace engine;

// One error at each point of each phase of a monitored session, thrown by the main thread or
// reported by a registered one, for each class of error, against section 3 of the description.
// Afterwards no thread and no raw session is left.
class TestErrorInjection : public QObject
{
    Q_OBJECT

private slots:
    void mainThread_data();
    void mainThread();
    void registeredThread_data();
    void registeredThread();
};

namespace {

using Throw = std::function<void()>;

const QList<std::pair<QString, Throw>>& errorClasses()
{
    static const QList<std::pair<QString, Throw>> kClasses{
        {"Aborted", [] { throw AbortedError("injected"); }},
        {"Unavailable", [] { throw UnavailableError("injected"); }},
        {"OutOfRange", [] { throw OutOfRangeError("injected"); }},
        {"StopIteration", [] { throw StopIterationError("injected"); }},
        {"Cancelled", [] { throw CancelledError("injected"); }},
        {"DeadlineExceeded", [] { throw DeadlineExceededError("injected"); }},
        {"InvalidArgument", [] { throw InvalidArgumentError("injected"); }},
        {"DataLoss", [] { throw DataLossError("injected"); }},
        {"foreign", [] { throw std::logic_error("injected"); }}};
    return kClasses;
}

bool isPreemptionName(const QString& name)
{
    return name == "Aborted" || name == "Unavailable";
}

bool endsLoop(const QString& name)
{
    return name == "OutOfRange" || name == "StopIteration";
}

int threadCount()
{
    return static_cast<int>(
        QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size());
}

// A raw session that counts those that are alive and open, and throws on demand.
class CountedSession final : public Session
{
public:
    explicit CountedSession(Graph& graph) : m_session(graph, {1}) { ++alive; }
    ~CountedSession() override { --alive; }

    using Session::run;
    Graph* graph() const override { return m_session.graph(); }
    void run(const RunRequest& request, std::vector<Tensor>& results) override
    {
        if (onRun) {
            onRun(request);
        }
        m_session.run(request, results);
    }
    void close() override
    {
        m_session.close();
        if (onClose) {
            onClose();
        }
    }

    static inline int alive = 0;
    std::function<void(const RunRequest&)> onRun;
    std::function<void()> onClose;

private:
    DirectSession m_session;
};

// What became of a program of three steps, in which something was injected once.
struct Outcome
{
    QString thrown; // by the constructor or by with(); empty: nothing
    bool isOpened = false;
    int creations = 0;
    int steps = 0; // runs that returned
    bool isEndCalled = false;
    bool isErrorCalled = false;

    QString toString() const
    {
        return QStringLiteral("%1%2, %3 sessions, %4 steps%5%6")
            .arg(isOpened ? "opened" : "not opened", thrown.isEmpty() ? "" : ", throws " + thrown)
            .arg(creations)
            .arg(steps)
            .arg(isEndCalled ? ", end" : "", isErrorCalled ? ", onError" : "");
    }
};

QString nameOf(const std::exception& error)
{
    const auto* known = dynamic_cast<const Error*>(&error);
    if (known == nullptr) {
        return "foreign";
    }
    if (dynamic_cast<const StopIterationError*>(known) != nullptr) {
        return "StopIteration";
    }
    const std::string_view name = errorCodeName(known->code());
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

class Injection
{
public:
    // `action` is called once, in `phase`, with the coordinator if there is one.
    Injection(QString phase, std::function<void(Coordinator*)> action)
        : m_phase(std::move(phase)), m_action(std::move(action))
    { }

    Outcome play()
    {
        Outcome outcome;
        try {
            const auto session = open(outcome);
            outcome.isOpened = true;
            with(*session, [&] {
                for (; outcome.steps < 3 && !session->shouldStop(); ++outcome.steps) {
                    session->run(m_model.train);
                }
            });
        } catch (const std::exception& error) {
            outcome.thrown = nameOf(error);
        }
        outcome.isEndCalled = m_calls.contains("h.end");
        outcome.isErrorCalled = m_calls.contains("h.error");
        return outcome;
    }

private:
    void at(const QString& phase, Coordinator* coordinator)
    {
        // In the second run, so that something has been trained.
        const bool isOfRuns = phase.contains("run");
        if (phase == m_phase && (!isOfRuns || ++m_passes == 2) && !m_isDone) {
            m_isDone = true;
            m_action(coordinator);
        }
    }

    std::unique_ptr<MonitoredSession> open(Outcome& outcome)
    {
        const auto hook = std::make_shared<ScriptedHook>("h", &m_calls);
        hook->onBegin = [this](Graph&) { at("begin", nullptr); };
        hook->onCreated = [this](SessionRunContext&, Coordinator& coordinator) {
            m_coordinator = &coordinator;
            at("after_create_session", &coordinator);
        };
        hook->onBefore = [this](SessionRunContext&) { at("before_run", m_coordinator); };
        hook->onAfter = [this](SessionRunContext&, const SessionRunValues&) {
            at("after_run", m_coordinator);
        };
        hook->onEnd = [this](Session&) { at("end", m_coordinator); };

        MonitoredTrainingSessionOptions options;
        options.hooks = {hook};
        options.recovery.initialBackoffSecs = 0;
        options.sessionFactory = [this, &outcome](Graph& graph) {
            ++outcome.creations;
            auto session = std::make_unique<CountedSession>(graph);
            at("creation", nullptr);
            session->onRun = [this](const RunRequest& request) {
                if (request.fetches[0] == Fetch(m_model.train)) {
                    at("raw_run", m_coordinator);
                }
            };
            session->onClose = [this] { at("close", m_coordinator); };
            return session;
        };
        return MonitoredTrainingSession(m_model.graph, options);
    }

    QString m_phase;
    std::function<void(Coordinator*)> m_action;
    TrainingGraph m_model;
    QStringList m_calls;
    Coordinator* m_coordinator = nullptr;
    int m_passes = 0;
    bool m_isDone = false;
};

// Section 3, for an error that the main thread throws.
Outcome expectedOfMainThread(const QString& phase, const QString& error)
{
    const Outcome undisturbed{{}, true, 1, 3, true, false};
    if (phase == "close") {
        return undisturbed; // errors of the raw close are swallowed
    }
    if (phase == "begin") {
        return {error, false, 0, 0, false, true}; // no session
    }
    if (phase == "end") {
        return {error, true, 1, 3, true, false}; // closed, and thrown
    }
    if (isPreemptionName(error)) {
        return {{}, true, 2, 3, true, false}; // a new session, the step repeated
    }
    if (phase == "creation" || phase == "after_create_session") {
        return {error, false, 1, 0, false, true};
    }
    if (endsLoop(error)) {
        return {{}, true, 1, 1, true, false}; // leaves the loop silently
    }
    return {error, true, 1, 1, false, true};
}

// For an error that a registered thread reports while the main thread does well.
Outcome expectedOfRegisteredThread(const QString& phase, const QString& error)
{
    const bool isLate = phase == "end";
    if (isPreemptionName(error)) {
        // Found by shouldStop(), which makes a new session; in close() it is only logged.
        return {{}, true, isLate ? 1 : 2, 3, true, false};
    }
    // Runs go on; the loop ends at shouldStop(), hooks end cleanly, close() throws it. Even
    // OutOfRange: the coordinator of a monitored session knows no clean types.
    const int steps = phase == "after_create_session" ? 0 : isLate ? 3 : 2;
    return {error, true, 1, steps, true, false};
}

void addRows(const QStringList& phases)
{
    QTest::addColumn<QString>("phase");
    QTest::addColumn<QString>("error");
    for (const QString& phase : phases) {
        for (const auto& [error, thrower] : errorClasses()) {
            QTest::addRow("%s in %s", qPrintable(error), qPrintable(phase)) << phase << error;
        }
    }
}

Throw throwerOf(const QString& name)
{
    for (const auto& [error, thrower] : errorClasses()) {
        if (error == name) {
            return thrower;
        }
    }
    qFatal("no such error class");
}

// Empty if the program ends as expected and leaves nothing behind.
QString problemOf(Injection&& injection, const Outcome& expected)
{
    const int threadsBefore = threadCount();
    const QString actual = [&] { return injection.play().toString(); }();
    if (actual != expected.toString()) {
        return "expected " + expected.toString() + "; got " + actual;
    }
    if (CountedSession::alive != 0) {
        return QStringLiteral("%1 raw sessions are left").arg(CountedSession::alive);
    }
    if (threadCount() != threadsBefore) {
        return QStringLiteral("%1 threads before, %2 after").arg(threadsBefore).arg(threadCount());
    }
    return {};
}

} // namespace

void TestErrorInjection::mainThread_data()
{
    addRows({"begin", "creation", "after_create_session", "before_run", "raw_run", "after_run",
             "end", "close"});
}

void TestErrorInjection::mainThread()
{
    QFETCH(const QString, phase);
    QFETCH(const QString, error);
    const QString problem = problemOf(Injection(phase, [&](Coordinator*) { throwerOf(error)(); }),
                                      expectedOfMainThread(phase, error));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

void TestErrorInjection::registeredThread_data()
{
    addRows({"after_create_session", "before_run", "raw_run", "after_run", "end"});
}

void TestErrorInjection::registeredThread()
{
    QFETCH(const QString, phase);
    QFETCH(const QString, error);
    const auto report = [&](Coordinator* coordinator) {
        coordinator->registerThread(std::make_shared<CoordinatedThread>(
            "failing",
            [coordinator, thrower = throwerOf(error)] { coordinator->stopOnException(thrower); }));
        coordinator->waitForStop(); // until it has reported
    };
    const QString problem =
        problemOf(Injection(phase, report), expectedOfRegisteredThread(phase, error));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

QTEST_GUILESS_MAIN(TestErrorInjection)
#include "tst_error_injection.moc"
