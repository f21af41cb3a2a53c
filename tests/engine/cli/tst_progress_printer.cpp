// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/progress_printer.h"

#include "tests/engine/jobs/job_world.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <array>
#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

using namespace engine;

// Steps take time: a tenth of a second each, from the 21st on a second.
class SlowSteps final : public SessionRunHook
{
public:
    SlowSteps(FakeClock& clock, const ProgressHook& progress) : m_clock(clock), m_progress(progress)
    { }
    void afterRun(SessionRunContext&, const SessionRunValues&) override
    {
        m_clock.advanceSeconds(m_progress.step() <= 20 ? 0.1 : 1);
    }

private:
    FakeClock& m_clock;
    const ProgressHook& m_progress;
};

// Reads what stands in a terminal before that is full.
class Drain final : public SessionRunHook
{
public:
    Drain(int terminal, QByteArray& printed) : m_terminal(terminal), m_printed(printed)
    {
        ::fcntl(m_terminal, F_SETFL, O_NONBLOCK);
    }
    void afterRun(SessionRunContext&, const SessionRunValues&) override { read(); }
    void end(Session&) override { read(); }

private:
    void read()
    {
        std::array<char, 4096> bytes;
        for (ssize_t count; (count = ::read(m_terminal, bytes.data(), bytes.size())) > 0;) {
            m_printed.append(bytes.data(), count);
        }
    }

    int m_terminal;
    QByteArray& m_printed;
};

// Prints to the file while the tiny job of 40 steps is trained.
static void trainTiny(JobWorld& world, std::FILE* file, const std::vector<std::string>& settings,
                      const std::function<void(TrainingJob&)>& prepare = {})
{
    world.train(world.request("run", settings), [&](TrainingJob& job) {
        job.addHook(std::make_shared<SlowSteps>(world.clock, job.progress()));
        const auto printer =
            std::make_shared<ProgressPrinter>(file, world.clock, job.progress(), 40);
        job.recorder().addWriter(printer->listener());
        job.addHook(printer);
        if (prepare) {
            prepare(job);
        }
    });
}

// What is printed to a file, line by line.
static QStringList linesOfTiny(const std::vector<std::string>& settings,
                               const std::function<void(TrainingJob&)>& prepare = {})
{
    JobWorld world;
    const QString path = QString::fromStdString(world.path("output").string());
    std::FILE* file = std::fopen(qPrintable(path), "w");
    if (file == nullptr) {
        return {};
    }
    trainTiny(world, file, settings, prepare);
    std::fclose(file);
    QFile output(path);
    return output.open(QIODevice::ReadOnly) ? QString::fromUtf8(output.readAll()).split('\n')
                                            : QStringList();
}

class TestProgressPrinter : public QObject
{
    Q_OBJECT

private slots:
    void aLineForEachEvaluation();
    void theRateIsThatOfNow();
    void theLastStepIsPrintedOnce();
    void whatTheModelBeganWithIsPrinted();
    void aTerminalsLineIsNotWrapped_data();
    void aTerminalsLineIsNotWrapped();
};

void TestProgressPrinter::aLineForEachEvaluation()
{
    const QStringList lines = linesOfTiny({"evaluation.every_steps=20"});
    const QStringList steps = lines.filter("step ");
    QVERIFY2(steps.size() >= 2, qPrintable(lines.join('\n')));
    QVERIFY(steps.first().startsWith("step 20 of 40  loss "));
    QVERIFY(steps.first().contains("  validation/accuracy "));
    QVERIFY(steps.last().startsWith("step 40 of 40  loss "));
    QVERIFY(!lines.join('\n').contains('\r')); // a file is no terminal
}

void TestProgressPrinter::theRateIsThatOfNow()
{
    const QStringList lines = linesOfTiny({"evaluation.every_steps=10"}).filter("step ");
    QVERIFY2(lines[1].startsWith("step 20 of 40"), qPrintable(lines[1]));
    QVERIFY2(lines[1].contains("  10 steps/s  0:02 left"), qPrintable(lines[1]));
    QVERIFY2(lines.last().endsWith("  1 steps/s"), qPrintable(lines.last()));
}

void TestProgressPrinter::theLastStepIsPrintedOnce()
{
    for (const char* every : {"evaluation.every_steps=0", "evaluation.every_steps=40"}) {
        const QStringList lines = linesOfTiny({every});
        QVERIFY2(lines.filter("step 40 of 40").size() == 1, qPrintable(lines.join('\n')));
    }
}

void TestProgressPrinter::whatTheModelBeganWithIsPrinted()
{
    const QStringList lines = linesOfTiny({}, [](TrainingJob& job) {
        job.recorder().addEvent(EventKind::kInitialized,
                                "from other.ckpt: 3 variables assigned; 1 not in the checkpoint: b",
                                0);
        job.recorder().addEvent(EventKind::kControlChanged, "something else", 0);
    });
    QCOMPARE(lines.first(),
             QStringLiteral("initialized from other.ckpt: 3 variables assigned; 1 "
                            "not in the checkpoint: b"));
    QVERIFY(!lines.join('\n').contains("something else"));
}

void TestProgressPrinter::aTerminalsLineIsNotWrapped_data()
{
    QTest::addColumn<int>("columns");
    QTest::addColumn<QString>("line");
    const QString start = "step 40 of 40  loss #";
    const QString accuracy = "  validation/accuracy #";
    const QString loss = "  validation/loss #";
    QTest::newRow("unknown") << 0
                             << "[########################] " + start + accuracy + loss
            + "  # steps/s";
    QTest::newRow("wide") << 200
                          << "[########################] " + start + accuracy + loss
            + "  # steps/s";
    QTest::newRow("usual") << 90 << start + accuracy + loss + "  # steps/s";
    QTest::newRow("narrow") << 70 << start + accuracy + "  # steps/s";
    QTest::newRow("narrower") << 50 << start + "  # steps/s";
    QTest::newRow("a word") << 5 << "step";
}

void TestProgressPrinter::aTerminalsLineIsNotWrapped()
{
    QFETCH(const int, columns);
    QFETCH(const QString, line);
    int master = -1;
    int slave = -1;
    winsize size = {};
    size.ws_col = static_cast<unsigned short>(columns);
    QCOMPARE(::openpty(&master, &slave, nullptr, nullptr, &size), 0);
    std::FILE* const file = ::fdopen(slave, "w");
    JobWorld world;
    QByteArray printed;
    trainTiny(world, file, {"evaluation.every_steps=20", "data.test_fraction=0"},
              [&](TrainingJob& job) { job.addHook(std::make_shared<Drain>(master, printed)); });
    std::fclose(file);
    ::close(master);
    QStringList lines = QString::fromUtf8(printed).split('\r');
    QVERIFY(lines.size() > 20);
    for (QString& drawn : lines) {
        drawn = drawn.section("\x1b[K", 0, 0);
        QVERIFY2(columns == 0 || drawn.size() < columns, qPrintable(drawn));
    }
    lines.removeIf([](const QString& drawn) { return !drawn.contains("step"); });
    QString last = lines.last();
    last.replace(QRegularExpression("(loss|accuracy) [0-9.e+-]+"), "\\1 #");
    last.replace(QRegularExpression("[0-9]+ steps/s"), "# steps/s");
    QCOMPARE(last, line);
}

QTEST_APPLESS_MAIN(TestProgressPrinter)
#include "tst_progress_printer.moc"
