// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/fusion.h"

#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/kernel.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/engine/nn/trained_model.h"
#include "tests/engine/ops/random_floats.h"

#include <QTest>

#include <functional>

using namespace engine;

class TestFusion : public QObject
{
    Q_OBJECT

private slots:
    void chainsAreTaken_data();
    void chainsAreTaken();
    void whatOthersReadIsLeft();
    void whatIsFedOrFetchedIsLeft();
    void whatIsNotThereYetIsLeft();
    void noBitChanges_data();
    void noBitChanges();
    void whatGradientsReadIsLeft_data();
    void whatGradientsReadIsLeft();
    void aTrainingStepIsTheSame();
};

namespace {

// "MatMul+BiasAdd+Relu" for each operation that takes others, in order.
QStringList fused(std::vector<Fetch> fetches, const std::set<Output>& fed = {})
{
    const Schedule schedule = makeSchedule(fetches, fed);
    const Fusions fusions = findFusions(schedule, fetches, fed);
    QStringList found;
    for (const Operation* operation : schedule.order) {
        const auto followers = fusions.followersOf(*operation);
        if (followers.empty()) {
            continue;
        }
        QString chain = QString::fromUtf8(operation->def().type);
        for (const Operation* follower : followers) {
            chain += '+' + QString::fromUtf8(follower->def().type);
        }
        found += chain;
    }
    return found;
}

// A layer on fed values: its product, what becomes of it, and the result.
struct Layer
{
    explicit Layer(DataType type = DataType::Float)
        : x(placeholder(graph, type, Shape{4, 5}, "x")),
          w(placeholder(graph, type, Shape{5, 3}, "w")), b(placeholder(graph, type, Shape{3}, "b"))
    { }

    std::set<Output> fed() const { return {x, w, b}; }

    Graph graph;
    Output x;
    Output w;
    Output b;
};

using Builder = std::function<Output(Graph& graph)>;
using Activation = Output (*)(Output x);

std::vector<OutputSpec> likeInput(const ShapeRequest& request)
{
    return {request.inputs[0]};
}

void copyInput(KernelContext& context)
{
    context.output(0).copyFrom(context.input(0));
}

std::unique_ptr<Kernel> makeCopy(const KernelRequest&)
{
    return functionKernel<copyInput>();
}

// The same values in each run, which no plan may know beforehand.
const OpDef kGiven{
    .type = "Given", .inferShapes = likeInput, .makeKernel = makeCopy, .stateful = true};

Output given(Graph& graph, const Shape& shape, unsigned seed)
{
    const Output values = constant(graph, randomFloats(shape, seed));
    return graph.addOperation({&kGiven, {}, {values}, {}, {}}).output();
}

Output picture(Graph& graph)
{
    return given(graph, {2, 9, 7, 4}, 1);
}

Output rectified(Output x)
{
    return relu(x);
}

// A net of one layer: a product or a convolution, a bias, and an activation behind them.
using LayerBuilder = Output (*)(Graph& graph, Activation activation);

Output convolution(Graph& graph, const Conv2dOptions& options, Activation activation)
{
    const Output filter = given(graph, {3, 3, 4 / options.groups, 6}, 2);
    const Output bias = given(graph, {6}, 3);
    return activation(biasAdd(conv2d(picture(graph), filter, options), bias));
}

Output layerOf(const Output& x, std::int64_t columns, Activation activation)
{
    const Output w = given(x.graph(), {x.shape().dim(1), columns}, 2);
    const Output bias = given(x.graph(), {columns}, 3);
    return activation(biasAdd(matMul(x, w), bias));
}

Output denseLayer(Graph& graph, Activation activation)
{
    return layerOf(given(graph, {70, 90}, 1), 65, activation);
}

Output smallLayer(Graph& graph, Activation activation)
{
    return layerOf(given(graph, {3, 5}, 1), 4, activation);
}

Output wideLayer(Graph& graph, Activation activation)
{
    return layerOf(given(graph, {30, 90}, 1), 300, activation);
}

Output straightConvolution(Graph& graph, Activation activation)
{
    return convolution(graph, {}, activation);
}

Output winogradLayer(const Output& x, Activation activation)
{
    Graph& graph = x.graph();
    const Output filter = given(graph, {3, 3, 16, 20}, 2);
    const Output bias = given(graph, {20}, 3);
    return activation(biasAdd(conv2d(x, filter), bias));
}

Output winogradConvolution(Graph& graph, Activation activation)
{
    return winogradLayer(given(graph, {2, 9, 7, 16}, 1), activation);
}

// The tiles of a picture are several bands.
Output largeWinogradConvolution(Graph& graph, Activation activation)
{
    return winogradLayer(given(graph, {2, 91, 70, 16}, 1), activation);
}

Output groupedConvolution(Graph& graph, Activation activation)
{
    Conv2dOptions options;
    options.groups = 2;
    return convolution(graph, options, activation);
}

Output transposedConvolution(Graph& graph, Activation activation)
{
    Conv2dOptions options;
    options.strides = {2, 2};
    const Output filter = given(graph, {3, 3, 6, 4}, 2);
    const Output bias = given(graph, {6}, 3);
    return activation(
        biasAdd(conv2dTranspose(picture(graph), filter, Shape{2, 18, 14, 6}, options), bias));
}

Output withoutBias(Graph& graph, Activation activation)
{
    const Output x = given(graph, {70, 90}, 1);
    return activation(matMul(x, given(graph, {90, 65}, 2)));
}

struct NamedLayer
{
    const char* name;
    const char* type;
    LayerBuilder build;
};

const NamedLayer kLayers[]{{"dense", "MatMul", denseLayer},
                           {"small dense", "MatMul", smallLayer},
                           {"wide dense", "MatMul", wideLayer},
                           {"conv", "Conv2D", straightConvolution},
                           {"conv by Winograd", "Conv2D", winogradConvolution},
                           {"large conv by Winograd", "Conv2D", largeWinogradConvolution},
                           {"grouped conv", "Conv2D", groupedConvolution},
                           {"transposed conv", "Conv2DTranspose", transposedConvolution}};

struct NamedActivation
{
    const char* type;
    Activation apply;
};

const NamedActivation kActivations[]{{"Relu", rectified},
                                     {"Relu6", [](Output x) { return relu6(x); }},
                                     {"LeakyRelu", [](Output x) { return leakyRelu(x, 0.1); }},
                                     {"Elu", [](Output x) { return elu(x); }},
                                     {"Selu", [](Output x) { return selu(x); }},
                                     {"Tanh", [](Output x) { return engine::tanh(x); }},
                                     {"Sigmoid", [](Output x) { return sigmoid(x); }},
                                     {"Softplus", [](Output x) { return softplus(x); }},
                                     {"Softsign", [](Output x) { return softsign(x); }},
                                     {"Gelu", [](Output x) { return gelu(x); }},
                                     {"ApproximateGelu", [](Output x) { return gelu(x, true); }},
                                     {"Swish", [](Output x) { return swish(x, 1.5); }}};

// The slopes behind a pool over a relu.
Output pooledSlopes(Graph& graph)
{
    const Output x = picture(graph);
    const Output y = maxPool(relu(x), {{3, 3}, {2, 2}, "SAME"});
    return gradients(y, {x})[0];
}

Output slopesOfProduct(Graph& graph, const Shape& shape, std::int64_t columns)
{
    const Output x = given(graph, shape, 1);
    const Output y = matMul(relu(x), given(graph, {shape.dim(1), columns}, 2));
    return gradients(multiply(y, given(graph, {shape.dim(0), columns}, 3)), {x})[0];
}

struct NamedSlopes
{
    const char* name;
    Output (*build)(Graph& graph);
    const char* chain;
};

const NamedSlopes kSlopes[]{
    {"pool over relu", pooledSlopes, "MaxPoolGrad+ReluGrad"},
    {"small product",
     [](Graph& g) {
         return slopesOfProduct(g, {3, 5}, 4);
     },
     "MatMul+ReluGrad"},
    {"wide product",
     [](Graph& g) {
         return slopesOfProduct(g, {30, 300}, 90);
     },
     "MatMul+ReluGrad"},
    {"high product",
     [](Graph& g) {
         return slopesOfProduct(g, {500, 90}, 65);
     },
     "MatMul+ReluGrad"},
};

} // namespace

Q_DECLARE_METATYPE(Builder)
Q_DECLARE_METATYPE(Activation)

void TestFusion::chainsAreTaken_data()
{
    QTest::addColumn<Builder>("build");
    QTest::addColumn<QStringList>("chains");
    for (const NamedLayer& layer : kLayers) {
        for (const NamedActivation& activation : kActivations) {
            const Builder build = [&](Graph& graph) {
                return layer.build(graph, activation.apply);
            };
            const QString chain = QString(layer.type) + "+BiasAdd+" + activation.type;
            QTest::addRow("%s, %s", layer.name, activation.type) << build << QStringList(chain);
        }
    }
    QTest::newRow("no bias") << Builder([](Graph& graph) {
        return withoutBias(graph, kActivations[6].apply);
    }) << QStringList("MatMul+Sigmoid");
    QTest::newRow("one activation of two")
        << Builder([](Graph& graph) { return engine::tanh(denseLayer(graph, rectified)); })
        << QStringList("MatMul+BiasAdd+Relu");
    for (const NamedSlopes& slopes : kSlopes) {
        QTest::newRow(slopes.name) << Builder(slopes.build) << QStringList(slopes.chain);
    }
}

void TestFusion::chainsAreTaken()
{
    QFETCH(const Builder, build);
    QFETCH(const QStringList, chains);
    Graph graph;
    QCOMPARE(fused({build(graph)}), chains);
}

void TestFusion::whatOthersReadIsLeft()
{
    Layer layer;
    const Output product = matMul(layer.x, layer.w);
    const Output biased = biasAdd(product, layer.b);
    const Output result = relu(biased);
    QCOMPARE(fused({result}, layer.fed()), QStringList("MatMul+BiasAdd+Relu"));
    const Output other = tanh(biased);
    QCOMPARE(fused({result, other}, layer.fed()), QStringList("MatMul+BiasAdd"));
    const Output third = tanh(product);
    QCOMPARE(fused({result, third}, layer.fed()), QStringList());
    // A copy under another shape reads, too.
    const Output flat = reshape(biased, Shape{12});
    QCOMPARE(fused({result, flat}, layer.fed()), QStringList("MatMul+BiasAdd"));
}

void TestFusion::whatIsFedOrFetchedIsLeft()
{
    Layer layer;
    const Output product = matMul(layer.x, layer.w);
    const Output biased = biasAdd(product, layer.b);
    const Output result = relu(biased);
    QCOMPARE(fused({result, biased}, layer.fed()), QStringList("MatMul+BiasAdd"));
    QCOMPARE(fused({result, product}, layer.fed()), QStringList());
    std::set<Output> fed = layer.fed();
    fed.insert(biased);
    QCOMPARE(fused({result}, fed), QStringList());
    Layer doubles(DataType::Double);
    const Output exact = relu(biasAdd(matMul(doubles.x, doubles.w), doubles.b));
    QCOMPARE(fused({exact}, doubles.fed()), QStringList());
    const Output slopes = gradients(matMul(relu(doubles.x), doubles.w), {doubles.x})[0];
    QCOMPARE(fused({slopes}, doubles.fed()), QStringList());
}

// The bias is computed later than the product, or behind something with effects.
void TestFusion::whatIsNotThereYetIsLeft()
{
    Layer layer;
    const Output product = matMul(layer.x, layer.w);
    const Output late = tanh(layer.b);
    QCOMPARE(fused({biasAdd(product, late)}, layer.fed()), QStringList());
    const Output early = matMul(layer.x, layer.w);
    QCOMPARE(fused({biasAdd(early, late)}, layer.fed()), QStringList("MatMul+BiasAdd"));
    const Output third = matMul(layer.x, layer.w);
    const ControlDependencies after(layer.graph, {&late.operation()});
    QCOMPARE(fused({biasAdd(third, layer.b)}, layer.fed()), QStringList());
}

void TestFusion::noBitChanges_data()
{
    QTest::addColumn<Builder>("build");
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2}) {
        for (const NamedLayer& layer : kLayers) {
            for (const NamedActivation& activation : kActivations) {
                QTest::addRow("%s, %s, %d threads", layer.name, activation.type, threads)
                    << Builder([&](Graph& graph) { return layer.build(graph, activation.apply); })
                    << threads;
            }
        }
        QTest::addRow("no bias, %d threads", threads)
            << Builder([](Graph& graph) { return withoutBias(graph, kActivations[6].apply); })
            << threads;
        for (const NamedSlopes& slopes : kSlopes) {
            QTest::addRow("%s, %d threads", slopes.name, threads)
                << Builder(slopes.build) << threads;
        }
    }
}

// Whoever fetches everything gets it unfused.
void TestFusion::noBitChanges()
{
    QFETCH(const Builder, build);
    QFETCH(const int, threads);
    Graph graph;
    const Output result = build(graph);
    std::vector<Fetch> all;
    for (std::size_t id = 0; id < graph.operationCount(); ++id) {
        all.emplace_back(graph.operation(id).output());
    }
    QVERIFY(!fused({result}).isEmpty());
    QVERIFY(fused(all).isEmpty());
    DirectSession session(graph, {threads});
    const Tensor apart = session.run(all).at(static_cast<std::size_t>(result.operation().id()));
    const Tensor together = session.run(Fetch(result));
    QCOMPARE(together.shape(), apart.shape());
    QVERIFY(std::ranges::equal(std::as_const(together).values<float>(),
                               std::as_const(apart).values<float>()));
    QVERIFY(
        std::ranges::any_of(std::as_const(apart).values<float>(), [](float v) { return v > 0; }));
}

void TestFusion::whatGradientsReadIsLeft_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<Activation>("apply");
    QTest::addColumn<bool>("isTaken");
    const QStringList byOutput{"Relu", "Relu6", "Elu", "Selu", "Tanh", "Sigmoid"};
    for (const NamedActivation& activation : kActivations) {
        QTest::newRow(activation.type)
            << QString(activation.type) << activation.apply << byOutput.contains(activation.type);
    }
}

// Slopes that follow from the result leave nothing else to keep.
void TestFusion::whatGradientsReadIsLeft()
{
    QFETCH(const QString, type);
    QFETCH(const Activation, apply);
    QFETCH(const bool, isTaken);
    Graph graph;
    const Output result = denseLayer(graph, apply);
    const Output bias = result.operation().input(0).operation().input(1);
    const QStringList chains = fused({result, gradients(result, {bias})[0]});
    QVERIFY(chains.contains(isTaken ? "MatMul+BiasAdd+" + type : QString("MatMul+BiasAdd")));
}

// A bias that is updated in the run is the one from before the update.
void TestFusion::aTrainingStepIsTheSame()
{
    Graph graph;
    const auto bias = makeVariable("bias", constant(graph, randomFloats({3}, 3)));
    const Output x = given(graph, {4, 5}, 1);
    const Output w = given(graph, {5, 3}, 2);
    const Output biased = biasAdd(matMul(x, w), bias->value());
    const Output result = relu(biased);
    const Output update = assignAdd(bias->value(), bias->value());
    QCOMPARE(fused({result, update}).size(), 1);
    DirectSession session(graph);
    initializeVariables(session);
    const Tensor before = session.run({Fetch(result), Fetch(biased)}).at(0);
    const Tensor during = session.run({Fetch(result), Fetch(update)}).at(0);
    const Tensor after = session.run(Fetch(result));
    QVERIFY(std::ranges::equal(std::as_const(before).values<float>(),
                               std::as_const(during).values<float>()));
    QVERIFY(!std::ranges::equal(std::as_const(before).values<float>(),
                                std::as_const(after).values<float>()));
}

QTEST_APPLESS_MAIN(TestFusion)
#include "tst_fusion.moc"
