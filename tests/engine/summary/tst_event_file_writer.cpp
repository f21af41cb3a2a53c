// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/base/file_system.h"
#include "engine/formats/event_codec.h"
#include "engine/formats/record_reader.h"
#include "engine/summary/event_file_writer.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/fake_clock.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

using namespace engine;

namespace {

using Texts = std::vector<std::string>;

// "scalar train/loss 0.5 @3", "start @1", "version brain.Event:2" …
std::string summaryOf(const Event& event)
{
    const std::string at = " @" + std::to_string(event.step);
    switch (event.kind) {
    case Event::Kind::FileVersion:
        return "version " + event.text;
    case Event::Kind::Summary:
        return event.values.front().tag + " " + std::to_string(event.values.front().scalar) + at;
    case Event::Kind::SessionLog: {
        const Texts names = {"unspecified", "start", "stop", "checkpoint"};
        return names.at(static_cast<std::size_t>(event.sessionLog)) + " " + event.text + at;
    }
    case Event::Kind::RunMetadata:
        return "run metadata " + event.text + at;
    case Event::Kind::GraphDef:
        return "graph " + event.text + at;
    case Event::Kind::Other:
        break;
    }
    return "other";
}

} // namespace

class TestEventFileWriter : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void v6_theFileIsThereAtOnceWithItsVersion();
    void v1_v2_recordsComeBackInTheirOrder();
    void nonFiniteScalarsAreWritten();
    void v16_d13_twoWritersOfOneSecondHaveTwoFiles();
    void anUnstartedSessionHasNoStop();
    void aStoppedSessionIsNotStoppedAgain();
    void aFullDiskIsToldAndAnotherFileGoesOn();
    void v3_v5_aDeletedFileIsToldAndAnotherGoesOn();
    void aCheckpointIsFlushedAtOnce();
    void v15_runMetadataOnceATag();
    void whatCannotBeCreatedThrows();

private:
    std::filesystem::path directory() const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / "run";
    }
    std::vector<Event> eventsOf(const std::string& name) const
    {
        std::istringstream stream(LocalFileSystem().read(directory() / name));
        RecordReader reader(stream);
        std::vector<Event> events;
        std::string record;
        while (reader.next(record)) {
            events.push_back(decodeEvent(record));
        }
        return events;
    }
    Texts summariesOf(const std::string& name) const
    {
        Texts texts;
        for (const Event& event : eventsOf(name)) {
            texts.push_back(summaryOf(event));
        }
        return texts;
    }
    Texts names() const { return LocalFileSystem().list(directory()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    FailingFileSystem m_files;
    FakeClock m_clock;
};

void TestEventFileWriter::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_files.failAt("nothing");
}

void TestEventFileWriter::v6_theFileIsThereAtOnceWithItsVersion()
{
    const EventFileWriter writer(m_files, directory(), m_clock);
    QCOMPARE(names().size(), std::size_t{1});
    const QRegularExpression pattern(
        QStringLiteral(R"(^events\.out\.tfevents\.1700000000\.[^/]+\.\d+\.0$)"));
    QVERIFY(pattern.match(QString::fromStdString(names().front())).hasMatch());
    const std::vector<Event> events = eventsOf(names().front());
    QCOMPARE(events.size(), std::size_t{1});
    QCOMPARE(events.front().text, std::string("brain.Event:2"));
    QCOMPARE(events.front().wallSeconds, 1700000000.0);
}

void TestEventFileWriter::v1_v2_recordsComeBackInTheirOrder()
{
    EventFileWriter writer(m_files, directory(), m_clock);
    writer.addGraph("nodes");
    writer.addSessionLog(SessionLogKind::Start, "", 1);
    m_clock.advanceSeconds(0.5);
    writer.addScalar("train/loss", 0.5, 1);
    writer.addScalar("global_step/sec", 100, 11);
    writer.addSessionLog(SessionLogKind::Checkpoint, "run/model.ckpt", 11);
    writer.addScalar("train/loss", 0.25, 11);
    writer.flush();
    const Texts beforeClose = {"version brain.Event:2",
                               "graph nodes @0",
                               "start  @1",
                               "train/loss 0.500000 @1",
                               "global_step/sec 100.000000 @11",
                               "checkpoint run/model.ckpt @11",
                               "train/loss 0.250000 @11"};
    QCOMPARE(summariesOf(names().front()), beforeClose);
    QCOMPARE(eventsOf(names().front())[3].wallSeconds, 1700000000.5);
    writer.close();
    Texts afterClose = beforeClose;
    afterClose.emplace_back("stop  @11");
    QCOMPARE(summariesOf(names().front()), afterClose);
    writer.addScalar("train/loss", 0, 12);
    writer.close();
    QCOMPARE(summariesOf(names().front()), afterClose);
}

void TestEventFileWriter::nonFiniteScalarsAreWritten()
{
    EventFileWriter writer(m_files, directory(), m_clock);
    writer.addScalar("a", std::numeric_limits<double>::quiet_NaN(), 1);
    writer.addScalar("a", -std::numeric_limits<double>::infinity(), 2);
    writer.close();
    const std::vector<Event> events = eventsOf(names().front());
    QVERIFY(std::isnan(events.at(1).values.front().scalar));
    QVERIFY(std::isinf(events.at(2).values.front().scalar));
}

void TestEventFileWriter::v16_d13_twoWritersOfOneSecondHaveTwoFiles()
{
    EventFileWriter first(m_files, directory(), m_clock);
    EventFileWriter second(m_files, directory(), m_clock);
    first.addScalar("a", 1, 1);
    second.addScalar("a", 2, 1);
    first.close();
    second.close();
    QCOMPARE(names().size(), std::size_t{2});
    QCOMPARE(summariesOf(names()[0]).back(), std::string("a 1.000000 @1"));
    QCOMPARE(summariesOf(names()[1]).back(), std::string("a 2.000000 @1"));
}

void TestEventFileWriter::anUnstartedSessionHasNoStop()
{
    EventFileWriter(m_files, directory(), m_clock).close();
    QCOMPARE(summariesOf(names().front()), (Texts{"version brain.Event:2"}));
}

void TestEventFileWriter::aStoppedSessionIsNotStoppedAgain()
{
    {
        EventFileWriter writer(m_files, directory(), m_clock);
        writer.addSessionLog(SessionLogKind::Start, "", 1);
        writer.addSessionLog(SessionLogKind::Stop, "", 5);
    }
    QCOMPARE(summariesOf(names().front()),
             (Texts{"version brain.Event:2", "start  @1", "stop  @5"}));
}

void TestEventFileWriter::aFullDiskIsToldAndAnotherFileGoesOn()
{
    std::atomic<int> reportedCount = 0;
    EventFileWriter writer(m_files, directory(), m_clock, [&](const Error&) { ++reportedCount; });
    writer.addScalar("a", 1, 1);
    m_files.failAt("flush");
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", writer.flush());
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full", writer.flush());
    QCOMPARE(reportedCount.load(), 1);
    m_files.failAt("nothing");
    writer.addScalar("a", 2, 2);
    writer.close();
    QCOMPARE(summariesOf(names().back()),
             (Texts{"version brain.Event:2", "a 1.000000 @1", "a 2.000000 @2"}));
}

void TestEventFileWriter::v3_v5_aDeletedFileIsToldAndAnotherGoesOn()
{
    EventFileWriter writer(m_files, directory(), m_clock);
    m_files.remove(directory() / names().front());
    writer.addScalar("a", 1, 1);
    VERIFY_THROWS(NotFoundError, "was deleted", writer.flush());
    writer.close();
    QCOMPARE(names().size(), std::size_t{1});
    QCOMPARE(summariesOf(names().front()), (Texts{"version brain.Event:2", "a 1.000000 @1"}));
}

void TestEventFileWriter::aCheckpointIsFlushedAtOnce()
{
    EventFileWriter writer(m_files, directory(), m_clock);
    writer.addSessionLog(SessionLogKind::Checkpoint, "run/model.ckpt", 3);
    QTRY_COMPARE(summariesOf(names().front()).size(), std::size_t{2});
}

void TestEventFileWriter::v15_runMetadataOnceATag()
{
    EventFileWriter writer(m_files, directory(), m_clock);
    writer.addRunMetadata("step_2", "times", 2);
    VERIFY_THROWS(InvalidArgumentError, "The provided tag \"step_2\" was already used",
                  writer.addRunMetadata("step_2", "others", 3));
    writer.close();
    QCOMPARE(summariesOf(names().front()),
             (Texts{"version brain.Event:2", "run metadata step_2 @2"}));
}

void TestEventFileWriter::whatCannotBeCreatedThrows()
{
    m_files.failAt("createDirectories");
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full",
                  EventFileWriter(m_files, directory(), m_clock));
    m_files.failAt("create");
    VERIFY_THROWS(ResourceExhaustedError, "the disk is full",
                  EventFileWriter(m_files, directory(), m_clock));
}

QTEST_GUILESS_MAIN(TestEventFileWriter)
#include "tst_event_file_writer.moc"
