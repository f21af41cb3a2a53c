// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/hooks/tensor_histogram.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"
#include "tests/support/scripted_hook.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

using namespace engine;

// The further hooks that a job file asks for.
class TestJobHooks : public QObject
{
    Q_OBJECT

private slots:
    void earlyStopping();
    void bestCheckpoint();
    void gradientNorm();
    void histograms();
    void histogramsThatAreTurnedOnLater();
    void confusion();
    void plateau();
    void profiler();
    void stopAtTime();
    void watchingNothing_data();
    void watchingNothing();
};

namespace {

QStringList filesIn(const std::filesystem::path& directory, const QString& pattern)
{
    return QDir(QString::fromStdString(directory.string())).entryList({pattern}, QDir::Files);
}

} // namespace

// No evaluation is that much better than the first, at step 20.
void TestJobHooks::earlyStopping()
{
    JobWorld world;
    const JobResult result =
        world.train(world.request("run",
                                  {"run.steps=200", "hooks.early_stopping.patience=2",
                                   "hooks.early_stopping.min_delta=1000"}));
    QCOMPARE(result.status, RunStatus::Stopped);
    QCOMPARE(result.step, std::int64_t{60});
    QVERIFY2(QString::fromStdString(result.stopReason)
                 .startsWith("validation/loss has not improved since step 20"),
             result.stopReason.c_str());
    const auto newest = latestCheckpoint(world.files, world.path("run"), world.logger);
    QCOMPARE(stepOfCheckpoint(newest.value_or("")).value_or(-1), std::int64_t{20});
    // What is evaluated at the end is the best model.
    QCOMPARE(result.metrics.at("validation/loss"),
             world.series(1, 0, "validation/loss").front().second);
}

void TestJobHooks::bestCheckpoint()
{
    JobWorld world;
    world.train(world.request(
        "run", {"hooks.best_checkpoint.keep=2", "hooks.best_checkpoint.metric=\"train/loss\""}));
    QCOMPARE(filesIn(world.path("run") / "best", "best.ckpt-*.index").size(), 2);
    QCOMPARE(filesIn(world.path("run") / "best", "best.json").size(), 1);
}

void TestJobHooks::gradientNorm()
{
    JobWorld world;
    world.train(world.request(
        "run", {"hooks.gradient_norm.every_n_steps=10", "optimizer.clip_norm=0.001"}));
    const auto norms = world.series(1, 0, "gradient_norm");
    QCOMPARE(norms.size(), std::size_t{4});
    for (const auto& [step, norm] : norms) {
        QVERIFY2(norm > 0.001, "the norm is that before clipping");
    }
}

// Nothing improves by whole orders, so every third evaluation without one lowers the rate.
// Of the weights after the step whose number they have: those of the checkpoint.
void TestJobHooks::histograms()
{
    JobWorld world;
    world.train(world.request("run", {"hooks.histograms.every_n_steps=13"})); // 1, 14, 27, 40
    RunStoreReader reader = world.reader();
    std::map<std::string, std::vector<std::int64_t>> steps;
    const TensorBundleReader checkpoint(world.files, world.path("run/model.ckpt-40"));
    for (const StoredSummary& summary : reader.summaries(1)) {
        if (summary.kind != "histogram") {
            continue;
        }
        steps[summary.tag].push_back(summary.step);
        if (summary.step == 40) {
            const Tensor weights = checkpoint.read(summary.tag);
            const auto histogram = std::get<Histogram>(reader.summary(summary.id));
            QVERIFY(histogram == histogramOf(weights, summary.tag));
            QVERIFY(histogram.count > 0);
        }
    }
    QCOMPARE(steps.size(), std::size_t{4}); // weights and biases of two layers
    for (const auto& [tag, at] : steps) {
        QVERIFY2((at == std::vector<std::int64_t>{1, 14, 27, 40}), tag.c_str());
    }
}

// By a hook after step 10, as the window does.
void TestJobHooks::histogramsThatAreTurnedOnLater()
{
    JobWorld world;
    QStringList calls;
    const auto steps = [&world] {
        RunStoreReader reader = world.reader();
        QList<qint64> all;
        for (const StoredHistogram& found :
             reader.histograms(1, reader.histogramTags(1).at(0), 100)) {
            all += found.step;
        }
        return all;
    };
    world.train(world.request("run"), [&calls](TrainingJob& job) {
        auto hook = std::make_shared<ScriptedHook>("window", &calls);
        hook->onAfter = [&job](SessionRunContext&, const SessionRunValues&) {
            if (job.progress().step() == 10) {
                VERIFY_THROWS(InvalidArgumentError, "", job.recordHistograms(0));
                job.recordHistograms(15);
            }
        };
        job.addHook(hook);
    });
    QCOMPARE(steps(), (QList<qint64>{11, 26}));
    const std::vector<StoredEvent> events = world.reader().events(1);
    const auto event = std::ranges::find(events, EventKind::kControlChanged, &StoredEvent::kind);
    QVERIFY(event != events.end());
    QCOMPARE(event->step, std::int64_t{10});
    QCOMPARE(event->message, std::string("histograms_every_n_steps 0 -> 15"));

    JobRequest again = continueRequest(world.path("runs.sqlite"), 1, world.clock);
    QCOMPARE(again.config.hooks.histogramsEveryNSteps, std::optional<std::int64_t>(15));
    again.config.run.steps = 60;
    world.train(again);
    QCOMPARE(steps(), (QList<qint64>{11, 26, 41, 56}));
}

void TestJobHooks::confusion()
{
    JobWorld world;
    const JobResult result = world.train(world.request("run"));
    RunStoreReader reader = world.reader();
    const std::vector<StoredSummary> summaries = reader.summaries(1);
    QCOMPARE(summaries.size(), std::size_t{1});
    QCOMPARE(summaries[0].tag, std::string("test/confusion"));
    QCOMPARE(summaries[0].step, std::int64_t{40});
    const auto matrix = std::get<ConfusionMatrix>(reader.summary(summaries[0].id));
    QVERIFY((matrix.classNames == std::vector<std::string>{"first", "second"}));
    QCOMPARE(matrix.counts.size(), std::size_t{4});
    const std::int64_t all =
        std::accumulate(matrix.counts.begin(), matrix.counts.end(), std::int64_t{0});
    QCOMPARE(all, std::int64_t{40}); // a fifth of 200
    QCOMPARE(static_cast<double>(matrix.counts[0] + matrix.counts[3]) / 40,
             result.metrics.at("test/accuracy"));
    QVERIFY(reader.hyperParameters(1).size() > 10);
}

void TestJobHooks::plateau()
{
    JobWorld world;
    world.train(
        world.request("run",
                      {"schedule.kind=plateau", "schedule.patience=1", "schedule.factor=0.5",
                       "schedule.min_rate=0.3", "optimizer.kind=sgd", "optimizer.learning_rate=100",
                       "evaluation.every_steps=1", "alerts.fail_on_infinity=false",
                       "model.hidden_layers=[]", "model.dropout=0"}));
    const auto rates = world.series(1, 0, "learning_rate");
    const auto losses = world.series(1, 0, "validation/loss");
    QCOMPARE(losses.size(), std::size_t{40});
    double expected = 100;
    double best = std::numeric_limits<double>::infinity();
    int bad = 0;
    int falls = 0;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        QCOMPARE(rates[i].second, expected); // a fall holds from the next step on
        bad = losses[i].second < best * (1 - 1e-4) ? 0 : bad + 1;
        best = bad == 0 ? losses[i].second : best;
        if (bad == 2) {
            expected = std::max(expected / 2, static_cast<double>(0.3F));
            bad = 0;
            ++falls;
        }
    }
    QVERIFY(falls > 2);
    std::size_t events = 0;
    for (const StoredEvent& event : world.reader().events(1)) {
        events += event.kind == EventKind::kControlChanged ? 1 : 0;
    }
    QVERIFY(events > 2);
}

void TestJobHooks::profiler()
{
    JobWorld world;
    world.train(world.request("run", {"hooks.profiler.save_steps=15"}));
    QCOMPARE(filesIn(world.path("run"), "timeline-*.json"),
             (QStringList{"timeline-16.json", "timeline-31.json"}));
}

void TestJobHooks::stopAtTime()
{
    JobWorld world;
    QStringList calls;
    const auto ticking = std::make_shared<ScriptedHook>("t", &calls);
    ticking->onBefore = [&](SessionRunContext&) { world.clock.advanceSeconds(1); };
    const JobResult result = world.train(world.request("run", {"hooks.stop_at_time.secs=7"}),
                                         [&](TrainingJob& job) { job.addObserver(ticking); });
    QCOMPARE(result.step, std::int64_t{7});
    QCOMPARE(result.stopReason, std::string("the time of 7 s has passed"));
}

void TestJobHooks::watchingNothing_data()
{
    QTest::addColumn<QString>("setting");
    QTest::newRow("no validation data") << "data.validation_fraction=0";
    QTest::newRow("no evaluations") << "evaluation.every_steps=0";
}

void TestJobHooks::watchingNothing()
{
    QFETCH(const QString, setting);
    JobWorld world;
    VERIFY_THROWS(InvalidArgumentError, "validation/loss is to be watched, but nothing measures it",
                  world.train(world.request(
                      "run", {setting.toStdString(), "hooks.early_stopping.patience=1"})));
    VERIFY_THROWS(
        InvalidArgumentError, "validation/loss is to be watched, but nothing measures it",
        world.train(world.request("run", {setting.toStdString(), "schedule.kind=plateau"})));
    QVERIFY(!std::filesystem::exists(world.path("runs.sqlite"))); // refused before
}

QTEST_GUILESS_MAIN(TestJobHooks)
#include "tst_job_hooks.moc"
