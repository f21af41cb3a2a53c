// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/graph_def.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/variable_ops.h"

#include <QTest>

using namespace engine;

class TestGraphDef : public QObject
{
    Q_OBJECT

private slots:
    void textIsTensorFlows();
    void inputsNameTheirOutputs();
    void sameGraphGivesTheSameBytes();
};

namespace {

std::vector<OutputSpec> twoOutputs(const ShapeRequest&)
{
    return {{DataType::Float, Shape()}, {DataType::Float, Shape{2, Shape::kUnknownDim}}};
}

const OpDef kTwo{.type = "Two", .inferShapes = twoOutputs};

} // namespace

// The form of tests/golden/tf-checkpoints/monitored-run/graph.pbtxt.
void TestGraphDef::textIsTensorFlows()
{
    Graph graph;
    constant(graph, Tensor::fromValues<float>({2}, {1, 2}), "one_two");
    QCOMPARE(graphDefText(graph),
             std::string("node {\n"
                         "  name: \"one_two\"\n"
                         "  op: \"Const\"\n"
                         "  attr {\n"
                         "    key: \"_output_shapes\"\n"
                         "    value {\n"
                         "      list {\n"
                         "        shape {\n"
                         "          dim {\n"
                         "            size: 2\n"
                         "          }\n"
                         "        }\n"
                         "      }\n"
                         "    }\n"
                         "  }\n"
                         "  attr {\n"
                         "    key: \"value\"\n"
                         "    value {\n"
                         "      tensor {\n"
                         "        dtype: DT_FLOAT\n"
                         "        tensor_shape {\n"
                         "          dim {\n"
                         "            size: 2\n"
                         "          }\n"
                         "        }\n"
                         "        tensor_content: "
                         "\"\\000\\000\\200?\\000\\000\\000@\"\n"
                         "      }\n"
                         "    }\n"
                         "  }\n"
                         "}\n"
                         "versions {\n"
                         "  producer: 134\n"
                         "}\n"));
}

void TestGraphDef::inputsNameTheirOutputs()
{
    Graph graph;
    Operation& two = graph.addOperation({&kTwo,
                                         "two",
                                         {},
                                         {{"flag", true},
                                          {"rate", 0.5},
                                          {"axes", std::vector<std::int64_t>{0, 1}},
                                          {"types", std::vector<DataType>{DataType::Bool}},
                                          {"shapes", std::vector<Shape>{Shape{3}}},
                                          {"text", std::string("a")},
                                          {"texts", std::vector<std::string>{"b"}}},
                                         {}});
    Operation& first = group(graph, {&two}, "first");
    const ControlDependencies after(graph, {&first});
    add(two.output(0), two.output(1), "sum");
    const QString text = QString::fromStdString(graphDefText(graph));
    QVERIFY(text.contains("  input: \"two\"\n  input: \"two:1\"\n  input: \"^first\"\n"));
    for (const QString part : {"b: true", "f: 0.5", "i: 0\n        i: 1", "type: DT_BOOL",
                               "size: 3", "s: \"a\"", "s: \"b\"", "size: -1"}) {
        QVERIFY2(text.contains(part), qPrintable(part));
    }
}

void TestGraphDef::sameGraphGivesTheSameBytes()
{
    const auto bytes = [] {
        Graph graph;
        const Output name = constant(graph, Tensor::scalar<std::string>("a name"), "name");
        makeVariable("v", name);
        return encodeGraphDef(graph);
    };
    QVERIFY(bytes().find("a name") != std::string::npos);
    QCOMPARE(bytes(), bytes());
}

QTEST_APPLESS_MAIN(TestGraphDef)
#include "tst_graph_def.moc"
