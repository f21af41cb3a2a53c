// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/fusion.h"

#include "engine/ops/activation_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/kernel.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/pool_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/engine/nn/trained_model.h"

#include <QTest>

#include <random>

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
    void aTrainingStepIsTheSame();
};

namespace {

Tensor randomFloats(const Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    Tensor tensor(DataType::Float, shape);
    std::ranges::generate(tensor.values<float>(), [&] { return normal(random); });
    return tensor;
}

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

using Builder = Output (*)(Graph& graph);

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

Output convolution(Graph& graph, const Conv2dOptions& options)
{
    const Output filter = given(graph, {3, 3, 4 / options.groups, 6}, 2);
    const Output bias = given(graph, {6}, 3);
    return relu(biasAdd(conv2d(picture(graph), filter, options), bias));
}

Output layerOf(Graph& graph, std::int64_t rows, std::int64_t terms, std::int64_t columns)
{
    const Output x = given(graph, {rows, terms}, 1);
    const Output w = given(graph, {terms, columns}, 2);
    const Output bias = given(graph, {columns}, 3);
    return relu(biasAdd(matMul(x, w), bias));
}

Output denseLayer(Graph& graph)
{
    return layerOf(graph, 70, 90, 65);
}

Output smallLayer(Graph& graph)
{
    return layerOf(graph, 3, 5, 4);
}

Output straightConvolution(Graph& graph)
{
    return convolution(graph, {});
}

Output groupedConvolution(Graph& graph)
{
    Conv2dOptions options;
    options.groups = 2;
    return convolution(graph, options);
}

Output transposedConvolution(Graph& graph)
{
    Conv2dOptions options;
    options.strides = {2, 2};
    const Output filter = given(graph, {3, 3, 6, 4}, 2);
    const Output bias = given(graph, {6}, 3);
    return relu(
        biasAdd(conv2dTranspose(picture(graph), filter, Shape{2, 18, 14, 6}, options), bias));
}

// The slopes behind a pool over a relu.
Output pooledSlopes(Graph& graph)
{
    const Output x = picture(graph);
    const Output y = maxPool(relu(x), {{3, 3}, {2, 2}, "SAME"});
    return gradients(y, {x})[0];
}

} // namespace

Q_DECLARE_METATYPE(Builder)

void TestFusion::chainsAreTaken_data()
{
    QTest::addColumn<Builder>("build");
    QTest::addColumn<QStringList>("chains");
    QTest::newRow("dense") << Builder(denseLayer) << QStringList("MatMul+BiasAdd+Relu");
    QTest::newRow("conv") << Builder(straightConvolution) << QStringList("Conv2D+BiasAdd+Relu");
    QTest::newRow("transposed conv")
        << Builder(transposedConvolution) << QStringList("Conv2DTranspose+BiasAdd+Relu");
    QTest::newRow("pool over relu") << Builder(pooledSlopes) << QStringList("MaxPoolGrad+ReluGrad");
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
    const std::pair<const char*, Builder> builders[] = {{"dense", denseLayer},
                                                        {"small dense", smallLayer},
                                                        {"conv", straightConvolution},
                                                        {"grouped conv", groupedConvolution},
                                                        {"transposed", transposedConvolution},
                                                        {"pool over relu", pooledSlopes}};
    for (const auto& [name, build] : builders) {
        for (const int threads : {1, 2}) {
            QTest::addRow("%s, %d threads", name, threads) << build << threads;
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
