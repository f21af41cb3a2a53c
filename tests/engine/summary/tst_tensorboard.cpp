// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "engine/formats/graph_def.h"
#include "engine/ops/basic_ops.h"
#include "engine/summary/event_file_writer.h"
#include "tests/support/fake_clock.h"
#include "tests/support/python_script.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace engine;

// TensorBoard's own two readers on our event files: the EventAccumulator, and the data server that
// the program asks. Skipped where there is no Python with the package tensorboard.
class TestTensorBoard : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void scalarsAreShown_data() { readers(); }
    void scalarsAreShown();
    void histogramsAreShown_data() { readers(); }
    void histogramsAreShown();
    void imagesAreShown_data() { readers(); }
    void imagesAreShown();
    void textIsShown_data() { readers(); }
    void textIsShown();
    void hyperParametersAreShown_data() { readers(); }
    void hyperParametersAreShown();
    void theGraphIsShown();

private:
    static void readers();
    QJsonObject m_found;
};

// What the reader of this row found; skips if there is no such reader.
#define FETCH_FOUND(found)                                                                         \
    QFETCH(const QString, reader);                                                                 \
    const QJsonObject found = m_found[reader].toObject();                                          \
    if (found.contains("missing")) {                                                               \
        QSKIP(qPrintable(found["missing"].toString()));                                            \
    }

static const Histogram& weights()
{
    static const Histogram histogram = makeHistogram({{-1, 2, 2}}, "weights");
    return histogram;
}

void TestTensorBoard::initTestCase()
{
    const QTemporaryDir folder;
    LocalFileSystem files;
    FakeClock clock;
    {
        Graph graph;
        placeholder(graph, DataType::Float, {2, 3}, "x");
        EventFileWriter writer(files, folder.path().toStdString(), clock);
        writer.addGraph(encodeGraphDef(graph));
        writer.addHyperParameters("run", {{"lr", 0.1}, {"kind", std::string("adam")}});
        writer.addSessionLog(SessionLogKind::Start, {}, 0);
        writer.addScalar("train/loss", 0.5, 1);
        writer.addScalar("train/loss", std::numeric_limits<double>::infinity(), 2);
        writer.addScalar("train/loss", 0.25, (std::int64_t{1} << 40U));
        writer.addSummary("weights", weights(), 2);
        writer.addSummary("picture", encodePng({2, 3, 1, {0, 1, 2, 3, 4, 5}}), 2);
        writer.addSummary("note", std::string("**bold**"), 2);
        writer.addSummary("confusion", ConfusionMatrix{{"a", "b"}, {4, 1, 0, 5}}, 2);
        writer.addScalar("last", 1, 3);
        writer.close();
    }
    const PythonAnswer answer =
        askPython("tests/engine/summary/read_with_tensorboard.py", {folder.path()});
    if (!answer.missing.isEmpty()) {
        QSKIP(qPrintable(answer.missing));
    }
    QVERIFY2(answer.failure.isEmpty(), qPrintable(answer.failure));
    m_found = answer.found;
}

void TestTensorBoard::readers()
{
    QTest::addColumn<QString>("reader");
    QTest::newRow("EventAccumulator") << "accumulator";
    QTest::newRow("data server") << "server";
}

void TestTensorBoard::scalarsAreShown()
{
    FETCH_FOUND(found);
    const QJsonArray expected{QJsonArray{1, 0.5}, QJsonArray{2, "inf"},
                              QJsonArray{qint64{1} << 40U, 0.25}};
    QCOMPARE(found["scalars"].toObject()["train/loss"].toArray(), expected);
}

void TestTensorBoard::histogramsAreShown()
{
    FETCH_FOUND(found);
    const QJsonArray shown = found["histograms"].toObject()["weights"][0].toArray();
    QCOMPARE(shown[0].toInt(), 2);
    if (reader == "server") { // rows of left edge, right edge and count
        double count = 0;
        for (const QJsonValue& bucket : shown[1].toArray()) {
            count += bucket[2].toDouble();
        }
        QCOMPARE(count, 3.0);
        return;
    }
    QCOMPARE(shown[1].toInt(), 3);
    QCOMPARE(shown[2].toArray().size(), static_cast<qsizetype>(weights().limits.size()));
    for (std::size_t i = 0; i < weights().limits.size(); ++i) {
        QCOMPARE(shown[2][qsizetype(i)].toDouble(), weights().limits[i]);
        QCOMPARE(shown[3][qsizetype(i)].toDouble(), weights().counts[i]);
    }
}

void TestTensorBoard::imagesAreShown()
{
    FETCH_FOUND(found);
    const QJsonArray shown = found["images"].toObject()["picture"].toArray();
    QCOMPARE(shown.size(), 1);
    QCOMPARE(shown[0][0].toInt(), 2);
    QCOMPARE(shown[0][1].toInt(), 3);
    QCOMPARE(shown[0][2].toInt(), 2);
    QCOMPARE(shown[0][3].toString(), "89504e47"); // a PNG
}

void TestTensorBoard::textIsShown()
{
    FETCH_FOUND(found);
    const QJsonObject text = found["text"].toObject();
    QCOMPARE(text["note"].toArray(), (QJsonArray{QJsonArray{2, "**bold**"}}));
    QVERIFY(text["confusion"][0][1].toString().contains("| a | 4 | 1 |"));
}

void TestTensorBoard::hyperParametersAreShown()
{
    FETCH_FOUND(found);
    QCOMPARE(found["hparams"].toArray(), QJsonArray{"_hparams_/session_start_info"});
}

void TestTensorBoard::theGraphIsShown()
{
    QCOMPARE(m_found["accumulator"].toObject()["graph"].toArray(), (QJsonArray{"x"}));
}

QTEST_GUILESS_MAIN(TestTensorBoard)
#include "tst_tensorboard.moc"
