// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_editor.h"
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <memory>
#include <string>

using namespace engine;

class TestRunStoreEditor : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aRunIsRenamed();
    void aRunInTheTrashIsOutOfListsAndViews();
    void emptyingTheTrashDeletesAllOfARun();
    void aRunThatIsTrainedStaysInTheTrash();
    void editsWhileAnotherWrites();
    void aPinIsNotedAndRecorded();
    void anUnknownRunIsNotFound();

private:
    RunId recordedRun(const char* name)
    {
        const RunId run = m_writer->createRun(StoreTest::spec(name));
        m_writer->beginSegment(run, 0);
        m_writer->addScalar("train/loss", 1.0, 1);
        m_writer->addEvent(EventKind::kAlert, "a text", 1);
        m_writer->addCheckpoint({0, 1, 0, "model.ckpt-1", 10, 0.6, true});
        m_writer->endSegment(RunStatus::Finished, "done", 1);
        return run;
    }

    std::unique_ptr<StoreTest> m_test;
    std::unique_ptr<RunStoreWriter> m_writer;
};

void TestRunStoreEditor::init()
{
    m_writer.reset();
    m_test = std::make_unique<StoreTest>();
    m_writer =
        std::make_unique<RunStoreWriter>(m_test->path(), m_test->clock, StoreTest::patient());
}

void TestRunStoreEditor::aRunIsRenamed()
{
    const RunId run = recordedRun("before");
    RunStoreEditor editor(m_test->path(), m_test->clock);
    editor.rename(run, "it's after");
    editor.setColourSlot(run, 9);
    const RunInfo info = RunStoreReader(m_test->path(), m_test->clock).runs().front();
    QCOMPARE(info.name, std::string("it's after"));
    QCOMPARE(info.colourSlot, 9);
}

void TestRunStoreEditor::aRunInTheTrashIsOutOfListsAndViews()
{
    const RunId run = recordedRun("away");
    RunStoreEditor editor(m_test->path(), m_test->clock);
    RunStoreReader reader(m_test->path(), m_test->clock);
    editor.moveToTrash(run);
    QVERIFY(reader.runs().empty());
    QVERIFY(reader.runs(true).front().isInTrash);
    QCOMPARE(m_test->integer("SELECT count(*) FROM runs"), 0);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 0);
    QCOMPARE(m_test->integer("SELECT count(*) FROM events"), 0);
    editor.restore(run);
    QVERIFY(!reader.runs().front().isInTrash);
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 1);
}

void TestRunStoreEditor::emptyingTheTrashDeletesAllOfARun()
{
    const RunId away = recordedRun("away");
    const RunId kept = recordedRun("kept");
    RunStoreEditor editor(m_test->path(), m_test->clock);
    QCOMPARE(editor.emptyTrash(), 0);
    editor.moveToTrash(away);
    QCOMPARE(editor.emptyTrash(), 1);
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(reader.runs(true).size(), std::size_t{1});
    QCOMPARE(reader.runs().front().id, kept);
    for (const char* const table : {"segment", "series", "point", "event", "checkpoint"}) {
        const std::string sql = std::string("SELECT count(*) FROM ") + table;
        QVERIFY2(m_test->integer(sql) == (table == std::string("event") ? 2 : 1), table);
    }
}

void TestRunStoreEditor::aRunThatIsTrainedStaysInTheTrash()
{
    const RunId run = recordedRun("trained");
    m_writer->beginSegment(run, 1);
    m_test->moveRunsToAnotherHost();
    RunStoreEditor editor(m_test->path(), m_test->clock);
    editor.moveToTrash(run);
    QCOMPARE(editor.emptyTrash(), 0);
    m_test->clock.advanceSeconds(61);
    QCOMPARE(editor.emptyTrash(), 1);
}

void TestRunStoreEditor::editsWhileAnotherWrites()
{
    const RunId run = recordedRun("busy");
    m_writer->beginSegment(run, 1);
    RunStoreEditor editor(m_test->path(), m_test->clock);
    for (int step = 2; step < 200; ++step) {
        m_writer->addScalar("train/loss", 1.0, step);
        m_writer->flush();
        editor.rename(run, "name " + std::to_string(step));
    }
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 199);
    QCOMPARE(RunStoreReader(m_test->path(), m_test->clock).runs().front().name,
             std::string("name 199"));
}

void TestRunStoreEditor::aPinIsNotedAndRecorded()
{
    const RunId run = recordedRun("kept");
    const RunId other = recordedRun("other");
    RunStoreEditor editor(m_test->path(), m_test->clock);
    RunStoreReader reader(m_test->path(), m_test->clock);
    QVERIFY(editor.setCheckpointPinned(run, "model.ckpt-1", true));
    QVERIFY(reader.checkpoints(run).front().isPinned);
    QVERIFY(!reader.checkpoints(other).front().isPinned);
    QCOMPARE(reader.events(run).back().kind, std::string(EventKind::kCheckpointPinned));
    QCOMPARE(reader.events(run).back().message, std::string("model.ckpt-1"));
    QVERIFY(editor.setCheckpointPinned(run, "model.ckpt-1", false));
    QVERIFY(!reader.checkpoints(run).front().isPinned);
    const std::size_t events = reader.events(run).size();
    QVERIFY(!editor.setCheckpointPinned(run, "model.ckpt-2", true));
    QCOMPARE(reader.events(run).size(), events);
}

void TestRunStoreEditor::anUnknownRunIsNotFound()
{
    RunStoreEditor editor(m_test->path(), m_test->clock);
    VERIFY_THROWS(NotFoundError, "there is no run 3", editor.rename(3, "x"));
    VERIFY_THROWS(NotFoundError, "there is no run 3", editor.moveToTrash(3));
    VERIFY_THROWS(NotFoundError, "there is no run 3", editor.restore(3));
}

QTEST_APPLESS_MAIN(TestRunStoreEditor)
#include "tst_run_store_editor.moc"
