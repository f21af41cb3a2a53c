// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/profiler_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"
#include "tests/support/fake_clock.h"
#include "tests/support/golden.h"
#include "tests/support/memory_summary_writer.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestProfilerHook : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void p12_everySecondRun();
    void p13_periods();
    void bySeconds();
    void traceIsChromes();
    void untracedRunsHaveNoOptions();
    void stepThatComesAgain();
    void noGlobalStep();

private:
    std::shared_ptr<ProfilerHook> hook(const Period& period)
    {
        ProfilerHook::Options options;
        options.period = period;
        options.outputDir = m_folder->filePath("profile").toStdString();
        options.summaryWriter = m_writer;
        options.clock = &m_clock;
        return std::make_shared<ProfilerHook>(options);
    }
    QStringList timelines() const
    {
        return QDir(m_folder->filePath("profile")).entryList(QDir::Files);
    }
    std::vector<std::string> tags() const
    {
        std::vector<std::string> tags;
        for (const auto& [tag, metadata] : m_writer->runMetadata) {
            tags.push_back(tag);
        }
        return tags;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<MemorySummaryWriter> m_writer;
    FakeClock m_clock;
    TrainingGraph m_model;
};

void TestProfilerHook::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_writer = std::make_shared<MemorySummaryWriter>();
}

void TestProfilerHook::p12_everySecondRun()
{
    HookDriver driver(m_model, hook(Period::everySteps(1)));
    driver.create();
    driver.train();
    driver.train();
    QCOMPARE(tags(), (std::vector<std::string>{"step_2"}));
    QCOMPARE(timelines(), (QStringList{"timeline-2.json"}));
}

void TestProfilerHook::p13_periods()
{
    VERIFY_THROWS(InvalidArgumentError, "Either save_secs or save_steps", hook({}));
    VERIFY_THROWS(InvalidArgumentError, "Can not provide both", hook({1.0, 1}));
}

void TestProfilerHook::bySeconds()
{
    HookDriver driver(m_model, hook(Period::everySecs(2)));
    driver.create();
    for (int i = 0; i < 5; ++i) {
        driver.train();
        m_clock.advanceSeconds(1);
    }
    QCOMPARE(timelines(), (QStringList{"timeline-3.json", "timeline-5.json"}));
}

void TestProfilerHook::traceIsChromes()
{
    HookDriver driver(m_model, hook(Period::everySteps(1)));
    driver.create();
    driver.train();
    driver.train();
    const QJsonObject trace = jsonObject(m_folder->filePath("profile/timeline-2.json"));
    QStringList operations;
    double end = 0;
    for (const QJsonValue event : trace["traceEvents"].toArray()) {
        if (event["ph"].toString() == "X") {
            operations.append(event["args"]["name"].toString());
            QVERIFY(event["ts"].toDouble() >= end); // one after the other
            QVERIFY(event["dur"].toDouble() >= 0);
            end = event["ts"].toDouble() + event["dur"].toDouble();
        }
    }
    QVERIFY2(operations.contains("AssignAdd") && operations.contains("AssignAdd_1"),
             qPrintable(operations.join(' ')));
    const std::string& metadata = m_writer->runMetadata.at(0).second;
    QVERIFY(metadata.find("AssignAdd_1") != std::string::npos);
}

void TestProfilerHook::untracedRunsHaveNoOptions()
{
    const auto profiler = hook(Period::everySteps(10));
    HookDriver driver(m_model, profiler);
    driver.create();
    const RunRequest nothing;
    SessionRunContext context(driver.raw(), nothing);
    QVERIFY(!profiler->beforeRun(context)->options);
    for (int i = 0; i < 10; ++i) {
        driver.train();
    }
    QVERIFY(profiler->beforeRun(context)->options.has_value()); // the run to step 11
}

void TestProfilerHook::stepThatComesAgain()
{
    HookDriver driver(m_model, hook(Period::everySteps(1)));
    driver.create();
    driver.train();
    driver.train();
    driver.setStep(0);
    driver.create(); // the session was lost
    driver.train();
    driver.train();
    QCOMPARE(tags(), (std::vector<std::string>{"step_2"}));
}

void TestProfilerHook::noGlobalStep()
{
    Graph graph;
    VERIFY_THROWS(FailedPreconditionError, "Global step should be created to use ProfilerHook",
                  hook(Period::everySteps(1))->begin(graph));
}

QTEST_GUILESS_MAIN(TestProfilerHook)
#include "tst_profiler_hook.moc"
