// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/session/session_manager.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/training_graph.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace engine;

class TestSessionManager : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void s1_initOpFeedsAndInitFn();
    void s4_recoverWithoutCheckpoint();
    void s6_readyForLocalInitWithoutLocalInit();
    void s7_recoverWithLocalInit();
    void s9_localInitWithoutCheckpoint();
    void s11_waitForSession();
    void s12_waitTimesOut();
    void s13_localInitReadsUninitialized();
    void s14_globalsThenLocals();
    void s15_localVariableIsForgotten();
    void s16_notReadyForLocalInit();
    void s17_localInitOfAModelWithoutInitOp();
    void s18_nothingToInitialize();
    void s19_directoryAndFile();
    void s20_restoredModelIsNotInitialized();
    void s21_partialSaver();
    void s22_d11_damagedNewest();
    void s23_retentionAfterRestart();
    void waitsForACheckpoint();

private:
    // Local variable "local" whose initial value is that of the global w.
    void addLocal() { m_local = makeVariable("local", m_model->w->value(), {false, true}); }
    Output report(std::initializer_list<std::shared_ptr<Variable>> variables)
    {
        std::vector<Output> values;
        for (const auto& variable : variables) {
            values.push_back(variable->value());
        }
        return reportUninitialized(m_model->graph, values);
    }
    Operation* initAll()
    {
        return &group(m_model->graph, {&m_model->step->initializer(), &m_model->w->initializer()},
                      "init_all");
    }
    SessionManager::RestoreOptions restoring()
    {
        SessionManager::RestoreOptions restore;
        restore.saver = m_saver;
        restore.checkpointDir = directory();
        return restore;
    }
    std::filesystem::path directory() const { return m_folder->path().toStdString(); }
    // Saves a model whose w is `w` and whose step is `step`.
    void save(float w, std::int64_t step)
    {
        DirectSession session(m_model->graph);
        m_model->initialize(session);
        m_model->setStepIn(session, step);
        session.run(m_setW, {Feed{m_newW, Tensor::scalar(w)}});
        m_saver->save(session, (directory() / "model.ckpt").string(), step);
    }
    float wIn(Session& session) const
    {
        return session.run(m_model->w->value()).scalarValue<float>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TrainingGraph> m_model;
    std::shared_ptr<Saver> m_saver;
    std::shared_ptr<Variable> m_local;
    Output m_newW;
    Operation* m_setW = nullptr;
    FakeClock m_clock;
    SessionManager::Options m_options;
};

void TestSessionManager::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = std::make_unique<TrainingGraph>();
    m_newW = placeholder(m_model->graph, DataType::Float, Shape(), "new_w");
    m_setW = &assign(m_model->w->value(), m_newW).operation();
    m_saver = std::make_shared<Saver>();
    m_saver->build(m_model->graph);
    m_options = SessionManager::Options();
    m_options.readyOp = report({m_model->step, m_model->w});
    m_options.clock = &m_clock;
}

void TestSessionManager::s1_initOpFeedsAndInitFn()
{
    SessionManager manager(m_model->graph, m_options);
    auto session = manager.prepareSession({}, {initAll(), {}, {}});
    QCOMPARE(wIn(*session), 0.0F);
    Operation& fed =
        group(m_model->graph, {&m_model->step->initializer(), m_setW}, "init_from_feed");
    session = manager.prepareSession({}, {&fed, {{m_newW, Tensor::scalar(7.0F)}}, {}});
    QCOMPARE(wIn(*session), 7.0F);
    session = manager.prepareSession(
        {}, {nullptr, {}, [this](Session& raw) { m_model->initialize(raw); }});
    QCOMPARE(wIn(*session), 0.0F);
}

void TestSessionManager::s4_recoverWithoutCheckpoint()
{
    SessionManager manager(m_model->graph, m_options);
    const auto recovered = manager.recoverSession(restoring());
    QVERIFY(!recovered.isReady);
    m_model->initialize(*recovered.session);
    QCOMPARE(wIn(*recovered.session), 0.0F);
}

void TestSessionManager::s6_readyForLocalInitWithoutLocalInit()
{
    m_options.readyForLocalInitOp = m_options.readyOp;
    VERIFY_THROWS(InvalidArgumentError, "local_init_op", SessionManager(m_model->graph, m_options));
}

void TestSessionManager::s7_recoverWithLocalInit()
{
    addLocal();
    m_options.readyForLocalInitOp = m_options.readyOp;
    m_options.readyOp = report({m_model->step, m_model->w, m_local});
    m_options.localInitOp = &m_local->initializer();
    save(1, 10);
    SessionManager manager(m_model->graph, m_options);
    const auto recovered = manager.recoverSession(restoring());
    QVERIFY(recovered.isReady);
    QCOMPARE(wIn(*recovered.session), 1.0F);
    QCOMPARE(recovered.session->run(m_local->value()).scalarValue<float>(), 1.0F);
}

void TestSessionManager::s9_localInitWithoutCheckpoint()
{
    m_local =
        makeVariable("local", scalarConstant(m_model->graph, DataType::Float, 3), {false, true});
    m_options.localInitOp = &m_local->initializer();
    SessionManager manager(m_model->graph, m_options);
    const auto recovered = manager.recoverSession({});
    QVERIFY(!recovered.isReady);
    QCOMPARE(recovered.session->run(m_local->value()).scalarValue<float>(), 3.0F);
}

void TestSessionManager::s11_waitForSession()
{
    addLocal();
    m_options.readyForLocalInitOp = m_options.readyOp;
    m_options.readyOp = report({m_model->step, m_model->w, m_local});
    m_options.localInitOp = &m_local->initializer();
    int made = 0;
    m_options.sessionFactory = [&](Graph& graph) {
        auto session = std::make_unique<DirectSession>(graph);
        if (++made == 3) { // somebody else has initialized the globals
            m_model->initialize(*session);
        }
        return session;
    };
    SessionManager manager(m_model->graph, m_options);
    const auto session = manager.waitForSession(100);
    QCOMPARE(made, 3);
    QCOMPARE(m_clock.monotonicSeconds(), 2.0); // D22: looks every second
    QCOMPARE(session->run(m_local->value()).scalarValue<float>(), 0.0F);
}

void TestSessionManager::s12_waitTimesOut()
{
    addLocal();
    m_options.readyForLocalInitOp = m_options.readyOp;
    m_options.localInitOp = &m_local->initializer();
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(DeadlineExceededError,
                  "Session was not ready after waiting 3 secs. Variables not initialized: "
                  "global_step, w",
                  manager.waitForSession(3));
}

void TestSessionManager::s13_localInitReadsUninitialized()
{
    addLocal();
    m_options.localInitOp = &m_local->initializer();
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(FailedPreconditionError, "Attempting to use uninitialized value w",
                  manager.waitForSession(3));
}

void TestSessionManager::s14_globalsThenLocals()
{
    addLocal();
    m_options.readyForLocalInitOp = m_options.readyOp;
    m_options.readyOp = report({m_model->step, m_model->w, m_local});
    m_options.localInitOp = &m_local->initializer();
    SessionManager manager(m_model->graph, m_options);
    const auto session = manager.prepareSession({}, {initAll(), {}, {}});
    QCOMPARE(session->run(m_local->value()).scalarValue<float>(), 0.0F);
}

void TestSessionManager::s15_localVariableIsForgotten()
{
    addLocal();
    m_options.readyOp = report({m_model->w, m_local});
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(FailedPreconditionError,
                  "Init operations did not make model ready. Init op: "
                  "init_all, init fn: none, local_init_op: none, error: "
                  "Variables not initialized: local",
                  manager.prepareSession({}, {initAll(), {}, {}}));
}

void TestSessionManager::s16_notReadyForLocalInit()
{
    addLocal();
    m_options.localInitOp = &m_local->initializer();
    m_options.readyForLocalInitOp = m_options.readyOp;
    m_options.readyOp = Output();
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(FailedPreconditionError, "did not make model ready for local_init",
                  manager.prepareSession({}, {&m_model->step->initializer(), {}, {}}));
}

// As TensorFlow 1: the operation's own error leaves.
void TestSessionManager::s17_localInitOfAModelWithoutInitOp()
{
    addLocal();
    m_options.localInitOp = &m_local->initializer();
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(FailedPreconditionError, "Attempting to use uninitialized value w",
                  manager.prepareSession({}, {}));
}

void TestSessionManager::s18_nothingToInitialize()
{
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(FailedPreconditionError,
                  "Model is not initialized and no init_op or init_fn or local_init_op was given",
                  manager.prepareSession(restoring(), {}));
}

void TestSessionManager::s19_directoryAndFile()
{
    auto both = restoring();
    both.checkpointFilenameWithPath = "a/model.ckpt-1";
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(InvalidArgumentError, "Can not provide both", manager.prepareSession(both, {}));
}

void TestSessionManager::s20_restoredModelIsNotInitialized()
{
    save(5, 10);
    int calls = 0;
    SessionManager manager(m_model->graph, m_options);
    const auto session =
        manager.prepareSession(restoring(), {initAll(), {}, [&](Session&) { ++calls; }});
    QCOMPARE(calls, 0);
    QCOMPARE(wIn(*session), 5.0F);
    QCOMPARE(m_model->stepIn(*session), 10);
}

void TestSessionManager::s21_partialSaver()
{
    SaverOptions partial;
    partial.variables = {m_model->w->value()};
    m_saver = std::make_shared<Saver>(partial);
    m_saver->build(m_model->graph);
    save(5, 10);
    SessionManager manager(m_model->graph, m_options);
    VERIFY_THROWS(FailedPreconditionError, "Variables not initialized: global_step",
                  manager.prepareSession(restoring(), {initAll(), {}, {}}));
}

void TestSessionManager::s22_d11_damagedNewest()
{
    save(1, 10);
    save(2, 20);
    std::ofstream(directory() / "model.ckpt-20.index", std::ios::trunc) << "no table";
    SessionManager manager(m_model->graph, m_options);
    const auto session = manager.prepareSession(restoring(), {initAll(), {}, {}});
    QCOMPARE(wIn(*session), 1.0F);
    QVERIFY(std::filesystem::exists(directory() / "model.ckpt-20.index.damaged"));
}

void TestSessionManager::s23_retentionAfterRestart()
{
    for (int i = 1; i <= 5; ++i) {
        save(1, i);
    }
    m_saver = std::make_shared<Saver>(); // another process
    m_model->graph.unfinalize();
    m_saver->build(m_model->graph);
    SessionManager manager(m_model->graph, m_options);
    const auto session = manager.prepareSession(restoring(), {initAll(), {}, {}});
    QCOMPARE(m_saver->lastCheckpoints().size(), std::size_t(5));
    m_saver->save(*session, (directory() / "model.ckpt").string(), 6);
    QVERIFY(!std::filesystem::exists(directory() / "model.ckpt-1.index"));
    QVERIFY(std::filesystem::exists(directory() / "model.ckpt-2.index"));
}

void TestSessionManager::waitsForACheckpoint()
{
    auto waiting = restoring();
    waiting.waitForCheckpoint = true;
    waiting.maxWaitSecs = 5;
    SessionManager manager(m_model->graph, m_options);
    QVERIFY(!manager.recoverSession(waiting).isReady);
    QCOMPARE(m_clock.monotonicSeconds() >= 5.0, true);
}

QTEST_GUILESS_MAIN(TestSessionManager)
#include "tst_session_manager.moc"
