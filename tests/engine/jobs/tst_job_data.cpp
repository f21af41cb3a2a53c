// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_data.h"

#include "engine/jobs/job_changes.h"
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
    void aTableIsToldFromAJobFile();
    void picturesAreAugmented();
    void augmentationThatDoesNotFitIsRefused();
    void theCifarTutorialLearns();
    void aTestWithoutTheLastClassHasAllOfThem();
    void picturesAreNamedByFolderOrFile();
    void aTestThatDoesNotFitIsRefused();
    void modelsLargerThanTheMemoryAreRefused();
    void dataLargerThanTheMemoryIsRefused_data();
    void dataLargerThanTheMemoryIsRefused();
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
    QCOMPARE(table.remarks()[1],
             std::string("1 row was left out because \"x\" has no value (line 4)"));
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

void TestJobData::aTableIsToldFromAJobFile()
{
    const std::string hint = "a job file, say job.toml, trains on it";
    for (const char* table : {"t.csv", "t.tsv", "t.csv.gz"}) {
        VERIFY_THROWS(InvalidArgumentError, hint.c_str(), parseJob("a,b\n1,2\n", table));
    }
    QVERIFY(
        !mismatchOfError<InvalidArgumentError>([] { parseJob("a,b\n", "t.toml"); }, hint.c_str())
             .isEmpty());
}

void TestJobData::picturesAreAugmented()
{
    JobWorld world;
    world.writePictures();
    const auto request = [&](const std::string& augment) {
        return world.request("run", JobWorld::pictureSettings(augment));
    };
    const DatasetSplits splits =
        loadJobData(request(R"(["crop 20 width=24", "flip", "standardize"])").config);
    for (const Dataset* part : {&splits.train, &splits.validation, &splits.test}) {
        QVERIFY(part->size() > 0);
        QCOMPARE(part->exampleShape(), (Shape{20, 24, 3}));
        QVERIFY(part->augmentation.flipsLeftRight && part->augmentation.standardizes);
    }
    const TrainingJob job(request(R"(["crop 20 width=24", "flip"])"), world.environment());
    QCOMPARE(job.graph().features.shape().toString(), std::string("[?, 20, 24, 3]"));
    QCOMPARE(job.graph().features.type(), DataType::Float);
    const TrainingJob plain(request("[]"), world.environment());
    QCOMPARE(plain.graph().features.type(), DataType::UInt8);
    QCOMPARE(plain.graph().input.type(), DataType::Float);
    const std::pair<std::string, std::string> shown("Augmentation", "crop 20 width=24; flip");
    QCOMPARE(std::ranges::count(job.parameters(), shown), std::ptrdiff_t{1});
    // The checksum is of the files: the augmentation is a setting.
    QCOMPARE(dataChecksum(splits), dataChecksum(loadJobData(request("[]").config)));
}

void TestJobData::augmentationThatDoesNotFitIsRefused()
{
    const JobWorld world;
    world.writePictures();
    VERIFY_THROWS(
        InvalidArgumentError,
        "data.augment: data set pictures.bin: a crop of 40 x 40 is larger than pictures of 32 x 32",
        loadJobData(world.request("run", JobWorld::pictureSettings(R"(["crop 40"])")).config));
    VERIFY_THROWS(InvalidArgumentError, "data.augment: data set spirals: its features are float32",
                  loadJobData(JobWorld::tinyJob({R"(data.augment=["flip"])"})));
}

namespace {

// Trains on pictures of 2 x 2 with three classes.
DatasetSplits loadIdxJob(const JobWorld& world, const char* testImages, const char* testLabels)
{
    world.writeIdx("pictures.idx", {12, 2, 2}, {64, 1});
    world.writeIdx("larger.idx", {12, 3, 2}, {64, 1});
    world.writeIdx("all.idx", {12}, {0, 1, 2});
    world.writeIdx("two.idx", {12}, {0, 1, 0});
    world.writeIdx("five.idx", {12}, {0, 4});
    return loadJobData(
        JobWorld::tinyJob({"data.kind=idx", "data.validation_fraction=0.25",
                           "data.train_images=" + world.path("pictures.idx").string(),
                           "data.train_labels=" + world.path("all.idx").string(),
                           "data.test_images=" + world.path(testImages).string(),
                           "data.test_labels=" + world.path(testLabels).string()}));
}

} // namespace

// Columns of the confusion matrix are the outputs of the net.
void TestJobData::aTestWithoutTheLastClassHasAllOfThem()
{
    const JobWorld world;
    const DatasetSplits splits = loadIdxJob(world, "pictures.idx", "two.idx");
    QCOMPARE(splits.train.classNames.size(), std::size_t{3});
    QVERIFY(splits.test.classNames == splits.train.classNames);
    QCOMPARE(splits.train.remarks,
             std::vector<std::string>{"pictures.idx: 12 pictures of [2, 2], 3 classes; 9 to "
                                      "train, 3 to validate, 12 to test"});
}

void TestJobData::picturesAreNamedByFolderOrFile()
{
    JobWorld world;
    loadIdxJob(world, "pictures.idx", "all.idx"); // writes them
    std::filesystem::create_directory(world.path("clothes"));
    for (const char* file : {"pictures.idx", "all.idx"}) {
        std::filesystem::copy(world.path(file), world.path("clothes") / file);
    }
    for (const auto& [folder, name] :
         {std::pair("", "pictures.idx"), std::pair("clothes/", "clothes")}) {
        const std::string in = folder;
        JobRequest request =
            world.request("run",
                          {"data.kind=idx", "data.train_images=" + in + "pictures.idx",
                           "data.train_labels=" + in + "all.idx", "data.test_fraction=0"});
        request.config.directory = world.path("");
        const std::pair<std::string, std::string> shown("Data", name);
        QCOMPARE(std::ranges::count(TrainingJob(request, world.environment()).parameters(), shown),
                 std::ptrdiff_t{1});
    }
}

// And not by the test, when all is trained.
void TestJobData::aTestThatDoesNotFitIsRefused()
{
    const JobWorld world;
    VERIFY_THROWS(InvalidArgumentError,
                  ("data.test_images: " + world.path("larger.idx").string()
                   + " has pictures of [3, 2], but those to train on are of [2, 2]")
                      .c_str(),
                  loadIdxJob(world, "larger.idx", "all.idx"));
    VERIFY_THROWS(InvalidArgumentError,
                  ("data.test_labels: " + world.path("five.idx").string()
                   + " has class 4, but those of " + world.path("all.idx").string()
                   + " to train on are 0 to 2")
                      .c_str(),
                  loadIdxJob(world, "pictures.idx", "five.idx"));
}

// The net of the tutorial on its format and with its distortions.

void TestJobData::theCifarTutorialLearns()
{
    JobWorld world;
    world.writePictures("train.bin");
    world.writePictures("test.bin");
    JobRequest request = world.request("run");
    request.config = parseJob(R"([run]
steps = 300
threads = 1
[data]
kind = "cifar10"
train_files = ["train.bin"]
test_files = ["test.bin"]
augment = ["crop 24", "flip", "brightness 63", "contrast 0.2 1.8", "standardize"]
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

void TestJobData::dataLargerThanTheMemoryIsRefused_data()
{
    QTest::addColumn<std::string>("setting");
    QTest::addColumn<std::string>("message");
    QTest::newRow("points") << std::string("data.points=9000000000000")
                            << std::string("data.points: 9000000000000 examples need 288000 GB");
    QTest::newRow("all points that a number can say")
        << std::string("data.points=9223372036854775807") << std::string("this machine has");
    QTest::newRow("batch") << std::string("data.batch_size=1000000000000")
                           << std::string("batches of 1000000000000 (data.batch_size)");
}

// A number in a job file must not have the process killed for its memory.
void TestJobData::dataLargerThanTheMemoryIsRefused()
{
    QFETCH(std::string, setting);
    QFETCH(std::string, message);
    JobWorld world;
    VERIFY_THROWS(InvalidArgumentError, message.c_str(),
                  TrainingJob(world.request("run", {setting}), world.environment()));
}

QTEST_APPLESS_MAIN(TestJobData)
#include "tst_job_data.moc"
