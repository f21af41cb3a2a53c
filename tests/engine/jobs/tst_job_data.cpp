// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_data.h"

#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"

#include <QTest>

#include <fstream>

using namespace engine;

class TestJobData : public QObject
{
    Q_OBJECT

private slots:
    void whatPeopleShouldKnowOfTheDataIsSaid();
    void columnsAreUsedAsTheJobSays();
    void theCifarTutorialLearns();
    void modelsLargerThanTheMemoryAreRefused();
};

void TestJobData::whatPeopleShouldKnowOfTheDataIsSaid()
{
    JobWorld world;
    QVERIFY(TrainingJob(world.request("run"), world.environment()).remarks().empty());
    const TrainingJob large(world.request("run", {"data.batch_size=280"}), world.environment());
    QCOMPARE(large.remarks(),
             std::vector<std::string>{"data.batch_size 280 is more than the 140 examples to train "
                                      "on: each step sees them 2.0 times"});
    std::ofstream(world.path("t.csv")) << "x,color,y\n1,red,0.5\n2,blue,1.5\n,red,1\n3,red,2.5\n";
    const TrainingJob table(
        world.request("run",
                      {"data.kind=csv", "data.file=" + world.path("t.csv").string(),
                       "data.batch_size=1", "data.validation_fraction=0", "data.test_fraction=0"}),
        world.environment());
    QCOMPARE(table.remarks().size(), std::size_t{3});
    QCOMPARE(table.remarks()[0],
             std::string("t.csv: 3 rows, cells separated by commas; 1 number: x; 1 category: color "
                         "(2); label y: a value"));
    QCOMPARE(table.remarks()[1], std::string("1 row was left out because \"x\" is empty"));
    QVERIFY(table.remarks()[2].starts_with(
        "the value to predict has mean 1.5 and deviation 0.816497; loss is in squared deviations"));
    QCOMPARE(world.logger.entries().back().message, table.remarks()[2]);
}

void TestJobData::columnsAreUsedAsTheJobSays()
{
    const JobWorld world;
    std::ofstream(world.path("t.csv")) << "id,x,y\n7,1,1\n8,2,2\n9,3,3\n";
    std::vector<std::string> settings{"data.kind=csv",
                                      "data.file=" + world.path("t.csv").string(),
                                      "data.validation_fraction=0",
                                      "data.test_fraction=0",
                                      "data.ignored_columns=[\"id\"]",
                                      "data.label_kind=value"};
    const DatasetSplits values = loadJobData(JobWorld::tinyJob(settings));
    QCOMPARE(values.train.featureNames, std::vector<std::string>{"x"});
    QVERIFY(!values.train.hasClasses());
    QCOMPARE(values.targetScale.mean, 2.0);
    settings.back() = "data.label_kind=auto";
    QCOMPARE(loadJobData(JobWorld::tinyJob(settings)).train.classNames.size(), std::size_t{3});
    settings.emplace_back("data.label=id");
    settings.emplace_back("data.ignored_columns=[\"z\"]");
    VERIFY_THROWS(NotFoundError, "there is no column z among id, x, y",
                  loadJobData(JobWorld::tinyJob(settings)));
}

// The net of the tutorial on its format: each class is a colour.
void TestJobData::theCifarTutorialLearns()
{
    JobWorld world;
    for (const char* name : {"train.bin", "test.bin"}) {
        std::ofstream file(world.path(name), std::ios::binary);
        for (int i = 0; i < 60; ++i) {
            const int label = i % 10;
            file.put(static_cast<char>(label));
            for (int pixel = 0; pixel < 3 * 32 * 32; ++pixel) {
                const int channel = pixel / (32 * 32);
                file.put(static_cast<char>(25 * ((label + 3 * channel) % 10) + pixel % 7));
            }
        }
    }
    JobRequest request = world.request("run");
    request.config = parseJob(R"([run]
steps = 300
threads = 1
[data]
kind = "cifar10"
train_files = ["train.bin"]
test_files = ["test.bin"]
validation_fraction = 0
batch_size = 10
[model]
kind = "sequential"
layers = ["conv 8 5 padding=same stddev=0.05", "max_pool 3 stride=2 padding=same",
    "lrn radius=4 alpha=0.000111111 beta=0.75", "conv 8 5 padding=same stddev=0.05 bias=0.1",
    "lrn radius=4 alpha=0.000111111 beta=0.75", "max_pool 3 stride=2 padding=same",
    "dense 32 stddev=0.04 bias=0.1 weight_decay=0.004"]
[optimizer]
kind = "adam"
learning_rate = 0.005
[evaluation]
every_steps = 0
)",
                              "cifar10-tutorial");
    request.config.directory = world.path("");
    const JobResult result = world.train(request);
    QVERIFY2(result.metrics.at("test/accuracy") > 0.9,
             qPrintable(QString::number(result.metrics.at("test/accuracy"))));
    const RunDetails details = world.reader().details(1);
    QVERIFY(details.job.find(world.path("train.bin").string()) != std::string::npos);
}

void TestJobData::modelsLargerThanTheMemoryAreRefused()
{
    JobWorld world;
    VERIFY_THROWS(InvalidArgumentError, "this machine has",
                  TrainingJob(world.request("run", {"model.hidden_layers=[4000000, 4000000]"}),
                              world.environment()));
    VERIFY_THROWS(
        InvalidArgumentError, "has too many elements",
        TrainingJob(world.request("run", {"model.hidden_layers=[4000000000, 4000000000]"}),
                    world.environment()));
}

QTEST_APPLESS_MAIN(TestJobData)
#include "tst_job_data.moc"
