// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <atomic>
#include <csignal>
#include <fstream>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <vector>

using namespace engine;

namespace {

// While it lives no file of this process may grow beyond `bytes`: a disk that is nearly full.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

} // namespace

// A store that cannot be written for a while.
class TestStoreFailures : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aFullDiskIsToldAndNothingIsLost();
    void aMovedStoreIsToldAndFilledOnceItIsBack_data();
    void aMovedStoreIsToldAndFilledOnceItIsBack();

private:
    std::unique_ptr<StoreTest> m_test;
};

void TestStoreFailures::init()
{
    m_test = std::make_unique<StoreTest>();
}

void TestStoreFailures::aFullDiskIsToldAndNothingIsLost()
{
    constexpr int kSteps = 50000;
    std::atomic<int> reportedCount = 0;
    RunStoreWriter::Options options = StoreTest::patient();
    options.onError = [&](const Error& error) {
        reportedCount += error.code() == ErrorCode::ResourceExhausted ? 1 : 100;
    };
    RunStoreWriter writer(m_test->path(), m_test->clock, options);
    const RunId run = writer.createRun(StoreTest::spec("full"));
    writer.beginSegment(run, 0);
    {
        const FileSizeLimit limit(256 * 1024);
        for (int step = 1; step <= kSteps; ++step) {
            writer.addScalar("train/loss", 1.0 / step, step);
        }
        VERIFY_THROWS(ResourceExhaustedError, "runs.sqlite", writer.flush());
        VERIFY_THROWS(ResourceExhaustedError, "runs.sqlite",
                      writer.endSegment(RunStatus::Finished, "", kSteps));
    }
    QCOMPARE(reportedCount.load(), 1);
    writer.endSegment(RunStatus::Finished, "", kSteps);
    writer.close();
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), kSteps);
    RunStoreReader reader(m_test->path(), m_test->clock);
    QCOMPARE(reader.series(run).front().pointCount, std::int64_t{kSteps});
    QCOMPARE(reader.series(run).front().maximum, 1.0);
}

void TestStoreFailures::aMovedStoreIsToldAndFilledOnceItIsBack_data()
{
    QTest::addColumn<bool>("isReplaced");
    QTest::newRow("absent") << false;
    QTest::newRow("another file in its place") << true;
}

// SQLite itself would go on writing where nobody looks.
void TestStoreFailures::aMovedStoreIsToldAndFilledOnceItIsBack()
{
    QFETCH(bool, isReplaced);
    std::vector<std::string> reported;
    RunStoreWriter::Options options = StoreTest::patient();
    options.onError = [&](const Error& error) { reported.emplace_back(error.what()); };
    options.onRecovery = [&] { reported.emplace_back("back"); };
    RunStoreWriter writer(m_test->path(), m_test->clock, options);
    writer.beginSegment(writer.createRun(StoreTest::spec("moved")), 0);
    writer.addScalar("train/loss", 1, 1);
    writer.flush();

    const std::filesystem::path elsewhere = m_test->path().string() + ".elsewhere";
    std::filesystem::rename(m_test->path(), elsewhere);
    if (isReplaced) {
        std::ofstream(m_test->path()) << "something else";
    }
    writer.addScalar("train/loss", 1, 2);
    VERIFY_THROWS(NotFoundError, "was deleted, moved or replaced", writer.flush());
    VERIFY_THROWS(NotFoundError, "was deleted, moved or replaced",
                  writer.endSegment(RunStatus::Finished, "", 2));
    QCOMPARE(reported.size(), std::size_t{1});

    std::filesystem::rename(elsewhere, m_test->path());
    writer.endSegment(RunStatus::Finished, "", 2);
    writer.close();
    QCOMPARE(reported.size(), std::size_t{2});
    QCOMPARE(reported.back(), std::string("back"));
    QCOMPARE(m_test->integer("SELECT count(*) FROM scalars"), 2);
}

QTEST_APPLESS_MAIN(TestStoreFailures)
#include "tst_store_failures.moc"
