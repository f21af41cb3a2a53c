// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/graph_def.h"
#include "tests/engine/hooks/saving_fixture.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/memory_summary_writer.h"

#include <QTest>

using namespace engine;

class TestCheckpointSaverHook : public QObject, private SavingFixture
{
    Q_OBJECT

private slots:
    void init() { prepare(); }
    void m1_saverOfTheCollection();
    void m3_periods();
    void m4_savesInTheFirstRun();
    void m7_listenerStopsTraining();
    void m9_everySecs();
    void m10_listenersEverySecs();
    void m14_beforeTheFirstRun();
    void m15_graph_data();
    void m15_graph();
    void m15_graphIsWrittenOnce();
    void m16_severalStepsInOneRun();
    void m17_m18_end();
    void m19_record();
    void m20_d10_stopAtCreation();
    void m21_afterRecovery();
    void m22_twoSavers();
    void m23_allListenersAreAsked();
    void m24_noGlobalStep();
    void requestedSave();
    void saveNowTwice();
    void failedSaveLeavesTheRun();

private:
    struct Listener final : CheckpointSaverListener
    {
        explicit Listener(QStringList* list, QString prefix = {})
            : calls(list), name(std::move(prefix))
        { }
        void begin(Graph&) override { calls->append(name + "begin"); }
        void beforeSave(Session&, std::int64_t step) override { note("before", step); }
        bool afterSave(Session&, std::int64_t step) override
        {
            note("after", step);
            return stops;
        }
        void end(Session&, std::int64_t step) override { note("end", step); }
        void note(const char* what, std::int64_t step)
        {
            calls->append(QStringLiteral("%1%2 %3").arg(name, QString::fromUtf8(what)).arg(step));
        }

        QStringList* calls;
        QString name;
        bool stops = false;
    };

    std::shared_ptr<CheckpointSaverHook> hook(const CheckpointSaverHook::Options& with)
    {
        return std::make_shared<CheckpointSaverHook>(with);
    }
    std::int64_t newest() const { return saved().empty() ? -1 : saved().back(); }
};

void TestCheckpointSaverHook::m1_saverOfTheCollection()
{
    auto with = options(Period::everySteps(1));
    with.scaffold = nullptr;
    HookDriver driver(*m_model, hook(with));
    driver.train();
    QCOMPARE(saved(), (Steps{1}));
}

void TestCheckpointSaverHook::m3_periods()
{
    VERIFY_THROWS(InvalidArgumentError, "Can not provide both", hook(options(Period{10.0, 20})));
    VERIFY_THROWS(InvalidArgumentError, "Either save_secs or save_steps", hook(options(Period{})));
    auto both = options(Period::everySteps(1));
    both.saver = std::make_shared<Saver>();
    VERIFY_THROWS(InvalidArgumentError, "both saver and scaffold", hook(both));
}

void TestCheckpointSaverHook::m4_savesInTheFirstRun()
{
    HookDriver driver(*m_model, hook(options(Period::everySecs(2))));
    driver.train();
    QCOMPARE(saved(), (Steps{1}));
}

void TestCheckpointSaverHook::m7_listenerStopsTraining()
{
    QStringList calls;
    const auto listener = std::make_shared<Listener>(&calls);
    auto with = options(Period::everySteps(1));
    with.listeners = {listener};
    HookDriver driver(*m_model, hook(with));
    driver.create();
    driver.train();
    driver.train();
    QVERIFY(!driver.stops());
    listener->stops = true;
    driver.train();
    QVERIFY(driver.stops());
    QCOMPARE(driver.reason(), std::string("a checkpoint listener asked for it"));
}

void TestCheckpointSaverHook::m9_everySecs()
{
    HookDriver driver(*m_model, hook(options(Period::everySecs(2))));
    const std::vector<double> times{0, 0.5, 2.5, 2.6, 2.7, 10};
    double now = 0;
    Steps seen;
    for (const double time : times) {
        m_clock.advanceSeconds(time - now);
        now = time;
        driver.train();
        seen.push_back(newest());
    }
    QCOMPARE(seen, (Steps{1, 1, 3, 3, 3, 6}));
}

void TestCheckpointSaverHook::m10_listenersEverySecs()
{
    QStringList calls;
    auto with = options(Period::everySecs(2));
    with.listeners = {std::make_shared<Listener>(&calls)};
    HookDriver driver(*m_model, hook(with));
    double now = 0;
    for (const double time : {0.5, 0.5, 3.0, 3.5, 4.0, 6.5, 7.0}) {
        m_clock.advanceSeconds(time - now);
        now = time;
        driver.train();
    }
    m_clock.advanceSeconds(0.5);
    driver.end();
    QCOMPARE(calls,
             (QStringList{"begin", "before 1", "after 1", "before 3", "after 3", "before 6",
                          "after 6", "before 7", "after 7", "end 7"}));
}

void TestCheckpointSaverHook::m14_beforeTheFirstRun()
{
    HookDriver driver(*m_model, hook(options(Period::everySteps(2))));
    driver.create();
    QCOMPARE(newest(), 0);
    driver.train();
    QCOMPARE(newest(), 0);
    driver.train();
    QCOMPARE(newest(), 2);
}

void TestCheckpointSaverHook::m15_graph_data()
{
    QTest::addColumn<bool>("saveGraphDef");
    QTest::newRow("yes") << true;
    QTest::newRow("no") << false;
}

void TestCheckpointSaverHook::m15_graph()
{
    QFETCH(const bool, saveGraphDef);
    const auto writer = std::make_shared<MemorySummaryWriter>();
    auto with = options(Period::everySteps(1));
    with.saveGraphDef = saveGraphDef;
    with.summaryWriter = writer;
    HookDriver driver(*m_model, hook(with));
    driver.create();
    QCOMPARE(m_disk.exists(directory() / "graph.pbtxt"), saveGraphDef);
    QCOMPARE(writer->graphs.size(), saveGraphDef ? std::size_t{1} : std::size_t{0});
    if (saveGraphDef) {
        QVERIFY(m_disk.read(directory() / "graph.pbtxt").starts_with("node {"));
        QCOMPARE(writer->graphs[0], encodeGraphDef(m_model->graph));
    }
}

// Once for a graph: not after a recovery (D20).
void TestCheckpointSaverHook::m15_graphIsWrittenOnce()
{
    const auto writer = std::make_shared<MemorySummaryWriter>();
    auto with = options(Period::everySteps(1));
    with.summaryWriter = writer;
    HookDriver driver(*m_model, hook(with));
    driver.create();
    m_disk.remove(directory() / "graph.pbtxt");
    driver.create();
    QCOMPARE(writer->graphs.size(), std::size_t{1});
    QVERIFY(!m_disk.exists(directory() / "graph.pbtxt"));
}

void TestCheckpointSaverHook::m16_severalStepsInOneRun()
{
    TrainingGraph model(5);
    const auto scaffold = std::make_shared<Scaffold>();
    scaffold->finalize(model.graph);
    auto with = options(Period::everySteps(10));
    with.scaffold = scaffold;
    const auto saver = hook(with);
    {
        HookDriver driver(model, saver);
        Steps seen;
        for (int i = 0; i < 5; ++i) {
            driver.train();
            seen.push_back(newest());
        }
        QCOMPARE(seen, (Steps{5, 5, 15, 15, 25}));
    }
    std::filesystem::remove_all(directory());
    with.checkpointBasename = "other";
    HookDriver driver(model, hook(with));
    driver.train();
    driver.train();
    driver.end();
    QCOMPARE(newest(), 10);
}

void TestCheckpointSaverHook::m17_m18_end()
{
    QStringList calls;
    auto with = options(Period::everySteps(2));
    with.listeners = {std::make_shared<Listener>(&calls)};
    HookDriver driver(*m_model, hook(with));
    driver.create();
    driver.train();
    driver.train();
    driver.end(); // step 2 is saved already
    QCOMPARE(calls, (QStringList{"begin", "before 0", "after 0", "before 2", "after 2", "end 2"}));
    calls.clear();
    driver.train();
    driver.end();
    QCOMPARE(calls, (QStringList{"before 3", "after 3", "end 3"}));
}

void TestCheckpointSaverHook::m19_record()
{
    const auto writer = std::make_shared<MemorySummaryWriter>();
    auto with = options(Period::everySteps(2));
    with.summaryWriter = writer;
    HookDriver driver(*m_model, hook(with));
    driver.create();
    driver.train();
    driver.train();
    QCOMPARE(writer->stepsOf("CHECKPOINT"), (Steps{0, 2}));
    QCOMPARE(writer->records[1].text, (directory() / "model.ckpt").string());
}

void TestCheckpointSaverHook::m20_d10_stopAtCreation()
{
    QStringList calls;
    const auto listener = std::make_shared<Listener>(&calls);
    listener->stops = true;
    auto with = options(Period::everySteps(2));
    with.listeners = {listener};
    HookDriver driver(*m_model, hook(with));
    driver.create();
    QVERIFY(driver.stops());
}

void TestCheckpointSaverHook::m21_afterRecovery()
{
    QStringList calls;
    auto with = options(Period::everySteps(2));
    with.listeners = {std::make_shared<Listener>(&calls)};
    HookDriver driver(*m_model, hook(with));
    driver.create();
    driver.train();
    driver.train();
    driver.create();
    QCOMPARE(calls.mid(3), (QStringList{"before 2", "after 2", "before 2", "after 2"}));
}

void TestCheckpointSaverHook::m22_twoSavers()
{
    m_model->graph.unfinalize();
    m_model->graph.addToCollection(keys::kSavers, std::make_shared<Saver>());
    auto with = options(Period::everySteps(1));
    with.scaffold = nullptr;
    HookDriver driver(*m_model, hook(with));
    VERIFY_THROWS(FailedPreconditionError, "More than one item in collection savers",
                  driver.create());
}

void TestCheckpointSaverHook::m23_allListenersAreAsked()
{
    QStringList calls;
    const auto first = std::make_shared<Listener>(&calls, "1 ");
    first->stops = true;
    auto with = options(Period::everySteps(1));
    with.listeners = {first, std::make_shared<Listener>(&calls, "2 ")};
    HookDriver driver(*m_model, hook(with));
    driver.create();
    QCOMPARE(calls.mid(2), (QStringList{"1 before 0", "2 before 0", "1 after 0", "2 after 0"}));
}

void TestCheckpointSaverHook::m24_noGlobalStep()
{
    Graph graph;
    VERIFY_THROWS(FailedPreconditionError,
                  "Global step should be created to use CheckpointSaverHook",
                  hook(options(Period::everySteps(1)))->begin(graph));
}

void TestCheckpointSaverHook::requestedSave()
{
    const auto saver = hook(options(Period::everySecs(600)));
    HookDriver driver(*m_model, saver);
    driver.create();
    driver.train();
    saver->requestSave();
    driver.train();
    driver.train();
    QCOMPARE(saved(), (Steps{0, 2}));
}

void TestCheckpointSaverHook::saveNowTwice()
{
    QStringList calls;
    auto with = options(Period::everySecs(600));
    with.listeners = {std::make_shared<Listener>(&calls)};
    const auto saver = hook(with);
    HookDriver driver(*m_model, saver);
    driver.create();
    driver.train();
    saver->saveNow(driver.raw());
    saver->saveNow(driver.raw());
    QCOMPARE(calls, (QStringList{"begin", "before 0", "after 0", "before 1", "after 1"}));
}

void TestCheckpointSaverHook::failedSaveLeavesTheRun()
{
    FailingFileSystem full;
    SaverOptions saver;
    saver.files = &full;
    m_model->graph.unfinalize();
    auto with = options(Period::everySteps(1));
    with.scaffold = nullptr;
    with.saver = std::make_shared<Saver>(saver);
    with.saver->build(m_model->graph);
    HookDriver driver(*m_model, hook(with));
    driver.create();
    full.failAt("sync");
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", driver.train());
    QCOMPARE(saved(), (Steps{0})); // the older one is whole
}

QTEST_GUILESS_MAIN(TestCheckpointSaverHook)
#include "tst_checkpoint_saver_hook.moc"
