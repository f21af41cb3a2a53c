// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/losses.h"
#include "engine/ops/activation_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/nn/golden_optimizer.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

#include <cstring>

using namespace engine;

namespace {

// A folder of train/nets: its manifest and the numbers of data.bin.
struct GoldenNet
{
    explicit GoldenNet(const QString& folder)
        : manifest(jsonObject(folder + "/manifest.json")),
          bytes(fileBytes(folder + '/' + manifest["data"].toString()))
    { }

    QString name() const { return manifest["name"].toString(); }

    template <typename T>
    std::vector<double> numbersAs(const QJsonObject& tensor) const
    {
        std::vector<double> numbers(static_cast<std::size_t>(tensor["bytes"].toInteger())
                                    / sizeof(T));
        const char* source = bytes.constData() + tensor["offset"].toInteger();
        for (double& number : numbers) {
            T value;
            std::memcpy(&value, source, sizeof(T));
            number = static_cast<double>(value);
            source += sizeof(T);
        }
        return numbers;
    }

    std::vector<double> numbers(const QJsonObject& tensor) const
    {
        const QString type = tensor["dtype"].toString();
        if (type == "uint8") {
            return numbersAs<quint8>(tensor);
        }
        return type == "int32" ? numbersAs<qint32>(tensor) : numbersAs<float>(tensor);
    }

    QJsonObject manifest;
    QByteArray bytes; // little-endian
};

// What a net computes from its variables and batch tensors, by their names.
using Named = std::map<QString, Output>;
using NetBuilder = Output (*)(const Named& variables, const Named& batch);

// Layers dense1, dense2 … with relu between them.
Output denseStack(Output x, const Named& variables)
{
    for (int i = 1;; ++i) {
        const QString layer = QStringLiteral("dense%1/").arg(i);
        x = biasAdd(matMul(x, variables.at(layer + "kernel")), variables.at(layer + "bias"));
        if (!variables.contains(QStringLiteral("dense%1/kernel").arg(i + 1))) {
            return x;
        }
        x = relu(x);
    }
}

// As the manifests say in "net". Nets that are not here are not implemented.
const std::map<QString, NetBuilder>& netBuilders()
{
    static const std::map<QString, NetBuilder> kBuilders{
        {"linear",
         [](const Named& variables, const Named& batch) {
             const Output prediction =
                 biasAdd(matMul(batch.at("x"), variables.at("kernel")), variables.at("bias"));
             return meanSquaredError(batch.at("y"), prediction);
         }},
        {"perceptron-adam",
         [](const Named& variables, const Named& batch) {
             return sparseSoftmaxCrossEntropy(batch.at("labels"),
                                              denseStack(batch.at("x"), variables));
         }},
        {"mlp-momentum",
         [](const Named& variables, const Named& batch) {
             const Output pixels = batch.at("pictures");
             const Output x = scale(cast(pixels, variables.begin()->second.type()), 1.0 / 255);
             return sparseSoftmaxCrossEntropy(batch.at("labels"), denseStack(x, variables));
         }},
    };
    return kBuilders;
}

// A net on a graph, trained as its manifest says.
class PlayedNet
{
public:
    PlayedNet(const GoldenNet& net, DataType type) : m_net(net)
    {
        for (const QJsonValue& value : net.manifest["tensors"].toArray()) {
            const QJsonObject tensor = value.toObject();
            const QString name = tensor["name"].toString();
            if (tensor["role"] == "batch") {
                addBatchTensor(name, tensor, type);
            } else {
                const Tensor initial =
                    tensorOf(type, goldenShape(tensor["shape"]), net.numbers(tensor));
                m_variables[name] =
                    makeVariable(name.toStdString(), constant(m_graph, initial))->value();
            }
        }
        m_loss = netBuilders().at(net.name())(m_variables, m_batch);
        m_rate = placeholder(m_graph, type, Shape{});
        const QJsonObject optimizer = net.manifest["optimizer"].toObject();
        m_optimizer = goldenOptimizer(optimizer["kind"].toString(), optimizer, m_rate);
        m_gradients = m_optimizer->computeGradients(m_loss);
        m_train = &m_optimizer->applyGradients(m_gradients);
        m_session = std::make_unique<DirectSession>(m_graph, SessionOptions{1});
        initializeVariables(*m_session);
    }

    // Empty if the digests of the tensors that `outputOf` gives for each variable are as wanted.
    template <typename OutputOf>
    QString mismatchOfDigests(const QJsonObject& wanted, double tolerance, const OutputOf& outputOf)
    {
        for (const QString& name : wanted.keys()) {
            const QJsonObject want = wanted[name].toObject();
            if (want.contains("compare") && !want["compare"].toBool()) {
                continue;
            }
            const double allowed =
                want.contains("tolerance") ? want["tolerance"][typeName()].toDouble() : tolerance;
            const std::vector<double> got = asDoubles(onFirstBatch(outputOf(name)));
            const QString difference = mismatchOfDigest(got, want, allowed);
            if (!difference.isEmpty()) {
                return name + ": " + difference;
            }
        }
        return {};
    }

    QString mismatchOfGradients(const QJsonObject& wanted, double tolerance)
    {
        return mismatchOfDigests(wanted, tolerance, [&](const QString& name) {
            return std::ranges::find(
                       m_gradients, name.toStdString(),
                       [](const GradientAndVariable& entry) { return entry.variable->name(); })
                ->gradient;
        });
    }

    QString mismatchOfVariables(const QJsonObject& wanted, double tolerance)
    {
        return mismatchOfDigests(wanted, tolerance,
                                 [&](const QString& name) { return m_variables.at(name); });
    }

    // The loss before step `step`, which is done.
    double step(qsizetype step)
    {
        const std::vector<Fetch> fetches{m_loss, *m_train};
        return m_session->run(fetches, feedsOf(step))[0].scalarAsDouble();
    }

    double lossOfFirstBatch() { return onFirstBatch(m_loss).scalarAsDouble(); }

    QString typeName() const { return QString::fromUtf8(dataTypeName(m_loss.type()).data()); }

private:
    Tensor onFirstBatch(Output output)
    {
        const std::vector<Fetch> fetches{output};
        return m_session->run(fetches, feedsOf(0))[0];
    }

    // Floating-point batches get the type of the run; the first axis counts the batches.
    void addBatchTensor(const QString& name, const QJsonObject& tensor, DataType type)
    {
        const DataType own = goldenType(tensor["dtype"].toString());
        const Shape all = goldenShape(tensor["shape"]);
        const Shape one(all.dims().subspan(1));
        const DataType used = isFloating(own) ? type : own;
        m_batch[name] = placeholder(m_graph, used, one);
        const std::vector<double> numbers = m_net.numbers(tensor);
        for (std::int64_t i = 0; i < all.dim(0); ++i) {
            const auto first = numbers.begin() + i * one.elementCount();
            m_batches[name].push_back(tensorOf(used, one, {first, first + one.elementCount()}));
        }
    }

    std::vector<Feed> feedsOf(qsizetype step)
    {
        const double rate = m_net.manifest["learning_rates"].toArray()[step].toDouble();
        std::vector<Feed> feeds{{m_rate, tensorOf(m_rate.type(), Shape{}, {rate})}};
        for (const auto& [name, tensors] : m_batches) {
            feeds.push_back(
                {m_batch.at(name), tensors[static_cast<std::size_t>(step) % tensors.size()]});
        }
        return feeds;
    }

    static QString mismatchOfDigest(const std::vector<double>& got, const QJsonObject& want,
                                    double tolerance)
    {
        double sum = 0;
        double squares = 0;
        for (const double value : got) {
            sum += value;
            squares += value * value;
        }
        const auto differs = [&](double a, double b, double scale) {
            return !(std::abs(a - b) <= tolerance * scale);
        };
        const double l2 = want["l2"].toDouble();
        if (differs(sum, want["sum"].toDouble(), want["abs_sum"].toDouble())) {
            return QStringLiteral("the sum is %1").arg(sum, 0, 'g', 17);
        }
        if (differs(std::sqrt(squares), l2, l2)) {
            return QStringLiteral("the l2 norm is %1").arg(std::sqrt(squares), 0, 'g', 17);
        }
        const QJsonArray first = want["first"].toArray();
        for (qsizetype i = 0; i < first.size(); ++i) {
            const double value = got.at(static_cast<std::size_t>(i));
            if (differs(value, first[i].toDouble(), want["max_abs"].toDouble())) {
                return QStringLiteral("value %1 is %2").arg(i).arg(value, 0, 'g', 17);
            }
        }
        return {};
    }

    const GoldenNet& m_net;
    Graph m_graph;
    Named m_variables;
    Named m_batch;
    std::map<QString, std::vector<Tensor>> m_batches;
    Output m_loss;
    Output m_rate;
    std::unique_ptr<Optimizer> m_optimizer;
    std::vector<GradientAndVariable> m_gradients;
    Operation* m_train = nullptr;
    std::unique_ptr<DirectSession> m_session;
};

} // namespace

// Plays the folders of train/nets: whole training runs, step by step.
class TestGoldenNets : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void trainsLikeTheRecording_data();
    void trainsLikeTheRecording();
    void cleanupTestCase() { m_skipped.print(); }

private:
    QStringList m_folders;
    SkippedCases m_skipped;
};

void TestGoldenNets::initTestCase()
{
    const QDir nets(goldenFolder("train/nets"));
    for (const QString& name : nets.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        m_folders.append(nets.filePath(name));
    }
    QVERIFY2(!m_folders.empty(), qPrintable("no net in " + nets.path()));
}

void TestGoldenNets::trainsLikeTheRecording_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("type");
    for (const QString& folder : m_folders) {
        const QString name = GoldenNet(folder).name();
        if (!netBuilders().contains(name)) {
            m_skipped.add("net " + name + " is not implemented");
            continue;
        }
        for (const char* type : {"float64", "float32"}) {
            QTest::addRow("%s in %s", name.toUtf8().constData(), type)
                << folder << QString::fromUtf8(type);
        }
    }
}

void TestGoldenNets::trainsLikeTheRecording()
{
    QFETCH(QString, folder);
    QFETCH(QString, type);
    const GoldenNet net(folder);
    PlayedNet played(net, goldenType(type));
    const QJsonObject allowed = net.manifest["tolerance"][type].toObject();
    QString difference = played.mismatchOfGradients(net.manifest["first_gradients"].toObject(),
                                                    allowed["first_gradients"].toDouble());
    QVERIFY2(difference.isEmpty(), qPrintable("first gradients: " + difference));

    const QJsonArray losses = net.manifest["series"]["loss"].toArray();
    QCOMPARE(losses.size(), net.manifest["steps"].toInteger());
    for (qsizetype step = 0; step < losses.size(); ++step) {
        const double want = losses[step].toDouble();
        const double tolerance = allowed.contains("series")
            ? allowed["series"].toDouble()
            : allowed["loss_by_step"].toArray()[step].toDouble();
        const double got = played.step(step);
        QVERIFY2(std::abs(got - want) <= tolerance * std::abs(want),
                 qPrintable(QStringLiteral("loss of step %1 is %2, not %3")
                                .arg(step)
                                .arg(got, 0, 'g', 17)
                                .arg(want, 0, 'g', 17)));
        if (step == 0) {
            difference = played.mismatchOfVariables(net.manifest["after_first_update"].toObject(),
                                                    allowed["after_first_update"].toDouble());
            QVERIFY2(difference.isEmpty(), qPrintable("after the first update: " + difference));
        }
    }
    difference = played.mismatchOfVariables(net.manifest["final"].toObject(), 0);
    QVERIFY2(difference.isEmpty(), qPrintable("final: " + difference));
    const double evaluation = net.manifest["evaluation_loss"].toDouble();
    QVERIFY(std::abs(played.lossOfFirstBatch() - evaluation)
            <= allowed["evaluation_loss"].toDouble() * evaluation);
}

QTEST_APPLESS_MAIN(TestGoldenNets)
#include "tst_golden_nets.moc"
