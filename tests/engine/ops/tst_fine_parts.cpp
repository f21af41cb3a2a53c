// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/fine_parts.h"

#include <QTest>

#include <algorithm>
#include <mutex>
#include <vector>

using namespace engine;

class TestFineParts : public QObject
{
    Q_OBJECT

private slots:
    void everyItemIsInOnePart_data();
    void everyItemIsInOnePart();
};

void TestFineParts::everyItemIsInOnePart_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<qint64>("least");
    QTest::addColumn<qint64>("unit");
    QTest::addColumn<qint64>("cost");
    QTest::addColumn<int>("parts");
    QTest::newRow("nothing") << 2 << qint64(0) << qint64(64) << qint64(16) << qint64(1000) << 0;
    QTest::newRow("one thread") << 1 << qint64(512) << qint64(64) << qint64(16) << qint64(1000)
                                << 1;
    QTest::newRow("little work") << 2 << qint64(512) << qint64(64) << qint64(16) << qint64(1) << 1;
    QTest::newRow("as many as fit")
        << 2 << qint64(512) << qint64(64) << qint64(16) << qint64(1000) << 8;
    QTest::newRow("a multiple of the threads")
        << 3 << qint64(512) << qint64(64) << qint64(16) << qint64(1000) << 6;
    QTest::newRow("whole lines") << 2 << qint64(784) << qint64(192) << qint64(16) << qint64(1000)
                                 << 4;
    QTest::newRow("whole rows of tiles")
        << 2 << qint64(784) << qint64(192) << qint64(8) << qint64(1000) << 4;
    QTest::newRow("at least one each")
        << 2 << qint64(128) << qint64(192) << qint64(16) << qint64(1000) << 2;
    QTest::newRow("fewer than a line")
        << 2 << qint64(7) << qint64(64) << qint64(16) << qint64(100000) << 2;
    QTest::newRow("one item") << 2 << qint64(1) << qint64(64) << qint64(16) << qint64(100000) << 1;
}

void TestFineParts::everyItemIsInOnePart()
{
    QFETCH(const int, threads);
    QFETCH(const qint64, count);
    QFETCH(const qint64, least);
    QFETCH(const qint64, unit);
    QFETCH(const qint64, cost);
    QFETCH(const int, parts);
    ThreadPool pool(threads);
    const ThreadPool::Use use(pool);
    std::mutex mutex;
    std::vector<std::pair<std::int64_t, std::int64_t>> found;
    forEachFinePart(count, least, unit, cost, [&](std::int64_t begin, std::int64_t end) {
        const std::lock_guard lock(mutex);
        found.emplace_back(begin, end);
    });
    std::ranges::sort(found);
    QCOMPARE(int(found.size()), parts);
    std::int64_t next = 0;
    for (const auto& [begin, end] : found) {
        QCOMPARE(begin, next);
        QVERIFY(end > begin);
        QVERIFY(begin % unit == 0 || count < unit);
        next = end;
    }
    QCOMPARE(next, count);
}

QTEST_APPLESS_MAIN(TestFineParts)
#include "tst_fine_parts.moc"
