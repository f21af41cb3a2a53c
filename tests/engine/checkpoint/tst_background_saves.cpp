// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/saver.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/runtime/direct_session.h"
#include "tests/support/allocation_counter.h"
#include "tests/support/gated_disk.h"
#include "tests/support/training_graph.h"

#include <QTemporaryDir>
#include <QTest>

using namespace engine;

// Saves whose files a thread of the saver writes.
class TestBackgroundSaves : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_disk.setOpen(true); }
    void aSecondSaveClonesNoTensor();
    void savesThatOverlapHaveTheirOwnValues();
    void aPinDoesNotWaitForWhatIsBeingWritten();
    void onlyWhatIsOfTheStateIsMeasured();

private:
    std::shared_ptr<PendingSave> save(std::int64_t step, bool writeState = true)
    {
        m_model->setStepIn(*m_session, step);
        SaveRequest request;
        request.path = path();
        request.globalStep = step;
        request.writeState = writeState;
        return m_saver->saveInBackground(*m_session, request);
    }
    std::string path() const { return m_folder->filePath("model.ckpt").toStdString(); }
    std::int64_t savedStep(const std::string& prefix) const
    {
        return TensorBundleReader(m_disk, prefix).read("global_step").scalarValue<std::int64_t>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    GatedDisk m_disk;
    std::unique_ptr<TrainingGraph> m_model;
    std::unique_ptr<Saver> m_saver;
    std::unique_ptr<DirectSession> m_session;
    int m_measured = 0;
};

void TestBackgroundSaves::init()
{
    m_saver.reset();
    m_session.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = std::make_unique<TrainingGraph>();
    for (int i = 0; i < 20; ++i) {
        makeVariable("weights_" + std::to_string(i),
                     fill(m_model->graph, DataType::Float, {1000}, i));
    }
    SaverOptions options;
    options.files = &m_disk;
    options.store.maxToKeep = 1;
    options.metric = [this] { return static_cast<double>(++m_measured); };
    m_measured = 0;
    m_saver = std::make_unique<Saver>(options);
    m_saver->build(m_model->graph);
    m_session = std::make_unique<DirectSession>(m_model->graph);
    for (const auto& variable : m_model->graph.collectionOf<Variable>(keys::kGlobalVariables)) {
        m_session->run(&variable->initializer());
    }
}

void TestBackgroundSaves::aSecondSaveClonesNoTensor()
{
    SKIP_UNLESS_ALLOCATIONS_COUNT();
    const auto allocationsOfASave = [this](std::int64_t step) {
        const std::int64_t before = AllocationCounter::ofThisThread();
        const auto pending = save(step);
        const std::int64_t after = AllocationCounter::ofThisThread();
        m_saver->finishSaving();
        return after - before;
    };
    save(1);
    m_saver->finishSaving(); // plan and all
    m_disk.setOpen(false);
    save(2);
    const std::int64_t whileOneIsWritten = [this] {
        const std::int64_t before = AllocationCounter::ofThisThread();
        const auto pending = save(3);
        return AllocationCounter::ofThisThread() - before;
    }();
    m_disk.setOpen(true);
    m_saver->finishSaving();
    const std::int64_t second = allocationsOfASave(4);
    QCOMPARE(allocationsOfASave(5), second);
    // 20 variables, and those of the model, had to be copied to new memory.
    QVERIFY2(whileOneIsWritten >= second + 20,
             qPrintable(QString("%1, %2").arg(whileOneIsWritten).arg(second)));
}

void TestBackgroundSaves::savesThatOverlapHaveTheirOwnValues()
{
    m_disk.setOpen(false);
    const auto first = save(1);
    const auto second = save(2);
    const auto third = save(3, false);
    QVERIFY(!first->isDone() && !second->isDone() && !third->isDone());
    m_disk.setOpen(true);
    m_saver->finishSaving();
    QVERIFY(first->isDone() && second->isDone() && third->isDone());
    QCOMPARE(savedStep(second->prefix()), std::int64_t{2});
    QCOMPARE(savedStep(third->prefix()), std::int64_t{3});
    QCOMPARE(m_saver->lastCheckpoints(), std::vector<std::string>{second->prefix()});
}

void TestBackgroundSaves::aPinDoesNotWaitForWhatIsBeingWritten()
{
    save(1);
    m_saver->finishSaving();
    m_disk.setOpen(false, ".data-");
    const auto pending = save(2);
    m_saver->setPinned(path() + "-1", true);
    QVERIFY(!pending->isDone());
    m_disk.setOpen(true);
    m_saver->finishSaving();
    QCOMPARE(savedStep(path() + "-1"), std::int64_t{1}); // although one is kept
    QCOMPARE(savedStep(path() + "-2"), std::int64_t{2});
}

void TestBackgroundSaves::onlyWhatIsOfTheStateIsMeasured()
{
    save(1);
    save(2, false);
    m_saver->finishSaving();
    QCOMPARE(m_measured, 1);
}

QTEST_GUILESS_MAIN(TestBackgroundSaves)
#include "tst_background_saves.moc"
