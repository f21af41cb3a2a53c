// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// Errors name the operation, its type and the shapes of all its inputs, for every type that there
// is.
#include "engine/ops/adaptive_training_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/batch_matmul_op.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/concat_ops.h"
#include "engine/ops/content_summary_ops.h"
#include "engine/ops/count_up_to_op.h"
#include "engine/ops/cross_entropy_ops.h"
#include "engine/ops/division_ops.h"
#include "engine/ops/dropout_op.h"
#include "engine/ops/gather_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/image_ops.h"
#include "engine/ops/image_type_op.h"
#include "engine/ops/learning_rate_schedule.h"
#include "engine/ops/matmul_ops.h"
#include "engine/ops/moving_average_op.h"
#include "engine/ops/queue_ops.h"
#include "engine/ops/random_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/rounding_ops.h"
#include "engine/ops/softmax_ops.h"
#include "engine/ops/sparse_training_ops.h"
#include "engine/ops/summary_ops.h"
#include "engine/ops/top_k_ops.h"
#include "engine/ops/unary_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/engine/ops/op_table.h"
#include "tests/engine/ops/refused_inputs.h"
#include "tests/support/errors.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace engine;

// A good operation of a type.
struct Sample
{
    const OpDef* def = nullptr;
    Attributes attributes;
};

class TestRefusedInputs : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void messagesNameTypeAndShapes_data();
    void messagesNameTypeAndShapes();
    void everyTypeHasARow();
    void functionsThatAddSeveral_data();
    void functionsThatAddSeveral();
    void shapesThatAreKnownWhenRun();
    void valuesThatAreKnownWhenRun();

private:
    void keep(const Graph& graph);

    std::map<std::string_view, Sample> m_samples;
};

namespace {

Output real(Graph& graph, const Shape& shape)
{
    return placeholder(graph, DataType::Double, shape);
}

Output whole(Graph& graph, const Shape& shape)
{
    return placeholder(graph, DataType::Int32, shape);
}

Output variableOf(Graph& graph, DataType type, const Shape& shape)
{
    return makeVariable(graph.uniqueName("v"), fill(graph, type, shape, 0))->value();
}

// What the tables of tst_op_table leave out: it has no gradient.
void addFunctionsOf(Graph& graph)
{
    const Output x = real(graph, {2, 3});
    const Output index = whole(graph, {2});
    using Unary = Output (*)(Output, std::string_view);
    for (const Unary function :
         std::initializer_list<Unary>{&floor, &ceil, &round, &isNan, &isInf, &isFinite, &sign}) {
        function(x, "f");
    }
    using Binary = Output (*)(Output, Output, std::string_view);
    for (const Binary function : std::initializer_list<Binary>{&equal, &notEqual, &less, &lessEqual,
                                                               &greater, &greaterEqual}) {
        function(x, x, "f");
    }
    const Output flags = isNan(x);
    logicalAnd(flags, flags);
    logicalOr(flags, flags);
    logicalNot(flags);
    reduceAny(flags);
    reduceAll(flags);
    floorDivide(x, x);
    pow(x, 2);
    flatten(x);
    argMax(x, 0);
    argMin(x, 0);
    oneHot(index, 3);
    inTopK(x, index, 1);
    convertImageDtype(placeholder(graph, DataType::UInt8, {2, 3}));
    sparseSoftmaxCrossEntropyWithLogits(index, x);
    scalarSummary("s", real(graph, {}));
}

void addState(Graph& graph)
{
    const auto weights = [&] { return variableOf(graph, DataType::Double, {2, 3}); };
    const Output w = weights();
    const Output slope = real(graph, {2, 3});
    const Output number = real(graph, {});
    const Output counter = variableOf(graph, DataType::Int64, {});
    const AdamSlots adam{weights(), weights(), number, number};
    applyGradientDescent(w, number, slope);
    applyMomentum(w, weights(), number, slope, {});
    applyAdam(w, adam, number, slope, {});
    applyAdamW(w, adam, number, slope, {});
    applyAdagrad(w, weights(), number, slope);
    applyLion(w, weights(), number, slope, {});
    applyRmsProp(w, {weights(), weights(), {}}, number, slope, {});
    RmsPropParameters centered;
    centered.centered = true;
    applyRmsProp(w, {weights(), weights(), weights()}, number, slope, centered);
    sparseApplyMomentum(w, weights(), number, {slope, whole(graph, {2})}, {});
    assignAdd(w, slope);
    assignMovingAverage(w, slope, number);
    countUpTo(counter, 9);
    dropoutWithCounter(counter, slope, placeholder(graph, DataType::Bool, {}), {});
    scheduledRate(counter, LearningRateSchedule::constant(1));
    randomUniform(graph, DataType::Double, {2});
    randomNormal(graph, DataType::Double, {2});
    truncatedNormal(graph, DataType::Double, {2});
}

// `row` as an operation named "refused" in a graph.
void addRefused(Graph& graph, const RefusedInputs& row, const Sample& sample)
{
    std::vector<Output> inputs;
    for (const OutputSpec& input : row.inputs) {
        const bool isUpdated = static_cast<int>(inputs.size()) < sample.def->updatedVariables;
        inputs.push_back(isUpdated ? variableOf(graph, input.type, input.shape)
                                   : placeholder(graph, input.type, input.shape));
    }
    Attributes attributes = sample.attributes;
    for (const auto& [name, value] : row.attributes) {
        attributes.set(name, value);
    }
    graph.addOperation({sample.def, "refused", std::move(inputs), std::move(attributes), {}});
}

// What a message must hold, besides the name.
QStringList shapesIn(const RefusedInputs& row)
{
    QStringList shapes;
    for (const OutputSpec& input : row.inputs) {
        shapes += QString::fromStdString(input.shape.toString());
    }
    for (const auto& [name, value] : row.attributes) {
        if (const Shape* shape = std::get_if<Shape>(&value)) {
            shapes += QString::fromStdString(shape->toString());
        }
    }
    return shapes;
}

// The types that the sources define.
std::set<QString> definedTypes()
{
    static const QRegularExpression kDefinition(
        QStringLiteral(R"re((?:\.type =|\w+Op(?:<[^;{}]*?>)?\()\s*"(\w+)")re"));
    std::set<QString> types;
    QDirIterator files(qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + "/engine/ops",
                       {"*.cpp", "*.h"}, QDir::Files);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly)) {
            return {};
        }
        auto found = kDefinition.globalMatch(QString::fromUtf8(file.readAll()));
        while (found.hasNext()) {
            types.insert(found.next().captured(1));
        }
    }
    return types;
}

} // namespace

void TestRefusedInputs::keep(const Graph& graph)
{
    for (std::size_t id = 0; id < graph.operationCount(); ++id) {
        const Operation& operation = graph.operation(id);
        m_samples.try_emplace(operation.def().type,
                              Sample{&operation.def(), operation.attributes()});
    }
}

void TestRefusedInputs::initTestCase()
{
    for (const auto& rows :
         {basicRows(), elementwiseRows(), arrayRows(), pictureRows(), netRows(), edgeRows()}) {
        for (const OpRow& row : rows) {
            Graph graph;
            std::vector<Output> inputs;
            for (const Shape& shape : row.shapes) {
                inputs.push_back(real(graph, shape));
            }
            gradients(row.build(inputs), inputs);
            keep(graph);
        }
    }
    Graph graph;
    addFunctionsOf(graph);
    addState(graph);
    keep(graph);
}

void TestRefusedInputs::messagesNameTypeAndShapes_data()
{
    QTest::addColumn<std::size_t>("index");
    const std::vector<RefusedInputs> rows = refusedInputs();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QTest::addRow("%s: %s (%d)", rows[i].type.data(), qPrintable(shapesIn(rows[i]).join(' ')),
                      static_cast<int>(i))
            << i;
    }
}

void TestRefusedInputs::messagesNameTypeAndShapes()
{
    QFETCH(std::size_t, index);
    const RefusedInputs row = refusedInputs()[index];
    QVERIFY2(m_samples.contains(row.type), "no good operation of this type is known");
    const QString type = QString::fromUtf8(row.type);
    for (const QString& part : shapesIn(row) + QStringList{"operation refused: ", " (" + type}) {
        Graph graph;
        VERIFY_THROWS(InvalidArgumentError, qPrintable(part),
                      addRefused(graph, row, m_samples.at(row.type)));
    }
}

void TestRefusedInputs::everyTypeHasARow()
{
    std::set<QString> known;
    for (const RefusedInputs& row : refusedInputs()) {
        known.insert(QString::fromUtf8(row.type));
    }
    for (const std::string_view type : typesThatRefuseNothing()) {
        QVERIFY2(!known.contains(QString::fromUtf8(type)), type.data());
        known.insert(QString::fromUtf8(type));
    }
    const std::set<QString> defined = definedTypes();
    QVERIFY(defined.size() > 150);
    QStringList difference;
    std::ranges::set_symmetric_difference(known, defined, std::back_inserter(difference));
    QVERIFY2(difference.isEmpty(), qPrintable(difference.join(", ")));
}

using Addition = void (*)(Graph& graph);
Q_DECLARE_METATYPE(Addition)

void TestRefusedInputs::functionsThatAddSeveral_data()
{
    QTest::addColumn<Addition>("add");
    QTest::addColumn<QStringList>("parts");
    const auto add = [](const char* name, Addition addition, const QStringList& parts) {
        QTest::newRow(name) << addition << parts;
    };
    add("stack",
        [](Graph& g) {
            stack(std::vector<Output>{real(g, {2}), real(g, {3})}, 0, "s");
        },
        {"operation s:", "[2]", "[3]"});
    add("unstack, axis", [](Graph& g) { unstack(real(g, {2}), 5, "u"); },
        {"operation u:", "axis 5", "[2]"});
    add("unstack, unknown",
        [](Graph& g) {
            unstack(real(g, {Shape::kUnknownDim, 2}), 0, "u");
        },
        {"operation u:", "[?, 2]"});
    add("softmax",
        [](Graph& g) {
            softmax(real(g, {2, 3}), 4, "s");
        },
        {"operation s:", "axis 4", "[2, 3]"});
    add("matrix product of batches",
        [](Graph& g) {
            matMul(real(g, {2, 3, 4}), real(g, {3, 4, 2}), false, false, "m");
        },
        {"operation m:", "BatchMatMulV2", "[2, 3, 4]", "[3, 4, 2]"});
    add("pictures",
        [](Graph& g) {
            flipLeftRight(real(g, {2, 3}), "f");
        },
        {"operation f:", "[2, 3]"});
    add("crop",
        [](Graph& g) {
            cropToBoundingBox(real(g, {4, 4, 3}), {2, 0, 3, 2}, "c");
        },
        {"operation c:", "Slice", "[4, 4, 3]"});
    add("variable",
        [](Graph& g) {
            makeVariable("v", real(g, {Shape::kUnknownDim, 3}));
        },
        {"variable v:", "[?, 3]"});
    add("enqueue",
        [](Graph& g) {
            fifoQueue(g, {4, {{DataType::Double, Shape{2}}}, 0, "q"}).enqueue({real(g, {3})});
        },
        {"queue q:", "[2]", "[3]"});
    add("image summary",
        [](Graph& g) {
            imageSummary("i", real(g, {4, 4, 3}), 3, "s");
        },
        {"operation s:", "[4, 4, 3]"});
    add("scalar summary", [](Graph& g) { scalarSummary("i", real(g, {2}), "s"); },
        {"operation s:", "[2]"});
}

void TestRefusedInputs::functionsThatAddSeveral()
{
    QFETCH(const Addition, add);
    QFETCH(const QStringList, parts);
    for (const QString& part : parts) {
        Graph graph;
        VERIFY_THROWS(InvalidArgumentError, qPrintable(part), add(graph));
    }
}

void TestRefusedInputs::shapesThatAreKnownWhenRun()
{
    Graph graph;
    const Shape unknown{Shape::kUnknownDim, Shape::kUnknownDim};
    const Output a = real(graph, unknown);
    const Output b = real(graph, unknown);
    const Output product = matMul(a, b, false, false, "product");
    DirectSession session(graph);
    const std::vector<Feed> feeds{{a, Tensor(DataType::Double, Shape{2, 3})},
                                  {b, Tensor(DataType::Double, Shape{4, 5})}};
    VERIFY_THROWS(InvalidArgumentError,
                  "operation product: ", session.run(std::vector<Fetch>{product}, feeds));
    VERIFY_THROWS(InvalidArgumentError, "(MatMul of float64 [2, 3] and float64 [4, 5])",
                  session.run(std::vector<Fetch>{product}, feeds));
}

void TestRefusedInputs::valuesThatAreKnownWhenRun()
{
    Graph graph;
    const Output rows = real(graph, {3, 2});
    const Output taken = gather(rows, whole(graph, {1}), 0, "taken");
    const Output number = whole(graph, {});
    const Output rest = floorMod(number, number, "rest");
    DirectSession session(graph);
    const std::vector<Feed> feeds{
        {rows, Tensor(DataType::Double, Shape{3, 2})},
        {taken.operation().input(1), Tensor::fromValues<std::int32_t>(Shape{1}, {3})}};
    VERIFY_THROWS(InvalidArgumentError,
                  "operation taken: index 3 is not in [0, 3) (GatherV2 of float64 [3, 2] and "
                  "int32 [1])",
                  session.run(std::vector<Fetch>{taken}, feeds));
    const std::vector<Feed> zero{{number, Tensor::scalar<std::int32_t>(0)}};
    VERIFY_THROWS(InvalidArgumentError, "(FloorMod of int32 [] and int32 [])",
                  session.run(std::vector<Fetch>{rest}, zero));
}

QTEST_APPLESS_MAIN(TestRefusedInputs)
#include "tst_refused_inputs.moc"
