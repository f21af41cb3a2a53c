// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/moving_average.h"
#include "engine/nn/update_ops.h"
#include "engine/ops/clip_ops.h"
#include "tests/engine/nn/golden_nets.h"
#include "tests/engine/nn/golden_optimizer.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/golden_train.h"

#include <QTest>

#include <cstring>
#include <optional>

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
                addVariable(name, initial, tensor["role"] == "variable");
            }
        }
        m_training = placeholder(m_graph, DataType::Bool, Shape{});
        const NetBuilder builder = netBuilders().at(net.name());
        const NetOutputs outputs = builder(inputsWith(m_values));
        m_loss = outputs.loss;
        m_series = {{"loss", m_loss}, {"cross_entropy", outputs.crossEntropy}};
        addStatistics(outputs.statistics);
        addTraining(type);
        m_evaluation = m_averages ? builder(inputsWith(averagedValues())).loss : m_loss;
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
        return mismatchOfDigests(wanted, tolerance, [&](const QString& name) {
            return m_watched.contains(name) ? m_watched.at(name) : m_values.at(name);
        });
    }

    // The numbers of the manifest's series for step `step`, which is done: those of the time before
    // the update, but averages of losses.
    std::map<QString, double> step(qsizetype step)
    {
        std::vector<Fetch> fetches{*m_train};
        std::vector<QString> names;
        for (const auto& [name, output] : m_series) {
            if (output.isValid()) {
                names.push_back(name);
                fetches.emplace_back(output);
            }
        }
        const std::vector<Tensor> results = m_session->run(fetches, feedsOf(step));
        std::map<QString, double> numbers;
        for (std::size_t i = 0; i < names.size(); ++i) {
            numbers[names[i]] = results[i + 1].scalarAsDouble();
        }
        return numbers;
    }

    double evaluationLoss()
    {
        const std::vector<Fetch> fetches{m_evaluation};
        return m_session->run(fetches, feedsOf(0, false))[0].scalarAsDouble();
    }

    QString typeName() const { return QString::fromUtf8(dataTypeName(m_loss.type()).data()); }

private:
    Tensor onFirstBatch(Output output)
    {
        const std::vector<Fetch> fetches{output};
        return m_session->run(fetches, feedsOf(0))[0];
    }

    NetInputs inputsWith(const Named& values) const
    {
        return {values, m_batch, m_training, m_net.manifest["weight_decay"].toDouble()};
    }

    void addVariable(const QString& name, const Tensor& initial, bool isTrainable)
    {
        const auto variable =
            makeVariable(name.toStdString(), constant(m_graph, initial), {isTrainable, false});
        m_values[name] = variable->value();
        if (isTrainable) {
            m_variables.push_back(variable);
        }
    }

    // The moving averages of the net's layers follow with every update, "moving_biased/NAME" those
    // of uncorrected variances.
    void addStatistics(const Named& statistics)
    {
        const double decay = m_net.manifest["norm_decay"].toDouble();
        for (const auto& [key, value] : statistics) {
            const bool isBiased = key.startsWith("biased/");
            const QString name = isBiased ? key.mid(7) : key;
            const QString watched = (isBiased ? "moving_biased/" : "moving/") + name;
            Output variable = m_values.at(name);
            if (isBiased) {
                const Output initial = findVariable(m_graph, name.toStdString())->initialValue();
                variable = makeVariable(watched.toStdString(), initial, {false, false})->value();
            }
            m_watched[watched] = variable;
            const std::string full = variable.operation().name();
            m_graph.addToCollection(
                keys::kUpdateOps,
                &assignMovingAverage(*findVariable(m_graph, full), value, decay, false)
                     .operation());
        }
    }

    void addTraining(DataType type)
    {
        const QJsonObject& manifest = m_net.manifest;
        m_rate = placeholder(m_graph, type, Shape{});
        const QJsonObject optimizer = manifest["optimizer"].toObject();
        m_optimizer = goldenOptimizer(optimizer["kind"].toString(), optimizer, m_rate);
        m_gradients = m_optimizer->computeGradients(m_loss);
        std::vector<Output> slopes;
        std::ranges::transform(m_gradients, std::back_inserter(slopes),
                               &GradientAndVariable::gradient);
        m_series["gradient_norm"] = globalNorm(slopes);
        const auto globalStep = createGlobalStep(m_graph);
        m_train = &m_optimizer->applyGradients(
            manifest.contains("clip_norm")
                ? clipGradientsByGlobalNorm(m_gradients, manifest["clip_norm"].toDouble())
                : m_gradients,
            globalStep);
        if (!manifest.contains("average_decay")) {
            return;
        }
        ExponentialMovingAverage lossAverage(0.9);
        Operation& followLoss = lossAverage.apply(m_loss, "loss_average");
        m_series["loss_average_0.9_from_zero"] = followLoss.output();
        // The count is read after the update, which the averages follow.
        const auto readCount = [&] {
            const ControlDependencies afterUpdate(m_graph, {m_train});
            return readVariable(globalStep->value());
        };
        m_averages.emplace(manifest["average_decay"].toDouble(), readCount());
        m_averages->prepare(m_variables);
        const ControlDependencies afterUpdate(m_graph, {m_train, &followLoss});
        m_train = &m_averages->apply(m_variables);
    }

    Named averagedValues()
    {
        Named values;
        for (const auto& variable : m_variables) {
            const QString name = QString::fromStdString(variable->name());
            values[name] = m_averages->average(variable->name())->value();
            m_watched["average/" + name] = values[name];
        }
        return values;
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

    std::vector<Feed> feedsOf(qsizetype step, bool training = true)
    {
        const double rate = m_net.manifest["learning_rates"].toArray()[step].toDouble();
        std::vector<Feed> feeds{{m_rate, tensorOf(m_rate.type(), Shape{}, {rate})},
                                {m_training, Tensor::scalar(training)}};
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
    std::vector<std::shared_ptr<Variable>> m_variables; // that are trained
    Named m_values; // of all variables that the manifest has
    Named m_watched; // further variables, by their names in the manifest
    Named m_batch;
    Output m_training;
    Named m_series;
    std::map<QString, std::vector<Tensor>> m_batches;
    Output m_loss;
    Output m_evaluation;
    Output m_rate;
    std::optional<ExponentialMovingAverage> m_averages;
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
    void everyNetIsPlayed() { VERIFY_GOLDEN_COUNT(m_folders.size(), 8); }
    void trainsLikeTheRecording_data();
    void trainsLikeTheRecording();

private:
    QStringList m_folders;
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
    QVERIFY2(netBuilders().contains(net.name()), "the net is not implemented");
    PlayedNet played(net, goldenType(type));
    const QJsonObject allowed = net.manifest["tolerance"][type].toObject();
    QString difference = played.mismatchOfGradients(net.manifest["first_gradients"].toObject(),
                                                    allowed["first_gradients"].toDouble());
    QVERIFY2(difference.isEmpty(), qPrintable("first gradients: " + difference));

    const QJsonObject series = net.manifest["series"].toObject();
    for (qsizetype step = 0; step < net.manifest["steps"].toInteger(); ++step) {
        const double tolerance = allowed.contains("series")
            ? allowed["series"].toDouble()
            : allowed["loss_by_step"].toArray()[step].toDouble();
        const std::map<QString, double> got = played.step(step);
        for (const QString& name : series.keys()) {
            const double want = series[name].toArray()[step].toDouble();
            QVERIFY2(got.contains(name), qPrintable(name));
            QVERIFY2(std::abs(got.at(name) - want) <= tolerance * std::abs(want),
                     qPrintable(QStringLiteral("%1 of step %2 is %3, not %4")
                                    .arg(name)
                                    .arg(step)
                                    .arg(got.at(name), 0, 'g', 17)
                                    .arg(want, 0, 'g', 17)));
        }
        if (step == 0) {
            difference = played.mismatchOfVariables(net.manifest["after_first_update"].toObject(),
                                                    allowed["after_first_update"].toDouble());
            QVERIFY2(difference.isEmpty(), qPrintable("after the first update: " + difference));
        }
    }
    difference = played.mismatchOfVariables(net.manifest["final"].toObject(), 0);
    QVERIFY2(difference.isEmpty(), qPrintable("final: " + difference));
    const double evaluation = net.manifest["evaluation_loss"].toDouble();
    QVERIFY(std::abs(played.evaluationLoss() - evaluation)
            <= allowed["evaluation_loss"].toDouble() * evaluation);
}

QTEST_APPLESS_MAIN(TestGoldenNets)
#include "tst_golden_nets.moc"
