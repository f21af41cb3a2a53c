// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/formats/tensor_bundle.h"
#include "tests/engine/jobs/job_world.h"
#include "tests/support/errors.h"

#include <QTest>

#include <functional>
#include <set>

using namespace engine;

namespace {

QByteArray bytesOf(const Tensor& tensor)
{
    return {static_cast<const char*>(tensor.data()), static_cast<qsizetype>(tensor.byteCount())};
}

// Layers with statistics that are not trained.
const std::vector<std::string> kWithStatistics{
    "model.kind=sequential", "model.dropout=0",
    R"(model.layers=["dense 8 activation=relu", "batch_norm", "dense 4"])"};

std::vector<std::string> with(std::vector<std::string> settings,
                              const std::vector<std::string>& more)
{
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

} // namespace

// A run whose model begins with values of a checkpoint, also of another program.
class TestJobInitialization : public QObject
{
    Q_OBJECT

private slots:
    void weightsMayComeFromElsewhere();
    void whatDoesNotFitIsToldBeforeTheFirstStep();
    void statisticsComeWithTheWeights_data();
    void statisticsComeWithTheWeights();
    void aStatisticThatIsMissingIsNamed();
    void whatIsNamedIsTakenToo();
    void whatWasLeftOutIsReported_data();
    void whatWasLeftOutIsReported();
    void slipsAreToldBeforeThereIsARun_data();
    void slipsAreToldBeforeThereIsARun();

private:
    using Rename = std::function<std::string(const std::string&)>;

    // The checkpoint of step 40 of a run, copied with other names; empty: left out.
    static std::string foreign(const JobWorld& world, std::string_view directory,
                               const Rename& rename)
    {
        const std::string prefix = (world.path(directory) / "model.ckpt-40").string();
        const TensorBundleReader reader(world.files, prefix);
        NamedTensors renamed;
        for (const BundleEntry& entry : reader.entries()) {
            const std::string name = rename(entry.name);
            if (!name.empty()) {
                renamed.emplace(name, reader.read(entry.name));
            }
        }
        const std::string copy = world.path("theirs.ckpt").string();
        LocalFileSystem files;
        writeTensorBundle(files, copy, renamed);
        return copy;
    }
    static bool isInitializedBy(const JobWorld& world, RunId run, const std::string& part)
    {
        for (const StoredEvent& event : world.reader().events(run)) {
            if (event.kind == EventKind::kInitialized) {
                return event.message.find(part) != std::string::npos;
            }
        }
        return false;
    }
};

void TestJobInitialization::weightsMayComeFromElsewhere()
{
    JobWorld world;
    world.train(world.request("first"));
    const std::string prefix = (world.path("first") / "model.ckpt-40").string();
    // Another program's names: the file as it is, but with two tensors called otherwise.
    NamedTensors renamed;
    const TensorBundleReader reader(world.files, prefix);
    std::string kernel;
    for (const BundleEntry& entry : reader.entries()) {
        const bool isKernel = kernel.empty() && entry.name.find("Adam") == std::string::npos
            && entry.shape.rank() == 2;
        kernel = isKernel ? entry.name : kernel;
        renamed.emplace(isKernel ? "theirs/w" : entry.name, reader.read(entry.name));
    }
    const std::string theirs = world.path("theirs.ckpt").string();
    writeTensorBundle(world.files, theirs, renamed);

    JobRequest request = world.request("second",
                                       {"model.initial_checkpoint=" + theirs, "run.seed=7",
                                        "model.initial_names=[\"" + kernel + "=theirs/w\"]"});
    world.train(request);
    const TensorBundleReader begun(world.files, (world.path("second") / "model.ckpt-0").string());
    QCOMPARE(bytesOf(begun.read(kernel)), bytesOf(reader.read(kernel)));
    QCOMPARE(begun.read("global_step").scalarAsDouble(), 0.0);
    QVERIFY2(isInitializedBy(world, 2, "4 variables assigned; "), "the event");
}

void TestJobInitialization::whatDoesNotFitIsToldBeforeTheFirstStep()
{
    JobWorld world;
    world.train(world.request("first"));
    const std::string prefix = (world.path("first") / "model.ckpt-40").string();
    VERIFY_THROWS(
        InvalidArgumentError, "checkpoint has [",
        world.train(world.request(
            "second", {"model.hidden_layers=[9]", "model.initial_checkpoint=" + prefix})));
    QVERIFY(world.losses(2, 0).empty());
}

void TestJobInitialization::statisticsComeWithTheWeights_data()
{
    QTest::addColumn<bool>("isRenamed");
    QTest::newRow("by their own names") << false;
    QTest::newRow("by the names of another program") << true;
}

void TestJobInitialization::statisticsComeWithTheWeights()
{
    QFETCH(const bool, isRenamed);
    JobWorld world;
    world.train(world.request("first", kWithStatistics));
    const std::string theirs = foreign(world, "first", [&](const std::string& name) {
        const bool isOfTheNorm =
            name.starts_with("batch_normalization/") && name.find("Adam") == name.npos;
        return isRenamed && isOfTheNorm ? "bn" + name.substr(name.find('/')) : name;
    });
    std::vector<std::string> settings =
        with(kWithStatistics, {"model.initial_checkpoint=" + theirs, "run.seed=7"});
    if (isRenamed) {
        settings.emplace_back(R"(model.initial_names=["batch_normalization/gamma=bn/gamma",)"
                              R"( "batch_normalization/beta=bn/beta",)"
                              R"( "batch_normalization/moving_mean=bn/moving_mean",)"
                              R"( "batch_normalization/moving_variance=bn/moving_variance"])");
    }
    world.train(world.request("second", settings));
    const TensorBundleReader first(world.files, (world.path("first") / "model.ckpt-40").string());
    const TensorBundleReader begun(world.files, (world.path("second") / "model.ckpt-0").string());
    for (const char* const name : {"batch_normalization/gamma", "batch_normalization/beta",
                                   "batch_normalization/moving_mean",
                                   "batch_normalization/moving_variance", "dense/kernel"}) {
        QCOMPARE(bytesOf(begun.read(name)), bytesOf(first.read(name)));
    }
    // 4 of the norm, a kernel and a bias of each of three layers; no slot, counter or step.
    QVERIFY(isInitializedBy(world, 2, "10 variables assigned; "));
    QCOMPARE(begun.read("global_step").scalarAsDouble(), 0.0);
    QCOMPARE(begun.read("data_position").scalarAsDouble(), 0.0);
}

void TestJobInitialization::aStatisticThatIsMissingIsNamed()
{
    JobWorld world;
    world.train(world.request("first", kWithStatistics));
    const std::string theirs = foreign(world, "first", [](const std::string& name) {
        return name == "batch_normalization/moving_mean" ? std::string() : name;
    });
    VERIFY_THROWS(NotFoundError, "1 not in the checkpoint: batch_normalization/moving_mean",
                  world.train(world.request(
                      "second", with(kWithStatistics, {"model.initial_checkpoint=" + theirs}))));
}

// A variable that is no part of the model is taken if somebody asks for it.
void TestJobInitialization::whatIsNamedIsTakenToo()
{
    JobWorld world;
    world.train(world.request("first"));
    const std::string prefix = (world.path("first") / "model.ckpt-40").string();
    JobRequest request = world.request("second",
                                       {"model.initial_checkpoint=" + prefix,
                                        R"(model.initial_names=["data_position=data_position"])"});
    world.train(request);
    const TensorBundleReader begun(world.files, (world.path("second") / "model.ckpt-0").string());
    QCOMPARE(begun.read("data_position").scalarAsDouble(), 40.0);
}

void TestJobInitialization::whatWasLeftOutIsReported_data()
{
    QTest::addColumn<std::string>("mode");
    QTest::addColumn<std::string>("setting");
    QTest::addColumn<std::string>("report");
    QTest::newRow("by name: a layer more")
        << std::string("by_name") << std::string("model.hidden_layers=[8, 2]")
        << std::string("2 not in the checkpoint: dense_2/bias, dense_2/kernel");
    QTest::newRow("partial: a layer more")
        << std::string("partial") << std::string("model.hidden_layers=[8, 2]")
        << std::string("2 not in the checkpoint: dense_2/bias, dense_2/kernel");
    QTest::newRow("partial: a wider layer")
        << std::string("partial") << std::string("model.hidden_layers=[9]")
        << std::string("3 that do not fit: variable dense/bias: checkpoint has [8], graph has [9]");
}

void TestJobInitialization::whatWasLeftOutIsReported()
{
    QFETCH(const std::string, mode);
    QFETCH(const std::string, setting);
    QFETCH(const std::string, report);
    JobWorld world;
    world.train(world.request("first"));
    const std::string prefix = (world.path("first") / "model.ckpt-40").string();
    const std::vector<std::string> settings{"model.initial_checkpoint=" + prefix, setting,
                                            "model.initial_mode=" + mode};
    if (mode == "by_name") { // what is there must fit
        VERIFY_THROWS(
            InvalidArgumentError, "checkpoint has [8,2], graph has [8,3]",
            world.train(world.request("other", with(settings, {"model.hidden_layers=[8, 3]"}))));
    }
    const RunId run = world.train(world.request("second", settings)).run;
    QVERIFY(isInitializedBy(world, run, report));
    std::set<std::string> said;
    for (const MemoryLogger::Entry& entry : world.logger.entries()) {
        if (entry.message.find(report) != std::string::npos) {
            said.insert(entry.message.substr(0, entry.message.find(' ')));
        }
    }
    QCOMPARE(said, std::set<std::string>{"Initialized"});
}

void TestJobInitialization::slipsAreToldBeforeThereIsARun_data()
{
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<std::string>("mode");
    QTest::addColumn<std::string>("checkpoint");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* title, const QStringList& names, const char* message,
                        const char* mode = "strict",
                        const char* checkpoint = "first/model.ckpt-40") {
        QTest::newRow(title) << names << std::string(mode) << std::string(checkpoint)
                             << QByteArray(message);
    };
    row("no sign", {"dense/kernel"}, "\"dense/kernel\" is not \"variable=tensor\"");
    row("no variable", {"=w"}, "\"=w\" is not");
    row("no tensor", {"dense/kernel="}, "\"dense/kernel=\" is not");
    row("no such variable", {"dens/kernel=w"}, "there is no variable dens/kernel; there are ");
    row("twice", {"dense/kernel=a", "dense/kernel=b"}, "dense/kernel is named twice");
    row("mode", {}, "\"loose\" is none of", "loose");
    row("no such checkpoint", {}, "model.initial_checkpoint: there is no checkpoint ", "strict",
        "first/model.ckpt-41");
}

void TestJobInitialization::slipsAreToldBeforeThereIsARun()
{
    QFETCH(const QStringList, names);
    QFETCH(const std::string, mode);
    QFETCH(const std::string, checkpoint);
    QFETCH(const QByteArray, message);
    JobWorld world;
    world.train(world.request("first"));
    JobRequest request = world.request("second");
    request.config.model.initialCheckpoint = world.path(checkpoint).string();
    request.config.model.initialMode = mode;
    for (const QString& name : names) {
        request.config.model.initialNames.push_back(name.toStdString());
    }
    TrainingJob job(request, world.environment());
    try {
        job.open();
        QFAIL("it was opened");
    } catch (const Error& error) {
        QVERIFY2(QByteArray(error.what()).contains(message), error.what());
    }
    QCOMPARE(world.reader().runs().size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(TestJobInitialization)
#include "tst_job_initialization.moc"
