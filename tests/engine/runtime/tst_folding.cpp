// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/folding.h"

#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/kernel.h"
#include "engine/ops/random_ops.h"
#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestFolding : public QObject
{
    Q_OBJECT

private slots:
    void whatReadsConstantsOnly();
    void whatIsFedIsNot();
    void randomNumbersAreNot();
    void whatWaitsForOthersIsNot();
    void largeResultsAreNot();
    void foldedOperationsRunOnce();
    void foldedResultsStayFromRunToRun();
    void errorsAreToldByTheRun();
};

namespace {

int g_runs = 0;

std::vector<OutputSpec> likeInput(const ShapeRequest& request)
{
    return {request.inputs[0]};
}

void computeCounted(KernelContext& context)
{
    ++g_runs;
    const float value = std::as_const(context.input(0)).values<float>()[0];
    if (value > 100) {
        throw OutOfRangeError("too large");
    }
    context.output(0).values<float>()[0] = -value;
}

std::unique_ptr<Kernel> makeCounted(const KernelRequest&)
{
    return functionKernel<computeCounted>();
}

// The negative of its input; runs are counted.
const OpDef kCounted{.type = "Counted", .inferShapes = likeInput, .makeKernel = makeCounted};

Output counted(Output input)
{
    return input.graph().addOperation({&kCounted, {}, {input}, {}, {}}).output();
}

Output number(Graph& graph, double value)
{
    return scalarConstant(graph, DataType::Float, value);
}

// Names of what a plan of these fetches folds.
QStringList folded(const std::vector<Fetch>& fetches, const std::set<Output>& fed = {})
{
    const Schedule schedule = makeSchedule(fetches, fed);
    std::map<Output, OutputSpec> specs;
    for (Operation* operation : schedule.order) {
        for (int i = 0; i < operation->outputCount(); ++i) {
            specs[operation->output(i)] = operation->outputSpec(i);
        }
    }
    const std::set<const Operation*> found = findFoldable(schedule, fed, specs);
    QStringList names;
    for (const Operation* operation : schedule.order) {
        if (found.contains(operation)) {
            names += QString::fromStdString(operation->name());
        }
    }
    return names;
}

} // namespace

void TestFolding::whatReadsConstantsOnly()
{
    Graph graph;
    const auto variable = makeVariable("w", number(graph, 3));
    const Output sum = add(number(graph, 1), number(graph, 2), "sum");
    const Output shaped = reshape(sum, Shape{1}, "shaped"); // no kernel of its own
    const Output slope = relu(shaped, "slope");
    const Output filled = fill(graph, DataType::Float, Shape{4}, 2, "filled"); // reads nothing
    const Output read = add(variable->value(), sum, "read");
    QCOMPARE(folded({slope, filled, read}), (QStringList{"sum", "slope"}));
}

void TestFolding::whatIsFedIsNot()
{
    Graph graph;
    const Output one = number(graph, 1);
    const Output sum = add(one, number(graph, 2), "sum");
    const Output slope = relu(sum, "slope");
    QCOMPARE(folded({slope}), (QStringList{"sum", "slope"}));
    QCOMPARE(folded({slope}, {one}), QStringList());
    QCOMPARE(folded({slope}, {sum}), QStringList());
}

void TestFolding::randomNumbersAreNot()
{
    Graph graph;
    const Output random = randomUniform(graph, DataType::Float, Shape{2});
    QCOMPARE(folded({relu(random)}), QStringList());
}

void TestFolding::whatWaitsForOthersIsNot()
{
    Graph graph;
    Operation& first = noOp(graph);
    const Output one = number(graph, 1);
    const ControlDependencies after(graph, {&first});
    QCOMPARE(folded({relu(one)}), QStringList());
}

void TestFolding::largeResultsAreNot()
{
    Graph graph;
    const auto most = static_cast<std::int64_t>(kMostFoldedBytes / sizeof(float));
    const auto ones = [&](std::int64_t count) {
        return constant(graph, Tensor(DataType::Float, Shape{count}));
    };
    const Output fits = relu(ones(most), "fits");
    const Output large = relu(ones(most + 1), "large");
    QCOMPARE(folded({fits, large}), QStringList("fits"));
}

void TestFolding::foldedOperationsRunOnce()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{});
    const Output y = add(x, counted(number(graph, 3)));
    const Output early = counted(x);
    DirectSession session(graph, {1});
    g_runs = 0;
    for (const double fed : {1.0, 2.0, 3.0}) {
        const Tensor value = Tensor::scalar(static_cast<float>(fed));
        QCOMPARE(session.run(Fetch(y), {{x, value}}).scalarValue<float>(), float(fed) - 3);
    }
    QCOMPARE(g_runs, 1);
    session.run(Fetch(early), {{x, Tensor::scalar(1.0F)}});
    session.run(Fetch(early), {{x, Tensor::scalar(1.0F)}});
    QCOMPARE(g_runs, 3);
}

// Their memory is nobody else's, and who fetches them gets a copy.
void TestFolding::foldedResultsStayFromRunToRun()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{64});
    Tensor twos(DataType::Float, Shape{64});
    std::ranges::fill(twos.values<float>(), 2.0F);
    const Output filled = relu(constant(graph, twos));
    const Output y = multiply(relu(multiply(relu(x), relu(x))), filled);
    DirectSession session(graph, {1});
    Tensor ones(DataType::Float, Shape{64});
    std::ranges::fill(ones.values<float>(), 1.0F);
    for (int run = 0; run < 3; ++run) {
        std::vector<Tensor> results = session.run({Fetch(y), Fetch(filled)}, {{x, ones}});
        for (Tensor& result : results) {
            QVERIFY(std::ranges::all_of(std::as_const(result).values<float>(),
                                        [](float value) { return value == 2; }));
            std::ranges::fill(result.values<float>(), 7.0F);
        }
    }
}

void TestFolding::errorsAreToldByTheRun()
{
    Graph graph;
    const Output bad = counted(number(graph, 101));
    const Output good = counted(number(graph, 1));
    DirectSession session(graph, {1});
    for (int run = 0; run < 2; ++run) {
        VERIFY_THROWS(OutOfRangeError, "too large", session.run(Fetch(bad)));
        QCOMPARE(session.run(Fetch(good)).scalarValue<float>(), -1.0F);
    }
}

QTEST_APPLESS_MAIN(TestFolding)
#include "tst_folding.moc"
