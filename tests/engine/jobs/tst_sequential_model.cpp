// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/sequential_model.h"

#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Layers = std::vector<std::string>;

class TestSequentialModel : public QObject
{
    Q_OBJECT

private slots:
    void layersStackUp();
    void optionsReachTheLayers();
    void theCifarTutorialsNet();
    void trainingMatters_data();
    void trainingMatters();
    void wrongLayersAreQuoted_data();
    void wrongLayersAreQuoted();
    void everyUsageIsAnExample_data();
    void everyUsageIsAnExample();
};

namespace {

struct Model
{
    explicit Model(const Shape& x) : features(placeholder(graph, DataType::Float, x, "x")) { }

    Output add(const Layers& layers, std::int64_t outputs = 10)
    {
        SequentialOptions options;
        options.training = placeholder(graph, DataType::Bool, Shape(), "training");
        return sequentialModel(features, layers, outputs, options);
    }
    QStringList variables() const
    {
        QStringList names;
        for (const auto& variable : graph.collectionOf<Variable>(keys::kTrainableVariables)) {
            QString shape = QString::fromStdString(variable->value().shape().toString());
            names += QString::fromStdString(variable->name()) + " " + shape.remove(' ');
        }
        return names;
    }

    Graph graph;
    Output features;
};

const Shape kPictures{Shape::kUnknownDim, 28, 28};

} // namespace

void TestSequentialModel::layersStackUp()
{
    Model model(kPictures);
    const Output logits =
        model.add({"conv 8 3", "max_pool 2", "conv 16 5 padding=same", "dropout 0.5", "dense 32"});
    QCOMPARE(logits.shape().toString(), (Shape{Shape::kUnknownDim, 10}.toString()));
    QCOMPARE(
        model.variables(),
        (QStringList{"conv2d/kernel [3,3,1,8]", "conv2d/bias [8]", "conv2d_1/kernel [5,5,8,16]",
                     "conv2d_1/bias [16]", "dense/kernel [2704,32]", "dense/bias [32]",
                     "dense_1/kernel [32,10]", "dense_1/bias [10]"}));
    QVERIFY(model.graph.collection(keys::kLosses).empty());
}

void TestSequentialModel::optionsReachTheLayers()
{
    Model strided(kPictures);
    strided.add({"conv 4 3 stride=2 padding=same", "avg_pool 2 stride=3", "flatten"});
    QCOMPARE(strided.variables().at(2), QString("dense/kernel [100,10]"));

    Model residual(Shape{Shape::kUnknownDim, 8, 8, 3});
    residual.add({"residual 6 stride=2", "batch_norm activation=relu", "global_avg_pool"});
    QCOMPARE(residual.variables().last(), QString("dense/bias [10]"));
    QVERIFY(residual.variables().contains("dense/kernel [6,10]"));

    Model table(Shape{Shape::kUnknownDim, 5});
    table.add({"dense 7 activation=tanh weight_decay=0.5", "layer_norm"}, 1);
    QCOMPARE(table.graph.collection(keys::kLosses).size(), std::size_t{1});
}

void TestSequentialModel::theCifarTutorialsNet()
{
    Model model(Shape{Shape::kUnknownDim, 24, 24, 3});
    const std::string lrn = "lrn radius=4 bias=1 alpha=0.000111111 beta=0.75";
    const std::string pool = "max_pool 3 stride=2 padding=same";
    model.add({"conv 64 5 padding=same stddev=0.05", pool, lrn,
               "conv 64 5 padding=same stddev=0.05 bias=0.1", lrn, pool,
               "dense 384 stddev=0.04 bias=0.1 weight_decay=0.004",
               "dense 192 stddev=0.04 bias=0.1 weight_decay=0.004"});
    QVERIFY(model.variables().contains("dense/kernel [2304,384]"));
    QCOMPARE(model.graph.collection(keys::kLosses).size(), std::size_t{2});
}

void TestSequentialModel::trainingMatters_data()
{
    QTest::addColumn<std::string>("layer");
    QTest::addColumn<bool>("matters");
    QTest::newRow("dropout") << std::string("dropout 0.5") << true;
    QTest::newRow("batch_norm") << std::string("batch_norm") << true;
    QTest::newRow("residual") << std::string("residual 8") << true;
    QTest::newRow("conv") << std::string("conv 8 3") << false;
    QTest::newRow("dense") << std::string("dense 8") << false;
}

void TestSequentialModel::trainingMatters()
{
    QFETCH(const std::string, layer);
    QFETCH(const bool, matters);
    QCOMPARE(dependsOnTraining(Layers{"flatten", layer}), matters);
}

void TestSequentialModel::wrongLayersAreQuoted_data()
{
    QTest::addColumn<std::string>("layer");
    QTest::addColumn<std::string>("message");
    const auto row = [](const char* layer, const char* message) {
        QTest::newRow(layer) << std::string(layer) << std::string(message);
    };
    row("konv 8 3", "\"konv 8 3\": there is no such layer; there are conv, max_pool");
    row("", "\"\": there is no such layer");
    row("conv 8", "\"conv 8\": SIZE is missing; write conv FILTERS SIZE [stride=1]");
    row("conv 8 3 3", "3 is one too many");
    row("conv 0 3", "FILTERS must be a whole number from 1 to 1048576");
    row("conv 8 3.5", "SIZE must be a whole number from 1 to 1048576");
    row("conv 8 3 stride=0", "stride must be a whole number from 1 to 1048576");
    row("conv 8 3 step=2", "there is no option step");
    row("conv 8 3 stride=1 stride=2", "stride is given twice");
    row("conv 8 3 padding=full", "padding must be valid or same");
    row("conv 8 3 activation=rilu", "activation must be one of linear, relu");
    row("conv 8 40", "\"conv 8 40\": ");
    row("dropout 1", "RATE must be from 0 to below 1");
    row("dropout", "RATE is missing");
    row("dense 8 bias=x", "bias must be a number");
    row("dense 8 bias=nan", "bias must be a number");
    row("dense 8 weight_decay=-1", "weight_decay must be 0 or more");
    row("dense 8 stddev=0", "stddev must be more than 0");
    row("batch_norm momentum=1", "momentum must be from 0 to below 1");
    row("conv 16 3 stride=9223372036854775807", "stride must be a whole number from 1 to");
    row("max_pool 4294967296", "SIZE must be a whole number from 1 to");
    row("lrn radius=2000000000", "radius must be a whole number from 0 to");
}

void TestSequentialModel::wrongLayersAreQuoted()
{
    QFETCH(const std::string, layer);
    QFETCH(const std::string, message);
    Model model(kPictures);
    VERIFY_THROWS(InvalidArgumentError, message.c_str(), model.add({layer}));
    Model flat(Shape{Shape::kUnknownDim, 4});
    VERIFY_THROWS(InvalidArgumentError, "it needs pictures", flat.add({"max_pool 2"}));
}

void TestSequentialModel::everyUsageIsAnExample_data()
{
    QTest::addColumn<std::string>("layer");
    for (const std::string_view usage : layerUsages()) {
        QString layer = QString::fromUtf8(usage.data(), static_cast<qsizetype>(usage.size()));
        layer.replace("FILTERS", "4").replace("UNITS", "4").replace("RATE", "0.5");
        layer.replace("SIZE", "2").replace("=S]", "=0.1]").remove('[').remove(']');
        QTest::newRow(qPrintable(layer)) << layer.toStdString();
    }
}

void TestSequentialModel::everyUsageIsAnExample()
{
    QFETCH(const std::string, layer);
    Model model(kPictures);
    QCOMPARE(model.add({layer}).shape().rank(), 2);
}

QTEST_APPLESS_MAIN(TestSequentialModel)
#include "tst_sequential_model.moc"
