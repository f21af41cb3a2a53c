// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/base/file_system.h"
#include "engine/formats/record_reader.h"
#include "engine/formats/summary_content.h"
#include "engine/summary/event_file_writer.h"
#include "engine/summary/run_store_reader.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <fstream>

using namespace engine;

// Summaries that are no scalars, from the hand-over to store and event file and back.
class TestSummaries : public QObject
{
    Q_OBJECT

private slots:
    void everyKindComesBackFromTheStore_data();
    void everyKindComesBackFromTheStore();
    void hyperParametersAreReadByOthers();
    void aSecondOneOfTheStepReplacesTheFirst();
    void aMatrixThatIsNotSquareIsLeftOutAndTold();
    void damagedContentIsToldByClass_data();
    void damagedContentIsToldByClass();
    void eventFilesHoldThemToo();
};

namespace {

Pixels somePixels()
{
    return {2, 3, 3, std::vector<std::uint8_t>(18, 200)};
}

const ConfusionMatrix kMatrix{{"cat", "dog \"x\""}, {5, 1, 0, 7}};

} // namespace

void TestSummaries::everyKindComesBackFromTheStore_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("histogram") << 0 << QByteArray("histogram");
    QTest::newRow("image") << 1 << QByteArray("image");
    QTest::newRow("text") << 2 << QByteArray("text");
    QTest::newRow("empty text") << 3 << QByteArray("text");
    QTest::newRow("confusion matrix") << 4 << QByteArray("confusion_matrix");
}

void TestSummaries::everyKindComesBackFromTheStore()
{
    QFETCH(const int, index);
    QFETCH(const QByteArray, kind);
    const std::vector<SummaryContent> contents{
        makeHistogram({{-1, 0.5, 7}}, "w"), encodePng(somePixels()),
        std::string("line\none\0two", 12), std::string(), kMatrix};
    const SummaryContent& content = contents.at(static_cast<std::size_t>(index));
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    const RunId run = writer.createRun(StoreTest::spec("run"));
    writer.beginSegment(run, 0);
    test.clock.advanceSeconds(2);
    writer.addSummary("layer/weights", content, 12);
    writer.flush();

    RunStoreReader reader(test.path(), test.clock);
    const std::vector<StoredSummary> summaries = reader.summaries(run);
    QCOMPARE(summaries.size(), std::size_t{1});
    QCOMPARE(summaries[0].tag, std::string("layer/weights"));
    QCOMPARE(summaries[0].step, std::int64_t{12});
    QCOMPARE(summaries[0].segment, 0);
    QCOMPARE(summaries[0].wallSeconds, 1700000002.0);
    QCOMPARE(QByteArray::fromStdString(summaries[0].kind), kind);
    QVERIFY(reader.summary(summaries[0].id) == content);
    QCOMPARE(test.integer("SELECT count(*) FROM summaries WHERE tag = 'layer/weights'"),
             std::int64_t{1});
    QCOMPARE(reader.runs().at(0).lastStep, std::int64_t{12});
    VERIFY_THROWS(NotFoundError, "there is no summary 99", reader.summary(99));
}

void TestSummaries::hyperParametersAreReadByOthers()
{
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    const HyperParameters parameters{{"optimizer.learning_rate", 0.5},
                                     {"optimizer.kind", std::string("adam")},
                                     {"centered", true},
                                     {"nesterov", false},
                                     {"number as text", std::string("1")}};
    writer.addHyperParameters("run", {{"of before", 1.0}, {"and more", 2.0}});
    writer.addHyperParameters("run", parameters);
    writer.flush();
    QVERIFY(RunStoreReader(test.path(), test.clock).hyperParameters(1) == parameters);
    QCOMPARE(test.integer("SELECT count(*) FROM parameters"), std::int64_t{5});
    QCOMPARE(test.integer("SELECT run_id FROM parameters WHERE key = 'optimizer.learning_rate' "
                          "AND value < 1"),
             std::int64_t{1});
    QCOMPARE(test.integer("SELECT value FROM parameters WHERE key = 'centered'"), std::int64_t{1});
}

void TestSummaries::aSecondOneOfTheStepReplacesTheFirst()
{
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    writer.addSummary("note", std::string("first"), 1);
    writer.addSummary("note", std::string("second"), 1);
    writer.addSummary("note", std::string("later"), 2);
    writer.flush();
    RunStoreReader reader(test.path(), test.clock);
    const std::vector<StoredSummary> summaries = reader.summaries(1);
    QCOMPARE(summaries.size(), std::size_t{2});
    QVERIFY(reader.summary(summaries[0].id) == SummaryContent(std::string("second")));
}

void TestSummaries::aMatrixThatIsNotSquareIsLeftOutAndTold()
{
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    writer.addSummary("confusion", ConfusionMatrix{{"a", "b"}, {1}}, 1);
    writer.addSummary("note", std::string("kept"), 1);
    VERIFY_THROWS(InvalidArgumentError, "2 classes has 1 counts", writer.flush());
    QCOMPARE(RunStoreReader(test.path(), test.clock).summaries(1).size(), std::size_t{1});
}

void TestSummaries::damagedContentIsToldByClass_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("unknown kind") << QByteArray("video") << QByteArray("x");
    QTest::newRow("no histogram") << QByteArray("histogram") << QByteArray("\xff\xff");
    QTest::newRow("no picture") << QByteArray("image") << QByteArray("GIF89a");
    QTest::newRow("half a picture") << QByteArray("image") << QByteArray("\x89PNG\r\n\x1a\n", 8);
    QTest::newRow("no matrix") << QByteArray("confusion_matrix") << QByteArray("{\"classes\": 4}");
    QTest::newRow("ragged matrix")
        << QByteArray("confusion_matrix") << QByteArray("{\"classes\":[\"a\"],\"counts\":[[1,2]]}");
}

void TestSummaries::damagedContentIsToldByClass()
{
    QFETCH(const QByteArray, kind);
    QFETCH(const QByteArray, bytes);
    VERIFY_THROWS(DataLossError, "", readContent(kind.toStdString(), bytes.toStdString()));
}

void TestSummaries::eventFilesHoldThemToo()
{
    const QTemporaryDir folder;
    LocalFileSystem files;
    FakeClock clock;
    const std::filesystem::path directory = folder.path().toStdString();
    {
        EventFileWriter writer(files, directory, clock);
        writer.addHyperParameters("run",
                                  {{"lr", 0.1}, {"nesterov", true}, {"kind", std::string("adam")}});
        writer.addSummary("weights", makeHistogram({{1, 2}}, "w"), 3);
        writer.addSummary("picture", encodePng(somePixels()), 3);
        writer.addSummary("confusion", kMatrix, 4);
        writer.close();
    }
    const std::string name = files.list(directory).at(0);
    std::ifstream stream(directory / name, std::ios::binary);
    RecordReader reader(stream);
    std::vector<SummaryValue> values;
    std::string record;
    while (reader.next(record)) {
        for (const SummaryValue& value : decodeEvent(record).values) {
            values.push_back(value);
        }
    }
    QCOMPARE(values.size(), std::size_t{4});
    QCOMPARE(values[0].plugin, std::string("hparams"));
    QCOMPARE(values[1].histogram.count, 2.0);
    QCOMPARE(values[2].image.width, 3);
    QVERIFY(values[3].tensor.strings.at(0).find("| cat | 5 | 1 |") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestSummaries)
#include "tst_summaries.moc"
