// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/timeline.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace engine;

class TestTimeline : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void chromeEvents();
    void arrows();
    void metadataBytes();

private:
    QJsonArray events(bool showDataflow) const
    {
        const std::string text = chromeTrace(m_metadata, showDataflow);
        return QJsonDocument::fromJson(QByteArray::fromStdString(text))["traceEvents"].toArray();
    }

    std::unique_ptr<Graph> m_graph;
    RunMetadata m_metadata;
};

void TestTimeline::init()
{
    m_graph = std::make_unique<Graph>();
    const Output one = scalarConstant(*m_graph, DataType::Float, 1, "one");
    const Output two = add(one, one, "two");
    const Output three = add(two, one, "three");
    m_metadata = {};
    m_metadata.timings = {{&two.operation(), 1000, 2500}, {&three.operation(), 4000, 1000}};
}

void TestTimeline::chromeEvents()
{
    const QJsonArray all = events(false);
    QCOMPARE(all.size(), 3);
    QCOMPARE(all[0]["ph"].toString(), QStringLiteral("M"));
    const QJsonValue two = all[1];
    QCOMPARE(two["ph"].toString(), QStringLiteral("X"));
    QCOMPARE(two["ts"].toDouble(), 1.0); // microseconds
    QCOMPARE(two["dur"].toDouble(), 2.5);
    QCOMPARE(two["args"]["name"].toString(), QStringLiteral("two"));
    QCOMPARE(two["args"]["input0"].toString(), QStringLiteral("one"));
    QCOMPARE(two["name"], two["args"]["op"]);
}

// From the end of "two" to the beginning of "three"; the constant is not traced.
void TestTimeline::arrows()
{
    const QJsonArray all = events(true);
    QCOMPARE(all.size(), 5);
    QCOMPARE(all[3]["ph"].toString(), QStringLiteral("s"));
    QCOMPARE(all[3]["ts"].toDouble(), 3.5);
    QCOMPARE(all[4]["ph"].toString(), QStringLiteral("t"));
    QCOMPARE(all[4]["ts"].toDouble(), 4.0);
    QCOMPARE(all[3]["id"], all[4]["id"]);
    QCOMPARE(all[3]["name"].toString(), QStringLiteral("two:0"));
}

// Worked out by hand from the field numbers of TensorFlow's step_stats.proto.
void TestTimeline::metadataBytes()
{
    m_metadata.timings.resize(1);
    const QByteArray bytes = QByteArray::fromStdString(encodeRunMetadata(m_metadata, 100));
    const QByteArray node = QByteArray::fromHex("0a0374776f" // node_name "two"
                                                "1065" // all_start_micros 101
                                                "2002" // op_end_rel_micros 2
                                                "2802" // all_end_rel_micros 2
                                                "42"); // timeline_label
    QVERIFY2(bytes.contains(node), bytes.toHex().constData());
}

QTEST_APPLESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
