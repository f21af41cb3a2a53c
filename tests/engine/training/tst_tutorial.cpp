// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/record_reader.h"
#include "engine/hooks/logging_tensor_hook.h"
#include "engine/hooks/nan_tensor_hook.h"
#include "engine/hooks/stop_at_step_hook.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/losses.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/summary_ops.h"
#include "engine/training/monitored_training_session.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace engine;

// The whole program of a tutorial, written as one would: a model, a session with its default hooks,
// three hooks more, a loop.
class TestTutorial : public QObject
{
    Q_OBJECT

private slots:
    void w1_fitsALine();

private:
    static std::map<std::string, std::vector<std::int64_t>> stepsByTag(const QString& file);
};

std::map<std::string, std::vector<std::int64_t>> TestTutorial::stepsByTag(const QString& file)
{
    std::ifstream stream(file.toStdString(), std::ios::binary);
    RecordReader reader(stream);
    std::map<std::string, std::vector<std::int64_t>> steps;
    std::string record;
    while (reader.next(record)) {
        const Event event = decodeEvent(record);
        for (const SummaryValue& value : event.values) {
            steps[value.tag].push_back(event.step);
        }
        if (event.kind == Event::Kind::GraphDef) {
            steps["graph"].push_back(event.step);
        }
    }
    return steps;
}

void TestTutorial::w1_fitsALine()
{
    const QTemporaryDir folder;
    MemoryLogger logger;

    Graph graph;
    const Output x = constant(graph, Tensor::fromValues<float>({4, 1}, {0, 1, 2, 3}), "x");
    const Output y = constant(graph, Tensor::fromValues<float>({4, 1}, {1, 3, 5, 7}), "y");
    const auto slope = makeVariable("slope", scalarConstant(graph, DataType::Float, 0));
    const auto offset = makeVariable("offset", scalarConstant(graph, DataType::Float, 0));
    const Output line = add(multiply(x, slope->value()), offset->value());
    const Output loss = meanSquaredError(y, line);
    scalarSummary("loss", loss);
    GradientDescentOptimizer optimizer(scalarConstant(graph, DataType::Float, 0.1));
    Operation& trainOp = optimizer.minimize(loss, createGlobalStep(graph));

    LoggingTensorHook::Options logging;
    logging.everyNIter = 100;
    logging.logger = &logger;
    MonitoredTrainingSessionOptions options;
    options.checkpointDir = folder.path().toStdString();
    options.hooks = {std::make_shared<StopAtStepHook>(StopAtStepHook::Options{std::nullopt, 250}),
                     std::make_shared<NanTensorHook>(loss),
                     std::make_shared<LoggingTensorHook>(
                         std::map<std::string, std::string>{{"loss", loss.name()}}, logging)};
    const auto session = MonitoredTrainingSession(graph, options);
    float fitted = 0;
    with(*session, [&] {
        while (!session->shouldStop()) {
            session->run(trainOp);
        }
        const Fetch fetch(slope->value());
        fitted = session->runWithoutHooks({&fetch, 1})[0].scalarValue<float>();
    });

    QVERIFY2(std::abs(fitted - 2) < 0.01F, qPrintable(QString::number(fitted)));
    std::vector<std::int64_t> saved;
    for (const std::string& prefix :
         listCheckpoints(LocalFileSystem(), folder.path().toStdString())) {
        saved.push_back(stepOfCheckpoint(prefix).value_or(-1));
    }
    QCOMPARE(saved, (std::vector<std::int64_t>{0, 250}));
    const QStringList files = QDir(folder.path()).entryList({"events.out.tfevents.*"});
    QCOMPARE(files.size(), 1);
    auto steps = stepsByTag(folder.filePath(files[0]));
    QCOMPARE(steps["loss"], (std::vector<std::int64_t>{1, 101, 201}));
    QCOMPARE(steps["global_step/sec"], (std::vector<std::int64_t>{101, 201}));
    QCOMPARE(steps["graph"].size(), std::size_t{1});
    QVERIFY(QFile::exists(folder.filePath("graph.pbtxt")));
    QCOMPARE(logger.entries().size(), std::size_t{3}); // runs 1, 101, 201
}

QTEST_GUILESS_MAIN(TestTutorial)
#include "tst_tutorial.moc"
