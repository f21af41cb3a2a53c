// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/logger.h"

#include <QRegularExpression>
#include <QTemporaryFile>
#include <QTest>

#include <thread>
#include <unistd.h>
#include <vector>

using engine::LogLevel;

namespace {

// Everything that `write` sends to standard error.
template <typename Write>
QString standardErrorOf(Write write)
{
    QTemporaryFile file;
    if (!file.open()) {
        return {};
    }
    const int original = ::dup(STDERR_FILENO);
    ::dup2(file.handle(), STDERR_FILENO);
    write();
    ::dup2(original, STDERR_FILENO);
    ::close(original);
    file.seek(0);
    return QString::fromUtf8(file.readAll());
}

} // namespace

class LoggerTest : public QObject
{
    Q_OBJECT

private slots:
    void memoryKeepsLevelsAndOrder();
    void memoryTakesMessagesFromManyThreads();
    void standardErrorGetsOneLineAMessage();
    void messagesBelowTheThresholdAreDropped();
};

void LoggerTest::memoryKeepsLevelsAndOrder()
{
    engine::MemoryLogger logger;
    logger.info("one");
    logger.warning("two");
    logger.error("three");
    logger.log(LogLevel::Debug, "four");
    const auto entries = logger.entries();
    QCOMPARE(entries.size(), 4U);
    QVERIFY(entries[0].level == LogLevel::Info && entries[0].message == "one");
    QVERIFY(entries[1].level == LogLevel::Warning && entries[1].message == "two");
    QVERIFY(entries[2].level == LogLevel::Error && entries[2].message == "three");
    QVERIFY(entries[3].level == LogLevel::Debug && entries[3].message == "four");
}

void LoggerTest::memoryTakesMessagesFromManyThreads()
{
    constexpr int kThreads = 4;
    constexpr int kMessages = 500;
    engine::MemoryLogger logger;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&logger] {
            for (int n = 0; n < kMessages; ++n) {
                logger.info("message");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    QCOMPARE(logger.entries().size(), std::size_t{kThreads * kMessages});
}

void LoggerTest::standardErrorGetsOneLineAMessage()
{
    const QString text = standardErrorOf([] {
        engine::StderrLogger logger;
        logger.info("saved {} of 3 checkpoints"); // braces are text, not a format
        logger.error("disk full");
    });
    const QStringList lines = text.split('\n');
    QCOMPARE(lines.size(), 3);
    static const QRegularExpression kInfo(
        "^\\d\\d:\\d\\d:\\d\\d\\.\\d{3} I saved \\{\\} of 3 checkpoints$");
    QVERIFY2(kInfo.match(lines[0]).hasMatch(), qPrintable(lines[0]));
    QVERIFY2(lines[1].endsWith(" E disk full"), qPrintable(lines[1]));
    QCOMPARE(lines[2], QString());
}

void LoggerTest::messagesBelowTheThresholdAreDropped()
{
    const QString text = standardErrorOf([] {
        engine::StderrLogger logger(LogLevel::Warning);
        logger.info("not this");
        logger.warning("but this");
    });
    QVERIFY2(!text.contains("not this"), qPrintable(text));
    QVERIFY2(text.contains(" W but this"), qPrintable(text));
}

QTEST_GUILESS_MAIN(LoggerTest)
#include "tst_logger.moc"
