// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/thread_pool.h"

#include "tests/support/errors.h"

#include <QTest>

#include <sys/resource.h>

#include <array>
#include <atomic>
#include <latch>
#include <limits>
#include <memory>
#include <numeric>
#include <thread>

using namespace engine;

class TestThreadPool : public QObject
{
    Q_OBJECT

private slots:
    void everyPartOnce_data();
    void everyPartOnce();
    void nestedLoopsRunInPlace();
    void busyPoolsTurnNobodyAway();
    void eachThreadHasItsShare();
    void sharesAreNotWaitedFor();
    void resultsDoNotDependOnThreads();
    void startFunctionOnEveryWorker();
    void aStartThatFailsIsTold();
    void poolsComeAndGo();
    void currentPoolIsOfTheThread();
    void allThreadsTakeSubnormalsForZero();
    void moreThreadsThanTheSystemGives();
};

void TestThreadPool::everyPartOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("parts");
    for (const int threads : {0, 1, 2, 3, 4}) {
        for (const int parts : {0, 1, 2, 7, 1000}) {
            QTest::addRow("%d threads, %d parts", threads, parts) << threads << parts;
        }
    }
}

void TestThreadPool::everyPartOnce()
{
    QFETCH(const int, threads);
    QFETCH(const int, parts);
    ThreadPool pool(threads);
    QCOMPARE(pool.threads(), std::max(threads, 1));
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(parts));
    const int repetitions = parts >= 1000 ? 20 : 500;
    for (int i = 1; i <= repetitions; ++i) {
        pool.run(parts, [&](std::int64_t part) { ++calls[static_cast<std::size_t>(part)]; });
        for (const std::atomic<int>& count : calls) {
            QCOMPARE(count.load(), i); // all are done when run() returns
        }
    }
}

void TestThreadPool::nestedLoopsRunInPlace()
{
    ThreadPool pool(3);
    for (int i = 0; i < 200; ++i) {
        std::atomic<int> inner{0};
        std::atomic<int> strangers{0};
        pool.run(4, [&](std::int64_t) {
            const auto self = std::this_thread::get_id();
            pool.run(5, [&](std::int64_t) {
                ++inner;
                strangers += std::this_thread::get_id() != self;
            });
        });
        QCOMPARE(inner.load(), 20);
        QCOMPARE(strangers.load(), 0);
    }
}

void TestThreadPool::busyPoolsTurnNobodyAway()
{
    ThreadPool pool(2);
    std::vector<std::int64_t> sums(3, 0);
    std::vector<std::thread> askers;
    for (std::size_t asker = 0; asker < sums.size(); ++asker) {
        askers.emplace_back([&, asker] {
            for (int i = 0; i < 300; ++i) {
                std::atomic<std::int64_t> sum{0};
                pool.run(10, [&](std::int64_t part) { sum += part; });
                sums[asker] += sum;
            }
        });
    }
    for (std::thread& asker : askers) {
        asker.join();
    }
    QCOMPARE(sums, std::vector<std::int64_t>(3, 300 * 45));
}

// Each part waits for the others, so each is done by a thread of its own, and nobody's is taken.
void TestThreadPool::eachThreadHasItsShare()
{
    constexpr std::size_t kThreads = 3;
    ThreadPool pool(kThreads);
    std::array<std::thread::id, kThreads> first;
    for (int loop = 0; loop < 50; ++loop) {
        std::array<std::thread::id, kThreads> ids;
        std::latch begun(kThreads);
        pool.run(kThreads, [&](std::int64_t part) {
            begun.arrive_and_wait();
            ids[static_cast<std::size_t>(part)] = std::this_thread::get_id();
        });
        QVERIFY(ids[0] == std::this_thread::get_id());
        if (loop == 0) {
            first = ids;
        }
        QVERIFY(ids == first);
    }
    QVERIFY(first[1] != first[0] && first[2] != first[0] && first[1] != first[2]);
}

// Whoever is done helps: the first part that is begun does not end before the other thread has done
// all the others.
void TestThreadPool::sharesAreNotWaitedFor()
{
    ThreadPool pool(2);
    constexpr std::int64_t kParts = 100;
    std::atomic<std::int64_t> done{0};
    std::atomic<bool> isHeld{false};
    pool.run(kParts, [&](std::int64_t) {
        if (!isHeld.exchange(true)) {
            while (done < kParts - 1) {
                std::this_thread::yield();
            }
        }
        ++done;
    });
    QCOMPARE(done.load(), kParts);
}

void TestThreadPool::resultsDoNotDependOnThreads()
{
    std::vector<std::vector<double>> results;
    for (int threads = 1; threads <= 4; ++threads) {
        ThreadPool pool(threads);
        std::vector<double> values(64);
        for (int i = 0; i < 50; ++i) {
            pool.run(64, [&](std::int64_t part) {
                double& value = values[static_cast<std::size_t>(part)];
                value = value * 1.1 + 1.0 / (1.0 + static_cast<double>(part));
            });
        }
        results.push_back(values);
    }
    QCOMPARE(results[1], results[0]);
    QCOMPARE(results[2], results[0]);
    QCOMPARE(results[3], results[0]);
}

void TestThreadPool::startFunctionOnEveryWorker()
{
    std::atomic<int> starts{0};
    const auto self = std::this_thread::get_id();
    {
        ThreadPool pool(4, [&] { starts += std::this_thread::get_id() != self; });
    }
    QCOMPARE(starts.load(), 3);
}

void TestThreadPool::aStartThatFailsIsTold()
{
    VERIFY_THROWS(ResourceExhaustedError, "cannot prepare 3 threads",
                  ThreadPool(3, [] { throw std::bad_alloc(); }));
}

void TestThreadPool::poolsComeAndGo()
{
    for (int i = 0; i < 200; ++i) {
        ThreadPool pool(1 + i % 4);
        std::atomic<int> calls{0};
        if (i % 3 != 0) {
            pool.run(5, [&](std::int64_t) { ++calls; });
            QCOMPARE(calls.load(), 5);
        }
    }
}

void TestThreadPool::currentPoolIsOfTheThread()
{
    QCOMPARE(ThreadPool::current(), nullptr);
    ThreadPool outer(1);
    ThreadPool inner(1);
    {
        const ThreadPool::Use useOuter(outer);
        {
            const ThreadPool::Use useInner(inner);
            QCOMPARE(ThreadPool::current(), &inner);
            ThreadPool* elsewhere = &inner;
            std::thread([&] { elsewhere = ThreadPool::current(); }).join();
            QCOMPARE(elsewhere, nullptr);
        }
        QCOMPARE(ThreadPool::current(), &outer);
    }
    QCOMPARE(ThreadPool::current(), nullptr);
}

// Or the same loop would have other results on another thread.
void TestThreadPool::allThreadsTakeSubnormalsForZero()
{
#if !defined(__x86_64__)
    QSKIP("only x86 processors are told to");
#endif
    ThreadPool pool(3);
    const ThreadPool::Use use(pool);
    const volatile float small = std::numeric_limits<float>::min();
    std::vector<float> halves(3, -1.0F);
    std::atomic<int> begun{0};
    pool.run(3, [&](std::int64_t part) { // a part a thread, as above
        ++begun;
        while (begun < 3) {
            std::this_thread::yield();
        }
        halves[static_cast<std::size_t>(part)] = small * 0.5F;
    });
    QCOMPARE(halves, std::vector<float>(3, 0.0F));
}

// The memory for stacks is what runs out first; the limit holds for this program only.
void TestThreadPool::moreThreadsThanTheSystemGives()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers need more address space than this test leaves");
#endif
    rlimit before = {};
    QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
    rlimit small = before;
    small.rlim_cur = 2'000'000'000;
    QCOMPARE(setrlimit(RLIMIT_AS, &small), 0);
    VERIFY_THROWS(ResourceExhaustedError, "cannot start 2000 threads", ThreadPool(2000));
    QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
    ThreadPool pool(2); // and nothing is left broken
    std::atomic<int> done = 0;
    pool.run(10, [&](std::int64_t) { ++done; });
    QCOMPARE(done.load(), 10);
}

QTEST_APPLESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
