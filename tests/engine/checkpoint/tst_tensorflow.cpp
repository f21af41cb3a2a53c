// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/saver.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/support/python_script.h"
#include "tests/support/tensor_hash.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace engine;

// TensorFlow's own load_checkpoint on our checkpoints: equal names, types, shapes and bits. Skipped
// where there is no Python with the package tensorflow.
class TestTensorFlow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void everyTensorIsAsWeWroteIt_data();
    void everyTensorIsAsWeWroteIt();
    void theStateFileNamesTheNewest();

private:
    void write(const char* name, const NamedTensors& tensors);
    void save();

    QTemporaryDir m_folder;
    LocalFileSystem m_files;
    std::map<std::string, NamedTensors> m_written;
    QJsonObject m_found;
};

namespace {

constexpr const char* kSaved = "model.ckpt-7";

template <typename T>
Tensor extremes()
{
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{T(0), T(1), Limits::min(), Limits::max(), Limits::lowest()};
    if constexpr (!Limits::is_integer) {
        values.insert(values.end(),
                      {T(-0.0), Limits::denorm_min(), Limits::infinity(), -Limits::infinity(),
                       Limits::quiet_NaN(), -Limits::quiet_NaN()});
    }
    return Tensor::fromValues<T>({static_cast<std::int64_t>(values.size())}, values);
}

NamedTensors everyType()
{
    return {{"float", extremes<float>()},
            {"double", extremes<double>()},
            {"int32", extremes<std::int32_t>()},
            {"int64", extremes<std::int64_t>()},
            {"uint8", extremes<std::uint8_t>()},
            {"bool", Tensor::fromValues<bool>({2}, {true, false})},
            {"string",
             Tensor::fromValues<std::string>(
                 {2, 2}, {"", std::string("\0\xff", 2), std::string(20'000, 'x'), "ü"})},
            {"one string", Tensor::fromValues<std::string>({}, {"alone"})}};
}

NamedTensors everyShape()
{
    NamedTensors tensors;
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{0}, Shape{3, 0, 2}, Shape{2, 3},
                               Shape{2, 1, 3, 1, 2, 2}, Shape{700, 1000}}) {
        Tensor tensor(DataType::Float, shape);
        std::ranges::generate(tensor.values<float>(), [n = 0.0F]() mutable { return n += 0.5F; });
        tensors[shape.toString()] = tensor;
    }
    return tensors;
}

NamedTensors manyNames()
{
    NamedTensors tensors;
    for (const char* const name : {"a", "a/", "a.b", "a0", "a/b/c:0", "ä/日本", "with space"}) {
        tensors[name] = Tensor::scalar(1.5F);
    }
    tensors[std::string(1000, 'n')] = Tensor::scalar(2.5F);
    for (int i = 0; i < 3000; ++i) {
        tensors["layer_" + std::to_string(i) + "/kernel/Adam"] = Tensor::scalar(i);
    }
    return tensors;
}

} // namespace

void TestTensorFlow::write(const char* name, const NamedTensors& tensors)
{
    writeTensorBundle(m_files, m_folder.filePath(name).toStdString(), tensors);
    m_written[name] = tensors;
}

// As a session does, with the state file.
void TestTensorFlow::save()
{
    Graph graph;
    const auto weights = makeVariable("conv1/weights", fill(graph, DataType::Float, {5, 3}, 0.1));
    const auto step = createGlobalStep(graph);
    Saver saver;
    saver.build(graph);
    DirectSession session(graph);
    for (const auto& variable : {weights, step}) {
        session.run(&variable->initializer());
        m_written[kSaved][variable->name()] = session.run(variable->value());
    }
    saver.save(session, m_folder.filePath("model.ckpt").toStdString(), 7);
}

void TestTensorFlow::initTestCase()
{
    write("types", everyType());
    write("shapes", everyShape());
    write("names", manyNames());
    write("again", everyShape());
    write("again", everyType()); // in place of another: its data stands in two shards
    save();
    const PythonAnswer answer =
        askPython("tests/engine/checkpoint/read_with_tensorflow.py", {m_folder.path()});
    if (!answer.missing.isEmpty()) {
        QSKIP(qPrintable(answer.missing));
    }
    QVERIFY2(answer.failure.isEmpty(), qPrintable(answer.failure));
    m_found = answer.found;
    qInfo("TensorFlow %s", qPrintable(m_found["version"].toString()));
}

void TestTensorFlow::everyTensorIsAsWeWroteIt_data()
{
    QTest::addColumn<QString>("checkpoint");
    for (const char* const name : {"types", "shapes", "names", "again", kSaved}) {
        QTest::newRow(name) << name;
    }
}

void TestTensorFlow::everyTensorIsAsWeWroteIt()
{
    QFETCH(const QString, checkpoint);
    const NamedTensors& written = m_written.at(checkpoint.toStdString());
    const QJsonObject found = m_found["checkpoints"].toObject()[checkpoint].toObject();
    QCOMPARE(found.size(), static_cast<qsizetype>(written.size()));
    for (const auto& [name, tensor] : written) {
        const QJsonArray facts = found[QString::fromStdString(name)].toArray();
        QJsonArray shape;
        for (const std::int64_t dim : tensor.shape().dims()) {
            shape.append(qint64{dim});
        }
        const QJsonArray expected{QString::fromUtf8(dataTypeName(tensor.dataType())), shape,
                                  QString::fromLatin1(sha256(tensor))};
        QVERIFY2(facts == expected, name.c_str());
    }
}

void TestTensorFlow::theStateFileNamesTheNewest()
{
    QCOMPARE(m_found["latest"].toString(), kSaved);
}

QTEST_GUILESS_MAIN(TestTensorFlow)
#include "tst_tensorflow.moc"
