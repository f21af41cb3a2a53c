// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The program itself, as scripts use it: pictures, exit codes, what it says on standard error.
#include "gui/bridge/store_run_library.h"
#include "gui/settings/app_settings.h"
#include "tests/gui/support/small_job.h"

#include <QImage>
#include <QProcess>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace gui;

class TestUnattended : public QObject
{
    Q_OBJECT

private slots:
    void aFaultyJobIsSaidAndEndsWithItsCode();
    void aJobThatIsNotThereIsSaid();
    void aPictureAloneIsTakenAndTheProgramEnds();
    void aJobThatIsNotStartedIsShownReady();
    void aFinishedRunIsPictured();
    void aPictureThatCannotBeWrittenIsAFailure();
    void helpNamesTheProgram();
    void aSignalLeavesRunAndSettingsSaved_data();
    void aSignalLeavesRunAndSettingsSaved();

private:
    struct End
    {
        int exitCode = -1; // -1: it did not end by itself
        QByteArray output;
        QByteArray errors;
    };

    static void start(QProcess& process, const SmallJob& job, const QStringList& arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* home : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"}) {
            environment.insert(QLatin1String(home), job.filePath(QStringLiteral("home")));
        }
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(WINDOW_PROGRAM),
                      QStringList{QStringLiteral("--store"), job.store()} + arguments);
    }

    static End run(const SmallJob& job, const QStringList& arguments)
    {
        QProcess process;
        start(process, job, arguments);
        return endOf(process);
    }

    static End endOf(QProcess& process)
    {
        constexpr int kPatienceMs = 60'000;
        End end;
        if (process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit) {
            end.exitCode = process.exitCode();
        }
        end.output = process.readAllStandardOutput();
        end.errors = process.readAllStandardError();
        return end;
    }
};

void TestUnattended::aFaultyJobIsSaidAndEndsWithItsCode()
{
    SmallJob job;
    job.write("[data]\nkind = \"spirals\"\nbatch_size = 0\n");
    const QString picture = job.filePath(QStringLiteral("x.png"));
    const End end = run(job,
                        {u"--job"_s, job.path(), u"--start"_s, u"--screenshot"_s, picture,
                         u"--exit-when-finished"_s});
    QCOMPARE(end.exitCode, 2);
    QVERIFY2(end.errors.contains("trainspotter: small.toml, line 3: data.batch_size"),
             end.errors.constData());
    QVERIFY(!QImage(picture).isNull());
}

void TestUnattended::aJobThatIsNotThereIsSaid()
{
    const SmallJob job;
    const End end =
        run(job, {u"--job"_s, u"nowhere.toml"_s, u"--start"_s, u"--exit-when-finished"_s});
    QCOMPARE(end.exitCode, 2);
    QVERIFY2(end.errors.contains("nowhere.toml"), end.errors.constData());
}

void TestUnattended::aPictureAloneIsTakenAndTheProgramEnds()
{
    const SmallJob job;
    const QString picture = job.filePath(QStringLiteral("x.png"));
    const End end = run(job, {u"--screenshot"_s, picture});
    QCOMPARE(end.exitCode, 0);
    QVERIFY(QImage(picture).width() >= 960);
}

void TestUnattended::aJobThatIsNotStartedIsShownReady()
{
    const SmallJob job;
    const QString picture = job.filePath(QStringLiteral("x.png"));
    const End end =
        run(job, {u"--job"_s, job.path(), u"--screenshot"_s, picture, u"--exit-when-finished"_s});
    QCOMPARE(end.exitCode, 0);
    QVERIFY(!QImage(picture).isNull());
}

void TestUnattended::aFinishedRunIsPictured()
{
    const SmallJob job(60);
    const QString picture = job.filePath(QStringLiteral("x.png"));
    const End end = run(job,
                        {u"--job"_s, job.path(), u"--start"_s, u"--screenshot"_s, picture,
                         u"--exit-when-finished"_s});
    QVERIFY2(end.exitCode == 0, end.errors.constData());
    QVERIFY(!QImage(picture).isNull());
}

void TestUnattended::aPictureThatCannotBeWrittenIsAFailure()
{
    const SmallJob job;
    const QString picture = job.filePath(QStringLiteral("nowhere/x.png"));
    const End end = run(job, {u"--screenshot"_s, picture});
    QCOMPARE(end.exitCode, 3);
    QVERIFY2(end.errors.contains("cannot write " + picture.toLocal8Bit()), end.errors.constData());
}

void TestUnattended::helpNamesTheProgram()
{
    const SmallJob job;
    const End end = run(job, {u"--help"_s});
    QCOMPARE(end.exitCode, 0);
    QVERIFY2(end.output.startsWith("Usage: trainspotter [options]"), end.output.constData());
}

void TestUnattended::aSignalLeavesRunAndSettingsSaved_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
}

void TestUnattended::aSignalLeavesRunAndSettingsSaved()
{
    QFETCH(int, number);
    const SmallJob job(kManySteps);
    QProcess process;
    start(process, job, {u"--job"_s, job.path(), u"--start"_s});
    StoreRunLibrary library(job.store(), nullptr, std::chrono::milliseconds(50));
    QTRY_VERIFY_WITH_TIMEOUT(!library.runs().isEmpty()
                                 && library.runs().constFirst().state == RunState::Running,
                             60'000);
    QCOMPARE(::kill(pid_t(process.processId()), number), 0);
    const End end = endOf(process);
    QVERIFY2(end.exitCode == 0, end.errors.constData());
    QTRY_COMPARE(library.runs().constFirst().state, RunState::Stopped);
    const AppSettings settings(job.filePath(u"home/trainspotter/trainspotter.ini"_s));
    QVERIFY(!settings.windowGeometry().isEmpty());
    QVERIFY(!settings.chartsState().isEmpty());
    QCOMPARE(settings.page(), u"page.charts"_s);
}

QTEST_GUILESS_MAIN(TestUnattended)
#include "tst_unattended.moc"
