// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/checkpoint/saver.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestSaver : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void savesAndRestores();
    void t1_keepsTheLast();
    void b12_filesOfOneDevice();
    void t20_missingParent();
    void t21_mismatch_data();
    void t21_mismatch();
    void t21_extraKeysAreFine();
    void t22_paddedStep();
    void notACheckpoint();
    void buildRules();
    void uninitializedVariable();
    void fullDisk_data();
    void fullDisk();

private:
    std::string path() const { return m_folder->filePath("model.ckpt").toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

struct Model
{
    explicit Model(const Shape& shape = {2, 3}, DataType type = DataType::Float,
                   const std::string& name = "conv1/weights", double value = 0)
    {
        weights = makeVariable(name, fill(graph, type, shape, value));
        step = createGlobalStep(graph);
    }
    void initialize(Session& session) const
    {
        session.run(&weights->initializer());
        session.run(&step->initializer());
    }

    Graph graph;
    std::shared_ptr<Variable> weights;
    std::shared_ptr<Variable> step;
};

} // namespace

void TestSaver::savesAndRestores()
{
    std::string prefix;
    {
        Model model({2, 3}, DataType::Float, "conv1/weights", 1.5);
        Saver saver;
        saver.build(model.graph);
        DirectSession session(model.graph);
        model.initialize(session);
        prefix = saver.save(session, path(), 7);
        QCOMPARE(prefix, path() + "-7");
    }
    Model model;
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    saver.restore(session, prefix); // nothing was initialized
    QCOMPARE(session.run(model.weights->value()).values<float>()[5], 1.5F);
    QCOMPARE(session.run(model.step->value()).scalarValue<std::int64_t>(), 0);
}

void TestSaver::t1_keepsTheLast()
{
    Model model;
    SaverOptions options;
    options.store.maxToKeep = 2;
    Saver saver(options);
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    for (const int step : {1, 2, 3}) {
        saver.save(session, path(), step);
    }
    QCOMPARE(saver.lastCheckpoints(), (std::vector<std::string>{path() + "-2", path() + "-3"}));
    QVERIFY(!saver.files().exists(path() + "-1.index"));
    NullLogger logger;
    const auto state = readCheckpointState(saver.files(), m_folder->path().toStdString(), logger);
    QCOMPARE(state.value().modelCheckpointPath, path() + "-3");
}

void TestSaver::b12_filesOfOneDevice()
{
    Model model;
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    saver.save(session, path(), 1);
    QCOMPARE(saver.files().list(m_folder->path().toStdString()),
             (std::vector<std::string>{"checkpoint", "model.ckpt-1.data-00000-of-00001",
                                       "model.ckpt-1.index"}));
}

void TestSaver::t20_missingParent()
{
    Model model;
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    VERIFY_THROWS(InvalidArgumentError, "arent directory",
                  saver.save(session, m_folder->filePath("no/model.ckpt").toStdString(), 1));
}

void TestSaver::t21_mismatch_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isNotFound");
    QTest::addColumn<QByteArray>("error");
    const int floats = static_cast<int>(DataType::Float);
    QTest::newRow("T21 shape") << 4 << floats << "conv1/weights" << false
                               << QByteArray("variable conv1/weights: checkpoint has [2,3], graph "
                                             "has [4,3]");
    QTest::newRow("T21 type") << 2 << static_cast<int>(DataType::Double) << "conv1/weights" << false
                              << QByteArray("variable conv1/weights: checkpoint has float32, graph "
                                            "has float64");
    QTest::newRow("T21 key") << 2 << floats << "conv2/weights" << true
                             << QByteArray("Key conv2/weights not found in checkpoint");
}

void TestSaver::t21_mismatch()
{
    QFETCH(const int, rows);
    QFETCH(const int, type);
    QFETCH(const QString, name);
    QFETCH(const bool, isNotFound);
    QFETCH(const QByteArray, error);
    Model model;
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    const std::string prefix = saver.save(session, path(), 1);

    Model other({rows, 3}, static_cast<DataType>(type), name.toStdString(), 9);
    Saver reader;
    reader.build(other.graph);
    DirectSession target(other.graph);
    other.initialize(target);
    if (isNotFound) {
        VERIFY_THROWS(NotFoundError, error.constData(), reader.restore(target, prefix));
    } else {
        VERIFY_THROWS(InvalidArgumentError, error.constData(), reader.restore(target, prefix));
    }
    const Tensor kept = target.run(other.weights->value());
    QCOMPARE(kept.reshaped({rows * 3}).elementCount(), rows * 3); // still there
}

void TestSaver::t21_extraKeysAreFine()
{
    Model model({2, 3}, DataType::Float, "conv1/weights", 4);
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    const std::string prefix = saver.save(session, path(), 1);
    SaverOptions options;
    options.variables = {model.weights->value()};
    Saver partial(options);
    partial.build(model.graph);
    DirectSession target(model.graph);
    partial.restore(target, prefix);
    QCOMPARE(target.run(model.weights->value()).values<float>()[0], 4.0F);
    VERIFY_THROWS(FailedPreconditionError, "uninitialized", target.run(model.step->value()));
}

void TestSaver::t22_paddedStep()
{
    Model model;
    SaverOptions options;
    options.store.padStepNumber = true;
    Saver saver(options);
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    QCOMPARE(saver.save(session, path(), 5), path() + "-00000005");
}

void TestSaver::notACheckpoint()
{
    Model model;
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    VERIFY_THROWS(InvalidArgumentError, "The passed save_path is not a valid checkpoint: /no-9",
                  saver.restore(session, "/no-9"));
}

void TestSaver::buildRules()
{
    Graph empty;
    VERIFY_THROWS(InvalidArgumentError, "No variables to save", Saver().build(empty));
    Model model;
    Saver saver;
    DirectSession session(model.graph);
    VERIFY_THROWS(FailedPreconditionError, "not built", saver.save(session, path(), 1));
    VERIFY_THROWS(FailedPreconditionError, "not built", saver.restore(session, path()));
    saver.build(model.graph);
    const std::size_t operations = model.graph.operationCount();
    saver.build(model.graph);
    QCOMPARE(model.graph.operationCount(), operations);
}

void TestSaver::uninitializedVariable()
{
    Model model;
    Saver saver;
    saver.build(model.graph);
    DirectSession session(model.graph);
    VERIFY_THROWS(FailedPreconditionError, "uninitialized", saver.save(session, path(), 1));
    QVERIFY(saver.files().list(m_folder->path().toStdString()).empty());
}

void TestSaver::fullDisk_data()
{
    QTest::addColumn<QString>("call");
    for (const char* call : {"create", "append", "sync", "rename"}) {
        QTest::newRow(call) << call;
    }
}

void TestSaver::fullDisk()
{
    QFETCH(const QString, call);
    FailingFileSystem disk;
    Model model({2, 3}, DataType::Float, "conv1/weights", 1);
    SaverOptions options;
    options.files = &disk;
    Saver saver(options);
    saver.build(model.graph);
    DirectSession session(model.graph);
    model.initialize(session);
    const std::string older = saver.save(session, path(), 1);
    disk.failAt(call.toStdString());
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", saver.save(session, path(), 2));
    disk.failAt("");
    QCOMPARE(saver.lastCheckpoints(), (std::vector<std::string>{older}));
    DirectSession target(model.graph);
    saver.restore(target, older);
    QCOMPARE(target.run(model.weights->value()).values<float>()[0], 1.0F);
}

QTEST_GUILESS_MAIN(TestSaver)
#include "tst_saver.moc"
