// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/queue_input.h"
#include "engine/hooks/queue_position_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/nn/losses.h"
#include "engine/nn/momentum_optimizer.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/training/monitored_training_session.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <optional>

using namespace engine;

// Input that comes through queues goes on where it was, bit for bit.
class TestQueueResume : public QObject
{
    Q_OBJECT

private slots:
    void twoHalvesAreTheWhole_data();
    void twoHalvesAreTheWhole();
    void withoutTheHookTheInputBeginsAnew();
    void anInputThatEndsEarlierEndsTheRun();
    void whatIsNotExactIsSaid_data();
    void whatIsNotExactIsSaid();
};

namespace {

constexpr std::int64_t kSteps = 30; // of one half; batches of 3 out of 40 rows

enum class Input
{
    FirstInFirstOut,
    Shuffled
};

struct Setting
{
    Input input = Input::FirstInFirstOut;
    bool hasHook = true;
    std::optional<std::int64_t> epochs;
    int threads = 1; // that shuffle
};

// Rows 0, 1 … 39 in batches of 3.
Output makeBatch(Graph& graph, const Setting& setting)
{
    std::vector<float> rows(40);
    std::ranges::generate(rows, [next = 0.0F]() mutable { return next++; });
    const Queue queue =
        inputProducer(constant(graph, Tensor::fromValues<float>({40}, rows)), setting.epochs, 7);
    if (setting.input == Input::FirstInFirstOut) {
        return queue.dequeueMany(3)[0];
    }
    ShuffleBatchOptions options;
    options.batchSize = 3;
    options.minAfterDequeue = 10;
    options.capacity = 25;
    options.threads = setting.threads;
    return shuffleBatch({queue.dequeue()[0]}, options)[0];
}

// The losses of the steps up to `lastStep` from what is in `directory`.
std::vector<float> train(const Setting& setting, const QString& directory, std::int64_t lastStep,
                         Logger* logger = nullptr)
{
    Graph graph(3);
    const Output batch = makeBatch(graph, setting);
    const auto mean = makeVariable("mean", scalarConstant(graph, DataType::Float, 0));
    const Output loss =
        meanSquaredError(batch, multiply(mean->value(), fill(graph, DataType::Float, {3}, 1)));
    const auto step = createGlobalStep(graph);
    Operation& trainOp =
        MomentumOptimizer(scalarConstant(graph, DataType::Float, 0.01)).minimize(loss, step);

    MonitoredTrainingSessionOptions options;
    options.checkpointDir = directory.toStdString();
    options.logger = logger;
    options.hooks = {std::make_shared<StopAtStepHook>(StopAtStepHook::Options{{}, lastStep})};
    if (setting.hasHook) {
        options.hooks.push_back(
            std::make_shared<QueuePositionHook>(std::vector<Output>{batch}, step->value()));
    }
    const auto session = MonitoredTrainingSession(graph, options);
    std::vector<float> losses;
    with(*session, [&] {
        while (!session->shouldStop()) {
            losses.push_back(session->run({loss, trainOp})[0].scalarValue<float>());
        }
    });
    return losses;
}

std::vector<float> trainInHalves(const Setting& setting)
{
    const QTemporaryDir folder;
    std::vector<float> losses = train(setting, folder.path(), kSteps);
    const std::vector<float> second = train(setting, folder.path(), 2 * kSteps);
    losses.insert(losses.end(), second.begin(), second.end());
    return losses;
}

bool isSame(const std::vector<float>& a, const std::vector<float>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

} // namespace

Q_DECLARE_METATYPE(Setting)

void TestQueueResume::twoHalvesAreTheWhole_data()
{
    QTest::addColumn<Setting>("setting");
    QTest::newRow("first in, first out") << Setting{};
    QTest::newRow("shuffled") << Setting{Input::Shuffled, true, {}};
    QTest::newRow("shuffled, a limited number of epochs") << Setting{Input::Shuffled, true, 5};
}

void TestQueueResume::twoHalvesAreTheWhole()
{
    QFETCH(const Setting, setting);
    const QTemporaryDir folder;
    const std::vector<float> undisturbed = train(setting, folder.path(), 2 * kSteps);
    QCOMPARE(undisturbed.size(), std::size_t{2 * kSteps});
    QVERIFY(isSame(trainInHalves(setting), undisturbed));
}

void TestQueueResume::withoutTheHookTheInputBeginsAnew()
{
    const QTemporaryDir folder;
    const Setting setting{Input::FirstInFirstOut, false, {}};
    QVERIFY(!isSame(trainInHalves(setting), train(setting, folder.path(), 2 * kSteps)));
}

void TestQueueResume::anInputThatEndsEarlierEndsTheRun()
{
    const QTemporaryDir folder;
    Setting setting{Input::FirstInFirstOut, true, 3}; // 40 batches
    QCOMPARE(train(setting, folder.path(), kSteps).size(), std::size_t{kSteps});
    setting.epochs = 1; // 13 batches: fewer than were taken
    QVERIFY(train(setting, folder.path(), 2 * kSteps).empty());
}

void TestQueueResume::whatIsNotExactIsSaid_data()
{
    QTest::addColumn<Setting>("setting");
    QTest::addColumn<QStringList>("warnings");
    const QString anew = "The input of the queues ";
    const QString disorder = "3 threads fill the queue shuffle_batch/random_shuffle_queue";
    QTest::newRow("positioned, in order") << Setting{} << QStringList();
    QTest::newRow("not positioned")
        << Setting{Input::FirstInFirstOut, false, {}} << QStringList{anew};
    QTest::newRow("several threads")
        << Setting{Input::Shuffled, true, {}, 3} << QStringList{disorder};
    QTest::newRow("both") << Setting{Input::Shuffled, false, {}, 3} << QStringList{disorder, anew};
}

void TestQueueResume::whatIsNotExactIsSaid()
{
    QFETCH(const Setting, setting);
    QFETCH(const QStringList, warnings);
    const QTemporaryDir folder;
    const auto warningsOf = [&](std::int64_t lastStep) {
        MemoryLogger logger;
        train(setting, folder.path(), lastStep, &logger);
        QStringList said;
        for (const MemoryLogger::Entry& entry : logger.entries()) {
            if (entry.level == LogLevel::Warning) {
                said.append(QString::fromStdString(entry.message));
            }
        }
        return said;
    };
    QCOMPARE(warningsOf(4), QStringList()); // it begins
    const QStringList said = warningsOf(8); // it goes on
    QCOMPARE(said.size(), warnings.size());
    for (qsizetype i = 0; i < said.size(); ++i) {
        QVERIFY2(said[i].startsWith(warnings[i]), qPrintable(said[i]));
    }
}

QTEST_GUILESS_MAIN(TestQueueResume)
#include "tst_queue_resume.moc"
