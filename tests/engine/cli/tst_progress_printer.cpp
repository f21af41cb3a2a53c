// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/progress_printer.h"

#include "tests/engine/jobs/job_world.h"

#include <QFile>
#include <QTest>

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

// What is printed to a file, line by line, while the tiny job of 40 steps is trained.
static QStringList linesOfTiny(const std::vector<std::string>& settings,
                               const std::function<void(TrainingJob&)>& prepare = {})
{
    JobWorld world;
    const QString path = QString::fromStdString(world.path("output").string());
    std::FILE* file = std::fopen(qPrintable(path), "w");
    if (file == nullptr) {
        return {};
    }
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

QTEST_APPLESS_MAIN(TestProgressPrinter)
#include "tst_progress_printer.moc"
