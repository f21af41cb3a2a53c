// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_parser.h"

#include "engine/jobs/job_keys.h"
#include "engine/jobs/job_reference.h"
#include "engine/jobs/resources.h"
#include "tests/support/errors.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

#include <fstream>

using namespace engine;

static const std::string kSpirals = "[data]\nkind = \"spirals\"\n"; // the shortest job there is

// Every setting of the one has the value that it has in the other.
static QString mismatchOf(const JobConfig& got, const JobConfig& want)
{
    for (const JobKey& key : jobKeys()) {
        if (key.access.read(got) != key.access.read(want)) {
            return QString::fromStdString(std::string(key.path)) + " differs";
        }
    }
    return {};
}

class TestJobParser : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void shortestJob();
    void settingsReachTheirMembers();
    void refusedTexts_data();
    void refusedTexts();
    void settingsThatDoNothing_data();
    void settingsThatDoNothing();
    void everyMistakeIsSaidInTheOrderOfTheLines();
    void manyMistakesAreCounted();
    void theReferenceIsTheTableOfKeys();
    void settings();
    void refusedSettings_data();
    void refusedSettings();
    void missingFile();
    void presetsWithoutDataAreNotOffered();
    void presetsSurviveWriting_data();
    void presetsSurviveWriting();
    void everyKeySurvivesWriting();
    void emptyListsSurviveWriting();
};

void TestJobParser::initTestCase()
{
    qputenv("TRAINSPOTTER_RESOURCES", qgetenv("TRAINSPOTTER_SOURCE_DIR") + "/resources");
}

void TestJobParser::shortestJob()
{
    const JobConfig job = parseJob(kSpirals, "folder/my job.toml");
    QCOMPARE(job.run.name, std::string("my job"));
    QCOMPARE(job.data.kind, std::string("spirals"));
    QCOMPARE(job.run.seed, RunConfig().seed);
    QVERIFY(!job.session.saveCheckpointSteps && !job.hooks.loggingEveryNIter);
}

void TestJobParser::settingsReachTheirMembers()
{
    const JobConfig job = parseJob(R"(
run = { name = "n", seed = 7, steps = 12, threads = 3 }
[data]
kind = "csv"
file = "table.csv"
class_names = ["a", "b"]
validation_fraction = 0
[model]
hidden_layers = [16, 8]
[optimizer]
use_nesterov = true
learning_rate = 1
[session]
save_checkpoint_secs = 1.5
[hooks.logging_tensor]
every_n_iter = 10
)",
                                   "job.toml");
    QCOMPARE(job.run.name, std::string("n"));
    QCOMPARE(job.run.steps, std::int64_t{12});
    QCOMPARE(job.data.file, std::string("table.csv"));
    QCOMPARE(job.data.classNames, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(job.data.validationFraction, 0.0); // a whole number is a number
    QCOMPARE(job.model.hiddenLayers, (std::vector<std::int64_t>{16, 8}));
    QVERIFY(job.optimizer.useNesterov);
    QCOMPARE(job.optimizer.learningRate, 1.0);
    QCOMPARE(job.session.saveCheckpointSecs.value(), 1.5);
    QCOMPARE(job.hooks.loggingEveryNIter.value(), std::int64_t{10});
}

void TestJobParser::refusedTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
        QTest::newRow(name) << QString::fromStdString(kSpirals) + text << QString(message);
    };
    row("typo", "[model]\nhiden_layers = [8]",
        "job.toml, line 4: hiden_layers is not a known setting. Did you mean hidden_layers?");
    row("a name of a thousand parts", ("x" + QByteArray(".y").repeated(1000) + " = 1").constData(),
        "job.toml, line 3: a job file has no names of so many parts");
    row("a name of a million letters", (QByteArray(1'000'000, 'x') + " = 1").constData(),
        "xxx is not a known setting.");
    row("wrong table", "[model]\nlearning_rate = 0.1",
        "job.toml, line 4: learning_rate is not a known setting. Did you mean "
        "optimizer.learning_rate?");
    row("table with a typo", "[optimiser]\nlearning_rate = 0.1",
        "job.toml, line 3: optimiser is not a known setting. Did you mean optimizer?");
    row("table below a table with a typo", "[hooks.login_tensor]\nevery_n_iter = 5",
        "job.toml, line 3: login_tensor is not a known setting. Did you mean "
        "hooks.logging_tensor?");
    row("table like nothing", "[qwertz]\na = 1",
        "job.toml, line 3: qwertz is not a known setting.");
    row("like nothing", "[model]\nqwertzuiop_asdf = 1",
        "job.toml, line 4: qwertzuiop_asdf is not a known setting.");
    row("a value for a table", "model = 5", "line 3: model is not a known setting.");
    row("text for a number", "[run]\nsteps = \"many\"",
        "job.toml, line 4: run.steps must be a whole number");
    row("fraction for a whole number", "[run]\nsteps = 1.5",
        "job.toml, line 4: run.steps must be a whole number");
    row("number for a text", "[run]\nname = 5", "line 4: run.name must be a text in quotes");
    row("number for a flag", "[optimizer]\nuse_nesterov = 1",
        "optimizer.use_nesterov must be true or false");
    row("number for a list", "[model]\nhidden_layers = 8",
        "model.hidden_layers must be a list of whole numbers");
    row("texts for sizes", "[model]\nhidden_layers = [\"8\"]",
        "model.hidden_layers must be a list of whole numbers");
    row("mixed list", "[model]\nhidden_layers = [8, 1.5]",
        "model.hidden_layers holds a value of a kind that no setting takes");
    row("a date", "[run]\nname = 2020-01-01",
        "run.name holds a value of a kind that no setting takes");
    row("zero steps", "[run]\nsteps = 0", "line 4: run.steps must be 1 or more");
    row("too many threads", "[run]\nthreads = 4294967297",
        "line 4: run.threads must be from 0 to 1024");
    row("more checkpoints than an int counts", "[session]\nmax_to_keep = 4294967297",
        "session.max_to_keep must be from 0 to 1000000");
    row("no units", "[model]\nhidden_layers = [8, 0]",
        "model.hidden_layers must hold numbers of 1 or more");
    row("half a pair", "[model]\ninitial_names = [\"a=b\", \"c\"]",
        "job.toml, line 4: model.initial_names \"c\" is not \"variable=tensor\"");
    row("drops everything", "[model]\ndropout = 1.0", "model.dropout must be from 0 to below 1");
    row("negative rate", "[optimizer]\nlearning_rate = -0.1",
        "optimizer.learning_rate must be 0 or more");
    row("not a number", "[optimizer]\nlearning_rate = nan",
        "optimizer.learning_rate must be 0 or more");
    row("unknown choice", "[optimizer]\nkind = \"best\"",
        "optimizer.kind must be one of \"sgd\", \"momentum\", \"adagrad\", \"rmsprop\", \"adam\"");
    row("unknown step", "augment = [\"crop 24\", \"flop\"]",
        "job.toml, line 3: data.augment \"flop\": there is no such step; there are crop, flip, "
        "flip_up_down, brightness, contrast, standardize");
    row("range upside down", "augment = [\"contrast 1.8 0.2\"]",
        "job.toml, line 3: data.augment \"contrast 1.8 0.2\": MOST must be more than LEAST; write "
        "contrast LEAST MOST");
    row("text for steps", "augment = \"flip\"",
        "job.toml, line 3: data.augment must be a list of texts in quotes");
    row("nothing to train on", "validation_fraction = 0.5\ntest_fraction = 0.5",
        "job.toml: validation_fraction 0.5 and test_fraction 0.5 leave nothing for training");
    row("not TOML", "[run\nsteps = 1", "job.toml, line 3: ");
    row("key twice", "kind = \"csv\"", "job.toml, line 3: ");
    QTest::newRow("no data") << ""
                             << "job.toml: data.kind is missing";
    QTest::newRow("no pictures") << "[data]\nkind = \"idx\""
                                 << "data.train_images is missing";
    QTest::newRow("no labels") << "[data]\nkind = \"idx\"\ntrain_images = \"a\""
                               << "data.train_labels is missing";
    QTest::newRow("half a test part")
        << "[data]\nkind = \"idx\"\ntrain_images = \"a\"\ntrain_labels = \"b\"\ntest_images = \"c\""
        << "data.test_images and data.test_labels belong together";
    QTest::newRow("no files") << "[data]\nkind = \"cifar10\""
                              << "data.train_files is missing";
    QTest::newRow("no table") << "[data]\nkind = \"csv\""
                              << "data.file is missing";
}

void TestJobParser::refusedTexts()
{
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message),
                  parseJob(text.toStdString(), "job.toml"));
}

void TestJobParser::settingsThatDoNothing_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const char* text, const char* message) {
        QTest::newRow(name) << QString("[data]\nkind = \"spirals\"\n%1\n").arg(text) << message;
    };
    row("augmentation without pictures", "augment = [\"flip\"]",
        "data.augment is for pictures: idx, cifar10 and cifar100");
    row("layers of an mlp", "[model]\nlayers = [\"dense 8\"]",
        "model.layers needs model.kind = \"sequential\"");
    row("dropout beside layers", "[model]\nkind = \"sequential\"\ndropout = 0.5",
        "model.dropout is for an mlp");
    row("weight decay of Adam", "[optimizer]\nweight_decay = 0.1",
        "optimizer.weight_decay is for adamw and lion");
    row("RMSProp's squares of Adam", "[optimizer]\ncentered = true", "are for rmsprop");
    row("Adagrad's sum of Adam", "[optimizer]\ninitial_accumulator = 1",
        "optimizer.initial_accumulator is for adagrad");
    row("steps without boundaries", "[schedule]\nkind = \"step\"",
        "schedule.boundaries is missing");
    row("warm-up of no warm-up", "[schedule]\nkind = \"cosine\"\nwarmup_steps = 5",
        "schedule.warmup_steps needs schedule.kind");
}

void TestJobParser::settingsThatDoNothing()
{
    QFETCH(const QString, text);
    QFETCH(const QString, message);
    QTemporaryFile file;
    QVERIFY(file.open());
    file.write(text.toUtf8());
    file.close();
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message),
                  parseJobFile(file.fileName().toStdString()));
    parseJob(text.toStdString(), "a job of the store");
}

void TestJobParser::everyMistakeIsSaidInTheOrderOfTheLines()
{
    const std::string text = R"([data]
kind = "spirals"
batch_size = 0
[run]
steps = "many"
sed = 1
[optimiser]
learning_rate = 1
[model]
dropout = 2
)";
    try {
        parseJob(text, "bad.toml", {"model.activation=rilu"});
        QFAIL("nothing was thrown");
    } catch (const InvalidArgumentError& error) {
        const QStringList lines = QString::fromUtf8(error.what()).split('\n');
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0], QString("bad.toml, line 3: data.batch_size must be 1 or more"));
        QCOMPARE(lines[1], QString("bad.toml, line 5: run.steps must be a whole number"));
        QCOMPARE(lines[2],
                 QString("bad.toml, line 6: sed is not a known setting. Did you mean seed?"));
        QCOMPARE(lines[3],
                 QString("bad.toml, line 7: optimiser is not a known setting. Did you "
                         "mean optimizer?"));
        QVERIFY(lines[4].startsWith("bad.toml, line 10: model.dropout must be from 0"));
        QVERIFY(lines[5].startsWith("--set model.activation=rilu: "));
    }
}

void TestJobParser::manyMistakesAreCounted()
{
    std::string text = kSpirals;
    for (int i = 0; i < 30; ++i) {
        text += "wrong" + std::to_string(i) + " = 1\n";
    }
    VERIFY_THROWS(InvalidArgumentError, "line 22: wrong19 is not a known setting.\nand 10 more",
                  parseJob(text, "bad.toml"));
}

void TestJobParser::theReferenceIsTheTableOfKeys()
{
    const std::string reference = jobKeyReference();
    const QStringList lines = QString::fromStdString(reference).split('\n');
    for (const JobKey& key : jobKeys()) {
        QVERIFY2(!key.meaning.empty() && !key.access.accepts.empty(), key.path.data());
        const QString path = QString::fromStdString(std::string(key.path));
        const QString about = QString("# %1 (%2)")
                                  .arg(QString::fromStdString(std::string(key.meaning)),
                                       QString::fromStdString(key.access.accepts));
        const qsizetype table = lines.indexOf('[' + path.section('.', 0, -2) + ']');
        const qsizetype line = lines.indexOf(about, table);
        QVERIFY2(table > 0 && line > table, qPrintable(path));
        qsizetype value = line + 1;
        while (lines[value].startsWith("#   ")) { // how layers are written
            ++value;
        }
        QString next = lines[value];
        QVERIFY2(next.remove("# ").startsWith(path.section('.', -1) + " = "), qPrintable(path));
    }
    QVERIFY(lines.contains("validation_fraction = 0.1"));
    const std::vector<std::string> kind{"data.kind=spirals"};
    const QString difference =
        mismatchOf(parseJob(reference, "job.toml", kind), parseJob("", "job.toml", kind));
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestJobParser::settings()
{
    const JobConfig job = parseJob(kSpirals, "job.toml",
                                   {"run.steps=5", "run.steps=6", "run.name=two words",
                                    "model.activation=tanh", "model.hidden_layers=[3, 4]",
                                    "optimizer.use_nesterov=true", "optimizer.learning_rate=1e-3",
                                    "data.label=\"a=b\"", "hooks.logging_tensor.every_n_iter=9",
                                    "data.noise=0", "data.augment=[\"crop 24\", \"flip\"]"});
    QCOMPARE(job.run.steps, std::int64_t{6}); // the last one counts
    QCOMPARE(job.run.name, std::string("two words"));
    QCOMPARE(job.model.activation, std::string("tanh"));
    QCOMPARE(job.model.hiddenLayers, (std::vector<std::int64_t>{3, 4}));
    QVERIFY(job.optimizer.useNesterov);
    QCOMPARE(job.optimizer.learningRate, 0.001);
    QCOMPARE(job.data.label, std::string("a=b"));
    QCOMPARE(job.data.noise, 0.0);
    QCOMPARE(job.data.augment, (std::vector<std::string>{"crop 24", "flip"}));
    QCOMPARE(job.hooks.loggingEveryNIter.value(), std::int64_t{9});
}

void TestJobParser::refusedSettings_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("message");
    QTest::newRow("typo") << "model.hiden_layers=[8]"
                          << "--set model.hiden_layers=[8]: hiden_layers is not a known setting. "
                             "Did you mean hidden_layers?";
    QTest::newRow("no table") << "learning_rate=1"
                              << "Did you mean optimizer.learning_rate?";
    QTest::newRow("a table") << "model=1"
                             << "model is not a known setting.";
    QTest::newRow("no value") << "run.steps"
                              << "--set run.steps: write it as key=value";
    QTest::newRow("no key") << "=5"
                            << "write it as key=value";
    QTest::newRow("empty value") << "run.steps="
                                 << "run.steps must be a whole number";
    QTest::newRow("wrong type") << "run.steps=many"
                                << "run.steps must be a whole number";
    QTest::newRow("out of range") << "run.steps=0"
                                  << "run.steps must be 1 or more";
}

void TestJobParser::refusedSettings()
{
    QFETCH(const QString, setting);
    QFETCH(const QString, message);
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message),
                  parseJob(kSpirals, "job.toml", {setting.toStdString()}));
}

void TestJobParser::missingFile()
{
    VERIFY_THROWS(NotFoundError, "/nowhere/job.toml", parseJobFile("/nowhere/job.toml"));
}

void TestJobParser::presetsWithoutDataAreNotOffered()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("jobs"));
    const std::filesystem::path jobs = folder.filePath("jobs").toStdString();
    std::ofstream(jobs / "ready.toml") << kSpirals;
    std::ofstream(jobs / "without.toml") << "[data]\nkind = \"csv\"\nfile = \"absent.csv\"\n";
    std::ofstream(jobs / "broken.toml") << "[data\n";
    const QByteArray before = qgetenv("TRAINSPOTTER_RESOURCES");
    qputenv("TRAINSPOTTER_RESOURCES", folder.path().toUtf8());
    const QString mismatch = mismatchOfError<NotFoundError>(
        [] { findJobFile("x"); }, "there is no job file x, and the presets are ready");
    const bool hasFiles = hasDataFiles(parseJobFile(findJobFile("without")));
    const bool isReady = hasDataFiles(parseJobFile(findJobFile("ready")));
    qputenv("TRAINSPOTTER_RESOURCES", before);
    QVERIFY2(mismatch.isEmpty(), qPrintable(mismatch));
    QVERIFY(!hasFiles);
    QVERIFY(isReady);
}

void TestJobParser::presetsSurviveWriting_data()
{
    QTest::addColumn<QString>("preset");
    for (const std::string& name : presetNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestJobParser::presetsSurviveWriting()
{
    QFETCH(const QString, preset);
    const JobConfig job = parseJobFile(findJobFile(preset.toStdString()));
    QCOMPARE(job.run.name, preset.toStdString());
    QVERIFY(!job.directory.empty());
    const std::string text = writeJob(job);
    const JobConfig again = parseJob(text, "other.toml");
    const QString difference = mismatchOf(again, job);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    QCOMPARE(writeJob(again), text);
}

void TestJobParser::everyKeySurvivesWriting()
{
    // Each key gets a value that is not its initial one.
    JobConfig job = parseJob(kSpirals, "job.toml");
    const JobConfig initial = job;
    const std::vector<JobValue> candidates{true,
                                           false,
                                           std::int64_t{77},
                                           0.1 + 0.2,
                                           std::string("csv"),
                                           std::string("tanh"),
                                           std::string("sgd"),
                                           std::string("sequential"),
                                           std::string("cosine"),
                                           std::string("by_name"),
                                           std::string("value"),
                                           std::string("train/loss"),
                                           std::string("validation/accuracy"),
                                           std::string("a \"quoted\"\nö\\"),
                                           std::vector<std::int64_t>{5, 6},
                                           std::vector<std::string>{"x", "y z"},
                                           std::vector<std::string>{"x=y", "z=w"},
                                           std::vector<std::string>{"crop 8 pad=1", "flip"}};
    for (const JobKey& key : jobKeys()) {
        const auto isChanged = [&] { return key.access.read(job) != key.access.read(initial); };
        for (std::size_t i = 0; i < candidates.size() && !isChanged(); ++i) {
            try {
                key.access.apply(job, candidates[i]);
            } catch (const InvalidArgumentError&) {
                continue; // of another type
            }
        }
        QVERIFY2(isChanged(), std::string(key.path).c_str());
    }
    const QString difference = mismatchOf(parseJob(writeJob(job), "other.toml"), job);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestJobParser::emptyListsSurviveWriting()
{
    const JobConfig job = parseJob(kSpirals, "job.toml", {"model.hidden_layers=[]"});
    QVERIFY(job.model.hiddenLayers.empty());
    QVERIFY(parseJob(writeJob(job), "other.toml").model.hiddenLayers.empty());
    const JobConfig named =
        parseJob(kSpirals, "job.toml", {"data.class_names=[\"a\"]", "data.class_names=[]"});
    QVERIFY(named.data.classNames.empty());
}

QTEST_APPLESS_MAIN(TestJobParser)
#include "tst_job_parser.moc"
