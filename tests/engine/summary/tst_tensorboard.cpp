// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "engine/summary/event_file_writer.h"
#include "tests/support/fake_clock.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

// TensorBoard's own reader on our event files. TRAINSPOTTER_PYTHON names an interpreter that has
// the package tensorboard (python3 otherwise); the test is skipped where it has not.
class TestTensorBoard : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void scalarsAreShown();
    void histogramsAreShown();
    void imagesAreShown();
    void textIsShown();
    void hyperParametersAreShown();

private:
    QTemporaryDir m_folder;
    QJsonObject m_found;
};

void TestTensorBoard::initTestCase()
{
    LocalFileSystem files;
    FakeClock clock;
    {
        EventFileWriter writer(files, m_folder.path().toStdString(), clock);
        writer.addHyperParameters("run", {{"lr", 0.1}, {"kind", std::string("adam")}});
        writer.addSessionLog(SessionLogKind::Start, {}, 0);
        writer.addScalar("train/loss", 0.5, 1);
        writer.addScalar("train/loss", 0.25, 2);
        writer.addSummary("weights", makeHistogram({{-1, 2, 2}}, "weights"), 2);
        writer.addSummary("picture", encodePng({2, 3, 1, {0, 1, 2, 3, 4, 5}}), 2);
        writer.addSummary("note", std::string("**bold**"), 2);
        writer.addSummary("confusion", ConfusionMatrix{{"a", "b"}, {4, 1, 0, 5}}, 2);
        writer.close();
    }
    QProcess python;
    python.start(qEnvironmentVariable("TRAINSPOTTER_PYTHON", "python3"),
                 {qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR")
                      + "/tests/engine/summary/read_with_tensorboard.py",
                  m_folder.path()});
    if (!python.waitForFinished(100'000) || python.exitCode() == 77) {
        QSKIP("there is no Python with the package tensorboard (TRAINSPOTTER_PYTHON)");
    }
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    m_found = QJsonDocument::fromJson(python.readAllStandardOutput()).object();
}

void TestTensorBoard::scalarsAreShown()
{
    const QJsonArray expected{QJsonArray{1, 0.5}, QJsonArray{2, 0.25}};
    QCOMPARE(m_found["scalars"].toObject()["train/loss"].toArray(), expected);
}

void TestTensorBoard::histogramsAreShown()
{
    const QJsonArray shown = m_found["histograms"].toObject()["weights"][0].toArray();
    QCOMPARE(shown[0].toInt(), 2);
    QCOMPARE(shown[1].toInt(), 3);
    const Histogram histogram = makeHistogram({{-1, 2, 2}}, "weights");
    QCOMPARE(shown[2].toArray().size(), static_cast<qsizetype>(histogram.limits.size()));
    for (std::size_t i = 0; i < histogram.limits.size(); ++i) {
        QCOMPARE(shown[2][qsizetype(i)].toDouble(), histogram.limits[i]);
        QCOMPARE(shown[3][qsizetype(i)].toDouble(), histogram.counts[i]);
    }
}

void TestTensorBoard::imagesAreShown()
{
    QCOMPARE(m_found["images"].toObject()["picture"].toArray(), (QJsonArray{QJsonArray{2, 3, 2}}));
}

void TestTensorBoard::textIsShown()
{
    QCOMPARE(m_found["text"].toObject()["note"].toArray(), (QJsonArray{QJsonArray{2, "**bold**"}}));
    QVERIFY(m_found["text"].toObject()["confusion"][0][1].toString().contains("| a | 4 | 1 |"));
}

void TestTensorBoard::hyperParametersAreShown()
{
    QCOMPARE(m_found["hparams"].toArray(), QJsonArray{"_hparams_/session_start_info"});
}

QTEST_GUILESS_MAIN(TestTensorBoard)
#include "tst_tensorboard.moc"
