// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/direct_session.h"

#include "engine/ops/kernel.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/engine/runtime/doubling_graph.h"
#include "tests/engine/runtime/variable_graph.h"
#include "tests/support/errors.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

using namespace engine;

// Passes its input on after 3 ms.
static void computeSlow(KernelContext& context)
{
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(3)) { }
    context.output(0).copyFrom(context.input(0));
}

static const OpDef kSlow{
    .type = "Slow",
    .inferShapes =
        [](const ShapeRequest& request) { return std::vector<OutputSpec>{request.inputs[0]}; },
    .makeKernel = [](const KernelRequest&) { return functionKernel<computeSlow>(); },
    .stateful = true};

static std::atomic<bool> isHeld;
static std::atomic<bool> isAwaited;

// Passes its input on 5 ms after somebody waits for it.
static void computeHeld(KernelContext& context)
{
    isHeld = true;
    while (!isAwaited) {
        std::this_thread::yield();
    }
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(5)) { }
    context.output(0).copyFrom(context.input(0));
}

static const OpDef kHeld{
    .type = "Held",
    .inferShapes =
        [](const ShapeRequest& request) { return std::vector<OutputSpec>{request.inputs[0]}; },
    .makeKernel = [](const KernelRequest&) { return functionKernel<computeHeld>(); },
    .stateful = true};

static Output slow(Output input, std::string_view name)
{
    return input.graph().addOperation({&kSlow, name, {input}, {}, {}}).output();
}

class TestDirectSession : public QObject
{
    Q_OBJECT

private slots:
    void constantsAndEffects();
    void stringsAndListsOfUnknownLength();
    void resultsAreWrittenInPlace();
    void resultsThatAreSharedStayAsTheyWere();
    void onePlanPerShape();
    void oldPlansAreGivenUp();
    void buffersAreNotReusedTooEarly();
    void tracesTimeEveryOperation();
    void timeoutsEndRuns();
    void timeoutsCountTheWaitForOtherRuns();
    void closedSessions();
    void runsFromTwoThreads();
    void threadsOfTheOptions();
    void subnormalsAreZeroAndTheCallersStay();
};

void TestDirectSession::constantsAndEffects()
{
    VariableGraph g;
    const Output c = g.number(4);
    Operation& nothing = noOp(g.graph);
    DirectSession session(g.graph, {1});
    const std::vector<Tensor> results = session.run({nothing, c, &c.operation()});
    QVERIFY(!results[0].isValid());
    QCOMPARE(results[1].scalarValue<double>(), 4.0);
    QVERIFY(!results[2].isValid());
    QVERIFY(session.run(std::vector<Fetch>()).empty());
}

void TestDirectSession::stringsAndListsOfUnknownLength()
{
    VariableGraph g;
    const Output v = g.variable("v", 1);
    const Output w = g.variable("scope/w", 1);
    const Output missing = reportUninitialized(g.graph, std::vector{v, w});
    const Output alias = identity(missing);
    const Output text = placeholder(g.graph, DataType::String, Shape{2});
    const Output echo = identity(text);
    DirectSession session(g.graph, {1});
    std::vector<Tensor> results;
    const std::vector<Fetch> fetches{missing, alias, isVariableInitialized(w)};
    const auto names = [&] {
        session.run(RunRequest{fetches, {}}, results);
        const auto values = results[0].values<std::string>();
        const auto again = results[1].values<std::string>();
        const bool same = std::ranges::equal(values, again);
        return same ? std::vector<std::string>(values.begin(), values.end())
                    : std::vector<std::string>{"differ"};
    };
    QCOMPARE(names(), (std::vector<std::string>{"v", "scope/w"}));
    QVERIFY(!results[2].scalarValue<bool>());
    session.run(g.variables[1]->initializer());
    QCOMPARE(names(), std::vector<std::string>{"v"});
    QVERIFY(results[2].scalarValue<bool>());
    session.run(g.variables[0]->initializer());
    QCOMPARE(names(), std::vector<std::string>());
    QCOMPARE(results[0].shape(), Shape{0});

    const Tensor fed = Tensor::fromValues<std::string>(Shape{2}, {"a", std::string(100, 'b')});
    const Tensor got = session.run(echo, {{text, fed}});
    QVERIFY(std::ranges::equal(got.values<std::string>(), fed.values<std::string>()));
}

void TestDirectSession::resultsAreWrittenInPlace()
{
    DoublingGraph g;
    DirectSession session(g.graph, {1});
    const std::vector<Fetch> fetches{g.y};
    std::vector<Tensor> results;
    const auto run = [&](std::int64_t rows, double value) {
        const std::vector<Feed> feeds{{g.x, g.feed(rows, value)}};
        session.run(RunRequest{fetches, feeds}, results);
    };
    run(2, 1);
    const void* const memory = results[0].data();
    run(2, 3);
    QCOMPARE(results[0].data(), memory);
    VERIFY_TENSOR(results[0], (Shape{2, 2}), {6, 6, 6, 6});
    run(1, 3);
    VERIFY_TENSOR(results[0], (Shape{1, 2}), {6, 6});
}

void TestDirectSession::resultsThatAreSharedStayAsTheyWere()
{
    DoublingGraph g;
    DirectSession session(g.graph, {1});
    const std::vector<Fetch> fetches{g.y};
    std::vector<Tensor> results;
    const std::vector<Feed> ones{{g.x, g.feed(1, 1)}};
    const std::vector<Feed> twos{{g.x, g.feed(1, 2)}};
    session.run(RunRequest{fetches, ones}, results);
    const Tensor kept = results[0];
    session.run(RunRequest{fetches, twos}, results);
    VERIFY_TENSOR(kept, (Shape{1, 2}), {2, 2});
    VERIFY_TENSOR(results[0], (Shape{1, 2}), {4, 4});
}

void TestDirectSession::onePlanPerShape()
{
    DoublingGraph g;
    DirectSession session(g.graph, {1});
    for (const std::int64_t rows : {1, 2, 1, 3, 2, 1}) {
        session.run(g.y, {{g.x, g.feed(rows)}});
    }
    QCOMPARE(session.planCount(), std::size_t{3});
    session.run({g.y, g.y}, {{g.x, g.feed(1)}});
    QCOMPARE(session.planCount(), std::size_t{4});
    VERIFY_THROWS(InvalidArgumentError, "must be fed", session.run(g.y));
    QCOMPARE(session.planCount(), std::size_t{4}); // a failed one is not kept
}

void TestDirectSession::oldPlansAreGivenUp()
{
    DoublingGraph g;
    const Output v = makeVariable("v", scalarConstant(g.graph, DataType::Double, 0))->value();
    const Output raised = assignAdd(v, scalarConstant(g.graph, DataType::Double, 1));
    DirectSession session(g.graph, {1});
    session.run(findVariable(g.graph, "v")->initializer());
    for (std::int64_t rows = 1; rows <= 200; ++rows) {
        const std::vector<Tensor> results = session.run({g.y, raised}, {{g.x, g.feed(rows)}});
        QCOMPARE(results[0].shape(), (Shape{rows, 2}));
        QCOMPARE(results[1].scalarValue<double>(), static_cast<double>(rows));
    }
    QVERIFY(session.planCount() <= 64);
    VERIFY_TENSOR(session.run(g.y, {{g.x, g.feed(1)}}), (Shape{1, 2}), {2, 2});
    QCOMPARE(session.run(v).scalarValue<double>(), 200.0);
}

void TestDirectSession::buffersAreNotReusedTooEarly()
{
    // A chain of additions, each of which looks back at random; in whole numbers below 2^53.
    for (unsigned seed = 0; seed < 30; ++seed) {
        std::srand(seed);
        Graph graph;
        std::vector<Output> outputs{constant(graph, doubles(Shape{5}, {1, 2, 3, 4, 5}))};
        std::vector<double> factors{1};
        for (int i = 0; i < 40; ++i) {
            const auto a = static_cast<std::size_t>(std::rand()) % outputs.size();
            const auto b = outputs.size() - 1;
            const Output shown = std::rand() % 3 == 0 ? identity(outputs[a]) : outputs[a];
            outputs.push_back(add(shown, outputs[b]));
            factors.push_back(factors[a] + factors[b]);
        }
        std::vector<Fetch> fetches;
        std::vector<double> wanted;
        for (std::size_t i = 0; i < outputs.size(); i += 1 + static_cast<std::size_t>(seed) % 7) {
            fetches.emplace_back(outputs[i]);
            wanted.push_back(factors[i]);
        }
        const std::vector<Tensor> results = DirectSession(graph, {1}).run(fetches);
        for (std::size_t i = 0; i < results.size(); ++i) {
            const double f = wanted[i];
            VERIFY_TENSOR(results[i], Shape{5}, {f, 2 * f, 3 * f, 4 * f, 5 * f});
        }
    }
}

void TestDirectSession::tracesTimeEveryOperation()
{
    VariableGraph g;
    const Output first = slow(g.number(1), "first");
    const Output second = slow(first, "second");
    DirectSession session(g.graph, {1});
    const std::vector<Fetch> fetches{second};
    std::vector<Tensor> results;
    RunOptions options;
    RunMetadata metadata;
    session.run(RunRequest{fetches, {}, &options, &metadata}, results);
    QVERIFY(metadata.timings.empty()); // nobody asked
    options.traceLevel = 3;
    session.run(RunRequest{fetches, {}, &options, &metadata}, results);
    QCOMPARE(metadata.timings.size(), std::size_t{2});
    QCOMPARE(metadata.timings[0].operation, &first.operation());
    QCOMPARE(metadata.timings[1].operation, &second.operation());
    QVERIFY(metadata.timings[0].durationNanoseconds >= 3'000'000);
    QVERIFY(metadata.timings[1].startNanoseconds
            >= metadata.timings[0].startNanoseconds + metadata.timings[0].durationNanoseconds);
    session.run(RunRequest{fetches, {}, &options, nullptr}, results); // nowhere to write to
}

void TestDirectSession::timeoutsEndRuns()
{
    VariableGraph g;
    const Output v = g.variable("v", 0);
    const Output late = assignAdd(v, slow(g.number(1), "first"), "late");
    const auto session = g.open();
    const std::vector<Fetch> fetches{late};
    std::vector<Tensor> results;
    RunOptions options;
    options.timeoutMs = 1;
    VERIFY_THROWS(DeadlineExceededError, "the run took longer than 1 ms (before late)",
                  session->run(RunRequest{fetches, {}, &options, nullptr}, results));
    QCOMPARE(valuesOf(session->run({v})), std::vector<double>{0});
    options.timeoutMs = 600'000;
    session->run(RunRequest{fetches, {}, &options, nullptr}, results);
    QCOMPARE(results[0].scalarValue<double>(), 1.0);
}

// The other run holds the memory until this one has asked for it, and 5 ms more. That this one's
// clock starts only then, for lack of a processor, does not happen often.
void TestDirectSession::timeoutsCountTheWaitForOtherRuns()
{
    VariableGraph g;
    const Output v = g.variable("v", 0);
    const Output held = g.graph.addOperation({&kHeld, "held", {g.number(1)}, {}, {}}).output();
    const std::vector<Fetch> fetches{assignAdd(v, held, "late")};
    const auto session = g.open();
    RunOptions options;
    options.timeoutMs = 1;
    QByteArray message;
    double runs = 0;
    while (runs < 100 && !message.contains("(before held)")) {
        isHeld = false;
        isAwaited = false;
        std::thread other([&] {
            std::vector<Tensor> results;
            session->run(RunRequest{fetches, {}, nullptr, nullptr}, results);
        });
        while (!isHeld) {
            std::this_thread::yield();
        }
        isAwaited = true;
        std::vector<Tensor> results;
        try {
            session->run(RunRequest{fetches, {}, &options, nullptr}, results);
        } catch (const DeadlineExceededError& error) {
            message = error.what();
        }
        other.join();
        ++runs;
    }
    QCOMPARE(message, QByteArray("the run took longer than 1 ms (before held)"));
    QCOMPARE(valuesOf(session->run({v})), std::vector<double>{runs});
}

void TestDirectSession::closedSessions()
{
    DoublingGraph g;
    DirectSession session(g.graph, {1});
    QCOMPARE(session.graph(), &g.graph);
    session.run(g.y, {{g.x, g.feed(1)}});
    session.close();
    session.close();
    QCOMPARE(session.graph(), nullptr);
    VERIFY_THROWS(FailedPreconditionError, "Attempted to use a closed Session.",
                  session.run(g.y, {{g.x, g.feed(1)}}));
}

void TestDirectSession::runsFromTwoThreads()
{
    VariableGraph g;
    const Output mine = g.variable("mine", 0);
    const Output theirs = g.variable("theirs", 0);
    const Output x = placeholder(g.graph, DataType::Double, Shape{});
    const Output doubled = add(x, x); // both use this plan
    const Output raiseMine = assignAdd(mine, g.number(1));
    const Output raiseTheirs = assignAdd(theirs, g.number(1));
    const auto session = g.open();
    constexpr int kRuns = 500;
    std::atomic<int> wrong{0};
    const auto work = [&](Output raise, double start) {
        for (int i = 1; i <= kRuns; ++i) {
            const double value = start + i;
            wrong +=
                session->run(doubled, {{x, Tensor::scalar(value)}}).scalarAsDouble() != 2 * value;
            wrong += session->run(raise).scalarAsDouble() != i;
        }
    };
    std::thread other(work, raiseTheirs, 1e6);
    work(raiseMine, 0);
    other.join();
    QCOMPARE(wrong.load(), 0);
    QCOMPARE(valuesOf(session->run({mine, theirs})), (std::vector<double>{kRuns, kRuns}));
}

void TestDirectSession::threadsOfTheOptions()
{
    Graph graph;
    QCOMPARE(DirectSession(graph, {3}).threads(), 3);
    QCOMPARE(DirectSession(graph).threads(),
             std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

// As in TensorFlow's sessions: where a gradient has become 0, Adam's averages would slow training
// down several times.
void TestDirectSession::subnormalsAreZeroAndTheCallersStay()
{
#if !defined(__x86_64__)
    QSKIP("only x86 processors are told to");
#endif
    Graph graph;
    constexpr std::int64_t kCount = 1 << 20; // threads share it
    const Output x = placeholder(graph, DataType::Float, Shape{kCount});
    const Output squares = multiply(x, x);
    Tensor small(DataType::Float, Shape{kCount});
    std::ranges::fill(small.values<float>(), 1e-20F);
    for (const int threads : {1, 2}) {
        DirectSession session(graph, {threads});
        const Tensor found = session.run(squares, {{x, small}});
        QVERIFY(std::ranges::none_of(found.values<float>(), [](float v) { return v != 0; }));
    }
    const volatile float least = std::numeric_limits<float>::min();
    QVERIFY(least * 0.5F > 0);
}

QTEST_APPLESS_MAIN(TestDirectSession)
#include "tst_direct_session.moc"
