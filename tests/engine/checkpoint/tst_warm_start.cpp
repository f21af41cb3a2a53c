// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/saver.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/support/errors.h"
#include "tests/support/golden.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

using Names = std::vector<std::string>;

// A model that begins with values from a checkpoint of another one.
class TestWarmStart : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void strictTakesAll();
    void namesMayBeMapped();
    void whatIsMissing_data();
    void whatIsMissing();
    void whatDoesNotFit_data();
    void whatDoesNotFit();
    void slipsOfThePenAreNamed();
    void nothingIsAssignedOnAnError();
    void checkpointsOfTensorFlow();
    void valuesOf16BitsAreTaken_data();
    void valuesOf16BitsAreTaken();

private:
    // A file with a [2], b [3] and c [2], all of other values than the model's.
    std::string file() const { return m_folder->filePath("other.ckpt").toStdString(); }
    void makeModel(const std::vector<std::pair<std::string, Shape>>& variables)
    {
        m_session.reset();
        m_saver.reset();
        m_graph = std::make_unique<Graph>();
        for (const auto& [name, shape] : variables) {
            makeVariable(name, fill(*m_graph, DataType::Float, shape, -1));
        }
        m_saver = std::make_unique<Saver>();
        m_saver->build(*m_graph);
        m_session = std::make_unique<DirectSession>(*m_graph);
        for (const auto& variable : m_graph->collectionOf<Variable>(keys::kGlobalVariables)) {
            m_session->run(&variable->initializer());
        }
    }
    float valueOf(const char* name)
    {
        return m_session->run(findVariable(*m_graph, name)->value()).values<float>()[0];
    }
    WarmStart start(WarmStart::Mode mode) const
    {
        WarmStart start;
        start.prefix = file();
        start.mode = mode;
        return start;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalFileSystem m_files;
    std::unique_ptr<Graph> m_graph;
    std::unique_ptr<Saver> m_saver;
    std::unique_ptr<DirectSession> m_session;
};

void TestWarmStart::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    writeTensorBundle(m_files, file(),
                      {{"a", Tensor::fromValues<float>({2}, {1, 1})},
                       {"b", Tensor::fromValues<float>({3}, {2, 2, 2})},
                       {"c", Tensor::fromValues<float>({2}, {3, 3})}});
}

void TestWarmStart::strictTakesAll()
{
    makeModel({{"a", {2}}, {"b", {3}}});
    const WarmStartReport report = m_saver->warmStart(*m_session, start(WarmStart::Mode::Strict));
    QCOMPARE(report.assigned, (Names{"a", "b"}));
    QCOMPARE(report.unused, Names{"c"});
    QVERIFY(report.missing.empty() && report.unfit.empty());
    QCOMPARE(valueOf("a"), 1.0F);
    QCOMPARE(valueOf("b"), 2.0F);
    QCOMPARE(summaryOf(report), std::string("2 variables assigned; 1 tensors not used: c"));
}

void TestWarmStart::namesMayBeMapped()
{
    makeModel({{"dense/kernel", {2}}, {"b", {3}}});
    WarmStart mapped = start(WarmStart::Mode::Strict);
    mapped.tensorNames = {{"dense/kernel", "c"}};
    m_saver->warmStart(*m_session, mapped);
    QCOMPARE(valueOf("dense/kernel"), 3.0F);
    QCOMPARE(valueOf("b"), 2.0F);

    mapped.variables = {"dense/kernel"};
    makeModel({{"dense/kernel", {2}}, {"b", {3}}});
    QCOMPARE(m_saver->warmStart(*m_session, mapped).assigned, Names{"dense/kernel"});
    QCOMPARE(valueOf("b"), -1.0F);
}

void TestWarmStart::whatIsMissing_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("strict") << "strict";
    QTest::newRow("by name") << "by_name";
    QTest::newRow("partial") << "partial";
}

void TestWarmStart::whatIsMissing()
{
    QFETCH(const QString, mode);
    makeModel({{"a", {2}}, {"new", {4}}});
    const WarmStart wanted = start(warmStartMode(mode.toStdString()));
    if (mode == "strict") {
        VERIFY_THROWS(NotFoundError, "1 not in the checkpoint: new",
                      m_saver->warmStart(*m_session, wanted));
        QCOMPARE(valueOf("a"), -1.0F);
        return;
    }
    const WarmStartReport report = m_saver->warmStart(*m_session, wanted);
    QCOMPARE(report.assigned, Names{"a"});
    QCOMPARE(report.missing, Names{"new"});
    QCOMPARE(valueOf("a"), 1.0F);
    QCOMPARE(valueOf("new"), -1.0F);
}

void TestWarmStart::whatDoesNotFit_data()
{
    whatIsMissing_data();
}

void TestWarmStart::whatDoesNotFit()
{
    QFETCH(const QString, mode);
    makeModel({{"a", {2}}, {"b", {2, 2}}});
    const WarmStart wanted = start(warmStartMode(mode.toStdString()));
    const char* const reason = "variable b: checkpoint has [3], graph has [2,2]";
    if (mode != "partial") {
        VERIFY_THROWS(InvalidArgumentError, reason, m_saver->warmStart(*m_session, wanted));
        return;
    }
    const WarmStartReport report = m_saver->warmStart(*m_session, wanted);
    QCOMPARE(report.assigned, Names{"a"});
    QCOMPARE(report.unfit, Names{reason});
    QCOMPARE(valueOf("b"), -1.0F);
}

void TestWarmStart::slipsOfThePenAreNamed()
{
    makeModel({{"a", {2}}});
    WarmStart wrong = start(WarmStart::Mode::Partial);
    wrong.tensorNames = {{"aa", "b"}};
    VERIFY_THROWS(InvalidArgumentError, "there is no variable aa; there are a",
                  m_saver->warmStart(*m_session, wrong));
    VERIFY_THROWS(InvalidArgumentError, "\"loose\" is none of", warmStartMode("loose"));
    wrong.prefix = "/no/such";
    VERIFY_THROWS(NotFoundError, "/no/such", m_saver->warmStart(*m_session, wrong));
}

void TestWarmStart::nothingIsAssignedOnAnError()
{
    makeModel({{"a", {2}}, {"b", {7}}});
    VERIFY_THROWS(InvalidArgumentError, "variable b",
                  m_saver->warmStart(*m_session, start(WarmStart::Mode::ByName)));
    QCOMPARE(valueOf("a"), -1.0F);
}

void TestWarmStart::checkpointsOfTensorFlow()
{
    const std::string prefix =
        (goldenFolder("tf-checkpoints") + "/monitored-run/model.ckpt-50").toStdString();
    const TensorBundleReader reader(m_files, prefix);
    const BundleEntry* wanted = nullptr;
    for (const BundleEntry& entry : reader.entries()) {
        wanted = entry.name.ends_with("/kernel") ? &entry : wanted;
    }
    QVERIFY(wanted != nullptr);
    makeModel({{"mine", wanted->shape}});
    WarmStart foreign;
    foreign.prefix = prefix;
    foreign.tensorNames = {{"mine", wanted->name}};
    const WarmStartReport report = m_saver->warmStart(*m_session, foreign);
    QCOMPARE(report.assigned, Names{"mine"});
    QVERIFY(!report.unused.empty());
    QCOMPARE(valueOf("mine"), reader.read(wanted->name).values<float>()[0]);
}

void TestWarmStart::valuesOf16BitsAreTaken_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<float>("first");
    QTest::newRow("float16") << "proj/float16/small" << -0.76953125F;
    QTest::newRow("bfloat16") << "embedding/bfloat16/small" << 0.0002803802490234375F;
}

void TestWarmStart::valuesOf16BitsAreTaken()
{
    QFETCH(const QString, tensor);
    QFETCH(const float, first);
    WarmStart foreign;
    foreign.prefix = (goldenFolder("tf-checkpoints") + "/dtypes/model.ckpt-7").toStdString();
    foreign.tensorNames = {{"mine", tensor.toStdString()}};
    const TensorBundleReader reader(m_files, foreign.prefix);
    makeModel({{"mine", reader.find(tensor.toStdString())->shape}});
    QCOMPARE(m_saver->warmStart(*m_session, foreign).assigned, Names{"mine"});
    QCOMPARE(valueOf("mine"), first);
}

QTEST_GUILESS_MAIN(TestWarmStart)
#include "tst_warm_start.moc"
