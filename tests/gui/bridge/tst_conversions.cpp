// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/conversions.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace gui;

class TestConversions : public QObject
{
    Q_OBJECT

private slots:
    void aRunIsActiveForBothOrForNone_data()
    {
        QTest::addColumn<engine::RunStatus>("status");
        for (int i = 0; i <= int(engine::RunStatus::Ended); ++i) {
            const auto status = engine::RunStatus(i);
            QTest::newRow(std::string(engine::runStatusName(status)).c_str()) << status;
        }
    }

    void aRunIsActiveForBothOrForNone()
    {
        QFETCH(engine::RunStatus, status);
        QCOMPARE(isActive(toRunState(status)), engine::isActive(status));
    }

    void whatAStateAllows_data()
    {
        QTest::addColumn<RunState>("state");
        QTest::addColumn<bool>("requests");
        QTest::addColumn<bool>("anotherRun");
        QTest::newRow("none") << RunState::None << false << true;
        QTest::newRow("ready") << RunState::Ready << true << true;
        QTest::newRow("running") << RunState::Running << true << false;
        QTest::newRow("pausing") << RunState::Pausing << true << false;
        QTest::newRow("paused") << RunState::Paused << true << false;
        QTest::newRow("stopping") << RunState::Stopping << false << false;
        QTest::newRow("halted") << RunState::Halted << false << true;
        QTest::newRow("finished") << RunState::Finished << false << true;
        QTest::newRow("stopped") << RunState::Stopped << false << true;
        QTest::newRow("failed") << RunState::Failed << false << true;
        QTest::newRow("ended unexpectedly") << RunState::EndedUnexpectedly << false << true;
    }

    void whatAStateAllows()
    {
        QFETCH(RunState, state);
        QTEST(takesRequests(state), "requests");
        QTEST(givesWay(state), "anotherRun");
    }

    void everyKindThatTheEngineRecordsIsKnown_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<RunEventKind>("known");
        using engine::EventKind;
        const auto row = [](std::string_view kind, RunEventKind known) {
            const QByteArray name(kind.data(), qsizetype(kind.size()));
            QTest::newRow(name.constData()) << name << known;
        };
        row(EventKind::kInitialized, RunEventKind::Initialized);
        row(EventKind::kCheckpointDamaged, RunEventKind::CheckpointDamaged);
        row(EventKind::kCheckpointFailed, RunEventKind::CheckpointFailed);
        row(EventKind::kCheckpointPinned, RunEventKind::CheckpointPinned);
        row(EventKind::kCheckpointUnpinned, RunEventKind::CheckpointUnpinned);
        row("of a later version", RunEventKind::Other);
    }

    void everyKindThatTheEngineRecordsIsKnown()
    {
        QFETCH(QByteArray, kind);
        const RunEvent event = toRunEvent(3, 1, 5, 12.5, kind.toStdString(), "why");
        QTEST(event.kind, "known");
        QCOMPARE(event.message, QStringLiteral("why"));
    }

    void deviations_data()
    {
        constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<double>("expected");
        QTest::newRow("none") << QList<double>{} << 0.0;
        QTest::newRow("two") << QList<double>{-1, 1} << 1.0;
        QTest::newRow("all alike") << QList<double>(1000, 0.1) << 0.0;
        QTest::newRow("all alike and large") << QList<double>(7, 1e8 + 0.1) << 0.0;
        QTest::newRow("all alike and huge") << QList<double>(7, 1e300) << 0.0;
        QTest::newRow("beyond the squares") << QList<double>{-1e300, 1e300, 0} << 1e300;
        QTest::newRow("squares without their difference") << QList<double>{1e300, 2e300} << kNaN;
    }

    void deviations()
    {
        QFETCH(QList<double>, values);
        QFETCH(double, expected);
        const Distribution distribution = toDistribution(
            {1, 0, engine::makeHistogram(std::vector(values.cbegin(), values.cend()), "tag")});
        QCOMPARE(distribution.deviation, expected);
    }

    void aDeviationIsAtMostHalfOfTheRange()
    {
        for (const double centre : {1e6, 1e8, 1e12}) {
            for (double width = 1; width > 1e-3; width /= 3) {
                const Distribution distribution = toDistribution(
                    {1, 0, engine::makeHistogram({{centre, centre + width, centre}}, "tag")});
                QVERIFY(distribution.deviation
                        <= (distribution.maximum - distribution.minimum) / 2);
            }
        }
    }

    void whatIsNoNumberStaysSo()
    {
        engine::StoredHistogram stored{1, 0, engine::makeHistogram({{1.0, 2.0}}, "tag")};
        stored.histogram.sumOfSquares = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(std::isnan(toDistribution(stored).deviation));
    }

    void theEndOfAPauseIsNoNewSegment_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<RunEventKind>("kind");
        QTest::addColumn<QString>("said");
        QTest::newRow("a pause") << QByteArray(kAfterPause.data()) << RunEventKind::PauseEnded
                                 << QString();
        QTest::newRow("a segment") << QByteArray("iris at step 5") << RunEventKind::Resumed
                                   << QStringLiteral("iris at step 5");
    }

    void theEndOfAPauseIsNoNewSegment()
    {
        QFETCH(QByteArray, message);
        const RunEvent event =
            toRunEvent(3, 1, 5, 12.5, engine::EventKind::kResumed, message.toStdString());
        QTEST(event.kind, "kind");
        QTEST(event.message, "said");
        QCOMPARE(event.step, 5);
    }
};

QTEST_GUILESS_MAIN(TestConversions)
#include "tst_conversions.moc"
